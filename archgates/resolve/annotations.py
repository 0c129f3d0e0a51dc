"""What an annotation says of a value: `X` an instance, `type[X]` a typed definition (DESIGN 2.2 rule 7)."""

from __future__ import annotations

from archgates.resolve.values import (
    Alias,
    AnyClass,
    AnyModule,
    ClassValue,
    Definition,
    External,
    ExternalInstance,
    Instance,
    Many,
    Null,
    Returner,
    TextValue,
    TypeOf,
    Unknown,
    Value,
    Values,
    add,
    only,
    unknown,
)
from archgates.resolve.world import TYPING, World
from archgates.syntax.form import Form
from archgates.syntax.terms import Items, Join, Subscript

_TRANSPARENT = frozenset(
    {"Optional", "Union", "Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly", "Unpack"}
)
_MANY = frozenset(
    {
        *("list", "set", "frozenset", "tuple", "deque", "List", "Set", "FrozenSet", "Tuple", "Deque"),
        *("Sequence", "MutableSequence", "Iterable", "Iterator", "Collection", "Container", "Generator"),
        *("AsyncIterator", "AsyncIterable", "AsyncGenerator", "AbstractSet", "MutableSet", "Reversible"),
    }
)
_MAPPINGS = frozenset(
    {
        *("dict", "Dict", "Mapping", "MutableMapping", "DefaultDict", "defaultdict", "OrderedDict"),
        *("WeakValueDictionary", "ChainMap"),
    }
)
CONTAINERS = _MANY | _MAPPINGS
"""Types of containers; where one is named alone, its elements may be anything."""
_TYPE = frozenset({"type", "Type"})
ANY_CLASS = AnyClass("a class of any kind")
_ANY = frozenset({"Any", "object", "Self", "TypeVar", "Generic", "Protocol", "Callable", "NoReturn"})


def annotated(world: World, form: Form, term: int, own: Definition | None = None, depth: int = 0) -> Values:
    """The values that an annotation allows; unknown where it says nothing. `own` is what `Self` means."""
    if term < 0 or depth > 8:
        return unknown("no annotation")
    written = form.terms[term]
    if isinstance(written, Join):
        result: Values = {}
        for option in written.options:
            add(result, annotated(world, form, option, own, depth + 1))
        return result
    if isinstance(written, Subscript):
        return _subscripted(world, form, written, own, depth)
    result = {}
    for value, via in world.term(form, term, TYPING).items():
        for one in _instance(world, value, own, depth):
            result.setdefault(one, via)
    return result or unknown("an annotation that cannot be resolved")


def _instance(world: World, value: Value, own: Definition | None, depth: int) -> Values:
    """An object of the class that an annotation names."""
    if isinstance(value, ClassValue):
        return only(Instance(value.cls))
    if isinstance(value, Null):
        return only(value)
    if isinstance(value, TypeOf):
        return only(Instance(value.type_of, own=value.own))
    if isinstance(value, Alias):
        other = world.form(value.alias)
        return unknown("an alias") if other is None else annotated(world, other, value.term, own, depth + 1)
    if isinstance(value, External):
        short = value.external.rpartition(".")[2]
        if short == "Self" and own is not None:
            return only(Instance(own, own=True))
        if short in _TYPE:
            return only(ANY_CLASS)
        if value.external == "types.ModuleType":
            return only(AnyModule("a module of any kind"))
        if short in _ANY:
            return unknown(f"annotated {short}")
        return only(ExternalInstance(value.external))
    return unknown("an annotation that is no class")


def _subscripted(world: World, form: Form, written: Subscript, own: Definition | None, depth: int) -> Values:
    key = form.terms[written.key]
    arguments = key.items if isinstance(key, Items) else (written.key,)
    result: Values = {}
    for base, via in world.term(form, written.base, TYPING).items():
        if isinstance(base, ClassValue):
            result.setdefault(Instance(base.cls), via)
        elif isinstance(base, External):
            add(result, _generic(world, form, base.external, arguments, own, depth))
        elif isinstance(base, Alias):  # `Pair[int]` with `Pair = tuple[T, T]`: what it is an alias of
            add(result, _instance(world, base, own, depth))
        else:
            add(result, unknown("a generic that cannot be resolved"))
    return result or unknown("a generic that cannot be resolved")


def _generic(
    world: World, form: Form, external: str, arguments: tuple[int, ...], own: Definition | None, depth: int
) -> Values:
    short = external.rpartition(".")[2]
    if not arguments:  # `tuple[()]`
        return only(ExternalInstance(external))
    if short in _TYPE:
        return _types(world, form, arguments[0], own)
    if short in _TRANSPARENT:
        first = arguments[:1] if short == "Annotated" else arguments
        result: Values = only(Null()) if short == "Optional" else {}
        for argument in first:
            add(result, annotated(world, form, argument, own, depth + 1))
        return result
    if short == "Callable" and len(arguments) == 2:
        return _wrapped(Returner, annotated(world, form, arguments[1], own, depth + 1))
    if short in _MANY:
        return _wrapped(Many, annotated(world, form, arguments[0], own, depth + 1))
    if short in _MAPPINGS and len(arguments) == 2:
        return _wrapped(Many, annotated(world, form, arguments[1], own, depth + 1))
    if short in ("Awaitable", "Coroutine", "AsyncContextManager", "ContextManager"):
        return annotated(world, form, arguments[-1], own, depth + 1)
    if short == "Literal":
        return only(TextValue("")) if not arguments else unknown("a literal")
    return only(ExternalInstance(external))


def _types(world: World, form: Form, term: int, own: Definition | None, depth: int = 0) -> Values:
    """`type[X]`, `type[X | Y]`, `type["X"]`."""
    result: Values = {}
    written = form.terms[term]
    options = written.options if isinstance(written, Join) else (term,)
    if isinstance(written, Subscript):
        options = _united(world, form, written)
    for option in options:
        for value, via in world.term(form, option, TYPING).items():
            if isinstance(value, ClassValue):
                result.setdefault(TypeOf(value.cls), via)
            elif isinstance(value, Alias) and depth < 8 and (other := world.form(value.alias)) is not None:
                for inner, inner_via in _types(world, other, value.term, own, depth + 1).items():
                    result.setdefault(inner, inner_via)
            elif isinstance(value, External) and value.external.endswith(".Self") and own is not None:
                result.setdefault(TypeOf(own, own=True), via)
    return result or only(ANY_CLASS)


def _united(world: World, form: Form, written: Subscript) -> tuple[int, ...]:
    """The classes of `Union[A, B]`; for any other generic the class that is subscripted."""
    key = form.terms[written.key]
    for base in world.term(form, written.base, TYPING):
        if isinstance(base, External) and base.external.rpartition(".")[2] in ("Union", "Optional"):
            return key.items if isinstance(key, Items) else (written.key,)
    return (written.base,)


def _wrapped(kind: type[Many] | type[Returner], values: Values) -> Values:
    """A container or callable of each candidate; containers of containers stop at a small depth."""
    result: Values = {}
    for value, via in values.items():
        inner = value.element if isinstance(value, Many) else value.result if isinstance(value, Returner) else None
        nested = isinstance(inner, Many | Returner)
        if isinstance(value, Unknown) or nested:
            value, via = Unknown("a type that says nothing of its parts"), ()
        else:
            value = kind(value)
        result[value] = via
    return result
