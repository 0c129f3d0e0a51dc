"""Calls that store a value: `setattr(x, "name", v)`, `table.setdefault(k, v)`, `items.append(v)`."""

from __future__ import annotations

import ast

from archgates.syntax.lowering.builder import Builder
from archgates.syntax.terms import Attribute, Call, Text

_ADDS = {"append": 0, "appendleft": 0, "add": 0, "insert": 1, "setdefault": 1}
"""Methods of containers that take one element, with the place of the element."""


def stored(b: Builder, call: int, node: ast.Call) -> None:
    """Record the store that a call is, if it is one. `call` is its term."""
    term = b.terms[call]
    if not isinstance(term, Call):
        return
    if isinstance(node.func, ast.Name) and node.func.id == "setattr" and len(term.arguments) == 3:
        name = b.terms[term.arguments[1]]
        if isinstance(name, Text):
            b.store(term.arguments[0], name.value, term.arguments[2], node)
        return
    function = b.terms[term.function]
    place = _ADDS.get(function.name) if isinstance(function, Attribute) else None
    if place is not None and isinstance(function, Attribute) and len(term.arguments) == place + 1:
        b.store(function.base, "[]", term.arguments[place], node)
