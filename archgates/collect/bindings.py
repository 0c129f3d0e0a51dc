"""Which statements bind each name of a module's or class's body, and which of the bindings hold where it ends."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archgates.syntax.nodes import TypeAlias

_Body = list[ast.stmt]
_NESTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
Place = tuple[int, int]
"""Line and column of a statement."""


@dataclass(frozen=True, slots=True)
class Binding:
    """A statement that binds or deletes a name."""

    node: ast.stmt
    replaces: bool
    """True when it runs whenever the body does, so that nothing is left of the bindings before it."""


def bindings_in(body: _Body) -> dict[str, list[Binding]]:
    """The bindings of each name of a body, branches included, functions and classes not entered."""
    bound: dict[str, list[Binding]] = {}
    for node, certain in _flat(body):
        replaces = certain and not isinstance(node, ast.AugAssign)
        for name in _named_by(node):
            bound.setdefault(name, []).append(Binding(node, replaces))
        for name in _named_inside(node):
            bound.setdefault(name, []).append(Binding(node, False))
    return bound


def live(bindings: Sequence[Binding], before: Place | None = None) -> list[ast.stmt]:
    """What may hold a name at the end of its body, or before a place: a later binding replaces the earlier ones.

    Empty where nothing binds the name there, or a `del` took it away.
    """
    reaching = [one for one in bindings if before is None or place_of(one.node) < before]
    first = max((number for number, one in enumerate(reaching) if one.replaces), default=0)
    left = [one.node for one in reaching[first:]]
    return [] if len(left) == 1 and isinstance(left[0], ast.Delete) else left


def place_of(node: ast.stmt) -> Place:
    """Where a statement begins, for comparing which comes first."""
    return node.lineno, node.col_offset


def value_given(node: ast.stmt, name: str) -> ast.expr | None:
    """The expression that a statement binds to a name; None when it is not written out."""
    match node:
        case ast.Assign(targets=targets, value=value):
            return next((one for target in targets if (one := _given(target, value, name)) is not None), None)
        case ast.AnnAssign(target=ast.Name(id=bound), value=ast.expr() as value) if bound == name:
            return value
        case TypeAlias():
            return node.value
    return None


def _given(target: ast.expr, value: ast.expr, name: str) -> ast.expr | None:
    """What an assignment target takes out of a value: `a, b = 1, 2` gives `b` the 2."""
    if isinstance(target, ast.Name):
        return value if target.id == name else None
    parts = (target, value)
    if not all(isinstance(one, ast.Tuple | ast.List) for one in parts):
        return None
    into, out = (one.elts for one in parts if isinstance(one, ast.Tuple | ast.List))
    if len(into) != len(out) or any(isinstance(one, ast.Starred) for one in (*into, *out)):
        return None
    return next((one for a, b in zip(into, out, strict=True) if (one := _given(a, b, name)) is not None), None)


def _flat(body: _Body) -> Iterator[tuple[ast.stmt, bool]]:
    """The statements of a body in order, each with whether it runs whenever the body does."""
    stack = [(node, True) for node in reversed(body)]
    while stack:
        node, certain = stack.pop()
        yield node, certain
        if not isinstance(node, _NESTED):
            inside = certain and isinstance(node, ast.With)
            stack.extend((one, inside) for one in reversed([*_statements_below(node)]))


def _statements_below(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements of a compound statement's own body, of its handlers and of its cases."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child
        elif isinstance(child, ast.ExceptHandler | ast.match_case):
            yield from _statements_below(child)


def _named_by(node: ast.stmt) -> Iterator[str]:
    """The names that the statement itself binds or deletes."""
    match node:
        case ast.Import(names=names):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in names)
        case ast.ImportFrom(names=names):
            yield from (alias.asname or alias.name for alias in names if alias.name != "*")
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case TypeAlias():
            yield node.name.id
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            yield from _stored(*targets)
        case ast.AnnAssign(target=target, value=ast.expr()) | ast.AugAssign(target=target) | ast.For(target=target):
            yield from _stored(target)
        case ast.With(items=items):
            yield from _stored(*(item.optional_vars for item in items if item.optional_vars))


def _named_inside(node: ast.stmt) -> Iterator[str]:
    """The names that parts of the statement bind when they run: `:=`, `except ... as`, the patterns of a `match`."""
    stack: list[ast.AST] = [] if isinstance(node, _NESTED) else [*ast.iter_child_nodes(node)]
    while stack:
        part = stack.pop()
        match part:
            case ast.NamedExpr(target=ast.Name(id=name)):
                yield name
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
            case ast.MatchMapping(rest=str(name)):
                yield name
        if not isinstance(part, ast.stmt | ast.Lambda):
            stack.extend(ast.iter_child_nodes(part))


def _stored(*targets: ast.expr) -> Iterator[str]:
    for target in targets:
        for node in ast.walk(target):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
                yield node.id
