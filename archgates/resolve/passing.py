"""Which parameter an argument is passed to, where the called function is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from archgates.resolve import generated
from archgates.resolve.generated import Field
from archgates.resolve.values import (
    Bound,
    ClassValue,
    Definition,
    FunctionValue,
    Instance,
    TypeOf,
    Value,
    class_in,
    function_in,
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
            if cls is not None:
                entry = "__call__" if isinstance(callee, Instance) else "__init__"
                yield from of_method(world, cls, entry, slot)
                yield from () if isinstance(callee, Instance) else _of_fields(world, cls, slot)


def of_method(
    world: World, cls: Definition, name: str, slot: str | int, after: Definition | None = None
) -> Iterator[Taken]:
    """The parameter of a method of a class that takes the argument at a place or of a keyword.

    With `after`, the method of the classes behind that one in the order.
    """
    for method in list(world.solve(ClassAttribute(cls, name, after))):
        if isinstance(method, FunctionValue):
            yield from _of_function(world, method.function, slot, 1)


def every_parameter(world: World, value: Value) -> Iterator[Taken]:
    """The parameters that a function takes by place, but for the object of a method."""
    function = function_in(value)
    form = None if function is None else world.form(function.path)
    if function is None or form is None:
        return
    scope = form.scopes[function.scope]
    own = 1 if scope.first_parameter and isinstance(value, Bound) else 0
    for number in scope.parameters[own : scope.positional]:
        yield Taken(function.path, number, form.bindings[number].name)


def of_field(field: Field) -> Taken:
    """A field, as what takes an argument."""
    return Taken(field.owner.path, field.number, field.name)


def _of_fields(world: World, cls: Definition, slot: str | int) -> Iterator[Taken]:
    """The field that a constructor fills which is not written out, or what its `__post_init__` is passed."""
    field = world.settled(lambda: generated.filled(world, cls, slot))
    if field is not None and not field.only_passed:
        yield of_field(field)
    elif field is not None:
        passed_on = [one.name for one in world.settled(lambda: generated.fields(world, cls)) if one.only_passed]
        yield from of_method(world, cls, "__post_init__", passed_on.index(field.name))


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
