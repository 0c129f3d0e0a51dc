"""Which parameter an argument is passed to, where the called function is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from archgates.resolve.containers import elements
from archgates.resolve.values import (
    Bound,
    ClassValue,
    Definition,
    Display,
    FunctionValue,
    Instance,
    TypeOf,
    Value,
    class_in,
    released,
)
from archgates.resolve.world import ClassAttribute, TermQuestion, World
from archgates.syntax.form import Context, Form, Scope, ScopeKind, Use
from archgates.syntax.terms import Call, Items, Text


def parameters_of(world: World, callees: Iterable[Value], slot: str | int) -> Iterator[tuple[str, int, str]]:
    """File, binding and name of each parameter that takes the argument at a place or of a keyword."""
    for callee in callees:
        callee = released(callee)
        if isinstance(callee, FunctionValue):
            yield from _of_function(world, callee.function, slot, 0)
        elif isinstance(callee, Bound):
            yield from _of_function(world, callee.bound, slot, 1)
        elif isinstance(callee, ClassValue | TypeOf | Instance):
            cls = class_in(callee)
            entry = "__call__" if isinstance(callee, Instance) else "__init__"
            made = world.solve(ClassAttribute(cls, entry)) if cls is not None else {}
            for method in list(made):
                if isinstance(method, FunctionValue):
                    yield from _of_function(world, method.function, slot, 1)


def _of_function(world: World, function: Definition, slot: str | int, shift: int) -> Iterator[tuple[str, int, str]]:
    form = world.form(function.path)
    if form is None:
        return
    scope = form.scopes[function.scope]
    shift = shift if scope.first_parameter else 0
    for place, number in enumerate(scope.parameters):
        name = form.bindings[number].name
        if (slot + shift == place < scope.positional) if isinstance(slot, int) else (slot == name):
            yield function.path, number, name
            return
    rest = scope.rest if isinstance(slot, int) else scope.keyword_rest
    if rest >= 0:
        yield function.path, rest, form.bindings[rest].name


def decorated_parameters(
    world: World, form: Form, use: Use, carries: Callable[[Value], bool]
) -> Iterator[tuple[int, str]]:
    """The parameters of what a call decorates that an argument of the call may be passed on to.

    `parametrize("kind, power", [(A, 1)])` passes rows: of one as long as the names, the place tells. With names in a
    text only those take something, else every parameter but the object of a method.
    """
    written = form.terms[use.owner]
    if not isinstance(written, Call):
        return
    for decorates in form.uses_by_term(use.owner):
        if decorates.context is Context.DECORATES:
            told = _told_names(form, written)
            for scope in _functions(form, decorates.owner):
                taken = {form.bindings[number].name: number for number in scope.parameters}
                taken.pop(scope.first_parameter, None)
                names = [name for name in told if name in taken] if told else list(taken)
                for place in _places(world, form, use.term, len(names), carries):
                    yield taken[names[place]], names[place]


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
    return [one for one in form.scopes if one.parent == decorated and one.kind is ScopeKind.FUNCTION]


def _told_names(form: Form, call: Call) -> list[str]:
    """The names in the text that a decorator is given first, in order, where they are names."""
    first = [*call.arguments[:1], *(term for keyword, term in call.keywords if keyword == "argnames")]
    texts = [form.terms[term] for term in first]
    names = [name.strip() for text in texts if isinstance(text, Text) for name in text.value.split(",")]
    return names if all(name.isidentifier() for name in names) else []
