"""What calls give back: objects of classes, results of functions, members of containers."""

from __future__ import annotations

from archgates.resolve import descriptors, lazy, made, outside, overloads, returning
from archgates.resolve.containers import at_key, elements, only_text
from archgates.resolve.results import result_of
from archgates.resolve.substitution import passed_on
from archgates.resolve.values import (
    ClassValue,
    Display,
    Dynamic,
    External,
    Instance,
    Many,
    Members,
    Method,
    Null,
    Parameter,
    Part,
    Source,
    Value,
    Values,
    add,
    held,
    only,
    unknown,
)
from archgates.resolve.world import Reading, Returned, World
from archgates.syntax.form import Form
from archgates.syntax.terms import Call

TAKES_MEMBER = frozenset({"get", "pop", "setdefault", "__getitem__"})
"""Methods of a mapping that give the member of a key."""


def call(world: World, form: Form, number: int, reading: Reading) -> Values:
    """The result of a call, for every candidate of what is called."""
    term = form.terms[number]
    assert isinstance(term, Call)
    result: Values = {}
    for value, via in world.term(form, term.function, reading).items():
        given = _result(world, form, number, value, reading)
        add(result, {one: (*via, *further)[:12] for one, further in given.items()} if via else given)
    return result


def _result(world: World, form: Form, number: int, value: Value, reading: Reading) -> Values:
    term = form.terms[number]
    assert isinstance(term, Call)
    if isinstance(value, External):
        if made.is_container(world, form, term, value):
            return only(Display(form.module.path, number))
        return outside.result(world, form, term, value, reading)
    if isinstance(value, Method):
        return _from_container(world, form, term, value, reading)
    if isinstance(value, ClassValue):
        source = Source(form.module.path, call=number)
        return only(descriptors.made(world, Instance(value.cls, exact=True), source))
    return passed_on(world, form, term, value, result_of(world, value), reading)


def returned(world: World, question: Returned) -> Values:
    """What a function returns: its annotation, else its returns, marked as handed out (rule 7)."""
    form = world.form(question.function.path)
    if form is None:
        return world.unreadable()
    scope = form.scopes[question.function.scope]
    given = question.given
    if given is not None and lazy.is_module_getattr(form, question.function.scope):
        result: Values = {}
        for term, guards in scope.returns:
            if lazy.allowed(world, form, guards, given):
                add(result, world.term(form, term, Reading(given)))
        return {value: via for value, via in result.items() if not isinstance(value, Null)}
    if noted := overloads.returned(world, form, question.function.scope):
        return returning.corrected(world, form, question.function.scope, noted)
    if scope.yielded >= 0:
        return only(Display(question.function.path, scope.yielded))
    result = {}
    for term, _ in scope.returns:
        add(result, held(world.term(form, term, Reading())))
    return result if scope.returns else only(Null())


def _from_container(world: World, form: Form, term: Call, value: Method, reading: Reading) -> Values:
    if value.name in ("values", "items"):
        return only(Part(value.container, value.name))
    if value.name == "popitem":
        return only(Part(value.container, "items", pair=True))
    if value.name in ("copy", "keys"):
        return only(value.container)
    if isinstance(value.container, Members):
        if value.name in TAKES_MEMBER and term.arguments:
            key = only_text(world.term(form, term.arguments[0], reading))
            return only(Dynamic(value.container.members_of, key))
        return only(Part(value.container, value.name))
    if value.name in TAKES_MEMBER and isinstance(value.container, Display | Many | Instance | Parameter):
        if not term.arguments or isinstance(value.container, Parameter):
            return elements(world, value.container)
        found = dict(at_key(world, form, value.container, term.arguments[0], reading))
        if len(term.arguments) > 1:
            add(found, held(world.term(form, term.arguments[1], reading)))
        return found
    return unknown(f"the result of .{value.name}()")
