"""The value of each kind of term: attributes, elements, displays, joins (DESIGN 2.2 rule 2)."""

from __future__ import annotations

from dataclasses import replace

from archgates.resolve import enums, generated, modules, special
from archgates.resolve.attributes import attribute_of, class_asked
from archgates.resolve.containers import at_key, elements, iterated, only_text
from archgates.resolve.substitution import of_object
from archgates.resolve.values import (
    Alias,
    AnyModule,
    ClassValue,
    Definition,
    Display,
    Dynamic,
    External,
    ExternalInstance,
    FunctionValue,
    Held,
    Instance,
    Many,
    Members,
    Null,
    Parameter,
    Part,
    TextValue,
    TypeOf,
    Value,
    Values,
    add,
    class_in,
    held,
    only,
    released,
    unknown,
)
from archgates.resolve.world import (
    Reading,
    TermQuestion,
    World,
)
from archgates.syntax.form import Form
from archgates.syntax.terms import (
    Attribute,
    Concat,
    Element,
    Entered,
    InstanceOf,
    Item,
    Items,
    Join,
    Lambda,
    Subscript,
    Text,
    TypeAlias,
)

_JOINED = Display | Many | Parameter
"""What may be a container, and with `+` or `|` gives one with what is in it."""


def question(world: World, asked: TermQuestion) -> Values:
    """The value of a term, as a question of its own."""
    form = world.form(asked.path)
    return {} if form is None else world.term(form, asked.term, Reading(asked.given))


def opaque(world: World, form: Form, number: int, reading: Reading) -> Values:
    """A value that is not followed."""
    return unknown("an expression that is not followed")


def nothing(world: World, form: Form, number: int, reading: Reading) -> Values:
    """A constant."""
    return only(Null())


def text(world: World, form: Form, number: int, reading: Reading) -> Values:
    """A text constant."""
    term = form.terms[number]
    assert isinstance(term, Text)
    return only(TextValue(term.value))


def join(world: World, form: Form, number: int, reading: Reading) -> Values:
    """One of several values."""
    term = form.terms[number]
    assert isinstance(term, Join)
    result: Values = {}
    for option in term.options:
        add(result, world.term(form, option, reading))
    return result


def concat(world: World, form: Form, number: int, reading: Reading) -> Values:
    """Texts put together, when every part is one text; else the parts of containers."""
    term = form.terms[number]
    assert isinstance(term, Concat)
    parts = [world.term(form, part, reading) for part in term.parts]
    texts = [next(iter(values)) for values in parts if len(values) == 1]
    known = [value.text for value in texts if isinstance(value, TextValue)]
    if len(known) == len(parts):
        return only(TextValue("".join(known)))
    result: Values = {}
    for values in parts if not known else ():
        add(result, {one: way for one, way in values.items() if isinstance(released(one), _JOINED)})
    return result or unknown("a computed value")


def display(world: World, form: Form, number: int, reading: Reading) -> Values:
    """A container display is known by its term."""
    return only(Display(form.module.path, number))


def function(world: World, form: Form, number: int, reading: Reading) -> Values:
    """A lambda."""
    term = form.terms[number]
    assert isinstance(term, Lambda)
    return only(FunctionValue(Definition(form.module.path, term.scope)))


def type_alias(world: World, form: Form, number: int, reading: Reading) -> Values:
    """An alias stands for the annotation that it names."""
    term = form.terms[number]
    assert isinstance(term, TypeAlias)
    return only(Alias(form.module.path, term.of))


def entered(world: World, form: Form, number: int, reading: Reading) -> Values:
    """`with x as name`: what `__enter__` gives back, x itself where that is its own class."""
    term = form.terms[number]
    assert isinstance(term, Entered)
    result: Values = {}
    for value, via in world.term(form, term.of, reading).items():
        if isinstance(value, Instance):
            add(result, special.given(world, value.instance_of, *special.ENTERED))
        elif isinstance(released(value), Display):  # what a generator under `contextmanager` yields
            add(result, elements(world, value))
        elif isinstance(value, ExternalInstance | ClassValue | FunctionValue | Held):
            result[value] = via
        else:
            add(result, unknown("what a context manager gives"))
    return result


def instance_of(world: World, form: Form, number: int, reading: Reading) -> Values:
    """An object matched or caught by its class."""
    term = form.terms[number]
    assert isinstance(term, InstanceOf)
    result: Values = {}
    for value, via in world.term(form, term.of, reading).items():
        options = elements(world, value) if isinstance(value, Display) else {value: via}
        for option in options:
            option = option.held if isinstance(option, Held) else option
            if isinstance(option, ClassValue):
                result.setdefault(Instance(option.cls), via)
            elif isinstance(option, External):
                result.setdefault(ExternalInstance(option.external), via)
            else:
                add(result, unknown("an object of an unknown class"))
    return result


def attribute(world: World, form: Form, number: int, reading: Reading) -> Values:
    """`x.name` for every candidate of x."""
    term = form.terms[number]
    assert isinstance(term, Attribute)
    result: Values = {}
    for value, via in world.term(form, term.base, reading).items():
        if isinstance(value, Instance) and term.name == "__class__":
            given = class_asked(value)
        else:
            given = of_object(world, form, term.base, term.name, attribute_of(world, value, term.name), reading)
            given = {_read_from(value, one): further for one, further in given.items()}
        for found, further in given.items():
            add(result, {found: (*via, *further)[:12]})
    return result


def _read_from(owner: Value, value: Value) -> Value:
    """What an object was made with, marked as its own or another object's."""
    if isinstance(owner, Instance) and isinstance(value, Parameter) and value.of_self is None:
        return replace(value, of_self=owner.own)
    return value


def subscript(world: World, form: Form, number: int, reading: Reading) -> Values:
    """`x[key]`: a generic class, an element of a container, a member by reflection."""
    term = form.terms[number]
    assert isinstance(term, Subscript)
    result: Values = {}
    for value, via in world.term(form, term.base, reading).items():
        inner = released(value)
        if isinstance(inner, Display | Many):
            value = inner
        if isinstance(value, ClassValue | TypeOf | Held):
            if isinstance(inner, ClassValue) and (members := enums.members(world, inner.cls)):
                add(result, members)
                continue
            result.setdefault(value, via)
            add(result, special.of_class(world, cls) if (cls := class_in(inner)) is not None else {})
        elif isinstance(value, Display | Many | Instance):
            add(result, at_key(world, form, value, term.key, reading))
        elif isinstance(value, Members):
            result.setdefault(Dynamic(value.members_of, only_text(world.term(form, term.key, reading))), via)
        elif isinstance(value, External):
            add(result, _external_item(world, form, value, term.key, reading) or only(Alias(form.module.path, number)))
        else:
            add(result, elements(world, value))
    return result


def _external_item(world: World, form: Form, value: External, key: int, reading: Reading) -> Values:
    """`sys.modules["a.b"]` is the module."""
    if value.external != "sys.modules":
        return {}
    name = only_text(world.term(form, key, reading))
    return (
        only(AnyModule("a module looked up by a computed name"))
        if name is None
        else modules.named(world, name, form.module.root)
    )


def element(world: World, form: Form, number: int, reading: Reading) -> Values:
    """What iterating gives."""
    term = form.terms[number]
    assert isinstance(term, Element)
    result: Values = {}
    for value in world.term(form, term.of, reading):
        add(result, elements(world, value, keys=True))
    return result


def item(world: World, form: Form, number: int, reading: Reading) -> Values:
    """The value at a position of an unpacked value."""
    term = form.terms[number]
    assert isinstance(term, Item)
    result: Values = {}
    for value in world.term(form, term.of, reading):
        parts = iterated(world, value) if isinstance(value, Instance) else only(value)
        if isinstance(value, Instance) and (name := generated.place(world, value.instance_of, term.place)):
            add(result, attribute_of(world, value, name))
            continue
        for part in parts or only(value):
            add(result, _placed(world, released(part), term.place))
    return result


def _placed(world: World, value: Value, place: int) -> Values:
    if isinstance(value, Part) and isinstance(value.container, Members):
        return elements(world, value)
    if isinstance(value, Part) and value.pair:
        return elements(world, value.container, keys=place == 0)
    other = world.form(value.display) if isinstance(value, Display) else None
    written = other.terms[value.term] if other is not None and isinstance(value, Display) else None
    if other is not None and isinstance(written, Items) and place < len(written.items):
        return held(world.get(TermQuestion(other.module.path, written.items[place])))
    return elements(world, value)
