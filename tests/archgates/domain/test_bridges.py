"""Strong bridges are exactly the edges whose removal leaves more components, by networkx."""

from __future__ import annotations

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archgates.domain.bridges import strong_bridges

NODES = st.sampled_from("abcdefgh")


@settings(deadline=None, max_examples=300)
@given(pairs=st.sets(st.tuples(NODES, NODES), max_size=30))
def test_bridges_are_the_edges_that_keep_it_together(pairs: set[tuple[str, str]]) -> None:
    whole: networkx.DiGraph[str] = networkx.DiGraph(sorted(pairs))
    for names in networkx.strongly_connected_components(whole):
        inside: networkx.DiGraph[str] = networkx.DiGraph(whole.subgraph(names))
        expected = set()
        for edge in inside.edges:
            rest: networkx.DiGraph[str] = networkx.DiGraph(networkx.restricted_view(inside, (), [edge]))
            if len(list(networkx.strongly_connected_components(rest))) > 1:
                expected.add(edge)
        graph = {name: sorted(inside.successors(name)) for name in sorted(names)}
        assert set(strong_bridges(graph)) == expected


def test_the_number_says_how_much_hangs_on_a_bridge() -> None:
    graph = {"a": ["b"], "b": ["c"], "c": ["a", "b"]}
    assert strong_bridges(graph) == {("a", "b"): 2, ("b", "c"): 1, ("c", "a"): 2}


@pytest.mark.parametrize("graph", [{}, {"a": []}, {"a": ["a"]}, {"a": ["b", "c"], "b": ["a", "c"], "c": ["a", "b"]}])
def test_what_has_no_bridge(graph: dict[str, list[str]]) -> None:
    assert strong_bridges(graph) == {}
