"""Attributes by any spelling: `a.b`, `getattr(a, "b")`, `vars(a)["b"]`, `a.__dict__["b"]`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import NamedTuple

IsBuiltin = Callable[[str], bool]
"""Whether a name means the built-in of that name at some place."""


class Attribute(NamedTuple):
    """An attribute that an expression takes."""

    owner: ast.expr
    name: str | None
    """None where only running the program could tell: `getattr(a, n)`."""


def attribute(node: ast.expr, is_builtin: IsBuiltin) -> Attribute | None:
    """The attribute that an expression takes; None for an expression that takes none."""
    if isinstance(node, ast.Attribute):
        return Attribute(node.value, node.attr)
    if isinstance(node, ast.Call):
        is_getattr = isinstance(node.func, ast.Name) and node.func.id == "getattr" and is_builtin("getattr")
        if is_getattr and len(node.args) in (2, 3) and not node.keywords and not _is_starred(node.args):
            return Attribute(node.args[0], _text(node.args[1]))
    if isinstance(node, ast.Subscript):
        owner = _owner_of_table(node.value, is_builtin)
        return Attribute(owner, _text(node.slice)) if owner is not None else None
    return None


def chain(node: ast.expr, is_builtin: IsBuiltin) -> tuple[str, list[str]] | None:
    """`a` and `["b", "c"]` of `a.b.c` in any spelling; None for what does not start with a name."""
    names: list[str] = []
    while not isinstance(node, ast.Name):
        taken = attribute(node, is_builtin)
        if taken is None or taken.name is None:
            return None
        names.append(taken.name)
        node = taken.owner
    return node.id, names[::-1]


def _owner_of_table(node: ast.expr, is_builtin: IsBuiltin) -> ast.expr | None:
    """`a` of `vars(a)` and of `a.__dict__`."""
    if isinstance(node, ast.Attribute):
        return node.value if node.attr == "__dict__" else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "vars":
        plain = len(node.args) == 1 and not node.keywords and not _is_starred(node.args)
        return node.args[0] if plain and is_builtin("vars") else None
    return None


def _is_starred(arguments: list[ast.expr]) -> bool:
    return any(isinstance(one, ast.Starred) for one in arguments)


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
