"""What a container holds: the elements of displays, of annotated containers and of values that hold one."""

from __future__ import annotations

from archgates.resolve.values import Display, Held, Many, Value, Values, held, only, unknown
from archgates.resolve.world import ElementsQuestion, World


def elements(world: World, value: Value, keys: bool = False) -> Values:
    """Every element of a container: the values of a table, or with `keys` what iterating over it gives."""
    if isinstance(value, Held):
        return elements(world, value.held, keys)
    if isinstance(value, Many):
        return held(only(value.element))
    if isinstance(value, Display):
        return world.get(ElementsQuestion(value.display, value.term, keys))
    return unknown("an element of an unknown container")


def keys_of(world: World, value: Display) -> Values:
    """The keys of a table, or the elements of any other display."""
    return elements(world, value, keys=True)
