"""Annotations written as text."""

from __future__ import annotations

import ast

LONGEST_QUOTED = 2_000


def quoted(node: ast.expr) -> ast.expr | None:
    """The expression inside `"..."`, placed where the text stands."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)) or len(node.value) > LONGEST_QUOTED:
        return None
    try:
        inner = ast.parse(node.value.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for child in ast.walk(inner):
        ast.copy_location(child, node)
    return unquoted_inside(inner)


def unquoted_inside(node: ast.expr) -> ast.expr:
    """`Optional["X"]`, `"X" | None`: quoted parts are read as expressions; the tree itself is not changed."""
    if isinstance(node, ast.Subscript) and not _is_literal(node.value):
        return ast.copy_location(ast.Subscript(node.value, unquoted_inside(node.slice), node.ctx), node)
    if isinstance(node, ast.Tuple):
        return ast.copy_location(ast.Tuple([unquoted_inside(part) for part in node.elts], node.ctx), node)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        both = [unquoted_inside(node.left), unquoted_inside(node.right)]
        return ast.copy_location(ast.BoolOp(ast.Or(), both), node)
    return quoted(node) or node


def _is_literal(node: ast.expr) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name == "Literal"
