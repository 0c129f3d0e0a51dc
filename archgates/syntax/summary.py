"""Which identifiers a file uses as values: a look at a tree that is much cheaper than lowering it."""

from __future__ import annotations

import ast
from sys import intern
from typing import NamedTuple

from archgates.syntax.tree import Tree

_TELLING = frozenset({"type", "Type", "Callable"})
"""An annotation with one of these names says what a call of the annotated name makes."""


class Summary(NamedTuple):
    """The identifiers of one file."""

    values: frozenset[str]
    """Identifiers that stand anywhere but in an import or a plain annotation; texts that are identifiers; and what
    an import renames."""
    imported: frozenset[str]
    """Names that `from ... import name` binds without renaming."""


def summarise(tree: Tree) -> Summary:
    """The identifiers of a tree. Annotations count as values only where they tell what a call makes."""
    values: set[str] = set()
    imported: set[str] = set()
    annotations: list[ast.AST] = []
    stack: list[ast.AST] = [tree.module]
    while stack:
        node = stack.pop()
        kind = node.__class__
        if kind is ast.Name:
            values.add(node.id)  # type: ignore[attr-defined]  # narrowed by `kind`
            continue
        if kind is ast.Constant:
            text = node.value  # type: ignore[attr-defined]  # narrowed by `kind`
            if text.__class__ is str and text.isidentifier():
                values.add(text)
            continue
        if kind is ast.Attribute:
            values.add(node.attr)  # type: ignore[attr-defined]  # narrowed by `kind`
        elif kind is ast.ImportFrom or kind is ast.Import:
            _imports(node, values, imported)
            continue
        for field in node._fields:
            child = getattr(node, field, None)
            if child is None:
                continue
            if field in _ANNOTATIONS and kind in _ANNOTATED:
                annotations.append(child)
                if field == "returns" and node.name == "__call__":  # type: ignore[attr-defined]  # of a function
                    _annotation(child, values, telling=True)
            elif child.__class__ is list:
                stack.extend([one for one in child if isinstance(one, ast.AST)])
            elif isinstance(child, ast.AST):
                stack.append(child)
            elif field == "name" or field == "arg":
                values.add(child)
    for annotation in annotations:
        _annotation(annotation, values)
    return Summary(frozenset(map(intern, values)), frozenset(map(intern, imported)))


_ANNOTATIONS = frozenset({"annotation", "returns"})
_ANNOTATED = frozenset({ast.arg, ast.AnnAssign, ast.FunctionDef, ast.AsyncFunctionDef})


def _imports(node: ast.AST, values: set[str], imported: set[str]) -> None:
    assert isinstance(node, ast.Import | ast.ImportFrom)
    for alias in node.names:
        if alias.asname is not None and alias.asname != alias.name:
            values.update((alias.name, alias.asname))
        elif isinstance(node, ast.ImportFrom):
            imported.add(alias.name)


def _annotation(annotation: ast.AST, values: set[str], *, telling: bool = False) -> None:
    """An annotation that calls something or tells what a call makes counts with all its names."""
    names: set[str] = set()
    stack = [annotation]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.Call | ast.Lambda | ast.NamedExpr):
            telling = True
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.update(_words(node.value))
        stack.extend(ast.iter_child_nodes(node))
    if telling or not _TELLING.isdisjoint(names):
        values.update(names)


def _words(text: str) -> list[str]:
    """The identifiers in a quoted annotation."""
    return "".join(one if one.isidentifier() or one.isdigit() else " " for one in text).split()
