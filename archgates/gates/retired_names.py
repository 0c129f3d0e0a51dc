"""The gate `retired-names`: identifiers of removed code may not return."""

from __future__ import annotations

import keyword
import unicodedata
from dataclasses import dataclass
from typing import Any, ClassVar

from archgates.domain.findings import Checked, Finding
from archgates.domain.gate import Gate, Outcome
from archgates.domain.identifiers import IdentifierKind, IdentifiersNamed, IdentifierUse
from archgates.domain.options import OptionError
from archgates.domain.requests import AllModules, Facts, Request
from archgates.domain.scope import EVERYWHERE, Scope, check_patterns, misspelt
from archgates.domain.toml_words import written

_SAID = {
    IdentifierKind.IDENTIFIER: "is used as a name",
    IdentifierKind.STRING: "stands in a string",
    IdentifierKind.COMMENT: "stands in a comment",
}


@dataclass(frozen=True, kw_only=True)
class RetiredNames(Gate):
    """Identifiers of removed code may not return.

    What it checks: none of `names` is written in the modules of `where`, in any position: variables, parameters,
    attributes, keyword arguments, imports and parts of imported names, definitions, fields of f-strings. Only whole
    names count: `my_legacy_bus` is not `legacy_bus`. Strings (docstrings too) and comments are looked at by option.

    Why: scaffolding of a migration comes back with the next copied snippet. Once it is gone for good, its names say
    so most cheaply.

    Example:
        [[tool.archgates.gates]]
        id = "bridge-is-gone"
        gate = "retired-names"
        names = ["LegacyRuntimeView", "adopt_existing_agent"]
        where = ["adf.**"]
        reason = "The migration is over."

    What to do instead: use what replaced the name. When something new happens to need it, choose another.
    """

    gate: ClassVar[str] = "retired-names"

    names: tuple[str, ...]
    """Identifiers, without dots."""
    where: tuple[str, ...] = EVERYWHERE
    """Modules or paths to look at; patterns `*` and `**`."""
    strings: bool = False
    """Whether names inside strings count, docstrings included."""
    comments: bool = False
    """Whether names inside comments count."""

    def __post_init__(self) -> None:
        if not self.names:
            raise OptionError("names", "is empty.", "Write at least one identifier.")
        for name in self.names:
            if not name.isidentifier() or keyword.iskeyword(name):
                last = name.rpartition(".")[2]
                hint = f"Write {written(last)}." if last.isidentifier() else "Write names without dots and spaces."
                raise OptionError("names", f"{written(name)} is no identifier.", hint)
        check_patterns("where", self.where, paths=True)

    @property
    def _request(self) -> IdentifiersNamed:
        names = {unicodedata.normalize("NFKC", name) for name in self.names}
        return IdentifiersNamed(
            names=tuple(sorted(names)), scope=self._scope, strings=self.strings, comments=self.comments
        )

    @property
    def _scope(self) -> Scope:
        return Scope(where=self.where, exclude=self.exclude)

    def needs(self) -> tuple[Request[Any], ...]:
        return (AllModules(), self._request)

    def check(self, facts: Facts) -> Outcome:
        table = facts[AllModules()].modules
        uses = facts[self._request].uses
        return Outcome(
            findings=(*misspelt("where", self.where, table), *(_finding(use) for use in uses)),
            checked=Checked(files=len(self._scope.modules(table)), sites=len(uses)),
        )


def _finding(use: IdentifierUse) -> Finding:
    return Finding(
        path=use.path,
        line=use.line,
        column=use.column,
        subject=use.name,
        scope=use.scope,
        kind=use.kind.value,
        message=f"The retired name {use.name} {_SAID[use.kind]}.",
        remedy="Use what replaced it, or choose another name.",
    )
