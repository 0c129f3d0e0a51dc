"""Which parameter an argument is passed to, where the called function is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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


def parameters_of(world: World, callees: Iterable[Value], slot: str | int) -> Iterator[tuple[str, int, str]]:
    """File, binding and name of each parameter that takes the argument at a place or of a keyword."""
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


def _of_function(world: World, function: Definition, slot: str | int, shift: int) -> Iterator[tuple[str, int, str]]:
    form = world.form(function.path)
    if form is None:
        return
    scope = form.scopes[function.scope]
    shift = shift if scope.first_parameter else 0
    for place, number in enumerate(scope.parameters):
        name = form.bindings[number].name
        if (slot + shift == place < scope.positional) if isinstance(slot, int) else (slot == name):
            yield function.path, number, name
            return
    rest = scope.rest if isinstance(slot, int) else scope.keyword_rest
    if rest >= 0:
        yield function.path, rest, form.bindings[rest].name
