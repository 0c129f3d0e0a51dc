"""Whether an unknown object may be a module of the project: `x.Engine` is the class of a module only through one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from archgates.resolve import classes, modules
from archgates.resolve.containers import elements
from archgates.resolve.protocols import PROTOCOLS
from archgates.resolve.values import (
    Absent,
    AnyModule,
    Definition,
    Display,
    ModuleValue,
    NamespaceValue,
    Parameter,
    Value,
    released,
)
from archgates.resolve.world import TermQuestion, World
from archgates.syntax.form import BindingKind, Context, Form, ScopeKind, Use
from archgates.syntax.terms import Call, Lambda, Load


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


def is_variable(form: Form, term: int) -> bool:
    """Whether a term is a variable of a function, which is bound by assignments alone."""
    written = form.terms[term]
    if not isinstance(written, Load) or not written.bindings or written.stars:
        return False
    bound = [form.bindings[number] for number in written.bindings]
    return all(one.kind is BindingKind.VALUE and form.scopes[one.scope].kind is ScopeKind.FUNCTION for one in bound)


def _fulfils(world: World, path: str, cls: Definition) -> bool:
    order = world.settled(partial(classes.linear, world, cls))
    if None in order:
        return True
    if PROTOCOLS.isdisjoint(one for one in order if isinstance(one, str)):
        return False
    wanted = {name for one in order if isinstance(one, Definition) for name in _members(world, one)}
    return all(world.settled(partial(modules.attribute, world, ModuleValue(path), name)) for name in sorted(wanted))


def _members(world: World, cls: Definition) -> Iterator[str]:
    """What a protocol asks for; `__getattr__` asks for nothing by name."""
    form = world.form(cls.path)
    if form is not None:
        scope = form.scopes[cls.scope]
        yield from (name for name in {*scope.exit, *scope.declared} if name != "__getattr__")


def _is_passed_module(world: World, owner: Parameter) -> bool:
    form = world.form(owner.path)
    if form is None:
        return True
    scope = form.bindings[owner.binding].target
    if form.scopes[scope].kind is not ScopeKind.LAMBDA:
        return True
    written = next(number for number, term in enumerate(form.terms) if term == Lambda(scope))
    uses = [around for use in form.uses_by_term(written) for around in _around(form, use)]
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
    """Whether another argument of a call is a module or holds one; true of what is no argument."""
    call = form.terms[use.owner] if use.owner >= 0 else None
    if use.context is not Context.ARGUMENT or not isinstance(call, Call):
        return True
    others = [*call.arguments, *(term for _, term in call.keywords)]
    return any(_holds_module(world, form, term) for term in others if term != use.term)


def _holds_module(world: World, form: Form, term: int) -> bool:
    for value in list(world.solve(TermQuestion(form.module.path, term))):
        value = released(value)
        inside = list(world.settled(partial(elements, world, value))) if isinstance(value, Display) else [value]
        if any(isinstance(released(one), ModuleValue | NamespaceValue | AnyModule) for one in inside):
            return True
    return False
