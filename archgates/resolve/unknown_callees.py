"""What a method of an unknown object is passed by keyword: to methods of that name with such a parameter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from archgates.resolve.passing import Taken
from archgates.resolve.values import Parameter, Unknown, Value
from archgates.resolve.world import World
from archgates.syntax.form import Form, Scope, ScopeKind
from archgates.syntax.terms import Attribute


def may_take(world: World, form: Form, function: int, callees: Iterable[Value], slot: str | int) -> Iterator[Taken]:
    """Each parameter that may take a keyword argument of `x.name(...)`.

    Two names that agree tell enough; the place of an argument agrees with almost any method.
    """
    written = form.terms[function]
    if isinstance(slot, str) and isinstance(written, Attribute) and any(map(_is_unknown, callees)):
        yield from _parameters(world, written.name, slot)


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
