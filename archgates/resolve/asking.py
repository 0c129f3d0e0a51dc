"""Calls of the class of an object that is not known, `type(x)()`, in files that name the target or a base of it."""

from __future__ import annotations

from archgates.resolve.matching import Matcher
from archgates.resolve.values import Unknown, Values
from archgates.resolve.world import TermQuestion, World
from archgates.syntax.form import Form
from archgates.syntax.terms import Attribute, Call, Free, Load


def may_make(world: World, matcher: Matcher, form: Form, term: int, values: Values) -> str | None:
    """Why a call of a term may make the target: the name of a class that the file has; None when it may not."""
    asked = _asked(form, term)
    if asked is None or not any(isinstance(value, Unknown) for value in values):
        return None
    if not any(isinstance(value, Unknown) for value in world.solve(TermQuestion(form.module.path, asked))):
        return None
    scopes = [world.scope(base) for base in sorted(matcher.bases())]
    return next((scope.name for scope in scopes if scope is not None and form.mentions(scope.name)), None)


def _asked(form: Form, term: int) -> int | None:
    """The name or attribute whose class is asked: x in `type(x)` and `x.__class__`."""
    written = form.terms[term]
    asked: int | None = None
    if isinstance(written, Attribute) and written.name == "__class__":
        asked = written.base
    elif isinstance(written, Call) and len(written.arguments) == 1 and not written.keywords:
        function = form.terms[written.function]
        asked = written.arguments[0] if isinstance(function, Load | Free) and function.name == "type" else None
    return asked if asked is not None and isinstance(form.terms[asked], Load | Free | Attribute) else None
