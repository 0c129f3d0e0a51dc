"""Containers that a call makes: `dict(a=A)`, `dict.fromkeys(keys, A)`, `defaultdict(list)`."""

from __future__ import annotations

from collections.abc import Iterator

from archgates.resolve.values import Display, External, Values, add, held
from archgates.resolve.world import RUNNING, TermQuestion, World
from archgates.syntax.form import Form
from archgates.syntax.terms import Call

_EMPTY = frozenset(
    {
        *("builtins.dict", "builtins.list", "builtins.set", "collections.OrderedDict", "collections.deque"),
        *("weakref.WeakValueDictionary", "weakref.WeakSet"),
    }
)
"""What starts empty, or with what its keywords say, when it is called without a positional argument."""
_LISTED = frozenset({"builtins.list", "builtins.set", "collections.deque", "weakref.WeakSet"})
"""Those of them whose iteration gives what was put in."""
_FROM_KEYS = "builtins.dict.fromkeys"
_DEFAULT = "collections.defaultdict"


def is_container(call: Call, function: External) -> bool:
    """Whether the call of an outside function makes a container whose elements can be told."""
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


def elements(world: World, form: Form, call: Call) -> Iterator[Values]:
    """What a container holds when it is made, and for a `defaultdict` what it makes later."""
    functions = {value.external for value in world.term(form, call.function, RUNNING) if isinstance(value, External)}
    if _FROM_KEYS in functions:
        yield from (held(world.get(TermQuestion(form.module.path, one))) for one in call.arguments[1:2])
        return
    if _DEFAULT in functions:
        yield from (_made_by_default(world, form, one) for one in call.arguments[:1])
    for name, value in call.keywords:
        if name is not None:
            yield held(world.get(TermQuestion(form.module.path, value)))


def _made_by_default(world: World, form: Form, factory: int) -> Values:
    """The containers that `defaultdict(list)` makes are one here: what is put into one may be in any."""
    result: Values = {}
    for value, via in world.term(form, factory, RUNNING).items():
        if isinstance(value, External) and value.external in _EMPTY:
            add(result, {Display(form.module.path, factory): via})
    return result
