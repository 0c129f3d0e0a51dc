"""Cycles of an import graph: strongly connected components, and the edges whose cut helps most."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from archgates.domain.bridges import strong_bridges
from archgates.domain.imports import ImportEdge, ImportFacts, ImportKind

CUTS_SHOWN = 5
"""How many cuts a cycle lists."""
_CUTS_TRIED = 20
_CUT_BUDGET = 2_000_000
"""Cuts tried at least, and steps spent on more: a component of thousands of modules stays affordable."""

NodeT = TypeVar("NodeT", bound=Hashable)
_Graph = Mapping[str, Collection[str]]


class GraphLevel(Enum):
    """What the nodes of the graph are."""

    MODULE = "module"
    PACKAGE = "package"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """One edge of a component, and what is left of the component without it."""

    importer: str
    imported: str
    leaves: int
    """Size of the largest component left; 0 when none is."""
    edges: tuple[ImportEdge, ...]
    """The imports that would have to go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cycle:
    """A strongly connected component: two nodes or more, or one that imports itself."""

    modules: tuple[str, ...]
    """Sorted names: of modules, or of packages at package level."""
    edges: tuple[ImportEdge, ...]
    """The imports inside it with their evidence, named by the level, sorted by place."""
    cuts: tuple[Cut, ...]
    """The best single edges to cut: those that leave least, then those with the fewest imports."""


def find_cycles(facts: ImportFacts, level: GraphLevel, packages: Collection[str]) -> tuple[Cycle, ...]:
    """The cycles of a graph, largest first. `packages` are the labels of the modules that are packages.

    That a module runs the packages around it makes no cycle with them: they are being imported already.
    """
    edges = tuple(edge for edge in facts.edges if not _runs_own_package(edge))
    if level is GraphLevel.PACKAGE:
        edges = _between_packages(edges, packages)
    graph: dict[str, set[str]] = defaultdict(set)
    for edge in edges:
        graph[edge.importer].add(edge.imported)
    components = [one for one in strong_components(graph) if len(one) > 1 or _imports_itself(one[0], graph)]
    inside: dict[str, int] = {name: number for number, names in enumerate(components) for name in names}
    grouped: list[list[ImportEdge]] = [[] for _ in components]
    for edge in edges:
        number = inside.get(edge.importer)
        if number is not None and inside.get(edge.imported) == number:
            grouped[number].append(edge)
    cycles = [
        Cycle(modules=tuple(sorted(names)), edges=tuple(sorted(own, key=_evidence)), cuts=_cuts(names, own))
        for names, own in zip(components, grouped, strict=True)
    ]
    return tuple(sorted(cycles, key=lambda one: (-len(one.modules), one.modules)))


def package_of(label: str, packages: Collection[str]) -> str:
    """The package that a module belongs to: itself when it is one or stands alone. Labels keep their root."""
    root, mark, name = label.rpartition("::")
    parent = name.rpartition(".")[0]
    return label if label in packages or not parent else f"{root}{mark}{parent}"


def strong_components(graph: Mapping[NodeT, Collection[NodeT]]) -> list[list[NodeT]]:
    """Tarjan's algorithm without recursion; single nodes are components too."""
    order: dict[NodeT, int] = {}
    low: dict[NodeT, int] = {}
    on_stack: set[NodeT] = set()
    stack: list[NodeT] = []
    components: list[list[NodeT]] = []
    for start in graph:
        if start in order:
            continue
        order[start] = low[start] = len(order)
        stack.append(start)
        on_stack.add(start)
        work = [(start, iter(graph[start]))]
        while work:
            node, followers = work[-1]
            for follower in followers:
                if follower not in order:
                    order[follower] = low[follower] = len(order)
                    stack.append(follower)
                    on_stack.add(follower)
                    work.append((follower, iter(graph.get(follower, ()))))
                    break
                if follower in on_stack:
                    low[node] = min(low[node], order[follower])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    components.append(_popped(stack, on_stack, node))
    return components


def _popped(stack: list[NodeT], on_stack: set[NodeT], root: NodeT) -> list[NodeT]:
    component: list[NodeT] = []
    while not component or component[-1] != root:
        component.append(stack.pop())
        on_stack.discard(component[-1])
    return component


def _between_packages(edges: Iterable[ImportEdge], packages: Collection[str]) -> tuple[ImportEdge, ...]:
    """The edges between different packages, named by them."""
    known = frozenset(packages)
    renamed = (
        replace(edge, importer=package_of(edge.importer, known), imported=package_of(edge.imported, known))
        for edge in edges
    )
    return tuple(edge for edge in renamed if edge.importer != edge.imported)


def _runs_own_package(edge: ImportEdge) -> bool:
    return edge.kind is ImportKind.PARENT and edge.importer.startswith(f"{edge.imported}.")


def _imports_itself(name: str, graph: _Graph) -> bool:
    return name in graph.get(name, ())


def _evidence(edge: ImportEdge) -> tuple[str, int, int, str]:
    return edge.path, edge.line, edge.column, edge.imported


def _cuts(names: list[str], edges: list[ImportEdge]) -> tuple[Cut, ...]:
    """The best cuts of a component. Only strong bridges can be one; the likeliest are tried first."""
    imports: dict[tuple[str, str], list[ImportEdge]] = defaultdict(list)
    for edge in edges:
        imports[edge.importer, edge.imported].append(edge)
    graph: dict[str, set[str]] = {name: set() for name in sorted(names)}
    for importer, imported in imports:
        graph[importer].add(imported)
    bridges = strong_bridges(graph) if len(names) > 1 else dict.fromkeys(imports, 1)
    likely = sorted(bridges, key=lambda pair: (-bridges[pair], len(imports[pair]), pair))
    affordable = max(_CUTS_TRIED, _CUT_BUDGET // (len(graph) + len(imports)))
    cuts = [
        Cut(
            importer=importer,
            imported=imported,
            leaves=_largest_without(graph, importer, imported),
            edges=tuple(sorted(imports[importer, imported], key=_evidence)),
        )
        for importer, imported in likely[:affordable]
    ]
    cuts.sort(key=lambda cut: (cut.leaves, len(cut.edges), cut.importer, cut.imported))
    return tuple(cuts[:CUTS_SHOWN])


def _largest_without(graph: dict[str, set[str]], importer: str, imported: str) -> int:
    """Size of the largest component when one edge is gone."""
    graph[importer].discard(imported)
    sizes = [len(one) for one in strong_components(graph) if len(one) > 1 or _imports_itself(one[0], graph)]
    graph[importer].add(imported)
    return max(sizes, default=0)
