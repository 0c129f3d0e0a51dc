"""Answers to the questions that the commands put to the import graph, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from archgates.domain.cycles import Cycle, GraphLevel, find_cycles
from archgates.domain.imports import ImportEdge, UnresolvedImport, View
from archgates.domain.location import Gap
from archgates.imports.graph import ImportGraph
from archgates.imports.index import ImportIndex


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Whether and how one module imports another."""

    importer: str
    imported: str
    view: View
    reachable: bool
    """Whether there is a path; a module reaches itself."""
    direct: bool
    """Whether the importer itself has an import of the other that counts in the view."""
    chain: tuple[ImportEdge, ...]
    """A shortest path; empty when there is none, and from a module to itself unless it imports itself."""
    unresolved: tuple[UnresolvedImport, ...]
    """Imports that cannot be read, in the importer and in every module that it reaches: each may be a further path."""
    gaps: tuple[Gap, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cycles:
    """The cycles of the project in one view."""

    view: View
    level: GraphLevel
    cycles: tuple[Cycle, ...]
    gaps: tuple[Gap, ...]


def why(index: ImportIndex, importer: str, imported: str, view: View) -> Why:
    """How `importer` reaches `imported`. Raises UsageError for a name that is unknown or that two roots define."""
    start, goal = index.label(importer), index.label(imported)
    graph = ImportGraph(index.facts(view))
    reached = graph.reachable(start)
    return Why(
        importer=start,
        imported=goal,
        view=view,
        reachable=goal in reached,
        direct=bool(graph.direct(start, goal)),
        chain=graph.shortest_chain(start, goal),
        unresolved=tuple(one for one in graph.facts.unresolved if one.importer in reached),
        gaps=graph.facts.gaps,
    )


def cycles(index: ImportIndex, view: View, level: GraphLevel = GraphLevel.MODULE) -> Cycles:
    """Components of modules, or of packages, that import one another."""
    facts = index.facts(view)
    packages = {label for label, node in index.nodes.items() if node.is_package}
    return Cycles(view=view, level=level, cycles=find_cycles(facts, level, packages), gaps=facts.gaps)
