"""What decorators pass on: `parametrize("kind", [A, B])` calls what it decorates with A and with B."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from archgates.resolve.containers import elements
from archgates.resolve.matching import Matcher
from archgates.resolve.values import (
    Definition,
    Display,
    FunctionValue,
    Many,
    Parameter,
    TextValue,
    Value,
    function_in,
    released,
)
from archgates.resolve.world import TermQuestion, World
from archgates.syntax.form import BindingKind, Context, Form, Scope, ScopeKind, Use
from archgates.syntax.terms import Call, Items, Text

_DEEPEST = 4
"""Rows of rows of functions are looked into as far as this."""


def decorated_parameters(
    world: World, form: Form, use: Use, carries: Callable[[Value], bool]
) -> Iterator[tuple[int, str]]:
    """The parameters of what a call decorates that an argument of the call may be passed on to.

    `parametrize("kind, power", [(A, 1)])` passes rows: of one as long as the names, the place tells. With names in a
    text or a list of texts only those take something, else every parameter but the object of a method.
    """
    written = form.terms[use.owner]
    if not isinstance(written, Call):
        return
    told = _told_names(world, form, written)
    for decorated in _decorated(world, form, use.owner):
        for scope in _functions(form, decorated):
            taken = {form.bindings[number].name: number for number in _parameters(scope)}
            taken.pop(scope.first_parameter, None)
            names = told
            if taken.keys().isdisjoint(told):  # the text is no name: anything may be passed on, but not to every method
                names = [] if form.scopes[decorated].kind is ScopeKind.CLASS and told else list(taken)
            for place in _places(world, form, use.term, len(names), carries):
                if names[place] in taken:
                    yield taken[names[place]], names[place]


def functions_beside(world: World, matcher: Matcher, callees: Iterable[Value]) -> list[Value]:
    """The functions that a decorator passes for a parameter that is called: `[(Engine, lambda kind: kind())]`."""
    found: dict[Value, None] = {}
    for callee in callees:
        if isinstance(callee, Parameter):
            for path, term in sorted(matcher.decorated.get((callee.path, callee.binding), ())):
                pending = list(world.solve(TermQuestion(path, term)))
                for _ in range(_DEEPEST):
                    found.update((one, None) for one in map(released, pending) if function_in(one) is not None)
                    pending = [inner for one in pending for inner in _inside(world, released(one))]
    return list(found)


def _inside(world: World, value: Value) -> list[Value]:
    return list(world.settled(partial(elements, world, value))) if isinstance(value, Display | Many) else []


def _decorated(world: World, form: Form, call: int) -> Iterator[int]:
    """The functions and classes that a call decorates: itself, by a name, or as what a function gives back."""
    terms = [call]
    for use in form.uses_by_term(call):
        if use.context is Context.RETURNED:
            terms.extend(_calls_of(world, form, use.owner))
    for bound in form.bindings:
        if bound.kind is BindingKind.VALUE and bound.term == call:
            uses = (form.uses[number] for number in form.uses_of((bound.name,)))
            terms.extend(use.term for use in uses if use.context is Context.DECORATES)
    for term in dict.fromkeys(terms):
        for use in form.uses_by_term(term):
            if use.context is Context.DECORATES:
                yield use.owner


def _calls_of(world: World, form: Form, function: int) -> Iterator[int]:
    """The decorators of a file that are calls of a function of it."""
    wanted = FunctionValue(Definition(form.module.path, function))
    for number in form.uses_of((form.scopes[function].name,)):
        use = form.uses[number]
        written = form.terms[use.term]
        if use.context is not Context.DECORATES or not isinstance(written, Call):
            continue
        if wanted in world.solve(TermQuestion(form.module.path, written.function)):
            yield use.term


def _parameters(scope: Scope) -> tuple[int, ...]:
    rest = tuple(number for number in (scope.rest, scope.keyword_rest) if number >= 0)
    return (*scope.parameters, *rest)


def _places(world: World, form: Form, term: int, length: int, carries: Callable[[Value], bool]) -> Iterator[int]:
    """The places that a value may be passed at: those of the rows that have it, or all."""
    places: set[int] = set()
    for value in list(world.solve(TermQuestion(form.module.path, term))):
        for row in list(world.settled(partial(elements, world, value))):
            if carries(row):
                places.update(_places_in(world, released(row), length, carries))
    return iter(sorted(places or range(length)))


def _places_in(world: World, row: Value, length: int, carries: Callable[[Value], bool]) -> Iterable[int]:
    other = world.form(row.display) if isinstance(row, Display) else None
    written = other.terms[row.term] if other is not None and isinstance(row, Display) else None
    if other is None or not isinstance(written, Items) or len(written.items) != length:
        return range(length)
    path = other.module.path
    inside = [list(world.solve(TermQuestion(path, item))) for item in written.items]
    return [place for place, values in enumerate(inside) if any(map(carries, values))]


def _functions(form: Form, decorated: int) -> list[Scope]:
    """A decorated function, or the methods of a decorated class."""
    if form.scopes[decorated].kind is not ScopeKind.CLASS:
        return [form.scopes[decorated]]
    return [one for one in form.scopes if one.parent == decorated and one.kind is not ScopeKind.CLASS]


def _told_names(world: World, form: Form, call: Call) -> list[str]:
    """The names that a decorator is given first, in order, where they are names: `"a, b"`, `["a", "b"]`."""
    first = [*call.arguments[:1], *(term for keyword, term in call.keywords if keyword == "argnames")]
    names: list[str] = []
    for term in first:
        for value in world.solve(TermQuestion(form.module.path, term)):
            for text in _texts(world, released(value)):
                names.extend(name.strip() for name in text.split(",") if name.strip())
    return names if all(name.isidentifier() for name in names) else []


def _texts(world: World, value: Value) -> list[str]:
    if isinstance(value, TextValue):
        return [value.text]
    other = world.form(value.display) if isinstance(value, Display) else None
    written = other.terms[value.term] if other is not None and isinstance(value, Display) else None
    items = [other.terms[item] for item in written.items] if other is not None and isinstance(written, Items) else []
    return [item.value for item in items if isinstance(item, Text)] if all(isinstance(i, Text) for i in items) else []
