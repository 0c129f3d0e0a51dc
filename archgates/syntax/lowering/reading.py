"""Reading of expressions, whatever they are: their terms, what is put off, and the uses left behind."""

from __future__ import annotations

import ast

from archgates.syntax.form import Context
from archgates.syntax.lowering.builder import Builder
from archgates.syntax.terms import OPAQUE, Items

DEEPEST = 250
"""Expressions nested deeper than brackets can be are read for the uses inside them; their value is opaque."""


def value(b: Builder, node: ast.expr) -> int:
    """The term of an expression."""
    if b.depth >= DEEPEST and not isinstance(node, ast.Name):
        b.later.append(node)
        return OPAQUE
    b.depth += 1
    try:
        return b.lowering.get(type(node), other)(b, node)
    finally:
        b.depth -= 1


def evaluated(b: Builder, node: ast.expr) -> int:
    """The term of an expression that stands for itself: what was put off inside it is read too."""
    mark = len(b.later)
    term = value(b, node)
    drain(b, mark)
    return term


def drain(b: Builder, mark: int = 0) -> None:
    """Read the expressions that were put off since `mark`, in source order."""
    while len(b.later) > mark:
        fresh = b.later[mark:]
        del b.later[mark:]
        for node in fresh:
            if isinstance(node, ast.expr):
                depth, b.depth = b.depth, 0
                value(b, node)
                b.depth = depth
            else:
                b.later.extend(ast.iter_child_nodes(node))


def consume(
    b: Builder, node: ast.expr, term: int, context: Context, owner: int = -1, slot: str | int | None = None
) -> None:
    """Record one use for each reference that may be the value of `node`."""
    leaves = b.leaves.get(term)
    if leaves is None:
        b.use(context, term, node, owner, slot)
        return
    for leaf, leaf_term in leaves:
        consume(b, leaf, leaf_term, context, owner, slot)


def bare(b: Builder, node: ast.expr) -> int:
    """A value whose tuples and lists hand nothing out: `Union[A, B]`, `except (A, B)`."""
    if isinstance(node, ast.Tuple | ast.List) and b.depth < DEEPEST:
        b.depth += 1
        terms = [bare(b, part) for part in node.elts]
        b.depth -= 1
        return b.over(Items(tuple(terms)), terms)
    return value(b, node)


def tested(b: Builder, node: ast.expr) -> int:
    """The classes that something is tested against."""
    mark = len(b.later)
    term = bare(b, node)
    drain(b, mark)
    return term


def other(b: Builder, node: ast.expr) -> int:
    """An expression without a value that matters: only what is inside it is read."""
    b.later.extend(ast.iter_child_nodes(node))
    return OPAQUE
