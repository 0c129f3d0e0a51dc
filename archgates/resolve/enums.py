"""Members of enums: what each was given, and what the `__init__` of the enum makes of it."""

from __future__ import annotations

from archgates.resolve.values import (
    ClassValue,
    Definition,
    Display,
    Held,
    Many,
    Member,
    Order,
    Parameter,
    Value,
    Values,
    add,
    held,
    only,
)
from archgates.resolve.world import ClassAttribute, OrderQuestion, World

VALUE = frozenset({"value", "_value_"})


def is_enum(world: World, cls: Definition) -> bool:
    """Whether a class is an enum."""
    orders = [value.classes for value in world.get(OrderQuestion(cls)) if isinstance(value, Order)]
    return any(isinstance(base, str) and base.startswith("enum.") for order in orders for base in order)


def member(cls: Definition, value: Value) -> Value:
    """What a name in the body of an enum is: a member where it was given a class, or a container that may hold one."""
    return Member(value, cls) if isinstance(value, ClassValue | Display | Held | Many | Parameter) else value


def members(world: World, cls: Definition) -> Values:
    """The members of an enum that were given a class or a container."""
    result: Values = {}
    scope = world.scope(cls) if is_enum(world, cls) else None
    for name in scope.exit if scope is not None else ():
        for value, via in world.get(ClassAttribute(cls, name)).items():
            if isinstance(one := member(cls, value), Member):
                add(result, {one: via})
    return result


def values(world: World, cls: Definition) -> Values:
    """The `value` of a member that is not known."""
    result: Values = {}
    for one, via in members(world, cls).items():
        if isinstance(one, Member):
            add(result, dict.fromkeys(held(only(one.given)), via))
    return result
