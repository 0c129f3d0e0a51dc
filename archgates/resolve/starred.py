"""Which parameters take what `f(a, *rest)` spreads: those from the star's place on."""

from __future__ import annotations

from collections.abc import Iterator

from archgates.resolve.passing import Taken, parameters_of
from archgates.resolve.values import Value
from archgates.resolve.world import TermQuestion, World
from archgates.syntax.form import Form, Use
from archgates.syntax.terms import OPAQUE, Call

_MOST = 20
"""How many parameters by place a function is taken to have at most."""


def parameters(world: World, form: Form, call: Call, use: Use) -> Iterator[Taken]:
    """Each parameter that an element of a spread argument may be passed to."""
    if use.slot is not None or any(name is None and term == use.term for name, term in call.keywords):
        return
    if OPAQUE not in call.arguments:
        return
    callees = list(world.solve(TermQuestion(form.module.path, call.function)))
    yield from _from_place(world, callees, call.arguments.index(OPAQUE))  # starred arguments are opaque


def _from_place(world: World, callees: list[Value], place: int) -> Iterator[Taken]:
    seen: set[Taken] = set()
    for slot in range(place, place + _MOST):
        found = set(parameters_of(world, callees, slot)) - seen
        if not found:  # past the last one, or `*rest` again
            return
        yield from sorted(found, key=str)
        seen |= found
