"""What a container holds: the elements of displays, of annotated containers and of values that hold one."""

from __future__ import annotations

from dataclasses import replace

from archgates.resolve import enums, filled, generated, made, special, stores
from archgates.resolve.values import (
    DEEPEST_PART,
    ClassValue,
    Display,
    Dynamic,
    Held,
    Instance,
    Kept,
    Many,
    Members,
    Parameter,
    Part,
    TextValue,
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
    ElementsQuestion,
    InstanceAttribute,
    KeptQuestion,
    Reading,
    TermQuestion,
    World,
)
from archgates.syntax.form import Form
from archgates.syntax.terms import Call, Items, Table


def elements(world: World, value: Value, keys: bool = False) -> Values:
    """Every element of a container: the values of a table, or with `keys` what iterating over it gives."""
    result: Values
    if isinstance(value, Held):
        return elements(world, value.held, keys)
    if isinstance(value, Many):
        return held(only(value.element))
    if isinstance(value, Part) and isinstance(value.container, Members) and (value.pair or value.name == "values"):
        return only(Dynamic(value.container.members_of, None))
    if isinstance(value, Part):
        if value.pair:  # a key or a value
            result = dict(elements(world, value.container, keys=True))
            add(result, elements(world, value.container))
            return result
        return (
            elements(world, value.container) if value.name == "values" else only(Part(value.container, "items", True))
        )
    if isinstance(value, Display):
        return world.get(ElementsQuestion(value.display, value.term, keys))
    if isinstance(value, Instance):
        result = {}
        for inner in iterated(world, value):
            add(result, elements(world, inner, keys))
        add(result, _from_iterators(world, value))
        for inner in filled.displays(world, value):
            add(result, elements(world, inner, keys))
        if not result or not keys:
            add(result, special.at_key(world, value.instance_of))
            add(result, generated.contents(world, value.instance_of))
        return result or unknown("an element of an object")
    if isinstance(value, ClassValue):
        return enums.members(world, value.cls) or unknown("an element of a class")
    if isinstance(value, Dynamic) and value.key is not None and (cls := class_in(value.owner)) is not None:
        result = {}
        for inner in world.get(InstanceAttribute(cls, value.key)):
            add(result, elements(world, inner, keys))
        return result
    if isinstance(value, Parameter):
        return only(replace(value, depth=min(value.depth + 1, DEEPEST_PART)))
    return unknown("an element of an unknown container")


def iterated(world: World, value: Instance) -> Values:
    """What the `__iter__` of an object returns where that is a container, else what its `__next__` gives."""
    result: Values = {}
    for inner, via in special.given(world, value.instance_of, *special.ITERATED).items():
        if not isinstance(released(inner), Instance):
            add(result, {inner: via})
    return result


def next_of(world: World, value: Value) -> Values:
    """`next(x)`."""
    if isinstance(value, Instance) and (found := special.given(world, value.instance_of, *special.NEXT)):
        return held(found)
    return elements(world, value, keys=True)


def _from_iterators(world: World, value: Instance) -> Values:
    """What iterating over an object gives whose `__iter__` returns an object with a `__next__`."""
    result: Values = {}
    for inner in special.given(world, value.instance_of, *special.ITERATED):
        if isinstance(inner, Instance):
            add(result, held(special.given(world, inner.instance_of, *special.NEXT)))
    return result


def keys_of(world: World, value: Display) -> Values:
    """The keys of a table, or the elements of any other display."""
    return elements(world, value, keys=True)


def display_elements(world: World, asked: ElementsQuestion) -> Values:
    """The elements written in a display, and those that the same module registers in it later."""
    form = world.form(asked.path)
    if form is None:
        return world.unreadable()
    result: Values = {}
    written = form.terms[asked.term]
    parts: tuple[int, ...] = ()
    if isinstance(written, Items):
        parts = written.items
    elif isinstance(written, Table):
        parts = tuple(key if asked.keys else part for key, part in written.entries if key >= 0)
        for key, part in written.entries:
            if key < 0:
                for inner in world.get(TermQuestion(asked.path, part)):
                    add(result, elements(world, inner, asked.keys))
    elif isinstance(written, Call):
        for inside in made.elements(world, form, written, asked.keys):
            add(result, inside)
    for part in parts:
        add(result, held(world.get(TermQuestion(asked.path, part))))
    if not asked.keys or isinstance(written, Items) or made.is_listed(world, form, asked.term):
        add(result, _registered(world, form, asked.term))
    return result or unknown("what is put into a container that starts empty")


def _registered(world: World, form: Form, display: int) -> Values:
    """What `container[key] = value` or `container.append(value)` put into a display of the same module."""
    result: Values = {}
    stored = stores.outside(form, "[]")
    for number in sorted(number for _, number in _kept(world, KeptQuestion(form.module.path, display))):
        add(result, held(world.get(TermQuestion(form.module.path, stored[number].value))))
    return result


def kept(world: World, asked: KeptQuestion) -> Values:
    """The displays of a file with the stores into them, as the only value.

    Asked once for a file, and from there for each display: a display whose stores stay the same is not asked again.
    """
    form = world.form(asked.path)
    if asked.display is not None:
        of_file = _kept(world, KeptQuestion(asked.path))
        return only(Kept(frozenset(pair for pair in of_file if pair[0] == asked.display)))
    pairs: set[tuple[int, int]] = set()
    for number, store in enumerate(stores.outside(form, "[]") if form is not None else ()):
        for value in map(released, world.get(TermQuestion(asked.path, store.base))):
            if isinstance(value, Display) and value.display == asked.path:
                pairs.add((value.term, number))
    return only(Kept(frozenset(pairs)))


def _kept(world: World, asked: KeptQuestion) -> set[tuple[int, int]]:
    return {pair for value in world.get(asked) if isinstance(value, Kept) for pair in value.stores}


def only_text(values: Values) -> str | None:
    """The text that a value surely is, or None."""
    if len(values) != 1:
        return None
    value = next(iter(values))
    return value.text if isinstance(value, TextValue) else None


def at_key(world: World, form: Form, container: Display | Many | Instance, key: int, reading: Reading) -> Values:
    """The entry of a known key, else every element."""
    if isinstance(container, Instance):
        result = special.at_key(world, container.instance_of)
        for inner in filled.displays(world, container):
            add(result, at_key(world, form, inner, key, reading) if isinstance(inner, Display) else {})
        return result or elements(world, container)
    if isinstance(container, Display):
        name = only_text(world.term(form, key, reading))
        other = world.form(container.display)
        table = None if other is None else other.terms[container.term]
        if name is not None and other is not None and isinstance(table, Table):
            matching: Values = {}
            for key_term, value_term in table.entries:
                path = container.display
                if key_term >= 0 and only_text(world.get(TermQuestion(path, key_term))) == name:
                    add(matching, held(world.get(TermQuestion(path, value_term))))
            if matching:
                return matching
    return elements(world, container)
