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


@pytest.mark.parametrize(
    ("head", "flag"),
    [
        ("class S: TYPE_CHECKING = 1\nobject = S()", "object.TYPE_CHECKING"),
        ("for TYPE_CHECKING in [1]: pass", "TYPE_CHECKING"),
        ("TYPE_CHECKING = False\nfor TYPE_CHECKING in [1]: pass", "TYPE_CHECKING"),
        ("TYPE_CHECKING, other = 1, 2", "TYPE_CHECKING"),
        ("def TYPE_CHECKING(): ...", "TYPE_CHECKING"),
        ("from typing import TYPE_CHECKING\nTYPE_CHECKING = 1", "TYPE_CHECKING"),
        ("import typing\ndef bool(one): return 1", "bool(typing.TYPE_CHECKING)"),
    ],
)
def test_other_things_of_that_name_are_what_cpython_makes_of_them(head: str, flag: str) -> None:
    text = f"{head}\nif {flag}:\n    x = 1\nelse:\n    x = 2\n"
    names: dict[str, object] = {}
    exec(text, names)
    assert names["x"] == 1
    assert (text.count("\n") - 2, False) in arriving(f"{text}print(x)\n")


@pytest.mark.parametrize(
    "flag", ["(T := typing.TYPE_CHECKING)", "bool(typing.TYPE_CHECKING)", "getattr(typing, 'TYPE_CHECKING', 0)"]
)
def test_other_spellings_of_the_flag(flag: str) -> None:
    seen = arriving(f"import typing\nif {flag}:\n    x = 1\nelse:\n    x = 2\nprint(x)\n")
    assert {one for one in seen if not one[1]} == {(5, False)}


def test_a_parameter_hides_the_flag() -> None:
    text = "from typing import TYPE_CHECKING\ndef f(TYPE_CHECKING):\n    if TYPE_CHECKING:\n        x = 1\n"
    assert arriving(f"{text}    else:\n        x = 2\n    print(x)\n") == {(4, False), (6, False)}
