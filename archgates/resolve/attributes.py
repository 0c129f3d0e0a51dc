"""Attributes of a value: of modules, classes, objects, `super()` and outside names (DESIGN 2.2 rules 5, 6)."""

from __future__ import annotations

from archgates.resolve import descriptors, enums, filled, made, modules, special
from archgates.resolve.values import (
    Absent,
    AnyModule,
    Bound,
    ClassValue,
    Definition,
    Display,
    External,
    ExternalInstance,
    FromAnyModule,
    FunctionValue,
    Held,
    Instance,
    Many,
    Member,
    Members,
    Method,
    ModuleValue,
    NamespaceValue,
    Null,
    Parameter,
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
from archgates.resolve.world import RUNNING, ClassAttribute, InstanceAttribute, Returned, World

CONTAINER_METHODS = frozenset({"get", "pop", "setdefault", "__getitem__", "values", "items", "copy", "popitem", "keys"})
_PROPERTIES = frozenset({"property", "cached_property", "abstractproperty", "hybrid_property", "classproperty"})

_NEW = External("builtins.object.__new__")
_BUILT_IN = (TextValue, Display, Many, FunctionValue, Bound, Returner)
"""Values whose attributes are those of a built-in type."""


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
        if not found and name == "__new__":
            return only(_NEW)
        return _bound(found, value.superclass_of) or unknown("what stands behind a class in the order of a subclass")
    if isinstance(value, Display | Many | Members | Parameter) and (found := _of_container(world, value, name)):
        return found
    if isinstance(value, ExternalInstance):
        return only(External(f"{value.made_by}.{name}"))
    if isinstance(value, Bound | FunctionValue) and name == "__func__":
        return only(value)
    if isinstance(value, Null) or (isinstance(value, Parameter) and value.typed):
        return {}
    if name == "__call__" and isinstance(value, FunctionValue | Bound | Returner):
        return only(value)
    if isinstance(value, Member):
        return held(only(value.given)) if name in enums.VALUE else _on_instance(world, Instance(value.of), name)
    if isinstance(value, AnyModule):
        return only(FromAnyModule(value.reason, name))
    if isinstance(value, _BUILT_IN):
        return only(External(f"builtins.{type(value).__name__}.{name}"))
    return unknown(value.reason if isinstance(value, Unknown) else "an attribute of an unknown object")


def _of_container(world: World, value: Display | Many | Members | Parameter, name: str) -> Values:
    """A method of a container, or of what may be one; an attribute of a `SimpleNamespace`."""
    if name not in CONTAINER_METHODS:
        return made.member(world, value, name) if isinstance(value, Display) else {}
    found = only(Method(value, name))
    if isinstance(value, Parameter) and not value.typed:
        found[Unknown(value.reason)] = ()
    return found


def class_asked(value: Instance) -> Values:
    """`type(x)` and `x.__class__`."""
    if value.own:
        return only(TypeOf(value.instance_of, own=True))
    return only(ClassValue(value.instance_of) if value.exact else TypeOf(value.instance_of))


def _on_class(world: World, cls: Definition, value: ClassValue | TypeOf, name: str) -> Values:
    if name == "__class__":
        return unknown("the class of a class")
    if name == "__dict__":
        return only(Members(value))
    if name == "__call__" and not world.get(ClassAttribute(cls, name)):
        return only(value)  # that of the metaclass: it makes an object
    if name == "__subclasses__" and not world.get(ClassAttribute(cls, name)):
        return only(Returner(Many(TypeOf(cls, below=True))))
    result: Values = {}
    for found, via in world.get(ClassAttribute(cls, name)).items():
        if isinstance(found, Instance) and found.source is not None:
            add(result, dict.fromkeys(descriptors.read(world, found, cls, on_class=True), via))
            continue
        bound = isinstance(found, FunctionValue) and _is_classmethod(world, found.function)
        result[Bound(found.function, cls) if bound and isinstance(found, FunctionValue) else found] = via
    if not result and name == "__new__":
        return only(_NEW)
    if enums.is_enum(world, cls):
        return {enums.member(cls, one): via for one, via in result.items()}
    if not result and not world.get(ClassAttribute(cls, name)):
        return unknown(f"nothing in the body of {world.name(cls)} binds {name}")
    return result


def _on_instance(world: World, value: Instance, name: str) -> Values:
    if name == "__dict__":
        return only(Members(value))
    if name in enums.VALUE and (given := enums.values(world, value.instance_of)):
        return given
    result: Values = {}
    for found, via in world.get(InstanceAttribute(value.instance_of, name)).items():
        if isinstance(found, FunctionValue) and _is_property(world, found.function):
            add(result, world.get(Returned(found.function)))
        elif isinstance(found, External) and name in CONTAINER_METHODS and any(filled.displays(world, value)):
            result[Method(value, name)] = via
        elif isinstance(found, Instance) and found.source is not None:
            add(result, dict.fromkeys(descriptors.read(world, found, value.instance_of, on_class=False), via))
        else:
            add(result, dict.fromkeys(_bound({found: via}, value.instance_of), via))
    if not result and not world.get(InstanceAttribute(value.instance_of, name)):
        reason = f"nothing assigns {name} in {world.name(value.instance_of)}"
        return special.absent(world, value.instance_of) or only(Absent(reason, value.instance_of))
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
