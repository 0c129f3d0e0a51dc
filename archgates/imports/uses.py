"""Attributes that a file takes from the modules it imports: `package.Late` loads what is behind a lazy attribute."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from archgates.domain.imports import ImportKind
from archgates.imports.statements import ImportStatement
from archgates.syntax.tree import Tree
from archgates.syntax.walk import children


class AttributeUses:
    """Finds the attribute chains in the expressions of one file."""

    def __init__(self, tree: Tree, qualified: Callable[[ast.expr], str | None]) -> None:
        self._tree = tree
        self._qualified = qualified
        self._annotations_run = not any(
            isinstance(one, ast.ImportFrom) and one.module == "__future__" and one.names[0].name == "annotations"
            for one in tree.module.body
        )

    def visit(self, node: ast.stmt, *, at_import: bool) -> Iterator[tuple[ImportStatement, bool]]:
        """Attributes taken in a statement, blocks below it left out; True for one inside a lambda."""
        pending: list[tuple[ast.AST, bool]] = [(node, False)]
        while pending:
            current, later = pending.pop()
            if isinstance(current, ast.Attribute) and isinstance(current.ctx, ast.Load):
                origin = self._qualified(current)
                if origin is not None:
                    for statement in self._steps(current, origin, at_import=at_import and not later):
                        yield statement, later
                    continue
            inside = later or isinstance(current, ast.Lambda)
            pending.extend((one, inside) for one in reversed(self._expressions(current)))

    def _expressions(self, node: ast.AST) -> list[ast.AST]:
        skipped: set[int] = set()
        if not self._annotations_run:
            skipped = {id(getattr(node, field, None)) for field in ("annotation", "returns")}
        return [
            one
            for one in children(node)
            if not isinstance(one, ast.stmt | ast.ExceptHandler) and id(one) not in skipped
        ]

    def _steps(self, node: ast.Attribute, origin: str, *, at_import: bool) -> Iterator[ImportStatement]:
        """Every attribute of a chain: `a.b.c` takes `b` of `a` and `c` of `a.b`."""
        taken = 0
        inner: ast.expr = node
        while isinstance(inner, ast.Attribute):
            taken, inner = taken + 1, inner.value
        plain = origin.lstrip(".")
        level = len(origin) - len(plain)
        parts = plain.split(".")
        column = self._tree.column(node.lineno, node.col_offset)
        for position in range(len(parts) - taken, len(parts)):
            yield ImportStatement(
                ImportKind.LAZY, node.lineno, column, level, ".".join(parts[:position]), parts[position], at_import
            )
