"""What is done with a name in every place of an expression: context, line and column of each use."""

from __future__ import annotations

import ast

import pytest

from archgates.domain.modules import Module
from archgates.syntax.form import Context, Form
from archgates.syntax.lowering.lower import lower
from archgates.syntax.parse import parse
from archgates.syntax.terms import Attribute, Free, Load, Text

C = Context
CONTEXTS = {
    "X()": {C.CALLED},
    "a.X()": {C.CALLED},
    "f(X)": {C.ARGUMENT},
    "f(k=X)": {C.ARGUMENT},
    "f(*X)": {C.ARGUMENT},
    "f(**X)": {C.ARGUMENT},
    "y = X": {C.BOUND},
    "y = a.X": {C.BOUND},
    "y = z = X": {C.BOUND},
    "y, z = X, 1": {C.BOUND},
    "y: int = X": {C.BOUND},
    "(y := X)": {C.BOUND},
    "a.b = X": {C.STORED},
    "a[0] = X": {C.REGISTERED},
    "[X]": {C.MEMBER},
    "(X, 1)": {C.MEMBER},
    "{X}": {C.MEMBER},
    "{1: X}": {C.MEMBER},
    "{X: 1}": {C.MEMBER},
    "[X for _ in y]": {C.MEMBER},
    "{1: X for _ in y}": {C.MEMBER},
    "def f(): return X": {C.RETURNED},
    "def f(): yield X": {C.RETURNED},
    "lambda: X": {C.RETURNED},
    "def f(y=X): ...": {C.DEFAULT},
    "def f(*, y=X): ...": {C.DEFAULT},
    "lambda y=X: 1": {C.DEFAULT},
    "@X\ndef f(): ...": {C.DECORATES},
    "@X\nclass K: ...": {C.DECORATES},
    "@X()\ndef f(): ...": {C.CALLED},
    "raise X": {C.RAISED},
    "raise X()": {C.CALLED},
    "class K(X): ...": {C.BASE},
    "class K(metaclass=X): ...": {C.METACLASS},
    "class K(other=X): ...": {C.ARGUMENT},
    "f(X if y else 1)": {C.ARGUMENT},
    "f(y or X)": {C.ARGUMENT},
    "f(y and X)": {C.ARGUMENT},
    "[(y or X)]": {C.MEMBER},
    "y = X if z else 1": {C.BOUND},
    "X": set(),
    "X + 1": set(),
    "X is y": set(),
    "y in (X, 1)": set(),
    "y: X": set(),
    "def f(y: X) -> X: ...": set(),
    "if X: pass": set(),
    "X.a": set(),
    "del X.a": set(),
    "assert X": set(),
    "try: ...\nexcept X: ...": set(),
    "try: ...\nexcept (X, Y): ...": set(),
    "match y:\n    case X(): ...": set(),
}


def lowered(text: str) -> Form:
    return lower(Module(root=".", name="m", path="m.py"), parse(text.encode()), (3, 12))


@pytest.mark.parametrize("text", CONTEXTS)
def test_contexts(text: str) -> None:
    form = lowered(text + "\n")
    found = {use.context for use in form.uses if getattr(form.terms[use.term], "name", "") == "X"}
    assert found - {C.ANNOTATES, C.MENTIONED} == CONTEXTS[text]


def test_calls_and_references_start_where_ast_has_them() -> None:
    text = "x = [a.b.C(1), D,\n  (E)(2), f('ä', G)]\nfoo(\n  H\n)(I)\n"
    form = lowered(text)
    tree = ast.parse(text)
    lines = text.splitlines()

    def place(node: ast.expr) -> tuple[int, int]:
        return node.lineno, len(lines[node.lineno - 1].encode()[: node.col_offset].decode()) + 1

    calls = {place(node) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    assert {(use.line, use.column) for use in form.uses if use.context is C.CALLED} == calls
    names = {node.id: place(node) for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for use in form.uses:
        term = form.terms[use.term]
        if use.context in (C.ARGUMENT, C.MEMBER) and isinstance(term, Load | Free):
            assert (use.line, use.column) == names[term.name]


def test_identifiers_inside_a_term_are_its_keys() -> None:
    form = lowered("f(a.b.C['key'], d=[E])\n")
    (call,) = {use.owner for use in form.uses if use.context is C.CALLED}
    assert form.keys[call] >= {"f", "a", "b", "C", "key", "E"}
    for term, keys in zip(form.terms, form.keys, strict=True):
        if isinstance(term, Load | Free | Attribute):
            assert term.name in keys
        elif isinstance(term, Text) and term.value.isidentifier():
            assert term.value in keys


def test_terms_refer_to_earlier_terms_alone() -> None:
    """A form can be read from front to back without recursion over source."""
    form = lowered("x = f(a.b, [c, {d: e}], k=g if h else (i or j))[l](m)(*n)\n")
    for number, term in enumerate(form.terms):
        for name in ("base", "key", "function", "of"):
            assert getattr(term, name, -1) < number
        for name in ("arguments", "options", "items", "parts"):
            assert all(one < number for one in getattr(term, name, ()))


def test_nothing_is_used_twice() -> None:
    """However a value is nested, one reference is one use in one context."""
    form = lowered("y = z = f((a or b) if c else d, [e for e in (g := [h])])\n")
    uses = [(use.context, use.line, use.column, use.term) for use in form.uses]
    assert len(uses) == len(set(uses))


def test_what_is_spread_has_no_place() -> None:
    form = lowered("f(X, *Y, k=Z, **W)\n")
    slots = {getattr(form.terms[use.term], "name", ""): use.slot for use in form.uses if use.context is C.ARGUMENT}
    assert slots == {"X": 0, "Y": None, "Z": "k", "W": None}
