"""The functions and classes of a module with their qualified names and extents."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from archgates.syntax.tree import Tree

MODULE_SCOPE = "<module>"
Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef


class Extent(NamedTuple):
    """Where a definition begins behind its name, and the line where it ends."""

    line: int
    column: int
    end: int
    name: str
    """CPython's qualified name."""
    node: Definition


def definitions(tree: Tree) -> tuple[Extent, ...]:
    """Every named definition, outer ones first, in source order. A walk without recursion."""
    return tuple(_extents(tree))


def scope_at(extents: tuple[Extent, ...], line: int, column: int) -> str:
    """Qualified name of the innermost definition around a place. A definition's own name is outside it."""
    scope = MODULE_SCOPE
    for extent in extents:
        if (extent.line, extent.column) <= (line, column) and line <= extent.end:
            scope = extent.name
    return scope


def _extents(tree: Tree) -> Iterator[Extent]:
    stack: list[tuple[ast.AST, str]] = [(tree.module, "")]
    while stack:
        node, prefix = stack.pop()
        if isinstance(node, Definition):
            name = f"{prefix}{node.name}"
            start = tree.column(node.lineno, node.col_offset) + _keyword_length(node) + len(node.name)
            yield Extent(node.lineno, start, node.end_lineno or node.lineno, name, node)
            prefix = f"{name}." if isinstance(node, ast.ClassDef) else f"{name}.<locals>."
        stack.extend((child, prefix) for child in reversed(_holders_of_statements(node)))


def _holders_of_statements(node: ast.AST) -> list[ast.AST]:
    """The children that are, or hold, statements: expressions define no names of their own here."""
    return [
        child
        for child in ast.iter_child_nodes(node)
        if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case)
    ]


def _keyword_length(node: Definition) -> int:
    """Length of the words before the name, with one space after each."""
    if isinstance(node, ast.ClassDef):
        return len("class ")
    return len("def ") if isinstance(node, ast.FunctionDef) else len("async def ")
