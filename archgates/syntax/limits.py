"""What one file may cost: bytes and nodes, never seconds, so that a slow machine changes no verdict."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Ceilings for one file. The defaults leave room for generated files of several hundred thousand lines."""

    bytes: int = 24 * 1024 * 1024
    nodes: int = 6_000_000
