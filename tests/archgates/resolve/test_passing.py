"""Which parameter takes an argument: the one that `inspect.signature(...).bind` names."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

from archgates.resolve.passing import parameters_of
from archgates.resolve.world import TermQuestion
from archgates.syntax.form import Context
from archgates.syntax.terms import Call
from tests.archgates.resolve.projects import world

DEFINITIONS = """\
class K:
    def __init__(self, a, b=None, *rest, c=None): ...
    def method(self, a, b=None): ...
    @classmethod
    def create(cls, a, b=None): ...
    @staticmethod
    def build(a, b=None): ...
    def nobody(*arguments): ...

class Heir(K): ...

def plain(a, b=None, /, c=None, *, d=None): ...
def rest(a, *rest, b=None): ...
def words(a, **words): ...
k = K(0)
"""
CALLS = [
    "plain(1)",
    "plain(1, 2)",
    "plain(1, 2, 3)",
    "plain(1, c=3)",
    "plain(1, d=4)",
    "rest(1, 2, 3)",
    "rest(1, b=2)",
    "words(1, b=2)",
    "words(a=1, b=2)",
    "K(1)",
    "K(1, 2)",
    "K(1, 2, 3)",
    "K(1, c=3)",
    "K(b=2, a=1)",
    "Heir(1, b=2)",
    "k.method(1)",
    "k.method(1, b=2)",
    "K.method(k, 1)",
    "K.create(1)",
    "k.create(1, 2)",
    "K.build(1, 2)",
    "k.build(1)",
    "K(1).method(1, 2)",
]


def bound(expression: str) -> dict[object, str]:
    """The parameter of each argument, by place or keyword, as CPython binds them."""
    namespace: dict[str, Any] = {}
    exec(DEFINITIONS, namespace)
    call, _, _ = expression.rpartition("(")
    function = eval(call, namespace)
    places, keywords = eval(f"(lambda *a, **k: (a, k))({expression[len(call) + 1 :]}", namespace)
    signature = inspect.signature(function)
    names: dict[object, str] = {}
    marks = [object() for _ in places]
    arguments = signature.bind(*marks, **{name: name for name in keywords}).arguments
    for name, value in arguments.items():
        kind = signature.parameters[name].kind
        many = kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        for one in value if many else (value,):
            names[marks.index(one) if one in marks else one] = name
    return names


@pytest.mark.parametrize("expression", CALLS)
def test_arguments_reach_the_parameters_of_cpython(tmp_path: Path, expression: str) -> None:
    known = world(tmp_path, {"main.py": f"{DEFINITIONS}{expression}\n"})
    form = known.form("main.py")
    assert form is not None
    last = DEFINITIONS.count("\n") + 1
    (call,) = (
        form.terms[use.owner]
        for use in form.uses
        if use.line == last
        and use.context is Context.CALLED
        and _slots(form.terms[use.owner]) == set(bound(expression))
    )
    assert isinstance(call, Call)
    callees = list(known.solve(TermQuestion("main.py", call.function)))
    said = {slot: [name for _, _, name, _ in parameters_of(known, callees, slot)] for slot in _slots(call)}
    assert said == {slot: [name] for slot, name in bound(expression).items()}


def _slots(call: object) -> set[Any]:
    assert isinstance(call, Call)
    return {*range(len(call.arguments)), *(name for name, _ in call.keywords if name is not None)}


@pytest.mark.parametrize("expression", ["print(1)", "unknown(1)", "'text'.join([])", "object()"])
def test_nothing_is_said_of_what_is_not_known(tmp_path: Path, expression: str) -> None:
    known = world(tmp_path, {"main.py": f"{expression}\n"})
    form = known.form("main.py")
    assert form is not None
    callees = [
        value
        for term in form.terms
        if isinstance(term, Call)
        for value in known.solve(TermQuestion("main.py", term.function))
    ]
    assert list(parameters_of(known, callees, 0)) == []
