"""Where a search starts besides the name of its target: outside names, `type[base]`, questions for a class."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import Protocol

from archgates.resolve import asking, registering, unknown_callees
from archgates.resolve.matching import Match, Matcher
from archgates.resolve.values import Definition, Instance
from archgates.resolve.world import World
from archgates.syntax.form import Binding, Form, ScopeKind
from archgates.syntax.terms import SELF_KEY

_TYPE = re.compile(rb"\b[tT]ype\s*\[|\bissubclass\b|\b__subclasses__\b|\bTypeVar\b|\bTypeAlias\b|\bUnion\b")
"""Words of files that may ask for a class, or give what is asked for another name."""


class Seeded(Protocol):
    """A search, as far as it is told where to start."""

    world: World
    matcher: Matcher

    def follow(self, name: str, binder: str | None, *, local: bool = False) -> None:
        """Search a name."""

    def read(self, form: Form, name: str) -> None:
        """Read what a file does with a name."""


def external(search: Seeded, sought: str) -> None:
    """Search the last part of a name from outside; for a pattern, every name that fits it."""
    owner, _, last = sought.rpartition(".")
    if "*" not in last:
        search.follow(last, None)
        return
    module = owner.rpartition(".")[2]
    search.follow(module, None)
    for path in list(search.world.mentioning(max(last.split("*"), key=len) or module)):
        form = search.world.form(path)
        if form is not None:
            bound = {name for binding in form.bindings for name in (binding.name, binding.attribute)}
            for name in sorted(bound.union(*form.keys)):
                if fnmatchcase(name, last):
                    search.read(form, name)


def askers(search: Seeded) -> None:
    """What asks objects for their class, where it may be the target or files name it or a base of it."""
    scopes = [search.world.scope(base) for base in search.matcher.bases()]
    named = {path for scope in scopes if scope is not None for path in search.world.mentioning(scope.name)}
    for module in search.world.askers():
        told = module.path in named or any(map(search.matcher.match, asking.called(search.world, module)))
        form = search.world.form(module.path) if told else None
        if form is not None:
            search.read(form, SELF_KEY)


def made(search: Seeded) -> None:
    """What a metaclass does with the classes that it makes, and what is called like one of those that it registers."""
    for metaclass in sorted(search.matcher.metaclasses):
        form = search.world.form(metaclass.path)
        for name in () if form is None else sorted(registering.names_in(search.world, form, metaclass)):
            search.follow(name, metaclass.path, local=True)
    for name in sorted(search.matcher.registered_as):
        search.follow(name, None)


def typed(search: Seeded, base: Definition) -> None:
    """What is annotated as `type[base]`, or tested by `issubclass(x, base)`, may be the target."""
    scope = search.world.scope(base)
    for module in search.world.mentioning(scope.name).values() if scope is not None else ():
        if scope is not None and _TYPE.search(search.world.sources.data(module) or b""):
            form = search.world.form(module.path) if search.world.uses_as_value(module, scope.name) else None
            if form is not None:
                search.read(form, scope.name)


def overriding(search: Seeded, form: Form, parameter: Binding) -> None:
    """What overrides a method is passed what the parameter of the method is annotated with."""
    method = form.scopes[parameter.target]
    if form.scopes[method.parent].kind is ScopeKind.CLASS:
        for path in unknown_callees.taking(search.world, method.name, parameter.name):
            search.follow(parameter.name, path, local=True)


def protocol(matcher: Matcher, form: Form, binding: Binding) -> str | None:
    """The name of the protocol whose `__call__` is bound here and gives the target."""
    cls = Definition(form.module.path, binding.scope)
    if binding.name != "__call__" or form.scopes[binding.scope].kind is not ScopeKind.CLASS:
        return None
    return form.scopes[binding.scope].name if matcher.match(Instance(cls)) is Match.RETURNS else None


def annotated(search: Seeded, name: str) -> None:
    """Read the files that may annotate with a name, also those that do nothing else with it, and what renames it."""
    names = [name]
    for one in names:
        for path in search.world.mentioning(one):
            form = search.world.form(path)
            if form is not None:
                search.read(form, one)
                renamed = [form.bindings[number] for number in form.bindings_of(one)]
                names.extend(bound.name for bound in renamed if bound.attribute == one and bound.name not in names)
