"""`f(*args)` and `f(**kwargs)`: at which places and by which keywords the target is passed on."""

from __future__ import annotations

from collections.abc import Iterator

from archgates.resolve.containers import elements
from archgates.resolve.matching import Matcher
from archgates.resolve.values import Display, Parameter, TextValue, Value, released
from archgates.resolve.world import TermQuestion, World
from archgates.syntax.form import Form
from archgates.syntax.terms import OPAQUE, Call, Items, Table


def spread_slots(world: World, matcher: Matcher, form: Form, call: Call, term: int) -> list[str | int]:
    """The slots of a call that a spread value fills with the target, as far as its keys are known."""
    by_keyword = any(name is None and value == term for name, value in call.keywords)
    starred = [place for place, value in enumerate(call.arguments) if value == OPAQUE]
    slots: set[str | int] = set()
    for value in list(world.solve(TermQuestion(form.module.path, term))):
        for key in _keys(world, matcher, released(value)):
            if by_keyword and isinstance(key, str):
                slots.add(key)
            elif not by_keyword and isinstance(key, int) and len(starred) == 1:
                slots.add(starred[0] + key)
    return sorted(slots, key=str)


def _keys(world: World, matcher: Matcher, value: Value) -> Iterator[str | int]:
    """The keys or places at which a container has the target."""
    if isinstance(value, Parameter):
        yield from matcher.keys.get((value.path, value.binding), ())
    if isinstance(value, Display):
        yield from _written(world, matcher, value)
        for inner in list(world.settled(lambda: elements(world, value))):
            if isinstance(inner, Parameter):  # the elements of `**kwargs` under their own keys
                yield from matcher.keys.get((inner.path, inner.binding), ())


def _written(world: World, matcher: Matcher, value: Display) -> Iterator[str | int]:
    form = world.form(value.display)
    written = None if form is None else form.terms[value.term]
    if isinstance(written, Items):
        for place, item in enumerate(written.items):
            if _carries(world, matcher, value.display, item):
                yield place
    elif isinstance(written, Table):
        for key, item in written.entries:
            if key >= 0 and _carries(world, matcher, value.display, item):
                texts = world.solve(TermQuestion(value.display, key))
                yield from (text.text for text in list(texts) if isinstance(text, TextValue))
            elif key < 0:
                for inner in list(world.solve(TermQuestion(value.display, item))):
                    yield from _keys(world, matcher, released(inner))


def _carries(world: World, matcher: Matcher, path: str, term: int) -> bool:
    return any(matcher.carries(value) for value in list(world.solve(TermQuestion(path, term))))
