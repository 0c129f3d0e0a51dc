"""Branches that run, that only type checkers read, and that never happen: CPython evaluates the conditions."""

from __future__ import annotations

import sys

import pytest

from archgates.domain.modules import Module
from archgates.syntax.form import BindingKind, Form
from archgates.syntax.lowering.lower import lower
from archgates.syntax.parse import parse
from archgates.syntax.terms import Load

RUNNING = sys.version_info[:2]
DECIDED = [
    "sys.version_info >= (3, 11)",
    "sys.version_info < (3, 11)",
    "sys.version_info > (3, 0)",
    "sys.version_info >= (4,)",
    "sys.version_info[0] == 3",
    "sys.version_info[0] >= 4",
    "(3, 0) <= sys.version_info",
    "not sys.version_info >= (3, 0)",
    "sys.version_info >= (3, 0) and sys.version_info < (4, 0)",
    "sys.version_info < (3, 0) or sys.version_info >= (3, 9)",
    "True",
    "False",
    "0",
    "1",
    "None",
    "not False",
    "flip and False",
    "flip or True",
]
OPEN = ["flip", "flip()", "not flip", "flip == 1", "flip and True", "sys.platform == 'nowhere'", "len(sys.argv) > 1"]


def lowered(text: str) -> Form:
    return lower(Module(root=".", name="m", path="m.py"), parse(text.encode()), RUNNING)


def arriving(text: str) -> set[tuple[int, bool]]:
    """Line of each binding of the last load of `x`, and whether only type checkers see it."""
    form = lowered(text)
    (*_, load) = [term for term in form.terms if isinstance(term, Load) and term.name == "x"]
    found = [form.bindings[number] for number in load.bindings]
    assert all(one.kind is not BindingKind.PHI for one in found)
    return {(one.line, one.typing) for one in found}


@pytest.mark.parametrize("condition", DECIDED)
def test_decided_conditions_have_the_branch_that_cpython_takes(condition: str) -> None:
    taken = 3 if eval(condition, {"sys": sys, "flip": 1}) else 5
    seen = arriving(f"import sys\nif {condition}:\n    x = 1\nelse:\n    x = 2\nprint(x)\n")
    assert {line for line, typing in seen if not typing} == {taken}


@pytest.mark.parametrize("condition", OPEN)
def test_open_conditions_have_both(condition: str) -> None:
    text = f"import sys\nif {condition}:\n    x = 1\nelse:\n    x = 2\nprint(x)\n"
    assert arriving(text) == {(3, False), (5, False)}


@pytest.mark.parametrize(
    ("head", "flag"),
    [
        ("from typing import TYPE_CHECKING", "TYPE_CHECKING"),
        ("from typing import TYPE_CHECKING as T", "T"),
        ("import typing", "typing.TYPE_CHECKING"),
        ("import typing as t", "t.TYPE_CHECKING"),
        ("from typing_extensions import TYPE_CHECKING", "TYPE_CHECKING"),
        ("TYPE_CHECKING = False", "TYPE_CHECKING"),
    ],
)
@pytest.mark.parametrize("negated", [False, True])
def test_flags_of_type_checkers(head: str, flag: str, negated: bool) -> None:
    """At run time the flag is false; what it guards is marked and gives way to what runs."""
    test = f"not {flag}" if negated else flag
    text = f"{head}\nif {test}:\n    x = 1\nelse:\n    x = 2\nprint(x)\n"
    seen = arriving(text)
    typing, running = (5, 3) if negated else (3, 5)
    assert (running, False) in seen
    assert seen - {(running, False)} <= {(typing, True)}


@pytest.mark.parametrize("flag", ["NOT_TYPE_CHECKING", "typing.TYPE"])
def test_look_alikes_are_open(flag: str) -> None:
    text = f"import typing, other\nif {flag}:\n    x = 1\nelse:\n    x = 2\nprint(x)\n"
    assert arriving(text) == {(3, False), (5, False)}


def test_a_whole_chain_is_decided() -> None:
    text = "import sys\nif sys.version_info < (3,):\n    x = 1\nelif sys.version_info >= (3, 0):\n    x = 2\n"
    assert {one for one in arriving(text + "else:\n    x = 3\nprint(x)\n") if not one[1]} == {(5, False)}
