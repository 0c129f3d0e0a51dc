"""Classes: bases, method resolution order, and attributes of classes and objects (DESIGN 2.2 rule 6)."""

from __future__ import annotations

from archgates.resolve import generated, modules, stores
from archgates.resolve.annotations import annotated
from archgates.resolve.values import (
    Alias,
    ClassValue,
    Definition,
    Display,
    External,
    Linear,
    Null,
    Order,
    Unknown,
    Values,
    add,
    only,
    released,
    through,
    unknown,
)
from archgates.resolve.world import (
    RUNNING,
    ClassAttribute,
    InstanceAttribute,
    OrderQuestion,
    World,
    enclosing_class,
)
from archgates.syntax.form import Form, Store
from archgates.syntax.terms import Subscript

own_class = enclosing_class
_WITHOUT_ATTRIBUTES = frozenset(
    {
        *("builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol"),
        *("typing_extensions.Generic", "typing_extensions.Protocol"),
    }
)
"""Classes from outside that bring nothing that code reads by name."""


def base(world: World, form: Form, term: int) -> Values:
    """A base such as `Base[int]` is the class that is subscripted."""
    while isinstance(written := form.terms[term], Subscript):
        term = written.base
    return world.term(form, term, RUNNING)


def linear(world: World, cls: Definition) -> Linear:
    """The method resolution order of a class: C3, or left to right where C3 has no answer."""
    orders = [value.classes for value in world.get(OrderQuestion(cls)) if isinstance(value, Order)]
    return max(orders, key=len) if orders else (cls,)


def order(world: World, question: OrderQuestion) -> Values:
    """The method resolution order, as the only value."""
    cls = question.order_of
    form = world.form(cls.path)
    if form is None:
        return only(Order((cls, None)))
    orders: list[list[Definition | str | None]] = []
    direct: list[Definition | str | None] = []
    for term in form.scopes[cls.scope].bases:
        parent = _one(base(world, form, term))
        if parent == cls:
            continue
        direct.append(parent)
        above = linear(world, parent) if isinstance(parent, Definition) else (parent,)
        orders.append([one for one in above if one != cls])  # a class above itself is a mistake in the text
    return only(Order((cls, *_merged([*orders, direct]))))


def _one(values: Values) -> Definition | str | None:
    """The class that a base is: of several candidates the first of the project."""
    external: str | None = None
    classes = [value.cls for value in map(released, values) if isinstance(value, ClassValue)]
    if classes:
        return min(classes)
    for value in values:
        if isinstance(value, External):
            external = value.external
        elif isinstance(value, Alias):
            external = "typing.Generic"
    return external


def _merged(orders: list[list[Definition | str | None]]) -> list[Definition | str | None]:
    result: list[Definition | str | None] = []
    lost = any(None in order for order in orders)
    orders = [[one for one in order if one is not None] for order in orders]
    while any(orders):
        head = next(
            (
                order[0]
                for order in orders
                if order and not any(order[0] in other[1:] for other in orders if other is not order)
            ),
            None,
        )
        if head is None:
            head = next(order[0] for order in orders if order)
        result.append(head)
        orders = [[one for one in order if one != head] for order in orders]
    return [*result, None] if lost else result


def derives(world: World, cls: Definition, base: Definition) -> bool:
    """Whether a class is another one or inherits from it."""
    return base in linear(world, cls)


def class_attribute(world: World, question: ClassAttribute) -> Values:
    """The first class along the order that has the name in its body; an unknown base may have it too."""
    order = linear(world, question.cls)
    if question.after is not None:
        order = order[order.index(question.after) + 1 :] if question.after in order else ()
    result: Values = {}
    for cls in order:
        if cls is None:
            add(result, unknown(f"{world.name(question.cls)} has a base that cannot be resolved"))
        elif isinstance(cls, str):
            if cls not in _WITHOUT_ATTRIBUTES:
                add(result, only(External(f"{cls}.{question.name}")))
        else:
            found = _in_body(world, cls, question.name)
            if found is not None:
                add(result, found)
                return result
    return result


def _in_body(world: World, cls: Definition, name: str) -> Values | None:
    """What a class's own body and methods put on the class; None when they do not write the name."""
    form = world.form(cls.path)
    if form is None:
        return world.unreadable()
    scope = form.scopes[cls.scope]
    result = modules.bindings(world, form, name, scope.exit.get(name, ()), RUNNING)
    for store in stores.own(form, cls.scope, name):
        if stores.on_class(form, store):
            add(result, _stored(world, form, store))
    for store in stores.outside(form, name):
        for owner in world.term(form, store.base, RUNNING):
            if isinstance(owner, ClassValue) and owner.cls == cls:
                add(result, _stored(world, form, store))
    if name in scope.declared and all(isinstance(value, Unknown) for value in result):
        noted = annotated(world, form, scope.declared[name], cls)
        hop = world.hop(form, cls.scope, name, scope.line)
        return through(noted, hop) if noted else result
    written = name in scope.exit or name in scope.declared or result
    return result if written else None


def instance_attribute(world: World, question: InstanceAttribute) -> Values:
    """The class attribute joined with every `self.name = ...` along the order."""
    result: Values = {}
    for cls in linear(world, question.instance_of):
        if isinstance(cls, Definition):
            form = world.form(cls.path)
            for store in () if form is None else stores.own(form, cls.scope, question.name):
                if form is not None and not stores.on_class(form, store):
                    add(result, _stored(world, form, store))
    on_class = world.get(ClassAttribute(question.instance_of, question.name))
    if result:
        on_class = {value: via for value, via in on_class.items() if not isinstance(value, External)}
    add(result, on_class)
    add(result, generated.passed(world, question.instance_of, question.name))
    if any(_declares(world, cls, question.name) for cls in linear(world, question.instance_of)):
        known: Values = {value: via for value, via in result.items() if type(value) is not Unknown}
        return known or result
    return result


def _declares(world: World, cls: Definition | str | None, name: str) -> bool:
    """Whether a class annotates an attribute in its body."""
    form = world.form(cls.path) if isinstance(cls, Definition) else None
    return form is not None and isinstance(cls, Definition) and name in form.scopes[cls.scope].declared


def _stored(world: World, form: Form, store: Store) -> Values:
    values = world.term(form, store.value, RUNNING)
    if store.annotation >= 0 and store.name != "[]":
        own = enclosing_class(form, store.scope)
        me = None if own is None else Definition(form.module.path, own)
        noted = annotated(world, form, store.annotation, me)
        known: Values = {value: via for value, via in noted.items() if not isinstance(value, Unknown)}
        blank = all(isinstance(value, Unknown | Null | Display) for value in values)
        if known and blank:
            values = {**known, **{value: via for value, via in values.items() if not isinstance(value, Unknown)}}
    return through(values, world.hop(form, store.scope, store.name, store.line))
