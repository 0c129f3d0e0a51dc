"""What calls of functions from outside the project give, of those that matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from archgates.resolve import filled, modules
from archgates.resolve.annotations import annotated
from archgates.resolve.attributes import attribute_of, class_asked
from archgates.resolve.containers import elements, next_of
from archgates.resolve.generated import CHANGED_COPIES
from archgates.resolve.results import result_of
from archgates.resolve.substitution import argument
from archgates.resolve.values import (
    Alias,
    AnyModule,
    ClassValue,
    Definition,
    Dynamic,
    External,
    ExternalInstance,
    FromAnyModule,
    Instance,
    MadeClass,
    Many,
    Members,
    ModuleValue,
    Parameter,
    Part,
    Superclass,
    TextValue,
    Unknown,
    Values,
    add,
    class_in,
    held,
    only,
    released,
    unknown,
)
from archgates.resolve.world import Reading, World, enclosing_class
from archgates.syntax.form import Form
from archgates.syntax.terms import Call

IDENTITY = frozenset(
    {
        *("copy.copy", "copy.deepcopy", "builtins.list", "builtins.tuple", "builtins.set", "builtins.frozenset"),
        *("builtins.reversed", "builtins.iter", "types.MappingProxyType"),
        *("collections.deque", "contextlib.nullcontext", "weakref.proxy", "typing.no_type_check"),
        *("builtins.staticmethod", "builtins.classmethod", "typing.final", "builtins.property"),
    }
)
"""Outside functions that give back what they get, or a container of the same elements."""
PARTIALS = frozenset({"functools.partial", "functools.partialmethod", "types.MethodType"})
CASTS = frozenset({"typing.cast", "typing_extensions.cast"})
TYPE_VARIABLES = frozenset({"typing.TypeVar", "typing_extensions.TypeVar"})
IMPORTERS = frozenset({"importlib.import_module", "builtins.__import__"})


def result(world: World, form: Form, term: Call, value: External, reading: Reading) -> Values:
    """What calling an outside function gives."""
    rule = _EXTERNAL.get(value.external)
    return rule(world, form, term, reading) if rule is not None else _outside(world, form, term, value, reading)


def _member_of_argument(world: World, form: Form, term: Call, reading: Reading) -> Values:
    """`max(xs)` and `choice(xs)` give an element, `max(x, y)` an argument."""
    result: Values = {}
    for number in term.arguments:
        given = world.term(form, number, reading)
        if len(term.arguments) > 1:
            add(result, given)
        for value in given if len(term.arguments) == 1 else ():
            add(result, elements(world, value, keys=True))
    return result or unknown("a member of nothing")


def _table(world: World, form: Form, term: Call, reading: Reading) -> Values:
    """`dict(x)`: a table as it is, the second parts of `zip(keys, xs)`, a table by its `items()`."""
    result: Values = {}
    for value, via in _values(world, form, argument(term, 0, ""), reading).items():
        inner = released(value)
        if isinstance(inner, Many) and isinstance(inner.element, Many):
            result[inner.element] = via
        elif isinstance(inner, Part) and inner.name == "items" and not inner.pair:
            result[inner.container] = via
        else:
            result[value] = via
    return result


def _chained(world: World, form: Form, term: Call, reading: Reading) -> Values:
    """`chain(xs, ys)` holds what all of them hold."""
    result: Values = {}
    for number in term.arguments:
        add(result, world.term(form, number, reading))
    return result or unknown("a chain of nothing")


def _flattened(world: World, form: Form, term: Call, reading: Reading) -> Values:
    """`chain.from_iterable(rows)` holds what each row holds."""
    result: Values = {}
    for value in _values(world, form, argument(term, 0, "iterable"), reading):
        add(result, elements(world, value, keys=True))
    return result


def _mapped(world: World, form: Form, term: Call, reading: Reading) -> Values:
    """`map(f, xs)` holds what f gives back, and a class among it as what was handed out."""
    result: Values = {}
    for value in _values(world, form, argument(term, 0, "func"), reading):
        add(result, {Many(released(one)): via for one, via in result_of(world, value).items()})
    return result


def _first(world: World, form: Form, term: Call, reading: Reading) -> Values:
    return _values(world, form, argument(term, 0, ""), reading)


def _second(world: World, form: Form, term: Call, reading: Reading) -> Values:
    return _values(world, form, argument(term, 1, ""), reading)


def _values(world: World, form: Form, number: int | None, reading: Reading) -> Values:
    return unknown("a missing argument") if number is None else world.term(form, number, reading)


def _outside(world: World, form: Form, term: Call, value: External, reading: Reading) -> Values:
    name = value.external
    if name in IDENTITY and len(term.arguments) == 1:
        return _values(world, form, term.arguments[0], reading)
    if name in PARTIALS:
        return held(_values(world, form, argument(term, 0, "func"), reading))
    if name in CASTS:
        return _cast(world, form, term, reading)
    if name in TYPE_VARIABLES:
        stands_for = [*term.arguments[1:], *(part for keyword, part in term.keywords if keyword == "bound")]
        return {Alias(form.module.path, part): () for part in stands_for} or unknown("a type variable")
    short = name.rpartition(".")[2]
    return only(ExternalInstance(name)) if short[:1].isupper() else unknown(f"the result of {name}")


def _cast(world: World, form: Form, term: Call, reading: Reading) -> Values:
    """What the cast says, and a container that is filled in it; else what is cast."""
    noted = annotated(world, form, term.arguments[0]) if term.arguments else {}
    cast = argument(term, 1, "val")
    if all(isinstance(value, Unknown) and not isinstance(value, AnyModule) for value in noted):
        return _values(world, form, cast, reading)
    if cast is None or not filled.in_sight(form, cast):
        return noted
    return filled.cast(noted, world.term(form, cast, reading))


def _texts(world: World, form: Form, number: int | None, reading: Reading) -> Iterable[str | None]:
    for value in _values(world, form, number, reading):
        yield value.text if isinstance(value, TextValue) else None


def _getattr(world: World, form: Form, term: Call, reading: Reading) -> Values:
    if len(term.arguments) < 2:
        return unknown("getattr without a name")
    result: Values = {}
    for name in list(_texts(world, form, term.arguments[1], reading)) or [None]:
        for owner, via in world.term(form, term.arguments[0], reading).items():
            if name is not None:
                add(result, attribute_of(world, owner, name))
            elif isinstance(owner, AnyModule):
                result.setdefault(FromAnyModule(owner.reason, None), via)
            elif isinstance(owner, ModuleValue | ClassValue):
                result.setdefault(Dynamic(owner, None), via)
            else:
                add(result, unknown("an attribute by a computed name"))
    if len(term.arguments) > 2:
        add(result, world.term(form, term.arguments[2], reading))
    return result


def _type(world: World, form: Form, term: Call, reading: Reading) -> Values:
    if len(term.arguments) == 3:
        return only(MadeClass(form.module.path, term.arguments[0], term.arguments[1]))
    if len(term.arguments) != 1:
        return unknown("a class made by type()")
    result: Values = {}
    for value, via in world.term(form, term.arguments[0], reading).items():
        if isinstance(value, Instance):
            add(result, dict.fromkeys(class_asked(value), via))
        elif isinstance(value, ClassValue):
            result[External("builtins.type")] = via
        else:
            add(result, unknown("the class of an unknown object"))
    return result


def _super(world: World, form: Form, term: Call, reading: Reading) -> Values:
    if term.arguments:
        named = [value.cls for value in world.term(form, term.arguments[0], reading) if isinstance(value, ClassValue)]
        return {Superclass(cls): () for cls in named} or unknown("super() of an unknown class")
    own = enclosing_class(form, term.scope)
    return unknown("super() outside a class") if own is None else only(Superclass(Definition(form.module.path, own)))


def _next(world: World, form: Form, term: Call, reading: Reading) -> Values:
    """`next(x)`, `next(x, default)`."""
    result: Values = {}
    for value in _values(world, form, argument(term, 0, ""), reading):
        add(result, next_of(world, value))
    for default in term.arguments[1:]:
        add(result, world.term(form, default, reading))
    return result


def _rows(world: World, form: Form, term: Call, reading: Reading) -> Values:
    """`zip(xs, ys)` and `product(xs, ys)` give rows of their elements."""
    result: Values = {}
    for number in term.arguments:
        for value in world.term(form, number, reading):
            inside = elements(world, value, keys=True)
            add(result, {Many(Many(released(one))): via for one, via in inside.items() if not isinstance(one, Unknown)})
    return result or unknown("rows of unknown containers")


def _row(world: World, form: Form, term: Call, reading: Reading) -> Values:
    """`pytest.param(x, y)` is a row."""
    result: Values = {}
    for number in term.arguments:
        given = world.term(form, number, reading)
        add(result, {Many(one): via for one, via in given.items() if not isinstance(one, Unknown)})
    return result or unknown("a row of unknown values")


def _order(world: World, form: Form, term: Call, reading: Reading) -> Values:
    """`inspect.getmro(cls)` is the class and what it inherits from."""
    result: Values = {}
    for value, via in _values(world, form, argument(term, 0, "cls"), reading).items():
        if class_in(value) is not None:
            result[Many(value)] = via
        else:
            add(result, {value: via} if isinstance(value, Parameter) else unknown("the classes above an unknown one"))
    return result


def _cache(world: World, form: Form, term: Call, reading: Reading) -> Values:
    """`cache(f)` calls f; `lru_cache(maxsize=None)` is such a function."""
    if not term.arguments:
        return only(External("functools.cache"))
    return held(_values(world, form, term.arguments[0], reading))


def _made_by_new(world: World, form: Form, term: Call, reading: Reading) -> Values:
    """`object.__new__(C)` is an object of C."""
    result: Values = {}
    for value in _values(world, form, argument(term, 0, "cls"), reading):
        add(result, result_of(world, released(value)))
    return result


def _members(world: World, form: Form, term: Call, reading: Reading) -> Values:
    if not term.arguments:
        return unknown("the local names")
    return {
        Members(value) if not isinstance(value, Unknown) else value: via
        for value, via in world.term(form, term.arguments[0], reading).items()
    }


def _globals(world: World, form: Form, term: Call, reading: Reading) -> Values:
    return only(Members(ModuleValue(form.module.path)))


def _import_module(world: World, form: Form, term: Call, reading: Reading) -> Values:
    result: Values = {}
    packages = [text for text in _texts(world, form, argument(term, 1, "package"), reading) if text is not None]
    for name in _texts(world, form, argument(term, 0, "name"), reading):
        if name is None:
            add(result, only(ANY_MODULE))
        elif not name.startswith("."):
            add(result, modules.named(world, name, form.module.root))
        else:
            for package in packages:
                level = len(name) - len(name.lstrip("."))
                parts = package.split(".")[: len(package.split(".")) - level + 1]
                add(result, modules.named(world, ".".join([*parts, name.lstrip(".")]), form.module.root))
    return result or only(ANY_MODULE)


def _loaded(world: World, form: Form, term: Call, reading: Reading) -> Values:
    """`sys.modules.get(name)`."""
    result: Values = {}
    for name in _texts(world, form, argument(term, 0, "key"), reading):
        add(result, only(ANY_MODULE) if name is None else modules.named(world, name, form.module.root))
    return result


def _dunder_import(world: World, form: Form, term: Call, reading: Reading) -> Values:
    """`__import__("a.b")` is `a`; with a `fromlist` it is `a.b`."""
    whole = argument(term, 3, "fromlist") is not None
    result: Values = {}
    for name in _texts(world, form, argument(term, 0, "name"), reading):
        if name is None:
            add(result, only(ANY_MODULE))
        else:
            add(result, modules.named(world, name if whole else name.partition(".")[0], form.module.root))
    return result


ANY_MODULE = AnyModule("a module imported by a computed name")
_Rule = Callable[[World, Form, Call, Reading], Values]
_EXTERNAL: dict[str, _Rule] = {
    **dict.fromkeys(("itertools.islice", "itertools.cycle", "builtins.sorted", *CHANGED_COPIES), _first),
    **dict.fromkeys(("builtins.filter", "itertools.filterfalse"), _second),
    **dict.fromkeys(("itertools.takewhile", "itertools.dropwhile"), _second),
    **dict.fromkeys(("builtins.max", "builtins.min", "random.choice", "heapq.heappop"), _member_of_argument),
    **dict.fromkeys(("itertools.chain", "collections.ChainMap"), _chained),
    "itertools.chain.from_iterable": _flattened,
    **dict.fromkeys(("builtins.dict", "collections.OrderedDict"), _table),
    "builtins.map": _mapped,
    "builtins.getattr": _getattr,
    "builtins.type": _type,
    "builtins.super": _super,
    "builtins.next": _next,
    "builtins.zip": _rows,
    "builtins.enumerate": _rows,
    "itertools.product": _rows,
    "pytest.param": _row,
    "inspect.getmro": _order,
    "builtins.object.__new__": _made_by_new,
    "builtins.type.__new__": _made_by_new,
    "functools.lru_cache": _cache,
    "functools.cache": _cache,
    "builtins.vars": _members,
    "builtins.globals": _globals,
    "importlib.import_module": _import_module,
    "builtins.__import__": _dunder_import,
    "sys.modules.get": _loaded,
}
