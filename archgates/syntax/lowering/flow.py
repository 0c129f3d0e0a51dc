"""Meeting of control flow: which bindings reach a place after branches, loops and handlers."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from archgates.syntax.lowering.builder import Builder, Environment


def join(environments: Iterable[Environment]) -> Environment:
    """Every binding that reaches a place by one of several ways."""
    result: Environment = {}
    for environment in environments:
        if not result:
            result = dict(environment)
            continue
        for name, bindings in environment.items():
            known = result.get(name)
            if known is None:
                result[name] = bindings
            elif known != bindings:
                result[name] = merged(known, bindings)
    return result


def merged(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    """Both sets of bindings, in source order."""
    return tuple(sorted({*left, *right}))


def interrupted(b: Builder, before: Environment, mark: int) -> Environment:
    """What may be bound when a block is left anywhere inside it: as before, or any binding since `mark`."""
    result = dict(before)
    for name, number in b.frame.log[mark:]:
        result[name] = merged(result.get(name, ()), (number,))
    return result


def bound_names(statements: list[ast.stmt]) -> Iterator[str]:
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
