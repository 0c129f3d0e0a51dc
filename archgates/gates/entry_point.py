"""The gate `entry-point`: no internal module imports the entry point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from archgates.domain.findings import Checked, Finding, missing_subject
from archgates.domain.gate import Gate, Outcome
from archgates.domain.imports import ImportEdge, ImportKind, View
from archgates.domain.modules import Module, ModuleTable
from archgates.domain.options import OptionError
from archgates.domain.requests import AllModules, Facts, ImportsIn, Request
from archgates.domain.scope import EVERYWHERE, Scope, check_patterns
from archgates.domain.toml_words import written


@dataclass(frozen=True, slots=True, kw_only=True)
class Exemption:
    """A module that may import the entry point, once."""

    importer: str
    """Full dotted name of the module."""
    reason: str
    """Why it may."""

    def __post_init__(self) -> None:
        if not self.reason.strip():
            raise OptionError("reason", "is empty.", "Say why the module may import the entry point.")


@dataclass(frozen=True, kw_only=True)
class EntryPoint(Gate):
    """No internal module imports the entry point.

    What it checks: no module in `where` imports one of `entry` or a module below it. Each exemption names one module
    and covers exactly one import statement of it: a second one, or none at all, is a finding.

    Why: an entry point puts the parts together. A part that imports it depends on everything, can only be tested
    with everything, and is loaded in a circle.

    Example:
        [[tool.archgates.gates]]
        id = "nobody-imports-the-command-line"
        gate = "entry-point"
        entry = ["adf.cli", "adf.__main__"]
        exempt = [{ importer = "adf.testing.contracts", reason = "A public entry point of its own, for tests." }]
        reason = "Parts do not know the program that they are put into."

    What to do instead: take what is needed as an argument, or move it out of the entry point to a module below both.
    """

    gate: ClassVar[str] = "entry-point"

    entry: str | tuple[str, ...]
    """Full dotted names of the modules or packages that are entry points."""
    where: tuple[str, ...] = EVERYWHERE
    """Modules or paths that may not import them; patterns `*` and `**`."""
    exempt: tuple[Exemption, ...] = ()
    """Modules that may, each with its reason."""
    view: View = View.RUNTIME
    """Which kinds of import count."""

    def __post_init__(self) -> None:
        check_patterns("where", self.where, paths=True)
        if not self._entries:
            raise OptionError("entry", "is empty.", "Name the module of the entry point.")
        importers = [one.importer for one in self.exempt]
        for name in importers:
            if importers.count(name) > 1:
                raise OptionError("exempt", f"names {written(name)} twice.", "Remove one: each covers one import.")

    @property
    def _entries(self) -> tuple[str, ...]:
        return (self.entry,) if isinstance(self.entry, str) else self.entry

    def needs(self) -> tuple[Request[Any], ...]:
        return (AllModules(), ImportsIn(view=self.view))

    def check(self, facts: Facts) -> Outcome:
        table = facts[AllModules()].modules
        missing = [
            missing_subject(name, table.whole.nearest(name), key="entry")
            for name in self._entries
            if name not in table.whole
        ]
        judged = self._judged(table)
        importers = {table.label(module) for module in judged}
        edges = [
            edge
            for edge in facts[ImportsIn(view=self.view)].edges
            if edge.kind is not ImportKind.PARENT and edge.importer in importers and self._is_entry(edge.imported)
        ]
        return Outcome(
            findings=(*missing, *self._breaches(_by_statement(edges)), *self._unmatched(edges, table)),
            checked=Checked(files=len(judged), sites=len(edges)),
        )

    def _judged(self, table: ModuleTable) -> tuple[Module, ...]:
        """The modules of the scope that are no part of an entry point themselves."""
        scope = Scope(where=self.where, exclude=self.exclude)
        return tuple(one for one in scope.modules(table) if not self._is_entry(table.label(one)))

    def _is_entry(self, label: str) -> bool:
        name = label.rpartition("::")[2]
        return any(name == entry or name.startswith(f"{entry}.") for entry in self._entries)

    def _breaches(self, edges: Sequence[ImportEdge]) -> Iterator[Finding]:
        for edge in edges:
            exemption = next((one for one in self.exempt if one.importer == edge.importer), None)
            first = next(one for one in edges if one.importer == edge.importer)
            if exemption is not None and edge is first:
                continue
            again = f" a second time; its exemption covers the one in line {first.line}" if exemption else ""
            yield Finding(
                path=edge.path,
                line=edge.line,
                column=edge.column,
                subject=f"{edge.importer} -> {edge.imported}",
                kind="import",
                message=f"{edge.importer} imports the entry point {edge.imported}{again}.",
                remedy="Take what is needed as an argument, or move it to a module below both.",
            )

    def _unmatched(self, edges: Sequence[ImportEdge], table: ModuleTable) -> Iterator[Finding]:
        importers = {edge.importer for edge in edges}
        for one in self.exempt:
            if one.importer in importers:
                continue
            close = None if one.importer in table.whole else table.whole.nearest(one.importer)
            yield Finding(
                subject=one.importer,
                kind="unused-exemption",
                message=f"`exempt` names {one.importer}, which imports no entry point.",
                remedy=f"Did you mean {close}?" if close else "Take it out of `exempt`.",
            )


def _by_statement(edges: Sequence[ImportEdge]) -> tuple[ImportEdge, ...]:
    """One edge for each import statement, sorted by place: a statement may bring several modules."""
    ordered = sorted(edges, key=lambda edge: (edge.path, edge.line, edge.column, edge.imported))
    seen: dict[tuple[str, int], ImportEdge] = {}
    for edge in ordered:
        seen.setdefault((edge.path, edge.line), edge)
    return tuple(seen.values())
