"""Classes that their metaclass hands to a registry: what is called by the name of a base may be any of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from archgates.resolve import classes
from archgates.resolve.consumers import Consumer, consumer
from archgates.resolve.values import ClassValue, Definition, External, Instance, Unknown, Value, Values, released
from archgates.resolve.world import BindingQuestion, TermQuestion, World
from archgates.syntax.form import Context, Form, ScopeKind, Use
from archgates.syntax.terms import Attribute, Call, Free, Load

_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_PUT = frozenset({Context.REGISTERED, Context.MEMBER, Context.STORED})


def metaclasses(world: World, cls: Definition) -> frozenset[Definition]:
    """The metaclasses of the project that make a class, and those that they inherit from."""
    named = list(_metaclasses(world, cls))
    orders = [world.settled(partial(classes.linear, world, one)) for one in named]
    return frozenset(one for order in orders for one in order if isinstance(one, Definition))


def spellings(world: World, bases: frozenset[Definition]) -> frozenset[str]:
    """What a variable that holds one of the registered classes is called: `Model`, `model`, `model_class`, `model_cls`.

    Each of the bases whose own metaclass registers what it makes gives its name; a class is found under them all.
    """
    found: set[str] = set()
    for base in bases:
        scope = world.scope(base)
        if scope is not None and any(_registers(world, one) for one in _metaclasses(world, base)):
            snake = _WORD.sub("_", scope.name).lower()
            found |= {scope.name, snake, f"{snake}_class", f"{snake}_cls"}
    return frozenset(found)


def names_in(world: World, form: Form, metaclass: Definition) -> set[str]:
    """The names of a class that was made in the methods of its metaclass."""
    found: set[str] = set()
    for number, bound in enumerate(form.bindings):
        if _is_in(form, bound.scope, metaclass.scope):
            values = list(world.solve(BindingQuestion(form.module.path, number)))
            found |= {bound.name for value in values if _is_made_by(value, frozenset({metaclass}))}
    return found


def may_be_made(form: Form, use: Use, values: Values, spelled: frozenset[str]) -> bool:
    """Whether a use calls something unknown that is called like a registered class."""
    written = form.terms[use.term]
    if use.context is not Context.CALLED or not isinstance(written, Load | Free | Attribute):
        return False
    return written.name in spelled and any(isinstance(released(value), Unknown) for value in values)


def _metaclasses(world: World, cls: Definition) -> Iterator[Definition]:
    """The metaclasses of the project that a class or one above it names (Python's data model, 3.3.3.3)."""
    for one in world.settled(lambda: classes.linear(world, cls)):
        form = world.form(one.path) if isinstance(one, Definition) else None
        keywords = () if form is None or not isinstance(one, Definition) else form.scopes[one.scope].keywords
        for name, term in keywords:
            if name == "metaclass" and form is not None:
                values = list(world.solve(TermQuestion(form.module.path, term)))
                yield from (value.cls for value in values if isinstance(value, ClassValue))


def _registers(world: World, metaclass: Definition) -> bool:
    """Whether a metaclass, or one above it, hands the classes that it makes to something else."""
    order = world.settled(lambda: classes.linear(world, metaclass))
    own = frozenset(one for one in order if isinstance(one, Definition))
    return any(_hands_on(world, one, own) for one in own)


def _hands_on(world: World, metaclass: Definition, own: frozenset[Definition]) -> bool:
    form = world.form(metaclass.path)
    if form is None:
        return False
    for use in form.uses:
        if (use.context in _PUT or _is_passed(world, form, use)) and _is_in(form, use.scope, metaclass.scope):
            values = list(world.solve(TermQuestion(form.module.path, use.term)))
            if any(_is_made_by(value, own) for value in values) and not _is_own(world, form, use, own):
                return True
    return False


def _is_passed(world: World, form: Form, use: Use) -> bool:
    call = form.terms[use.owner] if use.context is Context.ARGUMENT and use.owner >= 0 else None
    if not isinstance(call, Call) or consumer(world, form, use) is Consumer.LOOKS:
        return False
    return not any(isinstance(value, External) for value in world.solve(TermQuestion(form.module.path, call.function)))


def _is_own(world: World, form: Form, use: Use, own: frozenset[Definition]) -> bool:
    """Whether a class is only stored on itself, or on another that the metaclass makes."""
    if use.context is not Context.STORED:
        return False
    owners = list(world.solve(TermQuestion(form.module.path, use.owner)))
    return bool(owners) and all(_is_made_by(owner, own) for owner in owners)


def _is_made_by(value: Value, metaclasses: frozenset[Definition]) -> bool:
    value = released(value)
    return isinstance(value, Instance) and value.instance_of in metaclasses


def _is_in(form: Form, scope: int, cls: int) -> bool:
    """Whether a scope is a method of a class, or lies in one."""
    while scope > 0 and form.scopes[scope].parent != cls:
        scope = form.scopes[scope].parent
    return scope > 0 and form.scopes[scope].kind is ScopeKind.FUNCTION
