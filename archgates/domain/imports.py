"""Import edges, their kinds, and the views that choose among them (DESIGN 2.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from archgates.domain.location import Gap


class ImportKind(Enum):
    """How one module imports another. The value is the name on the wire."""

    MODULE = "module"
    TYPING = "typing"
    DEFERRED = "deferred"
    FALLBACK = "fallback"
    DYNAMIC = "dynamic"
    STAR = "star"
    LAZY = "lazy"
    STUB = "stub"
    CYTHON = "cython"
    PARENT = "parent"


class View(Enum):
    """A question put to the import graph; it decides which kinds of edge count."""

    RUNTIME = "runtime"
    LOAD = "load"
    TYPING = "typing"
    ALL = "all"


_K = ImportKind
VIEW_KINDS: Mapping[View, frozenset[ImportKind]] = MappingProxyType(
    {
        View.RUNTIME: frozenset({_K.MODULE, _K.DEFERRED, _K.FALLBACK, _K.DYNAMIC, _K.STAR, _K.LAZY, _K.CYTHON}),
        View.LOAD: frozenset(_K) - {_K.TYPING, _K.STUB},
        View.TYPING: frozenset(_K) - {_K.DYNAMIC, _K.PARENT},
        View.ALL: frozenset(_K),
    }
)
"""Kinds a view may count. In `load`, deferred, dynamic and lazy edges count only where they run at import time: a
function that the file itself calls, a call at its top, a lazy attribute that it takes. CPython loads these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportEdge:
    """One import of one module by another, with its evidence."""

    importer: str
    """Label of the importing module (see `ModuleTable.label`)."""
    imported: str
    """Label of the imported module; always a module of the project."""
    kind: ImportKind
    path: str
    line: int
    column: int = 1
    at_import: bool = True
    """True when the import runs while the importer itself is being imported."""

    def counts_in(self, view: View) -> bool:
        """Whether `view` counts this edge."""
        if self.kind not in VIEW_KINDS[view]:
            return False
        return view is not View.LOAD or self.at_import


@dataclass(frozen=True, slots=True, kw_only=True)
class UnresolvedImport:
    """An import whose target only running the program could tell."""

    importer: str
    path: str
    line: int
    column: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportFacts:
    """The import graph of the project in one view; lists are sorted by path, line, column."""

    view: View
    modules: tuple[str, ...]
    edges: tuple[ImportEdge, ...]
    unresolved: tuple[UnresolvedImport, ...] = ()
    gaps: tuple[Gap, ...] = ()
