"""Lowering of assignment targets: names, attributes, items, unpacking."""

from __future__ import annotations

import ast

from archgates.syntax.form import BindingKind, Context
from archgates.syntax.lowering import reading
from archgates.syntax.lowering.builder import Builder
from archgates.syntax.terms import Element, Item, Items


def assign(b: Builder, target: ast.expr, term: int, source: ast.expr | None, annotation: int = -1) -> None:
    """Bind `target` to `term`; `source` is the expression the value was written as, if there is one."""
    if isinstance(target, ast.Name):
        declared = annotation if annotation >= 0 else b.frame.declared.get(target.id, -1)
        b.bind(target.id, BindingKind.VALUE, target, term=term, annotation=declared)
        _use(b, source, term, Context.BOUND, -1, target.id)
    elif isinstance(target, ast.Tuple | ast.List):
        _unpack(b, target.elts, term, source)
    elif isinstance(target, ast.Starred):
        assign(b, target.value, term, None)
    elif isinstance(target, ast.Attribute):
        base = reading.evaluated(b, target.value)
        b.store(base, target.attr, term, target, annotation)
        _use(b, source, term, Context.STORED, base, target.attr)
    elif isinstance(target, ast.Subscript):
        base = reading.evaluated(b, target.value)
        key = reading.evaluated(b, target.slice)
        b.store(base, "[]", term, target, key)
        _use(b, source, term, Context.REGISTERED, base)
    else:
        reading.evaluated(b, target)


def _use(b: Builder, source: ast.expr | None, term: int, context: Context, owner: int, slot: str | None = None) -> None:
    if source is not None:
        reading.consume(b, source, term, context, owner, slot)


def _unpack(b: Builder, targets: list[ast.expr], term: int, source: ast.expr | None) -> None:
    starred = any(isinstance(part, ast.Starred) for part in targets)
    for place, part in enumerate(targets):
        assign(b, part, part_of(b, part, term, place, starred=starred), None)


def part_of(b: Builder, part: object, term: int, place: int, *, starred: bool) -> int:
    """The term of one part of an unpacked value: `*rest` is a display of its elements, and blurs places."""
    if not starred:
        return b.over(Item(term, place), (term,))
    element = b.over(Element(term), (term,))
    return b.over(Items((element,)), (element,)) if isinstance(part, ast.Starred | ast.MatchStar) else element


def pairwise(targets: list[ast.expr], source: ast.expr) -> list[tuple[ast.expr, ast.expr]] | None:
    """`a, (b, c) = x, (y, z)` as pairs, or None when it does not fall apart so."""
    if len(targets) != 1 or not _alike(targets[0], source):
        return None
    pairs: list[tuple[ast.expr, ast.expr]] = []
    stack = [(targets[0], source)]
    while stack:
        target, value = stack.pop()
        if _alike(target, value):
            assert isinstance(target, ast.Tuple | ast.List)
            assert isinstance(value, ast.Tuple | ast.List)
            stack.extend(reversed(list(zip(target.elts, value.elts, strict=True))))
        else:
            pairs.append((target, value))
    return pairs


def _alike(target: ast.expr, value: ast.expr) -> bool:
    """Whether both are displays of as many parts, none of them starred."""
    if not isinstance(target, ast.Tuple | ast.List) or not isinstance(value, ast.Tuple | ast.List):
        return False
    starred = any(isinstance(part, ast.Starred) for part in (*target.elts, *value.elts))
    return len(target.elts) == len(value.elts) and not starred
