"""What a call gives back of what it was passed: parameters in results are replaced by the arguments of the call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from archgates.resolve.containers import elements
from archgates.resolve.results import result_of
from archgates.resolve.values import (
    LONGEST_VIA,
    Bound,
    ClassValue,
    Definition,
    Display,
    FunctionValue,
    Instance,
    Many,
    Parameter,
    TypeOf,
    Value,
    Values,
    add,
    only,
    released,
)
from archgates.resolve.world import ClassAttribute, Reading, World
from archgates.syntax.form import Binding, BindingKind, Form
from archgates.syntax.terms import Attribute, Call, Load


class Passing(NamedTuple):
    """A call, as far as it tells what one function is passed."""

    call: Call
    form: Form
    function: int
    """The function that is called, by its form and scope."""
    shift: int
    """1 where the first parameter is the object itself."""
    decorated: Definition | None = None
    """The function that is passed as the only argument, where the call is that of a decorator."""


def argument(term: Call, place: int, name: str) -> int | None:
    """The term of an argument by place or keyword."""
    if place < len(term.arguments):
        return term.arguments[place]
    return next((value for keyword, value in term.keywords if keyword == name), None)


def passed_on(world: World, form: Form, term: Call, called: Value, result: Values, reading: Reading) -> Values:
    """The result of a call of one candidate, with arguments in place of parameters."""
    if not any(isinstance(released(value), Parameter | Display) for value in result):
        return result
    passings = [*_of_callee(world, term, called), *_of_object(world, form, term, reading)]
    return replaced(world, form, result, passings, reading) if passings else result


def of_object(world: World, form: Form, base: int, result: Values, reading: Reading) -> Values:
    """An attribute of an object that was made in sight, with the arguments it was made with."""
    if not any(isinstance(value, Parameter) for value in result):
        return result
    passings = list(_of_made(world, form, base, reading))
    return replaced(world, form, result, passings, reading) if passings else result


def _of_callee(world: World, term: Call, called: Value) -> Iterator[Passing]:
    called = released(called)
    if isinstance(called, FunctionValue):
        yield from passing(world, term, called.function, 0)
    elif isinstance(called, Bound):
        yield from passing(world, term, called.bound, 1)
    elif isinstance(called, Instance):
        yield from _of_method(world, term, called.instance_of, "__call__")


def _of_object(world: World, form: Form, term: Call, reading: Reading) -> Iterator[Passing]:
    """`Builder(kind).build()`, and the same by a name that is bound once."""
    written = form.terms[term.function]
    if isinstance(written, Attribute):
        yield from _of_made(world, form, written.base, reading)


def _of_made(world: World, form: Form, base: int, reading: Reading) -> Iterator[Passing]:
    made = _made(form, base)
    if made is not None:
        for value in world.term(form, made.function, reading):
            value = released(value)
            if isinstance(value, ClassValue | TypeOf):
                yield from _of_method(
                    world, made, value.cls if isinstance(value, ClassValue) else value.type_of, "__init__"
                )


def _made(form: Form, number: int) -> Call | None:
    """The only call that a value comes from."""
    term = form.terms[number]
    if isinstance(term, Load) and len(term.bindings) == 1 and not term.stars:
        bound: Binding = form.bindings[term.bindings[0]]
        term = form.terms[bound.term] if bound.kind is BindingKind.VALUE else term
    return term if isinstance(term, Call) else None


def _of_method(world: World, call: Call, cls: Definition, name: str) -> Iterator[Passing]:
    for method in world.get(ClassAttribute(cls, name)):
        if isinstance(method, FunctionValue):
            yield from passing(world, call, method.function, 1)


def passing(world: World, call: Call, function: Definition, shift: int) -> Iterator[Passing]:
    """What a call passes to a function; none when its file cannot be read."""
    form = world.form(function.path)
    if form is not None:
        yield Passing(call, form, function.scope, shift if form.scopes[function.scope].first_parameter else 0)


def replaced(world: World, form: Form, values: Values, passings: list[Passing], reading: Reading) -> Values:
    """The values with what the calls pass in place of parameters; parameters of other functions stay."""
    result: Values = {}
    for value, via in values.items():
        if isinstance(released(value), Display):
            add(result, _filled(world, form, released(value), passings, reading))
        passing = _taken_by(passings, value)
        if passing is None or not isinstance(value, Parameter):
            add(result, {value: via})
        else:
            for argument_values in _arguments(world, form, passing, value, reading):
                for one, further in _as_asked(world, value, argument_values).items():
                    add(result, {one: (*via, *further)[:LONGEST_VIA]})
    return result


def _filled(world: World, form: Form, value: Value, passings: list[Passing], reading: Reading) -> Values:
    """Containers of what a call puts into a container that the function builds of its parameters."""
    if not isinstance(value, Display) or all(value.display != one.form.module.path for one in passings):
        return {}
    inside = {one: via for one, via in elements(world, value).items() if _taken_by(passings, one) is not None}
    given = replaced(world, form, inside, passings, reading) if inside else {}
    return {Many(one): via for one, via in given.items() if not isinstance(one, Many)}


def _arguments(world: World, form: Form, passing: Passing, value: Parameter, reading: Reading) -> Iterator[Values]:
    if passing.decorated is None:
        for number in _given(passing, value):
            yield world.term(form, number, reading)
    elif passing.form.scopes[passing.function].parameters.index(value.binding) == passing.shift:
        yield only(FunctionValue(passing.decorated))


def _taken_by(passings: list[Passing], value: Value) -> Passing | None:
    """The call that passes something for a parameter."""
    for passing in passings:
        scope = passing.form.scopes[passing.function]
        taken = (*scope.parameters, scope.rest, scope.keyword_rest)
        if isinstance(value, Parameter) and value.path == passing.form.module.path and value.binding in taken:
            return passing
    return None


def _given(passing: Passing, value: Parameter) -> list[int]:
    """The terms of the arguments that a parameter gets; none where its default stands in."""
    scope, call = passing.form.scopes[passing.function], passing.call
    if value.binding == scope.rest:
        return list(call.arguments[max(scope.positional - passing.shift, 0) :]) if value.part else []
    if value.binding == scope.keyword_rest:
        return [term for _, term in call.keywords] if value.part else []
    place = scope.parameters.index(value.binding)
    if place < passing.shift:
        return []
    by_place = place - passing.shift if place < scope.positional else len(call.arguments)
    found = argument(call, by_place, passing.form.bindings[value.binding].name)
    return [] if found is None else [found]


def _as_asked(world: World, value: Parameter, given: Values) -> Values:
    """What is passed, as far as the parameter stands for it: itself, its parts or what calling it gives."""
    if value.part or value.called:
        inner: Values = {}
        for one in given:
            for part in (
                (elements(world, one), elements(world, one, keys=True)) if value.part else (result_of(world, one),)
            ):
                add(inner, part)
        given = inner
    result: Values = {}
    for one, via in given.items():
        if isinstance(one, Parameter) and value.takes_class and not one.takes_class:
            one = replace(one, takes_class=True)
        if not value.typed or isinstance(released(one), ClassValue | TypeOf | Parameter):
            result[one] = via
    return result
