"""Candidates of terms: what CPython sees is what resolution says, term by term (DESIGN 2.2 rule 2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from archgates.domain.sites import Hop
from archgates.resolve.values import (
    MOST_VALUES,
    ClassValue,
    Definition,
    Held,
    Instance,
    Null,
    TextValue,
    Unknown,
    Values,
    add,
    class_in,
    function_in,
    held,
    only,
    released,
    through,
    unknown,
)
from tests.archgates.resolve.seen import differences

THINGS = """\
class Engine:
    def run(self):
        return self

class Motor(Engine):
    pass

def build():
    return Engine()
"""
SAMPLES = {
    "constants": """
        see(None)
        see("text")
        see(1)
        see("a" + "b")
        see(f"{'a'}b")
        see("a" "b")
        """,
    "displays": """
        see([Engine])
        see((Engine, Motor))
        see({Engine})
        see({"a": Engine})
        see([each for each in (Engine,)])
        see({each for each in (Engine,)})
        see({1: each for each in (Engine,)})
        """,
    "items": """
        first, second = Engine, Motor
        see(first)
        see(second)
        (first, [second, third]) = (Motor, [Engine, build])
        see(first)
        see(second)
        see(third)
        pair = (Engine, Motor)
        one, two = pair
        see(one)
        see(two)
        *rest, last = (Engine, Engine)
        see(last)
        """,
    "elements": """
        for each in (Engine,):
            see(each)
        for each in [Engine, Motor]:
            see(each)
        for name, kind in (("engine", Engine), ("motor", Motor)):
            see(name)
            see(kind)
        for key in {"engine": Engine}:
            see(key)
        [see(one) for one in [Engine]]
        [see(kind) for _, kind in [("engine", Engine)]]
        """,
    "subscripts": """
        TABLE = {"engine": Engine, "motor": Motor}
        see(TABLE["engine"])
        see(TABLE["motor"])
        name = "motor"
        see(TABLE[name])
        see([Engine][0])
        see((Engine, Engine)[1])
        """,
    "alternatives": """
        import random
        see(Engine or Motor)  # more
        see(None or Motor)  # more
        see(Engine and Motor)
        see(Engine if random.random() < 2 else Motor)  # more
        see((None or Engine)())
        """,
    "attributes": """
        import things
        see(things)
        see(things.Engine)
        see(things.Motor.run)
        see(things.build().run)
        see(Engine().__class__)
        see(Motor().run().__class__)
        """,
    "lambdas": """
        see((lambda: Engine)())
        see((lambda: Engine())())
        make = lambda: Motor
        see(make())
        see(make()())
        """,
    "walrus": """
        see((made := Engine))
        see(made)
        if (again := made) is Engine:
            see(again)
        [inner := one for one in (Motor,)]
        see(inner)
        """,
    "entered": """
        from typing import Self

        class Session:
            def __enter__(self) -> Self:
                return self
            def __exit__(self, *exc): ...

        class Plain:
            def __enter__(self):
                return self
            def __exit__(self, *exc): ...

        class Pool:
            def __enter__(self):
                return Engine()
            def __exit__(self, *exc): ...

        with Session() as session:
            see(session)
        with Pool() as engine, Plain() as plain:
            see(engine)
            see(plain)
        """,
    "caught": """
        class Failure(Exception): ...
        class Other(Exception): ...
        try:
            raise Failure
        except Failure as error:
            see(error)
        try:
            raise Other()
        except (Failure, Other) as error:
            see(error)  # more
        """,
    "matched": """
        match Motor():
            case Motor() as motor:
                see(motor)
            case other:
                pass
        match Engine:
            case kind:
                see(kind)
        """,
    "awaited": """
        import asyncio

        async def make():
            return Engine()

        async def main():
            see(await make())

        asyncio.run(main())
        """,
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_candidates_are_those_of_cpython(tmp_path: Path, sample: str) -> None:
    text = "from things import Engine, Motor, build\n" + "\n".join(
        line.removeprefix("        ") for line in SAMPLES[sample].splitlines()
    )
    assert differences(tmp_path, {"things.py": THINGS, "main.py": text}) == {}


ENGINE = Definition("engine.py", 1)
FAR = (Hop(name="a.X", path="a.py", line=1), Hop(name="b.X", path="b.py", line=1))
NEAR = (Hop(name="c.X", path="c.py", line=9),)


def test_joining_keeps_the_shortest_way() -> None:
    values: Values = {ClassValue(ENGINE): FAR}
    assert add(values, {ClassValue(ENGINE): NEAR})
    assert values == {ClassValue(ENGINE): NEAR}
    assert not add(values, {ClassValue(ENGINE): FAR})
    assert values == {ClassValue(ENGINE): NEAR}


def test_joining_is_bounded() -> None:
    values = dict(only(Null()))
    for number in range(3 * MOST_VALUES):
        add(values, only(TextValue(f"text {number}")))
    assert len(values) == MOST_VALUES + 1
    assert [value for value in values if isinstance(value, Unknown)] == [Unknown("too many candidates")]
    assert not add(values, only(TextValue("one more")))


def test_joining_is_the_same_in_every_order() -> None:
    parts: list[Values] = [{ClassValue(ENGINE): FAR}, {ClassValue(ENGINE): NEAR}, unknown("why"), only(Null())]
    joined = []
    for order in (parts, parts[::-1], parts[2:] + parts[:2]):
        values: Values = {}
        for part in order:
            add(values, part)
        joined.append(values)
    assert joined[0] == joined[1] == joined[2]


def test_what_is_handed_out_is_marked_once() -> None:
    once = held(only(ClassValue(ENGINE)))
    assert once == {Held(ClassValue(ENGINE)): ()}
    assert held(once) == once
    assert held(only(Instance(ENGINE))) == only(Instance(ENGINE))
    assert held(unknown("why")) == unknown("why")
    assert [released(value) for value in once] == [ClassValue(ENGINE)]


def test_hops_are_bounded() -> None:
    values = only(ClassValue(ENGINE))
    for number in range(40):
        values = through(values, Hop(name=f"m{number}.X", path=f"m{number}.py", line=1))
    ((value, via),) = values.items()
    assert class_in(value) == ENGINE
    assert function_in(value) is None
    assert len(via) <= 12
