"""Decorators that are classes, and descriptors: what `__get__` gives when an attribute is read."""

from __future__ import annotations

from dataclasses import replace

from archgates.resolve import filled
from archgates.resolve.substitution import Passing, passing, replaced
from archgates.resolve.values import (
    Bound,
    ClassValue,
    Definition,
    FunctionValue,
    Held,
    Instance,
    Source,
    Value,
    Values,
    add,
    only,
    unknown,
)
from archgates.resolve.world import RUNNING, ClassAttribute, TermQuestion, World
from archgates.syntax.form import Form
from archgates.syntax.terms import OPAQUE, Call

_DECORATING = Call(OPAQUE, (), (), 0)


def decorated(world: World, form: Form, value: ClassValue | FunctionValue) -> Values:
    """What a definition's name is bound to. A decorator is taken to give back what it got, unless it is a class."""
    definition = value.cls if isinstance(value, ClassValue) else value.function
    for term in form.scopes[definition.scope].decorators:
        for decorator in world.term(form, term, RUNNING):
            if isinstance(decorator, ClassValue):
                source = Source(form.module.path, function=definition.scope)
                return only(made(world, Instance(decorator.cls, exact=True), source))
    return only(value)


def made(world: World, value: Instance, source: Source) -> Instance:
    """An object of a class; with the place that made it, if it is a descriptor or a container filled there."""
    form = world.form(source.path)
    if form is not None and filled.in_sight(form, source.call) and filled.is_container(world, value.instance_of):
        return replace(value, source=source)
    return replace(value, source=source) if is_descriptor(world, value.instance_of) else value


def is_descriptor(world: World, cls: Definition) -> bool:
    """Whether a class has a `__get__` of the project."""
    return any(isinstance(one, FunctionValue) for one in world.get(ClassAttribute(cls, "__get__")))


def read(world: World, value: Instance, receiver: Definition, *, on_class: bool) -> Values:
    """What reading an attribute gives that is a descriptor in the class body."""
    getters = world.get(ClassAttribute(value.instance_of, "__get__"))
    if not any(isinstance(one, FunctionValue) for one in getters):
        return only(value)
    result: Values = {}
    for getter in getters:
        if isinstance(getter, FunctionValue):
            add(result, _returned(world, getter.function))
    if not on_class:
        result.pop(Instance(value.instance_of, own=True), None)
    given = {_bound(world, one, receiver): via for one, via in _with_source(world, value, result).items()}
    return given or unknown("what a descriptor gives")


def _returned(world: World, function: Definition) -> Values:
    """What the code of a `__get__` returns, whatever its annotation says of all its uses."""
    form = world.form(function.path)
    result: Values = {}
    for term, _ in () if form is None else form.scopes[function.scope].returns:
        add(result, world.get(TermQuestion(function.path, term)))
    return result


def _with_source(world: World, value: Instance, result: Values) -> Values:
    """What the descriptor was made with, in place of the parameters of its `__init__`."""
    source = value.source
    form = None if source is None else world.form(source.path)
    if source is None or form is None:
        return result
    call = form.terms[source.call] if source.call >= 0 else _DECORATING
    decorates = None if source.function < 0 else Definition(source.path, source.function)
    assert isinstance(call, Call)
    passings: list[Passing] = []
    for method in world.get(ClassAttribute(value.instance_of, "__init__")):
        if isinstance(method, FunctionValue):
            passings.extend(
                one._replace(decorated=decorates, made=True) for one in passing(world, call, method.function, 1)
            )
    return replaced(world, form, result, passings, RUNNING)


def _bound(world: World, value: Value, receiver: Definition) -> Value:
    """A method that a descriptor gives is bound to what the attribute is read from."""
    if isinstance(value, Held):
        return _bound(world, value.held, receiver) if isinstance(value.held, FunctionValue) else value
    scope = world.scope(value.function) if isinstance(value, FunctionValue) else None
    if isinstance(value, FunctionValue) and scope is not None and scope.first_parameter:
        return Bound(value.function, receiver)
    return value
