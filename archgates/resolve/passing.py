"""Which parameter an argument is passed to, where the called function is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from archgates.resolve.values import (
    Bound,
    ClassValue,
    Definition,
    FunctionValue,
    Instance,
    TypeOf,
    Value,
    class_in,
    released,
)
from archgates.resolve.world import ClassAttribute, World


class Taken(NamedTuple):
    """A parameter that takes an argument."""

    path: str
    binding: int
    name: str
    key: str | int | None = None
    """The keyword in `**kwargs`, or the place in `*args`, that the argument has there."""


def parameters_of(world: World, callees: Iterable[Value], slot: str | int) -> Iterator[Taken]:
    """Each parameter that takes the argument at a place or of a keyword."""
    for callee in callees:
        callee = released(callee)
        if isinstance(callee, FunctionValue):
            yield from _of_function(world, callee.function, slot, 0)
        elif isinstance(callee, Bound):
            yield from _of_function(world, callee.bound, slot, 1)
        elif isinstance(callee, ClassValue | TypeOf | Instance):
            cls = class_in(callee)
            entry = "__call__" if isinstance(callee, Instance) else "__init__"
            made = world.solve(ClassAttribute(cls, entry)) if cls is not None else {}
            for method in list(made):
                if isinstance(method, FunctionValue):
                    yield from _of_function(world, method.function, slot, 1)


def _of_function(world: World, function: Definition, slot: str | int, shift: int) -> Iterator[Taken]:
    form = world.form(function.path)
    if form is None:
        return
    scope = form.scopes[function.scope]
    shift = shift if scope.first_parameter else 0
    for place, number in enumerate(scope.parameters):
        name = form.bindings[number].name
        if (slot + shift == place < scope.positional) if isinstance(slot, int) else (slot == name):
            yield Taken(function.path, number, name)
            return
    rest = scope.rest if isinstance(slot, int) else scope.keyword_rest
    if rest >= 0:
        key = slot + shift - scope.positional if isinstance(slot, int) else slot
        yield Taken(function.path, rest, form.bindings[rest].name, key)
