"""The value of each kind of term: attributes, elements, displays, joins (DESIGN 2.2 rule 2)."""

from __future__ import annotations

from archgates.resolve import classes, modules
from archgates.resolve.containers import elements
from archgates.resolve.values import (
    Alias,
    Bound,
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
    Method,
    ModuleValue,
    NamespaceValue,
    Null,
    Returner,
    Superclass,
    TextValue,
    TypeOf,
    Unknown,
    Value,
    Values,
    add,
    class_in,
    function_in,
    held,
    only,
    unknown,
)
from archgates.resolve.world import (
    RUNNING,
    ClassAttribute,
    ElementsQuestion,
    InstanceAttribute,
    Reading,
    Returned,
    TermQuestion,
    World,
)
from archgates.syntax.form import (
    Attribute,
    Concat,
    Element,
    Entered,
    Form,
    InstanceOf,
    Item,
    Items,
    Join,
    Lambda,
    Subscript,
    Table,
    Text,
)

CONTAINER_METHODS = frozenset({"get", "pop", "setdefault", "values", "items", "copy", "popitem", "keys"})
_PROPERTIES = frozenset({"property", "cached_property", "abstractproperty", "hybrid_property", "classproperty"})

_PROVEN_OTHER = (Null, TextValue, Display, Many, FunctionValue, Bound, Returner)
"""Values whose attributes are those of a built-in type."""


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
    for values in parts:
        add(result, {value: via for value, via in values.items() if isinstance(value, Display | Many)})
    return result or unknown("a computed value")


def display(world: World, form: Form, number: int, reading: Reading) -> Values:
    """A container display is known by its term."""
    return only(Display(form.module.path, number))


def function(world: World, form: Form, number: int, reading: Reading) -> Values:
    """A lambda."""
    term = form.terms[number]
    assert isinstance(term, Lambda)
    return only(FunctionValue(Definition(form.module.path, term.scope)))


def entered(world: World, form: Form, number: int, reading: Reading) -> Values:
    """`with x as name`: what `__enter__` gives back, x itself where that is its own class."""
    term = form.terms[number]
    assert isinstance(term, Entered)
    result: Values = {}
    for value, via in world.term(form, term.of, reading).items():
        if isinstance(value, Instance):
            for enter in ("__enter__", "__aenter__"):
                for method in world.get(ClassAttribute(value.instance_of, enter)):
                    if isinstance(method, FunctionValue):
                        add(result, world.get(Returned(method.function)))
        elif isinstance(value, ExternalInstance):
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
        for found, further in attribute_of(world, value, term.name).items():
            add(result, {found: (*via, *further)[:12]})
    return result


def attribute_of(world: World, value: Value, name: str) -> Values:
    """An attribute of one candidate."""
    if isinstance(value, ModuleValue) and name == "__dict__":
        return only(Members(value))
    if isinstance(value, ModuleValue | NamespaceValue | External):
        return modules.attribute(world, value, name)
    if isinstance(value, Held):
        return attribute_of(world, value.held, name) if name != "func" else only(value.held)
    if isinstance(value, ClassValue | TypeOf):
        return _on_class(world, value.cls if isinstance(value, ClassValue) else value.type_of, value, name)
    if isinstance(value, Instance):
        return _on_instance(world, value, name)
    if isinstance(value, Superclass):
        found = world.get(ClassAttribute(value.superclass_of, name, value.superclass_of))
        return _bound(found, value.superclass_of)
    if isinstance(value, Display | Many) and name in CONTAINER_METHODS:
        return only(Method(value, name))
    if isinstance(value, ExternalInstance):
        return only(External(f"{value.made_by}.{name}"))
    if isinstance(value, Bound | FunctionValue) and name == "__func__":
        return only(value)
    if isinstance(value, _PROVEN_OTHER):
        return {}
    return only(value) if isinstance(value, Unknown) else unknown("an attribute of an unknown object")


def _on_class(world: World, cls: Definition, value: ClassValue | TypeOf, name: str) -> Values:
    if name == "__class__":
        return unknown("the class of a class")
    if name == "__dict__":
        return only(Members(value))
    result: Values = {}
    for found, via in world.get(ClassAttribute(cls, name)).items():
        bound = isinstance(found, FunctionValue) and _is_classmethod(world, found.function)
        result[Bound(found.function, cls) if bound and isinstance(found, FunctionValue) else found] = via
    return result


def _on_instance(world: World, value: Instance, name: str) -> Values:
    if name == "__class__":
        return only(ClassValue(value.instance_of) if value.exact else TypeOf(value.instance_of, own=value.own))
    if name == "__dict__":
        return only(Members(value))
    result: Values = {}
    for found, via in world.get(InstanceAttribute(value.instance_of, name)).items():
        if isinstance(found, FunctionValue) and _is_property(world, found.function):
            add(result, world.get(Returned(found.function)))
        else:
            add(result, dict.fromkeys(_bound({found: via}, value.instance_of), via))
    return result


def _bound(values: Values, receiver: Definition) -> Values:
    return {
        Bound(value.function, receiver) if isinstance(value, FunctionValue) else value: via
        for value, via in values.items()
    }


def _decorator_names(world: World, definition: Definition) -> set[str]:
    form = world.form(definition.path)
    if form is None:
        return set()
    names: set[str] = set()
    for term in form.scopes[definition.scope].decorators:
        for value in world.term(form, term, RUNNING):
            found = class_in(value) or function_in(value)
            if isinstance(value, External):
                names.add(value.external.rpartition(".")[2])
            elif isinstance(value, ExternalInstance):
                names.add(value.made_by.rpartition(".")[2])
            elif found is not None:
                names.add(world.name(found).rpartition(".")[2])
    return names


def _is_property(world: World, definition: Definition) -> bool:
    return not _PROPERTIES.isdisjoint(_decorator_names(world, definition))


def _is_classmethod(world: World, definition: Definition) -> bool:
    return "classmethod" in _decorator_names(world, definition)


def subscript(world: World, form: Form, number: int, reading: Reading) -> Values:
    """`x[key]`: a generic class, an element of a container, a member by reflection."""
    term = form.terms[number]
    assert isinstance(term, Subscript)
    result: Values = {}
    for value, via in world.term(form, term.base, reading).items():
        if isinstance(value, ClassValue | TypeOf | Held):
            result.setdefault(value, via)
        elif isinstance(value, Display | Many):
            add(result, at_key(world, form, value, term.key, reading))
        elif isinstance(value, Members):
            result.setdefault(Dynamic(value.members_of, _only_text(world.term(form, term.key, reading))), via)
        elif isinstance(value, External):
            add(result, _external_item(world, form, value, term.key, reading) or only(Alias(form.module.path, number)))
        else:
            add(result, unknown("an element of an unknown container"))
    return result


def _external_item(world: World, form: Form, value: External, key: int, reading: Reading) -> Values:
    """`sys.modules["a.b"]` is the module."""
    if value.external != "sys.modules":
        return {}
    name = _only_text(world.term(form, key, reading))
    return unknown("a module by a computed name") if name is None else modules.named(world, name, form.module.root)


def _only_text(values: Values) -> str | None:
    if len(values) != 1:
        return None
    value = next(iter(values))
    return value.text if isinstance(value, TextValue) else None


def at_key(world: World, form: Form, container: Display | Many, key: int, reading: Reading) -> Values:
    """The entry of a known key, else every element."""
    if isinstance(container, Display):
        name = _only_text(world.term(form, key, reading))
        other = world.form(container.display)
        table = None if other is None else other.terms[container.term]
        if name is not None and other is not None and isinstance(table, Table):
            matching: Values = {}
            for key_term, value_term in table.entries:
                path = container.display
                if key_term >= 0 and _only_text(world.get(TermQuestion(path, key_term))) == name:
                    add(matching, held(world.get(TermQuestion(path, value_term))))
            if matching:
                return matching
    return elements(world, container)


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
        other = world.form(value.display) if isinstance(value, Display) else None
        written = other.terms[value.term] if other is not None and isinstance(value, Display) else None
        if other is not None and isinstance(written, Items) and term.place < len(written.items):
            add(result, held(world.get(TermQuestion(other.module.path, written.items[term.place]))))
        else:
            add(result, elements(world, value))
    return result


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
    for part in parts:
        add(result, held(world.get(TermQuestion(asked.path, part))))
    if not asked.keys:
        add(result, _registered(world, form, Display(asked.path, asked.term)))
    return result


def _registered(world: World, form: Form, container: Display) -> Values:
    """What `container[key] = value` put into a display of the same module."""
    result: Values = {}
    for store in classes.outside_stores(form, "[]"):
        if container in world.get(TermQuestion(form.module.path, store.base)):
            add(result, held(world.get(TermQuestion(form.module.path, store.value))))
    return result
