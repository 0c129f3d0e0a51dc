"""Whether an unknown object may be a module of the project: `x.Engine` is the class of a module only through one."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator
from functools import partial

from archgates.resolve import classes, modules
from archgates.resolve.containers import elements
from archgates.resolve.generated import is_field
from archgates.resolve.protocols import is_protocol
from archgates.resolve.values import (
    Absent,
    AnyModule,
    Definition,
    Display,
    Many,
    ModuleValue,
    NamespaceValue,
    Parameter,
    Part,
    Value,
    class_in,
    function_in,
    released,
)
from archgates.resolve.world import TermQuestion, World
from archgates.syntax.form import BindingKind, Context, Form, ScopeKind, Use
from archgates.syntax.terms import Attribute, Call, Lambda, Load

_OF_EVERY_MODULE = frozenset({*dir(types.ModuleType("any")), "__file__", "__path__", "__all__", "__getattr__"})
_DEEPEST = 3


def may_be_of_module(world: World, value: Value, holders: Iterable[str]) -> bool:
    """Whether an attribute that is not known may be what modules, by path, have under its name.

    An object whose class does not have the attribute is no module, unless the class is a protocol that one fulfils.
    """
    return not isinstance(value, Absent) or any(_fulfils(world, path, value.instance_of) for path in sorted(holders))


def may_be_module(world: World, owner: Value) -> bool:
    """Whether an object that is not known may be a module.

    What a lambda is passed is one where a module stands beside it, as in `map(lambda m: m.Engine(), [engine])`. Of
    anything else nothing is known.
    """
    return not isinstance(owner, Parameter) or _is_passed_module(world, owner)


def may_be_handed(form: Form, use: Use) -> bool:
    """Whether handing on a value that is not known matters: not that of a variable of a function, where it was bound.

    Binding or storing matters for attributes: `kind = x.Engine` takes from an unknown object what is used later.
    """
    written = form.terms[use.term]
    if use.context in (Context.BOUND, Context.STORED):
        return isinstance(written, Attribute)
    if not isinstance(written, Load) or not written.bindings or written.stars:
        return True
    bound = [form.bindings[number] for number in written.bindings]
    return any(
        one.kind is not BindingKind.VALUE or form.scopes[one.scope].kind is not ScopeKind.FUNCTION for one in bound
    )


def _fulfils(world: World, path: str, cls: Definition) -> bool:
    order = world.settled(partial(classes.linear, world, cls))
    if None in order:
        return True
    if not world.settled(partial(is_protocol, world, cls)):
        return False
    wanted = {name for one in order if isinstance(one, Definition) for name in _members(world, one)}
    wanted -= _OF_EVERY_MODULE
    return all(world.settled(partial(modules.attribute, world, ModuleValue(path), name)) for name in sorted(wanted))


def _members(world: World, cls: Definition) -> Iterator[str]:
    """What a protocol asks for."""
    form = world.form(cls.path)
    if form is not None:
        yield from form.scopes[cls.scope].exit
        yield from form.scopes[cls.scope].declared


def _is_passed_module(world: World, owner: Parameter) -> bool:
    form = world.form(owner.path)
    if form is None or is_field(owner.binding):
        return True
    scope = form.bindings[owner.binding].target
    if form.scopes[scope].kind is not ScopeKind.LAMBDA:
        return True
    written = [number for number, term in enumerate(form.terms) if isinstance(term, Lambda) and term.scope == scope]
    uses = [around for number in written for use in form.uses_by_term(number) for around in _around(form, use)]
    return any(_beside_module(world, form, use) for use in uses)


def _around(form: Form, use: Use) -> Iterator[Use]:
    """A use, or those of the displays that it is a member of."""
    pending = [use]
    while pending:
        one = pending.pop()
        if one.context is Context.MEMBER:
            pending.extend(form.uses_by_term(one.owner))
        else:
            yield one


def _beside_module(world: World, form: Form, use: Use) -> bool:
    """Whether another argument of a call is a module or holds one; true of what is no argument.

    A function of the project may pass a module of its own, unless what it gives back decorates.
    """
    call = form.terms[use.owner] if use.owner >= 0 else None
    if use.context is not Context.ARGUMENT or not isinstance(call, Call):
        return True
    if any(one.context is Context.DECORATES for one in form.uses_by_term(use.owner)):
        return False
    callees = list(world.solve(TermQuestion(form.module.path, call.function)))
    if any(function_in(released(one)) is not None or class_in(released(one)) is not None for one in callees):
        return True
    others = [one for one in form.uses if one.owner == use.owner and one.context is Context.ARGUMENT]
    return any(_holds_module(world, form, one.term) for one in others if one.term != use.term)


def _holds_module(world: World, form: Form, term: int) -> bool:
    values = list(world.solve(TermQuestion(form.module.path, term)))
    for _ in range(_DEEPEST):
        if any(isinstance(released(one), ModuleValue | NamespaceValue | AnyModule) for one in values):
            return True
        values = [inner for one in values for inner in _inside(world, released(one))]
    return False


def _inside(world: World, value: Value) -> list[Value]:
    if not isinstance(value, Display | Many | Part):
        return []
    return [*world.settled(partial(elements, world, value)), *world.settled(partial(elements, world, value, True))]
