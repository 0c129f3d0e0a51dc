"""Which methods may be meant by a name alone: those of unknown objects, and overrides in subclasses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from archgates.resolve import classes
from archgates.resolve.passing import Taken, parameters_of
from archgates.resolve.values import Bound, Definition, Instance, Parameter, TypeOf, Unknown, Value
from archgates.resolve.world import TermQuestion, World
from archgates.syntax.form import Form, Scope, ScopeKind
from archgates.syntax.terms import Attribute


def may_take(world: World, form: Form, function: int, callees: Iterable[Value], slot: str | int) -> Iterator[Taken]:
    """Each parameter that may take a keyword argument of `x.name(...)`.

    Two names that agree tell enough; the place of an argument agrees with almost any method.
    """
    written = form.terms[function]
    if isinstance(slot, str) and isinstance(written, Attribute) and any(map(_is_unknown, callees)):
        yield from _parameters(world, written.name, slot)


def of_heirs(world: World, form: Form, function: int, callees: Iterable[Value], slot: str | int) -> Iterator[Taken]:
    """Each parameter that takes the argument in an override: `self.build(Engine)` may be that of a subclass."""
    written = form.terms[function]
    if not isinstance(written, Attribute) or written.name.startswith("__"):
        return
    owners = world.solve(TermQuestion(form.module.path, written.base))
    if not any(isinstance(owner, TypeOf) or (isinstance(owner, Instance) and not owner.exact) for owner in owners):
        return
    for receiver in {callee.receiver for callee in callees if isinstance(callee, Bound)}:
        for method, owner in _methods(world, written.name):
            if owner != receiver and world.settled(partial(classes.derives, world, owner, receiver)):
                yield from parameters_of(world, [Bound(method, owner)], slot)


def _methods(world: World, name: str) -> tuple[tuple[Definition, Definition], ...]:
    """The methods of a name with their classes."""
    known = world.methods_by_name.get(name)
    if known is None:
        found = (
            (Definition(form.module.path, number), Definition(form.module.path, scope.parent))
            for form in _defining(world, name, world.mentioning(name).keys())
            for number, scope in enumerate(form.scopes)
            if _is_method(form, scope, name)
        )
        known = world.methods_by_name[name] = tuple(found)
    return known


def _is_unknown(value: Value) -> bool:
    return isinstance(value, Unknown) and not (isinstance(value, Parameter) and value.typed)


def _parameters(world: World, name: str, keyword: str) -> Iterator[Taken]:
    for form in _defining(world, name, world.mentioning(name).keys() & world.mentioning(keyword).keys()):
        for scope in form.scopes:
            for number in scope.parameters if _is_method(form, scope, name) else ():
                if form.bindings[number].name == keyword:
                    yield Taken(form.module.path, number, keyword)


def _defining(world: World, name: str, paths: Iterable[str]) -> Iterator[Form]:
    """The forms of those files that define a function of a name."""
    defines = re.compile(rb"\bdef[ \t\\\r\n]+" + re.escape(name.encode()) + rb"\b")
    wanted = set(paths)
    for path, module in world.mentioning(name).items():
        data = world.sources.data(module) or b""
        form = world.form(path) if path in wanted and (not data.isascii() or defines.search(data)) else None
        if form is not None:
            yield form


def _is_method(form: Form, scope: Scope, name: str) -> bool:
    in_class = scope.parent >= 0 and form.scopes[scope.parent].kind is ScopeKind.CLASS
    return scope.name == name and scope.kind is ScopeKind.FUNCTION and in_class
