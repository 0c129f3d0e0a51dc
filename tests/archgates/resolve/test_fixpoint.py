"""The worklist: circular questions end, and the order of asking does not show (DESIGN 2.2 rule 8)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archgates.resolve.fixpoint import Fixpoint
from archgates.resolve.values import TextValue, Values, add, only


class Reaching:
    """A node's answer: its own name, and all that its successors answer."""

    def __init__(self, successors: Mapping[int, Sequence[int]]) -> None:
        self.successors = successors
        self.asked = 0
        self.fixpoint: Fixpoint[int] = Fixpoint(self.rule)

    def rule(self, node: int) -> Values:
        self.asked += 1
        result: Values = dict(only(TextValue(str(node))))
        for one in self.successors.get(node, ()):
            add(result, self.fixpoint.get(one))
        return result

    def answer(self, node: int) -> set[int]:
        return {int(one.text) for one in self.fixpoint.solve(node) if isinstance(one, TextValue)}


def reachable(successors: Mapping[int, Sequence[int]], node: int) -> set[int]:
    graph: networkx.DiGraph[int] = networkx.DiGraph(
        (one, other) for one, others in successors.items() for other in others
    )
    graph.add_node(node)
    found: set[int] = networkx.descendants(graph, node)
    return found | {node}


@settings(max_examples=200)
@given(st.dictionaries(st.integers(0, 11), st.lists(st.integers(0, 11), max_size=4)), st.permutations(range(12)))
def test_graphs_with_circles(successors: dict[int, list[int]], order: list[int]) -> None:
    """What a graph library says to be reachable, whichever node is asked first."""
    nodes = Reaching(successors)
    assert {node: nodes.answer(node) for node in order} == {node: reachable(successors, node) for node in order}
    assert not nodes.fixpoint.pending


@pytest.mark.parametrize("length", [10, 1_000])
def test_a_long_chain_in_a_circle_ends(length: int) -> None:
    """No recursion, and no number of rounds that a chain can be too long for."""
    nodes = Reaching({**{node: [node + 1] for node in range(length)}, length: [0]})
    names = {int(one.text) for one in nodes.fixpoint.solve(0) if isinstance(one, TextValue)}
    assert len(names) >= min(length + 1, 48)


@pytest.mark.parametrize("rows", [2, 500])
def test_a_question_waits_for_all_that_it_asked_for(rows: int) -> None:
    """A long table is answered twice, before and after its rows, and each row once."""
    nodes = Reaching({0: list(range(1, rows + 1))})
    assert len(nodes.answer(0)) > 2
    assert nodes.asked == rows + 2


def test_nothing_is_answered_again_where_nothing_changed() -> None:
    """A question whose parts have empty answers is not asked a second time."""
    asked: list[str] = []

    def rule(question: str) -> Values:
        asked.append(question)
        if question == "whole":
            fixpoint.get("part")
        return {}

    fixpoint: Fixpoint[str] = Fixpoint(rule)
    assert fixpoint.solve("whole") == {}
    assert asked == ["whole", "part"]


def test_an_answer_may_shrink_until_it_settles() -> None:
    """A guess that was worked out from unfinished answers is taken back."""

    def rule(question: str) -> Values:
        if question == "whole":
            return dict(fixpoint.get("part")) or only(TextValue("nothing yet"))
        return only(TextValue("part"))

    fixpoint: Fixpoint[str] = Fixpoint(rule)
    assert fixpoint.solve("whole") == only(TextValue("part"))


def test_what_contradicts_itself_ends() -> None:
    """A question whose answer is the opposite of itself has no fixpoint; the answer only grows, and it ends."""

    def rule(question: str) -> Values:
        said = fixpoint.get("liar")
        return only(TextValue("no")) if TextValue("yes") in said else only(TextValue("yes"))

    fixpoint: Fixpoint[str] = Fixpoint(rule)
    assert set(fixpoint.solve("liar")) == {TextValue("yes"), TextValue("no")}


def test_nothing_is_asked_twice_without_need() -> None:
    nodes = Reaching({node: [node + 1] for node in range(30)})
    nodes.answer(0)
    asked = nodes.asked
    for node in range(31):
        nodes.answer(node)
    assert nodes.asked == asked


def test_an_error_leaves_the_worklist_usable() -> None:
    broken = [True]

    def rule(question: str) -> Values:
        if broken.pop() if broken else False:
            raise ValueError(question)
        return only(TextValue(question))

    fixpoint: Fixpoint[str] = Fixpoint(rule)
    with pytest.raises(ValueError, match="a"):
        fixpoint.solve("a")
    assert fixpoint.solve("b") == only(TextValue("b"))


def test_random_orders_of_a_grid_agree() -> None:
    successors = {node: [(node * 7 + 3) % 40, (node * 5 + 1) % 40] for node in range(40)}
    answers = []
    for seed in range(5):
        order = list(range(40))
        random.Random(seed).shuffle(order)
        nodes = Reaching(successors)
        for node in order:
            nodes.answer(node)
        answers.append([nodes.answer(node) for node in range(40)])
    assert all(one == answers[0] for one in answers)
