"""Meeting of control flow: which bindings reach a place after branches, loops and handlers."""

from __future__ import annotations

from collections.abc import Sequence

from archgates.syntax.lowering.builder import Builder, Environment, Frame


def join(environments: Sequence[Environment], stars: tuple[int, ...] = ()) -> Environment:
    """Every binding that reaches a place by one of several ways.

    A way that does not bind a name leaves what star imports bring under it.
    """
    result = dict(environments[0]) if environments else {}
    for environment in environments[1:]:
        for name, bindings in environment.items():
            known = result.get(name)
            if known is None:
                result[name] = bindings
            elif known != bindings:
                result[name] = merged(known, bindings)
    if stars:
        for name, bindings in result.items():
            if any(name not in environment for environment in environments):
                result[name] = merged(bindings, stars)
    return result


def merged(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    """Both sets of bindings, in source order."""
    return tuple(sorted({*left, *right}))


def interrupted(b: Builder, before: Environment, mark: int) -> Environment:
    """What may be bound when a block is left anywhere inside it: as before, or any binding since `mark`."""
    result = dict(before)
    for name, number in b.frame.log[mark:]:
        result[name] = merged(result.get(name, b.frame.stars), (number,))
    return result


def leave(frame: Frame, exits: list[Environment]) -> None:
    """Go on with what reaches the end of one of several ways; with none, what follows is not reached."""
    frame.shared = None
    if exits:
        frame.env = exits[0] if len(exits) == 1 else join(exits, frame.stars)
        frame.reachable = True
    else:
        frame.reachable = False
