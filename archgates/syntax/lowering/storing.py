"""Calls that store values: `setattr(x, "name", v)`, `table.setdefault(k, v)`, `items.append(v)`, `table.update(t)`."""

from __future__ import annotations

import ast

from archgates.syntax.lowering.builder import Builder
from archgates.syntax.terms import OPAQUE, Attribute, Call, Subscript, Text

_ADDS = {"append": 0, "appendleft": 0, "add": 0, "insert": 1, "setdefault": 1}
"""Methods of containers that take one element, with the place of the element."""
_JOINS = frozenset({"extend", "extendleft", "update"})
"""Methods of containers that take every element of another one."""


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
    if not isinstance(function, Attribute):
        return
    place = _ADDS.get(function.name)
    if place is not None and len(term.arguments) == place + 1:
        b.store(function.base, "[]", term.arguments[place], node)
    elif function.name in _JOINS:
        for other in term.arguments:
            b.store(function.base, "[]", b.over(Subscript(other, OPAQUE), (other,)), node)
        for keyword, value in term.keywords if function.name == "update" else ():
            element = value if keyword is not None else b.over(Subscript(value, OPAQUE), (value,))
            b.store(function.base, "[]", element, node)
