"""Objects of the project's own container classes that are filled where they are made: `Registry({"a": A})`."""

from __future__ import annotations

from collections.abc import Iterator

from archgates.resolve.values import Definition, Instance, Order, Value, Values
from archgates.resolve.world import OrderQuestion, TermQuestion, World
from archgates.syntax.form import Form
from archgates.syntax.terms import Call, Items, Table

_CONTAINERS = frozenset(
    {
        *("builtins.dict", "builtins.list", "builtins.set", "builtins.frozenset", "builtins.tuple"),
        *("typing.Dict", "typing.List", "typing.Set", "typing.FrozenSet", "typing.Tuple"),
        *("collections.OrderedDict", "collections.UserDict", "collections.UserList", "collections.deque"),
        *("typing.OrderedDict", "typing.Deque"),
    }
)


def in_sight(form: Form, number: int) -> bool:
    """Whether a call passes a display that is written in it."""
    term = form.terms[number]
    return isinstance(term, Call) and any(isinstance(form.terms[one], Items | Table) for one in term.arguments)


def cast(noted: Values, values: Values) -> Values:
    """What a cast says, with the containers that are filled inside the cast in place of others of their class."""
    made: Values = {one: via for one, via in values.items() if isinstance(one, Instance) and one.source is not None}
    known = {Instance(one.instance_of) for one in made if isinstance(one, Instance)}
    return {**{one: via for one, via in noted.items() if one not in known}, **made}


def is_container(world: World, cls: Definition) -> bool:
    """Whether the objects of a class are built-in containers as well."""
    orders = [value.classes for value in world.get(OrderQuestion(cls)) if isinstance(value, Order)]
    return any(one in _CONTAINERS for order in orders for one in order)


def displays(world: World, value: Instance) -> Iterator[Value]:
    """The displays that a container was filled with when it was made."""
    form = None if value.source is None else world.form(value.source.path)
    if form is None or value.source is None or value.source.call < 0 or not is_container(world, value.instance_of):
        return
    call = form.terms[value.source.call]
    for number in call.arguments if isinstance(call, Call) else ():
        if isinstance(form.terms[number], Items | Table):
            yield from world.get(TermQuestion(form.module.path, number))
