"""Module-level `__getattr__` functions (PEP 562), read for one name at a time."""

from __future__ import annotations

from archgates.resolve.containers import keys_of
from archgates.resolve.values import Display, TextValue, Values, add
from archgates.resolve.world import Reading, World
from archgates.syntax.form import Form, Guard, ScopeKind


def is_module_getattr(form: Form, scope: int) -> bool:
    """Whether a scope is the module's own `__getattr__`."""
    function = form.scopes[scope]
    return function.kind is ScopeKind.FUNCTION and function.parent == 0 and function.name == "__getattr__"


def allowed(world: World, form: Form, guards: tuple[Guard, ...], given: str) -> bool:
    """Whether a return is reached when the function is asked for `given`; a guard that cannot be read lets pass."""
    for guard in guards:
        texts = _texts(world, form, guard, given)
        if texts and (given in texts) is not guard.positive:
            return False
    return True


def _texts(world: World, form: Form, guard: Guard, given: str) -> set[str]:
    """The texts that a guard compares with: one text, the members of a display, or the keys of a table."""
    collected: Values = {}
    for value in world.term(form, guard.among, Reading(given)):
        if isinstance(value, TextValue):
            add(collected, {value: ()})
        elif isinstance(value, Display):
            add(collected, keys_of(world, value))
    return {value.text for value in collected if isinstance(value, TextValue)}
