"""Settings that every test shares."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# The same examples on every run, and no deadline: a slow machine must not change a verdict.
settings.register_profile(
    "repeatable", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")
