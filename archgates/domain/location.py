"""Where a fact was read, and where reading failed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a file: path relative to the project root with `/`, line and column from 1 in code points."""

    path: str
    line: int
    column: int


@dataclass(frozen=True, slots=True, order=True)
class Gap:
    """A file, or a part of one, that could not be judged; it makes a verdict INCOMPLETE."""

    path: str
    reason: str
    line: int = 0
    """0 for the whole file, else from 1 as in `Location`."""
    column: int = 0
