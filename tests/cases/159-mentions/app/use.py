"""Engine() in a docstring."""

from typing import Generic, TypeVar, cast

from app.engine import Engine

__all__ = ["Engine", "go"]  # E: none
T = TypeVar("T")


def go(x, kinds):
    # Engine() in a comment
    same = type(x) is Engine, x == Engine, Engine in kinds, Engine != x  # E: none
    tests = isinstance(x, (Engine, int)), issubclass(x, Engine | int)  # E: none
    name = Engine.__name__, Engine.start, Engine.__doc__  # E: none
    text = "Engine()", f"Engine() {x}", cast("Engine", x), cast(Engine, x)  # E: none
    hint: list[Engine] = []  # E: none
    return same, tests, name, text, hint


class Box(Generic[T], Engine):  # E: none
    kind: "type[Engine]"  # E: none


class Other:
    def Engine(self):
        return self.Engine()  # E: none


def keyword(call):
    return call(Engine=1).Engine()  # E: none
