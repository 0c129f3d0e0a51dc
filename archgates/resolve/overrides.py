"""Attributes that subclasses, or code from elsewhere, fill with the target: `self.kind()` in a base class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from archgates.resolve.attributes import CONTAINER_METHODS
from archgates.resolve.matching import Matcher
from archgates.resolve.values import ClassValue, Instance, ModuleValue, Unknown, class_in, function_in
from archgates.resolve.world import TermQuestion, World
from archgates.syntax.form import BindingKind, Form, Scope
from archgates.syntax.terms import Attribute, Call, Free, Join, Load, Narrowed

_DEEPEST = 4
"""How many names, calls and alternatives stand between an attribute and the place where its value is used."""
_PLAIN = frozenset({"classmethod", "staticmethod", "abstractmethod", "override", "final"})


class _Read(NamedTuple):
    """An attribute that a value comes from: as it is, or as what a call of it gives back."""

    form: Form
    term: int
    called: bool = False


def overrides(world: World, matcher: Matcher, form: Form, term: int) -> str | None:
    """Why the value of a term may be the target although the class at hand does not say so; None when it may not."""
    reasons = (_of_attribute(world, matcher, read) for read in _attributes(world, form, term, 0))
    return next((reason for reason in reasons if reason is not None), None)


def is_decorated(form: Form, function: Scope) -> bool:
    """Whether reading a method may give something else than the method: a property, a descriptor."""
    decorators = (form.terms[term] for term in function.decorators)
    return any(not isinstance(term, Load | Free | Attribute) or term.name not in _PLAIN for term in decorators)


def _of_attribute(world: World, matcher: Matcher, read: _Read) -> str | None:
    form = read.form
    written = form.terms[read.term]
    assert isinstance(written, Attribute)
    if written.name not in (matcher.method_names if read.called else matcher.attribute_names):
        return None
    for value in list(world.solve(TermQuestion(form.module.path, written.base))):
        if isinstance(value, Unknown):
            if read.called and written.name in CONTAINER_METHODS:
                continue
            return "unknown receiver"
        cls = class_in(value)
        owner = value.module if isinstance(value, ModuleValue) else cls
        if owner is not None and (owner, written.name) in matcher.assigned and not read.called:
            return "assigned from elsewhere"
        if cls is None or isinstance(value, ClassValue) or (isinstance(value, Instance) and value.exact):
            continue
        if matcher.overridden(cls, written.name, called=read.called):
            return "a subclass puts it there"
    return None


def _attributes(world: World, form: Form, term: int, depth: int) -> Iterator[_Read]:
    """The attributes that a value is read from, through names, alternatives and the results of calls."""
    written = form.terms[term]
    if isinstance(written, Attribute):
        yield _Read(form, term)
    if depth >= _DEEPEST:
        return
    if isinstance(written, Join):
        for option in written.options:
            yield from _attributes(world, form, option, depth + 1)
    elif isinstance(written, Load):
        for number in written.bindings:
            binding = form.bindings[number]
            if binding.kind in (BindingKind.VALUE, BindingKind.NARROWED):
                yield from _attributes(world, form, binding.term, depth + 1)
    elif isinstance(written, Narrowed):
        yield from _attributes(world, form, written.of, depth)
    elif isinstance(written, Call):
        if isinstance(form.terms[written.function], Attribute):
            yield _Read(form, written.function, called=True)
        for value in list(world.solve(TermQuestion(form.module.path, written.function))):
            function = function_in(value)
            other = None if function is None else world.form(function.path)
            if function is not None and other is not None:
                for returned, _ in other.scopes[function.scope].returns:
                    yield from _attributes(world, other, returned, depth + 1)
