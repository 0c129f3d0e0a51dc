"""A search follows the target into the parameters that it is passed to."""

from __future__ import annotations

from typing import Protocol

from archgates.resolve import seeds, starred, unknown_callees
from archgates.resolve.calls import PARTIALS
from archgates.resolve.contradicted import contradicted
from archgates.resolve.decorating import decorated_parameters, functions_beside
from archgates.resolve.matching import Matcher
from archgates.resolve.passing import Taken, parameters_of
from archgates.resolve.spreading import spread_slots
from archgates.resolve.values import External, FromAnyModule, Value, released
from archgates.resolve.world import TermQuestion, World
from archgates.syntax.form import Form, Use
from archgates.syntax.terms import OPAQUE, Call


class Following(Protocol):
    """A search, as far as it is told what to follow."""

    world: World
    matcher: Matcher

    def follow(self, name: str, binder: str | None, *, local: bool = False) -> None:
        """Search a name."""

    def read(self, form: Form, name: str) -> None:
        """Read what a file does with a name."""

    def again(self, name: str, path: str) -> None:
        """Search a name of one file once more."""


def passed(search: Following, form: Form, use: Use) -> None:
    """The parameter that the target is passed to may be the target."""
    call = form.terms[use.owner] if use.owner >= 0 else None
    if not isinstance(call, Call) or not _carries(search, form, use.term):
        return
    place = f"{form.module.path}:{use.line}"
    slots = [use.slot] if use.slot is not None else spread_slots(search.world, search.matcher, form, call, use.term)
    for slot in slots:
        pass_to(search, form, call.function, slot, use.line)
        _pass_through_partial(search, form, call, slot, use.line)
    for taken in () if slots else starred.parameters(search.world, form, call, use):
        _take(search, taken, place)
    for binding, name in decorated_parameters(search.world, form, use, search.matcher.carries):
        passed_on = search.matcher.decorated.setdefault((form.module.path, binding), set())
        passed_on.add((form.module.path, use.term))
        _take(search, Taken(form.module.path, binding, name), place)


def pass_to(search: Following, form: Form, function: int, slot: str | int, line: int) -> None:
    """The target is passed to a function: the parameter that takes it is followed from now on."""
    values = list(search.world.solve(TermQuestion(form.module.path, function)))
    perhaps = unknown_callees.may_take(search.world, form, function, values, slot)
    beside = functions_beside(search.world, search.matcher, values)
    for taken in parameters_of(search.world, beside, slot):
        search.matcher.decorated.setdefault((taken.path, taken.binding), set())
        _take(search, taken, f"{form.module.path}:{line}")
    for taken in [*parameters_of(search.world, values, slot), *perhaps]:
        _take(search, taken, f"{form.module.path}:{line}")


def _pass_through_partial(search: Following, form: Form, call: Call, slot: str | int, line: int) -> None:
    """`partial(f, X, key=Y)` passes to f what stands behind it."""
    values = search.world.solve(TermQuestion(form.module.path, call.function))
    if not any(isinstance(value, External) and value.external in PARTIALS for value in values):
        return
    if call.arguments and call.arguments[0] != OPAQUE and slot != 0:
        pass_to(search, form, call.arguments[0], slot - 1 if isinstance(slot, int) else slot, line)


def _take(search: Following, taken: Taken, place: str) -> None:
    """A parameter may be the target, which is passed at a place."""
    parameter = (taken.path, taken.binding)
    for asked in contradicted(search.world, search.matcher, taken):
        search.matcher.admit(asked)
        seeds.typed(search, asked)
    keys = search.matcher.keys.setdefault(parameter, set())
    if parameter not in search.matcher.escaped or (taken.key is not None and taken.key not in keys):
        search.matcher.escaped.setdefault(parameter, place)
        keys.update(() if taken.key is None else (taken.key,))
        search.again(taken.name, taken.path)


def _carries(search: Following, form: Form, term: int) -> bool:
    """Whether the target can be got out of an argument. What may be anything of any module is not followed further."""
    values = search.world.solve(TermQuestion(form.module.path, term))
    known = [value for value in values if not _is_anything(released(value))]
    return any(search.matcher.carries(value) for value in known)


def _is_anything(value: Value) -> bool:
    return isinstance(value, FromAnyModule) and value.key is None
