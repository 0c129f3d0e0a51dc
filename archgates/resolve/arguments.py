"""A search follows the target into the parameters that it is passed to."""

from __future__ import annotations

from typing import Protocol

from archgates.resolve import generated, seeds, starred, unknown_callees
from archgates.resolve.consumers import Consumer, consumer
from archgates.resolve.contradicted import contradicted
from archgates.resolve.decorating import decorated_parameters, functions_beside
from archgates.resolve.matching import Matcher
from archgates.resolve.outside import PARTIALS
from archgates.resolve.passing import Taken, every_parameter, of_field, of_method, parameters_of
from archgates.resolve.spreading import spread_slots
from archgates.resolve.values import (
    Definition,
    External,
    ExternalInstance,
    FromAnyModule,
    Instance,
    Unknown,
    Value,
    released,
)
from archgates.resolve.world import TermQuestion, World
from archgates.syntax.form import Binding, Form, Store, Use
from archgates.syntax.terms import OPAQUE, Call, Items


class Following(Protocol):
    """A search, as far as it is told what to follow."""

    world: World
    matcher: Matcher

    def follow(self, name: str, binder: str | None, *, local: bool = False) -> None:
        """Search a name."""

    def read(self, form: Form, name: str) -> None:
        """Read what a file does with a name."""

    def field(self, taken: Taken) -> None:
        """A field of a class may be the target."""

    def again(self, name: str, path: str) -> None:
        """Search a name of one file once more."""


def passed(search: Following, form: Form, use: Use) -> None:
    """The parameter that the target is passed to may be the target."""
    call = form.terms[use.owner] if use.owner >= 0 else None
    if not _carries(search, form, use.term):
        return
    if not isinstance(call, Call):
        _pass_to_hook(search, form, use)
        return
    place = f"{form.module.path}:{use.line}"
    for field in search.world.settled(lambda: list(generated.copied(search.world, form, call, use.slot))):
        _take(search, of_field(field), place)
    _pass_beside(search, form, call, use)
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
    values = list(search.world.solve(TermQuestion(form.module.path, call.function)))
    outside = {value.external for value in values if isinstance(value, External)}
    if outside.isdisjoint(PARTIALS) or not call.arguments or call.arguments[0] == OPAQUE or slot == 0:
        return
    shift = 0 if "functools.partialmethod" in outside else 1  # the object comes first
    pass_to(search, form, call.arguments[0], slot - shift if isinstance(slot, int) else slot, line)


def member_made(search: Following, form: Form, binding: Binding) -> None:
    """`NAME = (X, 1)` in an enum passes X, as a part of the tuple, to the `__init__` of the enum."""
    cls = Definition(form.module.path, binding.scope)
    written = form.terms[binding.term]
    for place, part in enumerate(written.items if isinstance(written, Items) else (binding.term,)):
        if _carries(search, form, part):
            for name in ("__init__", "__new__"):
                for taken in of_method(search.world, cls, name, place):
                    _take(search, taken, f"{form.module.path}:{binding.line}")


def _pass_beside(search: Following, form: Form, call: Call, use: Use) -> None:
    """`map(f, xs)`, `submit(f, x)`: a function that is passed beside the target may be called with it, from outside.

    Not by what only looks at the target: `raises(Error, f)` calls f with other things.
    """
    if consumer(search.world, form, use) is Consumer.LOOKS:
        return
    callees = list(search.world.solve(TermQuestion(form.module.path, call.function)))
    if not any(isinstance(released(callee), External | ExternalInstance | Unknown) for callee in callees):
        return
    terms = [*call.arguments, *(term for _, term in call.keywords)]
    for term in terms:
        if term in (use.term, OPAQUE):
            continue
        for value in list(search.world.solve(TermQuestion(form.module.path, term))):
            for taken in every_parameter(search.world, released(value)):
                _take(search, taken, f"{form.module.path}:{use.line}")


def kept(search: Following, form: Form, store: Store) -> None:
    """`x[key] = X` passes to the `__setitem__` of the project."""
    for owner in list(search.world.solve(TermQuestion(form.module.path, store.base))):
        if isinstance(owner, Instance):
            for taken in of_method(search.world, owner.instance_of, "__setitem__", 1):
                _take(search, taken, f"{form.module.path}:{store.line}")


def _pass_to_hook(search: Following, form: Form, use: Use) -> None:
    """`class Heir(Base, kind=X)` passes to the `__init_subclass__` of the base."""
    for number, scope in enumerate(form.scopes):
        if isinstance(use.slot, str) and (use.slot, use.term) in scope.keywords:
            cls = Definition(form.module.path, number)
            for taken in of_method(search.world, cls, "__init_subclass__", use.slot, after=cls):
                _take(search, taken, f"{form.module.path}:{use.line}")


def _take(search: Following, taken: Taken, place: str) -> None:
    """A parameter may be the target, which is passed at a place."""
    parameter = (taken.path, taken.binding)
    for asked in contradicted(search.world, search.matcher, taken):
        search.matcher.admit(asked)
        seeds.typed(search, asked)
    if generated.is_field(taken.binding):
        search.field(taken)
    keys = search.matcher.keys.setdefault(parameter, set())
    if parameter not in search.matcher.escaped or (taken.key is not None and taken.key not in keys):
        search.matcher.escaped.setdefault(parameter, place)
        keys.update(() if taken.key is None else (taken.key,))
        search.again(taken.name, taken.path)


def _carries(search: Following, form: Form, term: int) -> bool:
    """Whether the target can be got out of an argument. What may be anything of any module is not followed further."""
    values = search.world.solve(TermQuestion(form.module.path, term))
    known = [value for value in values if not _is_anything(released(value))]
    return any(search.matcher.carries(value, anything=False) for value in known)


def _is_anything(value: Value) -> bool:
    return isinstance(value, FromAnyModule) and value.key is None
