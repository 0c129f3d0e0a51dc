"""Facts about directories: what stands directly in a package."""

from __future__ import annotations

from dataclasses import dataclass

from archgates.domain.location import Gap
from archgates.domain.requests import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectoryEntry:
    """A file or folder that stands directly in a package."""

    name: str
    path: str
    """Relative to the project root, with `/`."""
    is_folder: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectoryFacts:
    """What stands in a package: the union over its directories when several roots hold a part of it.

    Hidden entries, `__pycache__` and compiled files are left out: they come and go with the machine.
    """

    directories: tuple[str, ...]
    """The package's directories relative to the project root; empty when there is no such package."""
    entries: tuple[DirectoryEntry, ...] = ()
    nearest: str | None = None
    """The package that looks most like the asked one, when there is no such package."""
    gaps: tuple[Gap, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectoryOf(Request[DirectoryFacts]):
    """What stands directly in a package, given by its dotted name."""

    package: str
