"""Protocols that ask for something to call: `__call__` says what the call gives, as `Callable` does (PEP 544)."""

from __future__ import annotations

from archgates.resolve import classes
from archgates.resolve.values import Definition, External, FunctionValue, Instance, Values
from archgates.resolve.world import ClassAttribute, Returned, World
from archgates.syntax.form import BindingKind

_PROTOCOLS = frozenset({"typing.Protocol", "typing_extensions.Protocol"})


def given(world: World, value: Instance) -> Values:
    """What calling an object gives that is only known to fulfil a protocol; a class fulfils it too."""
    cls = None if value.exact or value.own else _as_checked(world, value.instance_of)
    if cls is None or not is_protocol(world, cls):
        return {}
    for method in world.get(ClassAttribute(cls, "__call__")):
        if isinstance(method, FunctionValue):
            return world.get(Returned(method.function))
    return {}


def is_protocol(world: World, cls: Definition) -> bool:
    """Whether a class only says what others have: `Protocol` is among its own bases. An heir without it is concrete."""
    form = world.form(cls.path)
    bases = () if form is None else form.scopes[cls.scope].bases
    values = [value for term in bases if form is not None for value in classes.base(world, form, term)]
    return any(isinstance(value, External) and value.external in _PROTOCOLS for value in values)


def _as_checked(world: World, cls: Definition) -> Definition:
    """The class that type checkers see in place of one: `if TYPE_CHECKING: class Makes(Protocol): ...`."""
    form = world.form(cls.path)
    if form is None:
        return cls
    scope = form.scopes[cls.scope]
    bound = [form.bindings[number] for number in form.scopes[scope.parent].own.get(scope.name, ())]
    seen = [one.target for one in bound if one.typing and one.kind is BindingKind.CLASS]
    return Definition(cls.path, seen[-1]) if seen else cls
