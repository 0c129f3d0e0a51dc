"""CPython as the judge: what a real run constructs and loads, compared with the static answers."""

from __future__ import annotations
