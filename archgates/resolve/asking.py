"""Calls of the class of an object that is not known, `type(x)()`, in files that name the target or a base of it."""

from __future__ import annotations

import re

from archgates.domain.modules import Module
from archgates.resolve.matching import Matcher
from archgates.resolve.values import ClassValue, TypeOf, Unknown, Value, Values, released
from archgates.resolve.world import TermQuestion, World
from archgates.syntax.form import BindingKind, Context, Form
from archgates.syntax.terms import SELF_KEY, Attribute, Call, Free, Load

_MAKES = re.compile(rb"\btype\(\s*(?!self\s*\))[\w.\s]+\)\s*\(|(?<!\bself)\s*\.\s*__class__\s*\(")
"""`type(x)(...)` and `x.__class__(...)`, but for the object of a method by its usual name."""


def may_make(world: World, matcher: Matcher, form: Form, term: int, values: Values) -> str | None:
    """Why a call of a term may make the target: the name of a class that the file has; None when it may not."""
    x = asked(form, term)
    if x is None or not any(isinstance(value, Unknown) for value in values):
        return None
    if not any(isinstance(value, Unknown) for value in world.solve(TermQuestion(form.module.path, x))):
        return None
    scopes = [world.scope(base) for base in sorted(matcher.bases())]
    return next((scope.name for scope in scopes if scope is not None and form.mentions(scope.name)), None)


def asked(form: Form, term: int) -> int | None:
    """The name or attribute whose class is asked: x in `type(x)` and `x.__class__`."""
    written = form.terms[term]
    found: int | None = None
    if isinstance(written, Attribute) and written.name == "__class__":
        found = written.base
    elif isinstance(written, Call) and len(written.arguments) == 1 and not written.keywords:
        function = form.terms[written.function]
        found = written.arguments[0] if isinstance(function, Load | Free) and function.name == "type" else None
    return found if found is not None and isinstance(form.terms[found], Load | Free | Attribute) else None


def called(world: World, module: Module) -> frozenset[Value]:
    """The classes that a file makes objects of by `type(x)()` and `x.__class__()`, where x is known and not `self`."""
    known = world.made_by_asking.get(module.path)
    if known is None:
        form = world.form(module.path) if _MAKES.search(world.sources.data(module) or b"") else None
        found: set[Value] = set()
        for number in form.uses_of((SELF_KEY,)) if form is not None else ():
            use = form.uses[number] if form is not None else None
            if form is not None and use is not None and use.context is Context.CALLED and _is_another(form, use.term):
                found.update(world.solve(TermQuestion(module.path, use.term)))
        known = frozenset(value for value in map(released, found) if isinstance(value, ClassValue | TypeOf))
        world.made_by_asking[module.path] = known
    return known


def _is_another(form: Form, term: int) -> bool:
    """Whether the class of something is asked for that is not the object of the method."""
    x = asked(form, term)
    written = form.terms[x] if x is not None else None
    if isinstance(written, Load) and len(written.bindings) == 1:
        bound = form.bindings[written.bindings[0]]
        first = form.scopes[bound.target].first_parameter if bound.kind is BindingKind.PARAMETER else ""
        return bound.name != first
    return written is not None
