"""The gate `cycles`: modules or packages do not import one another in a circle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from archgates.domain.cycles import Cycle, GraphLevel, find_cycles
from archgates.domain.findings import Checked, Finding
from archgates.domain.gate import Gate, Outcome
from archgates.domain.imports import ImportEdge, ImportFacts, View
from archgates.domain.options import OptionError
from archgates.domain.requests import AllModules, Facts, ImportsIn, Request
from archgates.domain.scope import EVERYWHERE, Scope, check_patterns, misspelt

_NAMES_SHOWN = 8
_EVIDENCE_SHOWN = 4


@dataclass(frozen=True, kw_only=True)
class Cycles(Gate):
    """Modules or packages do not import one another in a circle.

    What it checks: the import graph of the modules in `where` has at most `max` strongly connected components of two
    or more, or of one module that imports itself. Each finding is one component with the imports whose cut leaves
    least of it, and with the package that causes it by gathering imports of its own modules (a barrel).

    Why: modules in a circle can only be read, tested and loaded together; which of them is loaded first decides
    whether the program starts.

    Example:
        [[tool.archgates.gates]]
        id = "no-cycles"
        gate = "cycles"
        view = "runtime"
        graph = "package"
        reason = "Packages can be understood one at a time."

    What to do instead: cut the import that the finding names: move what both sides need below them, pass it as an
    argument, or import from the defining module instead of the package that gathers names.
    """

    gate: ClassVar[str] = "cycles"

    view: View = View.RUNTIME
    """Which kinds of import count."""
    graph: GraphLevel = GraphLevel.MODULE
    """Whether modules or packages are the nodes."""
    where: tuple[str, ...] = EVERYWHERE
    """Modules or paths whose imports of one another count; patterns `*` and `**`."""
    max_: int = 0
    """How many components are accepted."""

    def __post_init__(self) -> None:
        check_patterns("where", self.where, paths=True)
        if self.max_ < 0:
            raise OptionError("max", f"is {self.max_}, but a number of cycles is 0 or more.", "Write max = 0.")

    def needs(self) -> tuple[Request[Any], ...]:
        return (AllModules(), ImportsIn(view=self.view))

    def check(self, facts: Facts) -> Outcome:
        table = facts[AllModules()].modules
        judged = Scope(where=self.where, exclude=self.exclude).modules(table)
        labels = {table.label(one) for one in judged}
        graph = _within(facts[ImportsIn(view=self.view)], labels)
        packages = {table.label(one) for one in table if one.is_package} | table.namespaces
        cycles = find_cycles(graph, self.graph, packages)
        broken = cycles if len(cycles) > self.max_ else ()
        return Outcome(
            findings=(
                *misspelt("where", self.where, table),
                *(self._finding(cycle, packages, len(cycles)) for cycle in broken),
            ),
            checked=Checked(files=len(judged), sites=len(graph.edges), unresolved=len(graph.unresolved)),
        )

    def _finding(self, cycle: Cycle, packages: Iterable[str], found: int) -> Finding:
        evidence = cycle.cuts[0].edges[0] if cycle.cuts else cycle.edges[0]
        one, many = (
            f"1 {self.graph.value} imports itself",
            f"{len(cycle.modules)} {self.graph.value}s import one another",
        )
        accepted = f" {found} cycles, {self.max_} accepted." if self.max_ else ""
        return Finding(
            path=evidence.path,
            line=evidence.line,
            column=evidence.column,
            subject=_shown(cycle.modules),
            kind="cycle",
            message=f"{many if len(cycle.modules) > 1 else one} in the {self.view.value} view: "
            f"{_shown(cycle.modules)}.{_barrels(cycle, packages)}{accepted}",
            remedy=_remedy(cycle),
        )


def _within(facts: ImportFacts, labels: set[str]) -> ImportFacts:
    """The part of the graph between these modules."""
    return ImportFacts(
        view=facts.view,
        modules=tuple(name for name in facts.modules if name in labels),
        edges=tuple(edge for edge in facts.edges if edge.importer in labels and edge.imported in labels),
        unresolved=tuple(one for one in facts.unresolved if one.importer in labels),
    )


def _remedy(cycle: Cycle) -> str:
    if not cycle.cuts:
        return "No single import breaks it: split the component by responsibility."
    cut = cycle.cuts[0]
    left = f"leaves {cut.leaves} in a circle" if cut.leaves else "leaves no circle"
    return f"Cut {cut.importer} -> {cut.imported} ({_places(cut.edges)}), which {left}."


def _barrels(cycle: Cycle, packages: Iterable[str]) -> str:
    """Packages in the circle that gather their own modules and are imported for them from elsewhere in it."""
    inside = set(cycle.modules)
    found = []
    for name in sorted(inside.intersection(packages)):
        below = f"{name}."
        gathers = [edge for edge in cycle.edges if edge.importer == name and edge.imported.startswith(below)]
        used = [edge for edge in cycle.edges if edge.imported == name and not edge.importer.startswith(below)]
        if gathers and used:
            found.append(f"{name} ({gathers[0].path})")
    if not found:
        return ""
    plural = "s" if len(found) > 1 else ""
    return f" Caused through the barrel{plural} {_shown(found)}: import from the defining modules instead."


def _places(edges: Iterable[ImportEdge]) -> str:
    places = [f"{edge.path}:{edge.line}, {edge.kind.value}" for edge in edges]
    return "; ".join(places[:_EVIDENCE_SHOWN]) + ("; ..." if len(places) > _EVIDENCE_SHOWN else "")


def _shown(names: Iterable[str]) -> str:
    listed = list(names)
    rest = len(listed) - _NAMES_SHOWN
    return ", ".join(listed[:_NAMES_SHOWN]) + (f" and {rest} more" if rest > 0 else "")
