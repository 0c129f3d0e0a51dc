"""The gate `declaration-only`: namespace files hold no implementation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from archgates.domain.findings import Checked, Finding
from archgates.domain.gate import Gate, Outcome
from archgates.domain.outlines import ModuleOutline, Outlines, Statement, StatementKind
from archgates.domain.requests import AllModules, Facts, Request
from archgates.domain.scope import Scope, check_patterns, misspelt

_ALWAYS = frozenset({StatementKind.DOCSTRING, StatementKind.IMPORT, StatementKind.EXPORTS, StatementKind.EMPTY})
_REMEDIES = {
    StatementKind.FUNCTION: "Move the function to a module of its own and import it from there.",
    StatementKind.CLASS: "Move the class to a module of its own and import it from there.",
    StatementKind.CONSTANT: "Move the constant to the module that owns it, or set constants = true.",
    StatementKind.TYPE_ALIAS: "Move the alias to the module that owns it, or set type_aliases = true.",
    StatementKind.LAZY_EXPORT: "Import the names directly, or set lazy_exports = true.",
}


@dataclass(frozen=True, kw_only=True)
class DeclarationOnly(Gate):
    """Namespace files hold no implementation.

    What it checks: at the top level of the modules in `where` stand only a docstring, imports and `__all__`, and by
    option type aliases, constants that are written out, and the module's own `__getattr__` and `__dir__`. Branches on
    `TYPE_CHECKING`, the version or the platform, and `try` around imports, are looked into.

    Why: code in a package's `__init__` runs whenever any part of the package is imported, and it is the last place
    where a reader looks for it.

    Example:
        [[tool.archgates.gates]]
        id = "namespaces-declare"
        gate = "declaration-only"
        where = ["adf/**/__init__.py"]
        reason = "A namespace says what belongs to it; modules hold the code."

    What to do instead: move the code to a module of the package, and import its public names in the namespace file.
    """

    gate: ClassVar[str] = "declaration-only"

    where: tuple[str, ...]
    """Modules or paths of the namespace files; patterns `*` and `**`."""
    constants: bool = False
    """Whether constants that are written out may stand there, such as `TIMEOUT = 5`."""
    type_aliases: bool = True
    """Whether type aliases may stand there."""
    lazy_exports: bool = False
    """Whether the module's own `__getattr__` and `__dir__` (PEP 562) may stand there."""

    def __post_init__(self) -> None:
        check_patterns("where", self.where, paths=True)

    @property
    def _request(self) -> Outlines:
        return Outlines(scope=Scope(where=self.where, exclude=self.exclude))

    def needs(self) -> tuple[Request[Any], ...]:
        return (AllModules(), self._request)

    def check(self, facts: Facts) -> Outcome:
        allowed = self._allowed()
        outlines = [one for one in facts[self._request].modules if one.path.endswith(".py")]
        return Outcome(
            findings=(
                *misspelt("where", self.where, facts[AllModules()].modules),
                *(
                    _finding(outline, statement)
                    for outline in outlines
                    for statement in outline.statements
                    if statement.kind not in allowed
                ),
            ),
            checked=Checked(files=len(outlines)),
        )

    def _allowed(self) -> frozenset[StatementKind]:
        optional = {
            StatementKind.CONSTANT: self.constants,
            StatementKind.TYPE_ALIAS: self.type_aliases,
            StatementKind.LAZY_EXPORT: self.lazy_exports,
        }
        return _ALWAYS | {kind for kind, chosen in optional.items() if chosen}


def _finding(outline: ModuleOutline, statement: Statement) -> Finding:
    named = f"{statement.kind.value} {statement.name}" if statement.name else statement.kind.value
    return Finding(
        path=outline.path,
        line=statement.line,
        column=statement.column,
        subject=f"{outline.module}.{statement.name}" if statement.name else outline.module,
        scope="<module>",
        kind=statement.kind.value.replace(" ", "-"),
        message=f"The namespace file of {outline.module} holds implementation: {named}.",
        remedy=_REMEDIES.get(statement.kind, "Move what it does to a module of the package."),
    )
