"""Constructors that are not written out: those of dataclasses, named tuples, attrs classes and models.

A class of the project without an `__init__` of the project that is called with arguments gives them to its fields:
what its body annotates, in the order of the text, those of its bases first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from archgates.resolve import special
from archgates.resolve.annotations import ANY_CLASS, annotated
from archgates.resolve.values import (
    AnyModule,
    Definition,
    Display,
    External,
    FunctionValue,
    Null,
    Order,
    Parameter,
    TextValue,
    Unknown,
    Values,
    add,
    class_in,
)
from archgates.resolve.world import RUNNING, ClassAttribute, OrderQuestion, TermQuestion, World
from archgates.syntax.form import Binding, BindingKind, Form, ScopeKind
from archgates.syntax.terms import Attribute, Call, Free, Items, Load

_FIRST = -2
"""Fields are known as parameters are, by a number below those of bindings."""
_MARKERS = frozenset({"attr.ib", "attr.attrib"})
"""What marks the fields of a class under `attr.s`, whether they are annotated or not."""
_CONTAINERS = frozenset({"NamedTuple", "TypedDict"})
CHANGED_COPIES = frozenset({"dataclasses.replace", "copy.replace", "attr.evolve", "attr.assoc", "attrs.evolve"})
"""Functions that make an object from another one and from new values for some of its fields."""


class Field(NamedTuple):
    """One field of a class."""

    owner: Definition
    name: str
    number: int
    """What stands for its binding in a Parameter."""
    by_place: bool
    only_passed: bool = False
    """An `InitVar`: no attribute, but an argument of `__post_init__`."""


def fields(world: World, cls: Definition) -> list[Field]:
    """The fields that calling a class fills, those of bases first; none where an `__init__` of the project does it."""
    if any(isinstance(one, FunctionValue) for one in world.get(ClassAttribute(cls, "__init__"))):
        return []
    found: dict[str, Field] = {}
    for owner in reversed(_order(world, cls)):
        found.update((field.name, field) for field in _own(world, owner))
    return list(found.values())


def annotation_of(number: int) -> int:
    """The term that tells what a field holds."""
    return _FIRST - number


def is_field(number: int) -> bool:
    """Whether the number of a Parameter's binding stands for a field."""
    return number <= _FIRST


def passed(world: World, cls: Definition, name: str) -> Values:
    """What an attribute is that the call of a class fills: as for a parameter, what the annotation leaves open."""
    if not any(_may_have(world, owner, name) for owner in _order(world, cls)):
        return {}
    field = next((one for one in fields(world, cls) if one.name == name and not one.only_passed), None)
    return {} if field is None else _parameter(world, field)


def _parameter(world: World, field: Field) -> Values:
    form = world.form(field.owner.path)
    if form is None:
        return {}
    noted = annotated(world, form, annotation_of(field.number), field.owner)
    if any(isinstance(value, AnyModule) for value in noted):
        return {}
    takes_class = ANY_CLASS in noted
    known = any(not isinstance(value, Unknown | Null) for value in noted)
    if known and not takes_class and not any(special.is_open(world, value) for value in noted):
        return {}
    reason = f"{field.name} is a field of {world.name(field.owner)}"
    return {Parameter(reason, field.owner.path, field.number, typed=known, takes_class=takes_class): ()}


def filled(world: World, cls: Definition, slot: str | int) -> Field | None:
    """The field that takes the argument at a place or of a keyword, if it may be a class for all that is annotated."""
    field = _at(world, cls, slot)
    return field if field is not None and (field.only_passed or _parameter(world, field)) else None


def _at(world: World, cls: Definition, slot: str | int) -> Field | None:
    among = fields(world, cls)
    if isinstance(slot, str):
        return next((field for field in among if field.name == slot), None)
    by_place = [field for field in among if field.by_place]
    return by_place[slot] if slot < len(by_place) else None


def place(world: World, cls: Definition, number: int) -> str | None:
    """The attribute at a place, for patterns and for named tuples: by `__match_args__`, else by the fields."""
    for value in world.get(ClassAttribute(cls, "__match_args__")):
        form = world.form(value.display) if isinstance(value, Display) else None
        written = form.terms[value.term] if form is not None and isinstance(value, Display) else None
        if form is not None and isinstance(written, Items) and number < len(written.items):
            texts = world.get(TermQuestion(form.module.path, written.items[number]))
            return next((text.text for text in texts if isinstance(text, TextValue)), None)
    field = _at(world, cls, number)
    return None if field is None else field.name


def contents(world: World, cls: Definition) -> Values:
    """What the objects of a class hold that are tuples or tables by themselves: the values of all fields."""
    result: Values = {}
    if is_container(world, cls):
        for field in fields(world, cls):
            add(result, passed(world, cls, field.name))
    return result


def is_container(world: World, cls: Definition) -> bool:
    """Whether the objects of a class are tuples or tables of its fields."""
    orders = [value.classes for value in world.get(OrderQuestion(cls)) if isinstance(value, Order)]
    return any(isinstance(base, str) and base.rpartition(".")[2] in _CONTAINERS for order in orders for base in order)


def owner(form: Form, number: int) -> int | None:
    """The class, by its scope, that a field belongs to."""
    told = annotation_of(number)
    for scope_number, scope in enumerate(form.scopes):
        if scope.kind is not ScopeKind.CLASS:
            continue
        bound = [form.bindings[one] for numbers in scope.own.values() for one in numbers]
        if told in scope.declared.values() or any(told in (one.annotation, one.term) for one in bound):
            return scope_number
    return None


def copied(world: World, form: Form, call: Call, slot: str | int | None) -> Iterator[Field]:
    """The fields that `replace(x, name=value)` and `x._replace(name=value)` fill."""
    if not isinstance(slot, str):
        return
    function = form.terms[call.function]
    if isinstance(function, Attribute) and function.name == "_replace":
        objects: Values = world.term(form, function.base, RUNNING)
    elif call.arguments and any(_changes(one) for one in world.term(form, call.function, RUNNING)):
        objects = world.term(form, call.arguments[0], RUNNING)
    else:
        return
    for value in objects:
        cls = class_in(value)
        field = filled(world, cls, slot) if cls is not None else None
        if field is not None:
            yield field


def _order(world: World, cls: Definition) -> list[Definition]:
    orders = [value.classes for value in world.get(OrderQuestion(cls)) if isinstance(value, Order)]
    return [one for one in orders[0] if isinstance(one, Definition)] if orders else [cls]


def _may_have(world: World, cls: Definition, name: str) -> bool:
    scope = world.scope(cls)
    return scope is not None and (name in scope.declared or name in scope.own)


def _changes(value: object) -> bool:
    return isinstance(value, External) and value.external in CHANGED_COPIES


def _own(world: World, cls: Definition) -> Iterator[Field]:
    """The fields of one class body."""
    form = world.form(cls.path)
    if form is None:
        return
    scope = form.scopes[cls.scope]
    only_by_name = False
    found: list[tuple[int, str]] = [(term, name) for name, term in scope.declared.items()]
    bound = [(name, form.bindings[one]) for name, numbers in scope.own.items() for one in numbers]
    found.extend((term, name) for name, one in bound if (term := _tells(world, form, one)) >= 0)
    marked = {name for name, one in bound if _is_marked(world, form, one)}
    if marked:  # what `attr.s` does not see is no field
        found = [(term, name) for term, name in found if name in marked]
    for term, name in sorted(found):
        written = _name(form, term)
        if written == "KW_ONLY":
            only_by_name = True
        elif written != "ClassVar":
            yield Field(cls, name, _FIRST - term, not only_by_name, only_passed=written == "InitVar")


def _tells(world: World, form: Form, bound: Binding) -> int:
    """The term by which a binding in a class body is a field: its annotation, or `attr.ib(...)`."""
    written = form.terms[bound.term] if bound.kind is BindingKind.VALUE and bound.term >= 0 else None
    if isinstance(written, Call) and any(name == "init" for name, _ in written.keywords):
        return -1  # `field(init=False)`: nobody passes it
    if bound.annotation >= 0:
        return bound.annotation
    return bound.term if _is_marked(world, form, bound) else -1


def _is_marked(world: World, form: Form, bound: Binding) -> bool:
    """Whether a name is bound to `attr.ib(...)`."""
    written = form.terms[bound.term] if bound.kind is BindingKind.VALUE and bound.term >= 0 else None
    if not isinstance(written, Call):
        return False
    callees = world.term(form, written.function, RUNNING)
    return any(isinstance(value, External) and value.external in _MARKERS for value in callees)


def _name(form: Form, number: int) -> str:
    """The last name that an annotation begins with."""
    term = form.terms[number]
    while not isinstance(term, Load | Free | Attribute):
        base = getattr(term, "base", -1)
        if not isinstance(base, int) or base < 0:
            return ""
        term = form.terms[base]
    return term.name
