"""Protocols that a class fits without naming them (PEP 544): `type[P]` may be any class with the members of P."""

from __future__ import annotations

from collections.abc import Iterator

from archgates.resolve import classes, stores
from archgates.resolve.protocols import is_protocol
from archgates.resolve.values import Definition
from archgates.resolve.world import World
from archgates.syntax.form import ScopeKind

_NO_MEMBERS = frozenset({"__init__", "__slots__", "__doc__", "__module__", "__hash__"})
"""Names in the body of a protocol that ask for nothing: every class has them."""


def fitting(world: World, cls: Definition) -> tuple[Definition, ...]:
    """The protocols that a class fits, of those that classes are asked for by."""
    scope = world.scope(cls)
    if scope is None or scope.kind is not ScopeKind.CLASS:
        return ()
    return tuple(one for one in world.typed_protocols() if _fits(world, cls, one))


def _fits(world: World, cls: Definition, protocol: Definition) -> bool:
    """Whether a class has every member that a protocol asks for; one that asks for nothing says nothing."""
    if not is_protocol(world, protocol):
        return False
    order = classes.linear(world, protocol)
    members = {name for one in order if isinstance(one, Definition) for name in _members(world, one)}
    return bool(members) and all(_has(world, cls, name) for name in members)


def _members(world: World, protocol: Definition) -> Iterator[str]:
    scope = world.scope(protocol)
    if scope is not None:
        yield from (name for name in (*scope.exit, *scope.declared) if name not in _NO_MEMBERS)


def _has(world: World, cls: Definition, name: str) -> bool:
    """Whether the body or the methods of a class, or of one above it, write a name."""
    for one in classes.linear(world, cls):
        form = world.form(one.path) if isinstance(one, Definition) else None
        if form is None or not isinstance(one, Definition):
            continue
        scope = form.scopes[one.scope]
        if name in scope.exit or name in scope.declared or stores.own(form, one.scope, name):
            return True
    return False
