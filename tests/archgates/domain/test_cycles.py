"""Components and cuts of import graphs agree with networkx."""

from __future__ import annotations

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archgates.domain.cycles import GraphLevel, find_cycles, package_of, strong_components
from archgates.domain.imports import ImportEdge, ImportFacts, ImportKind, View

NODES = st.integers(0, 9)
GRAPHS = st.sets(st.tuples(NODES, NODES), max_size=40)


def edge(importer: str, imported: str, line: int = 1) -> ImportEdge:
    return ImportEdge(
        importer=importer, imported=imported, kind=ImportKind.MODULE, path=f"{importer.replace('.', '/')}.py", line=line
    )


def facts(*edges: ImportEdge) -> ImportFacts:
    names = sorted({name for one in edges for name in (one.importer, one.imported)})
    return ImportFacts(view=View.RUNTIME, modules=tuple(names), edges=edges)


def largest(inside: networkx.Graph[str]) -> int:
    graph: networkx.DiGraph[str] = networkx.DiGraph(inside)
    sizes = [len(one) for one in networkx.strongly_connected_components(graph) if len(one) > 1]
    loops = [1 for node in graph if graph.has_edge(node, node)]
    return max([*sizes, *loops], default=0)


@given(pairs=GRAPHS)
def test_components_are_those_of_networkx(pairs: set[tuple[int, int]]) -> None:
    graph = {node: [b for a, b in sorted(pairs) if a == node] for node in range(10)}
    known: networkx.DiGraph[int] = networkx.DiGraph(graph)
    expected = {frozenset(one) for one in networkx.strongly_connected_components(known)}
    assert {frozenset(one) for one in strong_components(graph)} == expected


@settings(deadline=None)
@given(pairs=GRAPHS)
def test_cycles_and_cuts_are_those_of_networkx(pairs: set[tuple[int, int]]) -> None:
    edges = [edge(f"m{a}", f"m{b}", line) for line, (a, b) in enumerate(sorted(pairs), start=1)]
    graph: networkx.DiGraph[str] = networkx.DiGraph([(one.importer, one.imported) for one in edges])
    expected = [
        sorted(one)
        for one in networkx.strongly_connected_components(graph)
        if len(one) > 1 or graph.has_edge(*(list(one) * 2))
    ]
    cycles = find_cycles(facts(*edges), GraphLevel.MODULE, ())
    assert sorted(list(one.modules) for one in cycles) == sorted(expected)
    for cycle in cycles:
        inside = graph.subgraph(cycle.modules)
        assert {(one.importer, one.imported) for one in cycle.edges} == set(inside.edges)
        best = min((largest(networkx.restricted_view(inside, (), [one])) for one in inside.edges), default=0)
        if best < len(cycle.modules):
            assert cycle.cuts[0].leaves == best
        for cut in cycle.cuts:
            assert cut.leaves == largest(networkx.restricted_view(inside, (), [(cut.importer, cut.imported)]))


def test_cuts_with_fewer_imports_come_first() -> None:
    (cycle,) = find_cycles(facts(edge("a", "b", 1), edge("a", "b", 2), edge("b", "a", 1)), GraphLevel.MODULE, ())
    assert [(cut.importer, cut.imported, cut.leaves) for cut in cycle.cuts] == [("b", "a", 0), ("a", "b", 0)]


def test_larger_components_come_first() -> None:
    cycles = find_cycles(
        facts(edge("a", "b"), edge("b", "a"), edge("x", "y"), edge("y", "z"), edge("z", "x")), GraphLevel.MODULE, ()
    )
    assert [one.modules for one in cycles] == [("x", "y", "z"), ("a", "b")]


@pytest.mark.parametrize(
    ("label", "package"),
    [("a.b", "a.b"), ("a.b.c", "a.b"), ("top", "top"), ("src::a.b.c", "src::a.b"), ("a.b.d.e", "a.b.d")],
)
def test_package_of(label: str, package: str) -> None:
    assert package_of(label, {"a", "a.b", "src::a.b"}) == package


def test_packages_have_no_edge_to_themselves() -> None:
    inner = facts(edge("a.x", "a.y"), edge("a.y", "a.x"), edge("a.x", "b.z"), edge("b.z", "a.y"))
    (cycle,) = find_cycles(inner, GraphLevel.PACKAGE, {"a", "b"})
    assert cycle.modules == ("a", "b")
    assert [(one.importer, one.imported, one.path) for one in cycle.edges] == [
        ("a", "b", "a/x.py"),
        ("b", "a", "b/z.py"),
    ]


def test_a_component_of_thousands_of_modules_still_has_a_cut() -> None:
    ring = [edge(f"m{number:04}", f"m{(number + 1) % 3000:04}") for number in range(3000)]
    chords = [edge(f"m{number:04}", f"m{(number * 7) % number:04}", 2) for number in range(1, 3000)]
    (cycle,) = find_cycles(facts(*ring, *chords), GraphLevel.MODULE, ())
    assert len(cycle.modules) == 3000
