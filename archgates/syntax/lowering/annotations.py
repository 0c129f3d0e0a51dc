"""Lowering of annotations: what type checkers read, quoted or not."""

from __future__ import annotations

import ast

from archgates.syntax.lowering import expressions
from archgates.syntax.lowering.builder import Builder

LONGEST_QUOTED = 2_000


def annotation(b: Builder, node: ast.expr | None) -> int:
    """The term of an annotation, or -1 for none. Only calls written in the open leave uses behind."""
    if node is None:
        return -1
    quoted = _quoted(node)
    if quoted is not None:
        b.silent += 1
        term = expressions.evaluated(b, quoted)
        b.silent -= 1
        return term
    return expressions.evaluated(b, _unquoted_inside(node))


def _quoted(node: ast.expr) -> ast.expr | None:
    """The expression inside `"..."`, placed where the text stands."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)) or len(node.value) > LONGEST_QUOTED:
        return None
    try:
        inner = ast.parse(node.value.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for child in ast.walk(inner):
        ast.copy_location(child, node)
    return _unquoted_inside(inner)


def _unquoted_inside(node: ast.expr) -> ast.expr:
    """`Optional["X"]`, `"X" | None`: quoted parts are read as expressions; the tree itself is not changed."""
    if isinstance(node, ast.Subscript) and not _is_literal(node.value):
        return ast.copy_location(ast.Subscript(node.value, _unquoted_inside(node.slice), node.ctx), node)
    if isinstance(node, ast.Tuple):
        return ast.copy_location(ast.Tuple([_unquoted_inside(part) for part in node.elts], node.ctx), node)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        both = [_unquoted_inside(node.left), _unquoted_inside(node.right)]
        return ast.copy_location(ast.BoolOp(ast.Or(), both), node)
    return _quoted(node) or node


def _is_literal(node: ast.expr) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name == "Literal"
