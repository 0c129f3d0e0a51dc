"""Values behind a test: what `isinstance(x, C)` and `issubclass(x, C)` say of an x that is not known."""

from __future__ import annotations

from dataclasses import replace

from archgates.resolve.containers import elements
from archgates.resolve.values import (
    ClassValue,
    Display,
    External,
    ExternalInstance,
    Instance,
    Parameter,
    TypeOf,
    Unknown,
    Value,
    Values,
    add,
    released,
)
from archgates.resolve.world import Reading, World
from archgates.syntax.form import Form
from archgates.syntax.terms import Narrowed


def narrowed(world: World, form: Form, number: int, reading: Reading) -> Values:
    """What is known stays as it is; in place of what is not, the class that it was tested against.

    What a caller passes stays as well: where it was tested to be a class, as one that takes a class.
    """
    term = form.terms[number]
    assert isinstance(term, Narrowed)
    values = world.term(form, term.of, reading)
    if not any(isinstance(value, Unknown) for value in values):
        return values
    tested = _tested(world, form, term, reading)
    result: Values = {}
    for value, via in values.items():
        if isinstance(value, Parameter):  # a class that is passed may be an instance of `Callable` too
            result[
                replace(value, takes_class=value.takes_class or term.is_class, typed=value.typed or bool(tested))
            ] = via
        elif isinstance(value, Unknown) and tested:
            add(result, tested)
        else:
            result[value] = via
    add(result, tested)
    return result


def _tested(world: World, form: Form, term: Narrowed, reading: Reading) -> Values:
    """An object, or a class, of what the test names; empty when one of the classes is not known."""
    result: Values = {}
    for value, via in _classes(world, world.term(form, term.by, reading)).items():
        known = _of(value, term.is_class)
        if known is None:
            return {}
        result.setdefault(known, via)
    return result


def _classes(world: World, values: Values) -> Values:
    """The members of a tuple of classes, or the class itself."""
    result: Values = {}
    for value, via in values.items():
        members = elements(world, value) if isinstance(released(value), Display) else {value: via}
        add(result, {released(member): way for member, way in members.items()})
    return result


def _of(value: Value, is_class: bool) -> Value | None:
    if isinstance(value, ClassValue):
        return TypeOf(value.cls) if is_class else Instance(value.cls)
    if isinstance(value, External) and not is_class:
        return ExternalInstance(value.external)
    return None
