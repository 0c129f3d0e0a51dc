"""What one file says about imports, before it is known which modules the project has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from archgates.domain.imports import ImportKind


@dataclass(frozen=True, slots=True)
class ImportStatement:
    """One imported name, as written. `import a.b, c` is two; line and column are those of the statement."""

    kind: ImportKind
    line: int
    column: int
    level: int
    """Leading dots of a relative import."""
    module: str
    """Dotted name after the dots; empty for `from . import x`."""
    name: str = ""
    """What `from module import name` takes; `*` for all, empty for `import module`."""
    at_import: bool = True
    binds: str = ""
    """The local name that it binds; empty when it binds none that other files could see."""
    is_guess: bool = False
    """True when the name is a mere string: it counts only if the project has such a module."""


@dataclass(frozen=True, slots=True)
class LazyEntry:
    """A module that a package loads when one of its attributes is asked for (PEP 562)."""

    names: frozenset[str] | None
    """Attributes that load it; None when any unknown attribute may."""
    statement: ImportStatement
    from_stub: bool = False
    """True for the promise that the stub beside the file lists what is loaded."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A place whose import only running the program could tell."""

    line: int
    column: int
    reason: str
    lazy: bool = False
    """True inside a module `__getattr__`, whose tables may tell after all."""
    definition: str = ""
    """The function or class at the top of the file that holds it; empty at the top itself."""


@dataclass(frozen=True, slots=True)
class TopNames:
    """Names at the top of a file that say what importing from it means."""

    bound: frozenset[str] = frozenset()
    """Names bound when the file runs, branches for type checkers left out."""
    defined: frozenset[str] = frozenset()
    """Those of them that something else than an import binds."""
    certain: frozenset[str] = frozenset()
    """Those of them that no branch and no loop decides about."""
    exported: frozenset[str] = frozenset()
    """Strings of `__all__`."""
    exported_by: frozenset[str] = frozenset()
    """Modules whose `__all__` is a part of it; with leading dots as written."""
    made_of: tuple[tuple[str, str], ...] = ()
    """Names assigned from other names at the top: `make = _registry.make` is ("make", "_registry")."""
    flags: frozenset[str] = frozenset()
    """Names that hold `typing.TYPE_CHECKING`."""
    origins: Mapping[str, str] = field(default_factory=dict)
    """What names were imported from; with leading dots as written."""
    stars: tuple[str, ...] = ()
    """Modules whose names all are imported; with leading dots as written."""


@dataclass(frozen=True, slots=True)
class Scan:
    """Every import of one file, in source order."""

    statements: tuple[ImportStatement, ...] = ()
    lazy: tuple[LazyEntry, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    uses: tuple[ImportStatement, ...] = ()
    """Attributes taken from imported modules, as if `from module import attribute` stood there; asked for alone."""
    names: TopNames | None = None
    """None where the file was read without a parse."""
