"""Annotations that a call contradicts: a parameter of `type[X]` that is passed a class which is no X."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from archgates.resolve import generated
from archgates.resolve.annotations import annotated
from archgates.resolve.matching import Matcher
from archgates.resolve.passing import Taken
from archgates.resolve.protocols import is_protocol
from archgates.resolve.values import Definition, Parameter, TypeOf, Unknown, Value
from archgates.resolve.world import BindingQuestion, World


def contradicted(world: World, matcher: Matcher, taken: Taken) -> Iterator[Definition]:
    """The classes that a parameter asks for, where none of them admits the target, which it is passed.

    What is annotated with them elsewhere may be the target all the same: a `type: ignore` at the call is enough.
    """
    values = _annotated(world, taken)
    asked = [value for value in values if isinstance(value, TypeOf) and not value.own]
    if any(matcher.match(value) is not None for value in asked) or any(map(_is_open, values)):
        return
    for value in asked:
        if not world.settled(partial(is_protocol, world, value.type_of)):
            yield value.type_of


def _annotated(world: World, taken: Taken) -> list[Value]:
    """What the annotation of a parameter or field allows."""
    form = world.form(taken.path)
    if not generated.is_field(taken.binding):
        return list(world.solve(BindingQuestion(taken.path, taken.binding)))
    term = generated.annotation_of(taken.binding)
    return [] if form is None else list(world.settled(lambda: annotated(world, form, term)))


def _is_open(value: Value) -> bool:
    return isinstance(value, Unknown) and not (isinstance(value, Parameter) and value.typed)
