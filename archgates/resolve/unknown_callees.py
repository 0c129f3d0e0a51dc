"""What a method of an unknown object is passed: to methods of that name with such a parameter, or to any if few."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from archgates.resolve import distinctive
from archgates.resolve.attributes import attribute_of
from archgates.resolve.passing import Taken, parameters_of
from archgates.resolve.values import Instance, Parameter, Unknown, Value
from archgates.resolve.world import World
from archgates.syntax.form import Form, Scope, ScopeKind
from archgates.syntax.terms import Attribute


def may_take(world: World, form: Form, function: int, callees: Iterable[Value], slot: str | int) -> Iterator[Taken]:
    """Each parameter that may take an argument of `x.name(...)`.

    By keyword two names agree, which tells enough. The place of an argument agrees with almost any method: it tells
    something where few classes have an attribute of that name.
    """
    written = form.terms[function]
    if not isinstance(written, Attribute) or not any(map(_is_unknown, callees)):
        return
    if isinstance(slot, str):
        yield from _parameters(world, written.name, slot)
        return
    for cls in distinctive.owners(world, written.name):
        methods = world.settled(partial(attribute_of, world, Instance(cls), written.name))
        yield from parameters_of(world, list(methods), slot)


def _is_unknown(value: Value) -> bool:
    return isinstance(value, Unknown) and not (isinstance(value, Parameter) and value.typed)


def taking(world: World, name: str, parameter: str) -> list[str]:
    """The paths of the files that may define a function of a name and mention the name of a parameter."""
    return sorted(world.defining(name) & world.mentioning(parameter).keys())


def _parameters(world: World, name: str, keyword: str) -> Iterator[Taken]:
    for path in taking(world, name, keyword):
        form = world.form(path)
        if form is not None:
            numbers = [number for scope in form.scopes if _is_method(form, scope, name) for number in scope.parameters]
            yield from (Taken(path, number, keyword) for number in numbers if form.bindings[number].name == keyword)


def _is_method(form: Form, scope: Scope, name: str) -> bool:
    in_class = scope.parent >= 0 and form.scopes[scope.parent].kind is ScopeKind.CLASS
    return scope.name == name and scope.kind is ScopeKind.FUNCTION and in_class
