"""Calls and subscripts known by their shape: `type(x)`, `getattr(x, name)`, `vars(x)[...]`."""

from __future__ import annotations

import ast

_TAKES_MEMBER = frozenset({"get", "pop", "setdefault", "__getitem__"})
REFLECTIVE = frozenset({"vars", "globals", "locals"})
"""Functions that give the members of something by name."""


def called_name(node: ast.expr) -> str:
    """The last name of what is called."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def asks_for_class(node: ast.Call) -> bool:
    """`type(x)` and `super()`."""
    if not isinstance(node.func, ast.Name):
        return False
    if node.func.id == "super":
        return True
    return node.func.id == "type" and len(node.args) == 1 and not node.keywords


def looks_up(node: ast.Call | ast.Subscript) -> bool:
    """`getattr(x, name)`, `vars(x)[...]`, `x.__dict__.get(...)`, `globals()[...]` are uses by themselves."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id == "getattr" and len(node.args) >= 2
    if isinstance(node, ast.Call):
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in _TAKES_MEMBER or not node.args:
            return False
        base = node.func.value
    else:
        base = node.value
    if isinstance(base, ast.Attribute):
        return base.attr == "__dict__"
    return isinstance(base, ast.Call) and isinstance(base.func, ast.Name) and base.func.id in REFLECTIVE


def keeps_parts(operator: ast.operator, *operands: ast.expr) -> bool:
    """Whether what an operator gives may hold the parts of its operands: `a + b`, `a | b`, `[x] * n`."""
    if isinstance(operator, ast.Mult):
        return any(isinstance(one, ast.List | ast.Tuple) for one in operands)
    return isinstance(operator, ast.Add | ast.BitOr)
