"""What a call gives back of what it was passed: parameters in results are replaced by the arguments of the call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from archgates.resolve import stores
from archgates.resolve.containers import elements
from archgates.resolve.results import result_of
from archgates.resolve.values import (
    LONGEST_VIA,
    Bound,
    ClassValue,
    Definition,
    Display,
    FunctionValue,
    Held,
    Instance,
    Many,
    Parameter,
    TypeOf,
    Value,
    Values,
    add,
    class_in,
    only,
    released,
)
from archgates.resolve.world import ClassAttribute, Reading, World
from archgates.syntax.form import Binding, BindingKind, Form
from archgates.syntax.terms import OPAQUE, Attribute, Call, Load


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
    made: bool = False
    """True where the call made the object whose method is called: only what is of that object is replaced."""


def argument(term: Call, place: int, name: str) -> int | None:
    """The term of an argument by place or keyword."""
    if place < len(term.arguments):
        return term.arguments[place]
    return next((value for keyword, value in term.keywords if keyword == name), None)


def passed_on(world: World, form: Form, term: Call, called: Value, result: Values, reading: Reading) -> Values:
    """The result of a call of one candidate, with arguments in place of parameters.

    A partial has arguments of its own that are not known here: its parameters stay as well.
    """
    if not any(isinstance(released(value), Parameter | Display) for value in result):
        return result
    passings = [*_of_callee(world, term, called), *_of_object(world, form, term, reading)]
    given = replaced(world, form, result, passings, reading) if passings else result
    if isinstance(called, Held):
        given = {**result, **given}
    own = _is_of_self(world, form, term, reading)
    return given if own else {_elsewhere(value): via for value, via in given.items()}


def of_object(world: World, form: Form, base: int, name: str, result: Values, reading: Reading) -> Values:
    """An attribute of an object that was made in sight, with the arguments it was made with.

    Where code outside its methods assigns the attribute too, it may be something else.
    """
    if not any(isinstance(value, Parameter) for value in result):
        return result
    made = list(_of_made(world, form, base, reading))
    passings = [*made, *(one._replace(made=True) for one in made)]  # as it is, and through a property
    if not passings:
        return result
    given = replaced(world, form, result, passings, reading)
    changed = any(stores.outside(one, name) for one in (form, *(passing.form for passing in passings)))
    return {**result, **given} if changed else given


def _elsewhere(value: Value) -> Value:
    """What an object other than the caller's own was made with."""
    return replace(value, of_self=False) if isinstance(value, Parameter) and value.of_self else value


def _is_of_self(world: World, form: Form, term: Call, reading: Reading) -> bool:
    """Whether a method is called on the object whose method calls it."""
    written = form.terms[term.function]
    if not isinstance(written, Attribute):
        return True
    return any(isinstance(value, Instance) and value.own for value in world.term(form, written.base, reading))


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
        for one in _of_made(world, form, written.base, reading):
            yield one._replace(made=True)


def _of_made(world: World, form: Form, base: int, reading: Reading) -> Iterator[Passing]:
    made = _made(form, base)
    callees = {} if made is None else world.term(form, made.function, reading)
    if made is not None and len(callees) == 1:
        value = released(next(iter(callees)))
        cls = class_in(value)
        if cls is not None and not isinstance(value, Instance):
            yield from _of_method(world, made, cls, "__init__")


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
            for given in _arguments(world, form, passing, value, reading):
                for one, further in given.items():
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
    """What the call passes, as far as the parameter stands for it; the parameter where a spread may fill it."""
    scope = passing.form.scopes[passing.function]
    if passing.decorated is not None:
        function = only(FunctionValue(passing.decorated))
        if value.binding == scope.rest and scope.positional == passing.shift:
            one_less = replace(value, depth=max(value.depth - 1, 0))
            yield _as_asked(world, one_less, function) if value.depth else {Many(one): () for one in function}
        elif value.binding in scope.parameters[passing.shift : passing.shift + 1]:
            yield _as_asked(world, value, function)
    elif value.binding in (scope.rest, scope.keyword_rest):
        one_less = replace(value, depth=max(value.depth - 1, 0))
        for number in _rest(passing, value):
            given = _as_asked(world, one_less, world.term(form, number, reading))
            yield given if value.depth else {Many(one): via for one, via in given.items()}
    elif (found := _given(passing, value)) is not None:
        yield _as_asked(world, value, world.term(form, found, reading))
    if _is_spread(passing, value):
        yield only(value)


def _rest(passing: Passing, value: Parameter) -> tuple[int, ...]:
    """The terms of the arguments that `*args` or `**kwargs` takes."""
    scope, call = passing.form.scopes[passing.function], passing.call
    if value.binding == scope.rest:
        return call.arguments[max(scope.positional - passing.shift, 0) :]
    names = {passing.form.bindings[number].name for number in scope.parameters}
    return tuple(term for name, term in call.keywords if name is not None and name not in names)


def _is_spread(passing: Passing, value: Parameter) -> bool:
    """Whether `f(*xs)` or `f(**xs)` may pass something for a parameter."""
    scope, call = passing.form.scopes[passing.function], passing.call
    by_place = scope.parameters[: scope.positional]
    before = len(call.arguments)
    if value.binding in by_place:
        before = by_place.index(value.binding) - passing.shift + 1
    starred = OPAQUE in call.arguments[: max(before, 0)] and value.binding in (*by_place, scope.rest)
    named = any(name is None for name, _ in call.keywords) and value.binding != scope.rest
    return starred or (named and _given(passing, value) is None)


def _taken_by(passings: list[Passing], value: Value) -> Passing | None:
    """The call that passes something for a parameter."""
    for passing in passings:
        scope = passing.form.scopes[passing.function]
        taken = (*scope.parameters, scope.rest, scope.keyword_rest)
        if not isinstance(value, Parameter) or value.path != passing.form.module.path or value.binding not in taken:
            continue
        if passing.made is (value.of_self is True) and value.of_self is not False:
            return passing
    return None


def _given(passing: Passing, value: Parameter) -> int | None:
    """The term of the argument that a parameter gets; None where its default stands in."""
    scope, call = passing.form.scopes[passing.function], passing.call
    place = scope.parameters.index(value.binding) if value.binding in scope.parameters else -1
    if place < passing.shift:
        return None
    by_place = place - passing.shift if place < scope.positional else len(call.arguments)
    if OPAQUE in call.arguments[: by_place + 1]:  # what stands behind a spread may have moved
        by_place = len(call.arguments)
    return argument(call, by_place, passing.form.bindings[value.binding].name)


def _as_asked(world: World, value: Parameter, given: Values) -> Values:
    """What is passed, as far as the parameter stands for it: itself, its parts or what calling it gives."""
    for _ in range(value.depth):
        parts: Values = {}
        for one in given:
            add(parts, elements(world, one))
            add(parts, elements(world, one, keys=True))
        given = parts
    if value.called:
        results: Values = {}
        for one in given:
            add(results, result_of(world, one))
        given = results
    result: Values = {}
    for one, via in given.items():
        if isinstance(one, Parameter) and value.takes_class and not one.takes_class:
            one = replace(one, takes_class=True)
        if not value.typed or isinstance(released(one), ClassValue | TypeOf | Parameter):
            result[one] = via
    return result
