"""Lowering of comprehensions: their targets live in an overlay over the scope around."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from archgates.syntax.form import Context
from archgates.syntax.lowering.builder import Builder
from archgates.syntax.lowering.narrowing import narrow, restore
from archgates.syntax.lowering.reading import consume, drain, evaluated, value
from archgates.syntax.lowering.targets import part_of
from archgates.syntax.terms import Element, Items, Table


def comprehension(b: Builder, node: ast.expr) -> int:
    """Targets live in an overlay over the scope around; the first iterable is read outside of it."""
    assert isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp)
    frame = b.frame
    mark = len(b.later)
    first = evaluated(b, node.generators[0].iter)
    overlay: dict[str, tuple[int, ...]] = {}
    frame.overlays.append(overlay)
    frame.comprehensions += 1
    told: list[Mapping[str, tuple[int, ...]]] = []
    for place, generator in enumerate(node.generators):
        source = first if place == 0 else value(b, generator.iter)
        _target(b, generator.target, b.over(Element(source), (source,)), overlay)
        for test in generator.ifs:
            b.later.append(test)
            drain(b, mark)
            told.append(narrow(b, test, holds=True))
    if isinstance(node, ast.DictComp):
        key, item = value(b, node.key), value(b, node.value)
        result = b.over(Table(((key, item),)), (key, item))
        consume(b, node.value, item, Context.MEMBER, result)
    else:
        element = value(b, node.elt)
        result = b.over(Items((element,)), (element,))
        consume(b, node.elt, element, Context.MEMBER, result)
    drain(b, mark)
    for before in reversed(told):
        restore(b, before)
    frame.overlays.pop()
    frame.comprehensions -= 1
    return result


def _target(b: Builder, target: ast.expr, term: int, overlay: dict[str, tuple[int, ...]]) -> None:
    if isinstance(target, ast.Name):
        overlay[target.id] = (b.hidden(target.id, target, term),)
    elif isinstance(target, ast.Tuple | ast.List):
        starred = any(isinstance(part, ast.Starred) for part in target.elts)
        for place, part in enumerate(target.elts):
            item = part_of(b, part, term, place, starred=starred)
            _target(b, part.value if isinstance(part, ast.Starred) else part, item, overlay)
    else:
        b.later.append(target)
