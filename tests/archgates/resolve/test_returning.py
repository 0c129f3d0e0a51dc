"""What the code of a function returns counts beside its annotation: classes, and callables that are classes."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.resolve.projects import answered, index, noted
from tests.archgates.resolve.seen import differences

THINGS = "class A: ...\nclass B(A): ...\nclass C: ...\n"
SAMPLES = {
    "a class that is annotated as an object": """
        def kind() -> A:
            return A
        def either(test) -> A:
            if test:
                return B
            return A()
        see(kind())
        see(kind()())
        see(either(1))  # more
        see(either(0))  # more
        """,
    "a variable of the function": """
        def make() -> A:
            made = B
            made = made()
            return made
        see(make())
        """,
    "an imported class, and a global one": """
        import things
        def inside() -> A:
            from things import C
            return C
        class Own: ...
        def outside() -> A:
            return Own
        see(inside())
        see(outside())
        """,
    "an annotated property of the class": """
        class of_class:
            def __init__(self, method):
                self.method = method
            def __get__(self, instance, owner):
                return self.method(owner)
        class Holder:
            @of_class
            def kind(cls) -> A:
                return A
        see(Holder.kind)
        see(Holder.kind())
        """,
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_what_is_returned_is_what_cpython_gets(tmp_path: Path, sample: str) -> None:
    text = "from things import A, B, C\n" + textwrap.dedent(SAMPLES[sample])
    assert differences(tmp_path, {"things.py": THINGS, "main.py": text}) == {}


ENGINE = "class Base: ...\nclass Engine(Base): ...\nclass Other: ...\n"
CALLS = {
    "a class that is annotated as an object": """
        def kind() -> Base:
            return Engine  # -> escape
        kind()()  # -> construct-indirect
        """,
    "one of the callables that are returned": """
        def factory(test) -> Callable[[], Base]:
            if test:
                return Engine  # -> escape
            return Other
        made = factory(1)()  # -> maybe
        """,
    "through a table and a second function": """
        KINDS = {"engine": Engine, "other": Other}  # -> escape
        def factory(name) -> Callable[[], Base]:
            kind = KINDS[name]
            return kind
        def found(name) -> Callable[[], Base]:
            return factory(name)
        made = found(input())()  # -> maybe
        """,
    "a callable that was passed": """
        def same(factory) -> Callable[[], Base]:
            return factory
        same(Engine)()  # -> escape+maybe
        same(Other)()
        """,
    "a method that gives it, in an heir and of anything": """
        class Stage:
            def kind(self):
                return None
            def make(self):
                return self.kind()
        class Heir(Stage):
            def kind(self):
                return Engine  # -> escape
        def use(thing, stage: Stage):
            thing.kind()
            thing.kind()()  # -> maybe
            kind = stage.kind()
            kind()  # -> maybe
            thing.other()()
        """,
    "a property that gives it, in an heir": """
        class Stage:
            kind = None
            def make(self):
                return self.kind()  # -> maybe
        class Heir(Stage):
            @property
            def kind(self):
                return Engine  # -> escape
        """,
    "a callable that is annotated, and nothing else": """
        def factory() -> Callable[[], Base]:
            return lambda: Base()
        factory()()
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", CALLS)
def test_calls_of_what_is_returned(tmp_path: Path, sample: str, everything: bool) -> None:
    head = "from collections.abc import Callable\nfrom app.engine import Base, Engine, Other\n"
    text = head + textwrap.dedent(CALLS[sample])
    project = index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text}, everything=everything)
    assert answered(project.sites("app.engine.Engine"), "app/use.py") == noted(text)
