"""Facts about the shape of modules: their top-level statements, and how long they and their functions are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from archgates.domain.location import Gap
from archgates.domain.requests import Request
from archgates.domain.scope import Scope


class StatementKind(Enum):
    """What a top-level statement does. Branches on version, platform and type checking count as their content."""

    DOCSTRING = "docstring"
    """Of the module, or below what it describes."""
    IMPORT = "import"
    EXPORTS = "__all__"
    TYPE_ALIAS = "type alias"
    CONSTANT = "constant"
    """A name bound to a value that is written out: numbers, strings, and containers of them."""
    LAZY_EXPORT = "lazy export"
    """A module's own `__getattr__` or `__dir__` (PEP 562)."""
    EMPTY = "pass"
    FUNCTION = "function"
    CLASS = "class"
    ASSIGNMENT = "assignment"
    STATEMENT = "statement"
    """Anything else that runs when the module is imported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One top-level statement."""

    kind: StatementKind
    name: str
    """What it defines or binds; empty when that has no name."""
    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionSize:
    """How long a function is, from its `def` to its last line, nested functions included, decorators not."""

    name: str
    """CPython's qualified name."""
    line: int
    column: int
    lines: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleOutline:
    """The shape of one module."""

    module: str
    """Label of the module."""
    path: str
    lines: int
    statements: tuple[Statement, ...]
    functions: tuple[FunctionSize, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineFacts:
    """The shapes of the modules in a scope, sorted by path."""

    modules: tuple[ModuleOutline, ...]
    gaps: tuple[Gap, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlines(Request[OutlineFacts]):
    """The shape of each module in a scope; of a Cython file its length alone. Parses every one of them."""

    scope: Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleSize:
    """How many lines a module has."""

    module: str
    path: str
    lines: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeFacts:
    """The sizes of the modules in a scope, sorted by path."""

    modules: tuple[ModuleSize, ...]
    gaps: tuple[Gap, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleSizes(Request[SizeFacts]):
    """How many lines each module in a scope has. Reads them, parses none."""

    scope: Scope
