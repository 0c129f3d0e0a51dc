"""Iterative walks over a tree, in source order."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """`node` and everything below it, parents first, in source order, without recursion."""
    stack: list[ast.AST] = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(list(ast.iter_child_nodes(current))))
