"""What objects of the project's own classes give through special methods: `x[key]`, iteration, `with`, `x.name`."""

from __future__ import annotations

from archgates.resolve.annotations import CONTAINERS
from archgates.resolve.values import (
    ClassValue,
    Definition,
    ExternalInstance,
    FunctionValue,
    Instance,
    Null,
    Returner,
    TypeOf,
    Unknown,
    Value,
    Values,
    add,
    held,
    released,
)
from archgates.resolve.world import ClassAttribute, Returned, World

AT_KEY = ("__getitem__", "__missing__")
ENTERED = ("__enter__", "__aenter__")
NEXT = ("__next__", "__anext__")
ITERATED = ("__iter__", "__aiter__")
ABSENT = ("__getattr__", "__getattribute__")
OF_CLASS = ("__class_getitem__",)
GIVING = frozenset({*AT_KEY, *ENTERED, *NEXT, *ITERATED, *ABSENT, *OF_CLASS, "__call__"})
"""Methods that run without being named: whoever has the object may get what they return."""


def given(world: World, cls: Definition, *names: str) -> Values:
    """What methods of a class return, of those among `names` that the project defines."""
    result: Values = {}
    for name in names:
        for method in world.get(ClassAttribute(cls, name)):
            if isinstance(method, FunctionValue):
                add(result, world.get(Returned(method.function)))
    return result


def at_key(world: World, cls: Definition) -> Values:
    """`x[key]`."""
    return held(given(world, cls, *AT_KEY))


def of_class(world: World, cls: Definition) -> Values:
    """`X[key]`, as far as it is known and another class than X."""
    found = another(given(world, cls, *OF_CLASS))
    return {value: via for value, via in found.items() if not isinstance(value, Unknown) and value != ClassValue(cls)}


def another(values: Values) -> Values:
    """What is not just the class of the method itself, handed back."""
    own = {value for value in values if isinstance(inner := released(value), TypeOf) and inner.own}
    return {value: via for value, via in values.items() if value not in own}


def absent(world: World, cls: Definition) -> Values:
    """`x.name` of a name that is nowhere assigned, as far as `__getattr__` tells."""
    found = held(given(world, cls, *ABSENT))
    return {value: via for value, via in found.items() if not isinstance(value, Null) and type(value) is not Unknown}


def is_open(world: World, value: Value) -> bool:
    """Whether an annotation leaves open which class is passed: `Callable[...]`, a protocol with `__call__`, `list`."""
    if isinstance(value, Returner):
        return True
    if isinstance(value, ExternalInstance):
        return value.made_by.rpartition(".")[2] in CONTAINERS
    return isinstance(value, Instance) and bool(world.get(ClassAttribute(value.instance_of, "__call__")))
