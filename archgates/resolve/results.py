"""What calling one candidate gives, whatever the arguments."""

from __future__ import annotations

from dataclasses import replace

from archgates.resolve import special
from archgates.resolve.values import (
    Bound,
    ClassValue,
    FunctionValue,
    Held,
    Instance,
    Null,
    Parameter,
    Returner,
    TypeOf,
    Unknown,
    Value,
    Values,
    only,
    unknown,
)
from archgates.resolve.world import Returned, World


def result_of(world: World, value: Value) -> Values:
    """What calling one candidate gives, whatever the arguments."""
    if isinstance(value, Held):
        return result_of(world, value.held)
    if isinstance(value, ClassValue):
        return only(Instance(value.cls, exact=True))
    if isinstance(value, TypeOf):
        return only(Instance(value.type_of, own=value.own))
    if isinstance(value, FunctionValue):
        return world.get(Returned(value.function))
    if isinstance(value, Bound):
        return world.get(Returned(value.bound))
    if isinstance(value, Returner):
        return only(value.result)
    if isinstance(value, Instance):
        return _called_object(world, value)
    if isinstance(value, Null) or (isinstance(value, Parameter) and value.typed):
        return {}
    if isinstance(value, Parameter) and not value.depth:
        return only(replace(value, called=True))
    return unknown(value.reason if isinstance(value, Unknown) else "the result of an unknown call")


def _called_object(world: World, value: Instance) -> Values:
    return special.given(world, value.instance_of, "__call__") or unknown("the result of calling an object")
