"""Names that statements bind in their own scope."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator


def bound_names(statements: Iterable[ast.AST]) -> Iterator[str]:
    """Every name that these statements may bind in their own scope; some may come twice."""
    stack: list[ast.AST] = list(statements)
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                yield node.id
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
            stack.extend(node.decorator_list)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name.partition(".")[0]
        elif isinstance(node, ast.Lambda):
            continue
        elif isinstance(node, ast.comprehension):  # its targets are its own
            stack.extend((node.iter, *node.ifs))
        else:
            if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
                yield node.name
            elif isinstance(node, ast.MatchMapping) and node.rest:
                yield node.rest
            stack.extend(ast.iter_child_nodes(node))
