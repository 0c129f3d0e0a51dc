"""Containers that a call makes: `dict(a=A)`, `dict(pairs)`, `dict.fromkeys(keys, A)`, `defaultdict(list)`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from archgates.resolve import stores
from archgates.resolve.results import result_of
from archgates.resolve.values import Display, External, FunctionValue, Value, Values, add, held, released
from archgates.resolve.world import RUNNING, TermQuestion, World
from archgates.syntax.form import Form
from archgates.syntax.terms import Call, Items

_TABLES = frozenset({"builtins.dict", "collections.OrderedDict", "weakref.WeakValueDictionary"})
"""Those that are made of pairs as well."""
_OBJECTS = frozenset({"types.SimpleNamespace", "argparse.Namespace"})
"""Those whose keywords are read as attributes."""
_EMPTY = frozenset({*_TABLES, *_OBJECTS, "builtins.list", "builtins.set", "collections.deque", "weakref.WeakSet"})
"""What starts empty, or with what its keywords say, when it is called without a positional argument."""
_LISTED = frozenset({"builtins.list", "builtins.set", "collections.deque", "weakref.WeakSet"})
"""Those of them whose iteration gives what was put in."""
_FROM_KEYS = "builtins.dict.fromkeys"
_DEFAULT = "collections.defaultdict"
_PAIR = 2


def is_container(world: World, form: Form, call: Call, function: External) -> bool:
    """Whether the call of an outside function makes a container whose elements can be told."""
    if function.external in _TABLES and any(_pairs(world, form, call)):
        return True
    if function.external in _EMPTY:
        return not call.arguments
    return function.external == _DEFAULT or (function.external == _FROM_KEYS and bool(call.arguments))


def is_listed(world: World, form: Form, term: int) -> bool:
    """Whether iterating over a container that a term makes gives what was put in, and not keys."""
    written = form.terms[term]
    function = written.function if isinstance(written, Call) else term
    return any(
        isinstance(value, External) and value.external in _LISTED for value in world.term(form, function, RUNNING)
    )


def elements(world: World, form: Form, call: Call, keys: bool) -> Iterator[Values]:
    """What a container holds when it is made, or its keys; and for a `defaultdict` what it makes later."""
    for pair_form, pair in _pairs(world, form, call):
        yield held(world.get(TermQuestion(pair_form.module.path, pair.items[0 if keys else 1])))
    functions = {value.external for value in world.term(form, call.function, RUNNING) if isinstance(value, External)}
    if _FROM_KEYS in functions:
        yield from () if keys else _given(world, form, call.arguments[1:2])
        return
    if _DEFAULT in functions and not keys:
        yield from (_made_by_default(world, form, one) for one in call.arguments[:1])
    if not keys:
        yield from _given(world, form, [value for name, value in call.keywords if name is not None])


def member(world: World, value: Display, name: str) -> Values:
    """An attribute of `SimpleNamespace(name=X)`."""
    form = world.form(value.display)
    call = form.terms[value.term] if form is not None else None
    if form is None or not isinstance(call, Call):
        return {}
    functions = world.term(form, call.function, RUNNING)
    if not any(isinstance(one, External) and one.external in _OBJECTS for one in functions):
        return {}
    result: Values = {}
    for inside in _given(world, form, [term for keyword, term in call.keywords if keyword == name]):
        add(result, inside)
    for store in stores.outside(form, name):
        if value in world.term(form, store.base, RUNNING):
            add(result, held(world.term(form, store.value, RUNNING)))
    return result


def _given(world: World, form: Form, terms: Sequence[int]) -> Iterator[Values]:
    yield from (held(world.get(TermQuestion(form.module.path, one))) for one in terms)


def _pairs(world: World, form: Form, call: Call) -> Iterator[tuple[Form, Items]]:
    """The pairs of `dict([(key, value), ...])`, each with the form that it is written in."""
    for given in call.arguments[:1]:
        for rows in world.term(form, given, RUNNING):
            for other, written in _items(world, rows):
                for part in written.items:
                    for row in world.get(TermQuestion(other.module.path, part)):
                        yield from (one for one in _items(world, row) if len(one[1].items) == _PAIR)


def _items(world: World, value: Value) -> Iterator[tuple[Form, Items]]:
    value = released(value)
    form = world.form(value.display) if isinstance(value, Display) else None
    written = form.terms[value.term] if form is not None and isinstance(value, Display) else None
    if form is not None and isinstance(written, Items):
        yield form, written


def _made_by_default(world: World, form: Form, factory: int) -> Values:
    """The containers that `defaultdict(list)` makes are one here: what is put into one may be in any."""
    result: Values = {}
    for value, via in world.term(form, factory, RUNNING).items():
        if isinstance(value, External) and value.external in _EMPTY:
            add(result, {Display(form.module.path, factory): via})
        elif isinstance(value, FunctionValue):
            add(result, held(result_of(world, value)))
    return result
