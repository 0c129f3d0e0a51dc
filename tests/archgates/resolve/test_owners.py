"""An attribute spelled like the target is open only where its owner may be a module that has it."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.cpython import constructions
from tests.archgates.resolve.projects import answered, index, noted

ENGINE = "class Engine:\n    def run(self): ...\nclass Other: ...\n"
HEAD = "import app.engine\nimport app.engine as engine\n"
OWNERS = {
    "anything at all": """
        def plain(x):
            return x.Engine()  # -> unresolved
        def among(*xs, **named):
            xs[0].Engine()  # -> unresolved
            return named["a"].Engine()  # -> unresolved
        def annotated(x: object):
            return x.Engine()  # -> unresolved
        def by_text(x):
            return getattr(x, "Engine")()  # -> unresolved
        def inside(x):
            def inner():
                return x.Engine()  # -> unresolved
            return inner()
        plain(engine)
        among(engine, a=engine)
        annotated(engine)
        by_text(engine)
        inside(engine)
        """,
    "an object of a class that has no such attribute": """
        class Plain:
            def run(self): ...
        class Heir(Plain): ...
        class Holder:
            def __init__(self, module):
                self.module = module
                self.plain = Plain()
            def own(self):
                return self.Engine()
            def of_part(self):
                return self.plain.Engine()
            def of_module(self):
                return self.module.Engine()  # -> unresolved
        def annotated(x: Plain, y: "Heir | None"):
            x.Engine()
            return y.Engine()
        def made():
            return Plain().Engine()
        def tested(x):
            if isinstance(x, Heir):
                return x.Engine()
        Holder(engine).of_module()
        """,
    "an object of a class that has such an attribute of its own": """
        class Maker:
            def Engine(self): ...
        class Kinds:
            class Engine: ...
        def annotated(x: Maker):
            return x.Engine()
        Maker().Engine()
        Kinds.Engine()
        Kinds().Engine()
        """,
    "a class whose base is not known": """
        def heir(base):
            class Heir(base): ...
            return Heir().Engine()  # -> unresolved
        """,
    "a protocol that a module with the target fulfils": """
        from typing import Protocol
        import typing as t
        class Empty(Protocol): ...
        class Asks(Protocol):
            def Other(self) -> object: ...
        class Declares(t.Protocol):
            __name__: str
            Other: type
        class Heir(Asks, Protocol): ...
        class Dynamic(Protocol):
            def __getattr__(self, name: str) -> object: ...
        def f(a: Empty, b: Asks, c: Declares, d: Heir, e: "Dynamic | None"):
            a.Engine()  # -> unresolved
            b.Engine()  # -> unresolved
            c.Engine()  # -> unresolved
            d.Engine()  # -> unresolved
            e.Engine()  # -> unresolved
        """,
    "a protocol that no module with the target fulfils": """
        from typing import Protocol
        class Asks(Protocol):
            def missing(self) -> object: ...
        class Declares(Protocol):
            Other: type
            missing: type
        class Heir(Asks, Protocol):
            def Other(self) -> object: ...
        def f(a: Asks, b: Declares, c: Heir):
            a.Engine()
            b.Engine()
            c.Engine()
        """,
    "a lambda beside a module": """
        def apply(function, x):
            return function(x)
        MODULES = [engine]
        list(map(lambda m: m.Engine(), [engine]))  # -> unresolved
        list(map(lambda m: m.Engine(), (app.engine,)))  # -> unresolved
        list(map(lambda m: m.Engine(), MODULES))  # -> unresolved
        list(map(lambda m: m.Engine(), [m for m in MODULES]))  # -> unresolved
        apply(lambda m: m.Engine(), engine)  # -> unresolved
        apply(x=engine, function=lambda m: m.Engine())  # -> unresolved
        apply(lambda *m: m[0].Engine(), engine)  # -> unresolved
        sorted(MODULES, key=lambda m: id(m.Engine()))  # -> unresolved
        apply(lambda m: (lambda: m.Engine())(), engine)  # -> unresolved
        """,
    "a lambda beside no module": """
        def apply(function, x):
            return function(x)
        class Plain:
            Engine = staticmethod(len)
        list(map(lambda x: x.Engine([]), [Plain()]))
        apply(lambda x: x.Engine([]), Plain)  # -> unresolved
        sorted([Plain()], key=lambda x: x.Engine([]))
        apply(x=Plain, function=lambda x: x.Engine([]))  # -> unresolved
        max([Plain()], default=None, key=lambda x: x.Engine([]))
        """,
    "a lambda that is no argument": """
        def default(function=lambda m: m.Engine()):  # -> unresolved
            return function(engine)
        make = lambda m: m.Engine()  # -> unresolved
        table = {"a": lambda m: m.Engine()}  # -> unresolved
        (lambda m: m.Engine())(engine)  # -> unresolved
        default()
        make(engine)
        table["a"](engine)
        """,
    "a lambda that takes nothing": """
        def outer(m):
            return (lambda: m.Engine())()  # -> unresolved
        outer(engine)
        """,
    "a variable that is called": """
        def called(x):
            Engine = x.Engine  # -> unresolved
            return Engine()  # -> unresolved
        def raised(x):
            Engine = x.error
            raise Engine  # -> unresolved
        def decorates(x):
            Engine = x.wrap
            @Engine  # -> unresolved
            def inner(): ...
        def in_a_loop(xs):
            for Engine in xs:
                Engine()  # -> unresolved
            return [Engine() for Engine in xs]  # -> unresolved
        called(engine)
        in_a_loop([engine.Engine])  # -> escape
        """,
    "a variable that is handed on": """
        def handed(x, f):
            Engine = x.engine
            f(Engine)
            f(kind=Engine)
            repr(Engine)
            f([Engine], {"a": Engine})
            return Engine
        def in_a_loop(xs, f):
            for Engine in xs:
                f(Engine)
            with xs as Engine:
                f(Engine)
        """,
    "an attribute that is handed on": """
        def handed(x, f):
            f(x.Engine)  # -> unresolved
            isinstance(f, x.Engine)
            return x.Engine  # -> unresolved
        def made(x: object):
            return [x.Engine]  # -> unresolved
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", OWNERS)
def test_what_may_be_of_a_module(tmp_path: Path, sample: str, everything: bool) -> None:
    text = HEAD + textwrap.dedent(OWNERS[sample])
    project = index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text}, everything=everything)
    assert answered(project.sites("app.engine.Engine"), "app/use.py") == noted(text)


RUNS = ["anything at all", "a lambda beside a module", "a lambda that is no argument", "a lambda that takes nothing"]


@pytest.mark.parametrize("sample", RUNS)
def test_what_cpython_makes_is_open(tmp_path: Path, sample: str) -> None:
    text = HEAD + textwrap.dedent(OWNERS[sample])
    index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text})
    made = constructions(tmp_path, ["."], "app.engine.Engine", "import app.use")
    assert made == {f"app/use.py:{line}" for line in noted(text)}


HELD = {
    "by a class": """
        class Kinds:
            Engine = engine.Engine  # -> alias
        """,
    "by an object": """
        class Kinds:
            def __init__(self):
                self.Engine = engine.Engine  # -> alias
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("held", HELD)
def test_what_is_held_under_its_name_may_be_of_any_object(tmp_path: Path, held: str, everything: bool) -> None:
    calls = """
        def apply(function, x):
            return function(x)
        apply(lambda k: k.Engine(), Kinds())  # -> unresolved
        def f(x):
            return x.Engine()  # -> unresolved
        """
    text = HEAD + textwrap.dedent(HELD[held]) + textwrap.dedent(calls)
    project = index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text}, everything=everything)
    assert answered(project.sites("app.engine.Engine"), "app/use.py") == noted(text)


def test_a_class_in_a_class_may_be_of_any_object(tmp_path: Path) -> None:
    files = {
        "app/engine.py": "class Motor:\n    class Engine: ...\n",
        "app/use.py": "def f(x):\n    return x.Engine()\n\nlist(map(lambda x: x.Engine(), [1]))\n",
    }
    facts = index(tmp_path, files).sites("app.engine.Motor.Engine")
    assert answered(facts, "app/use.py") == {"2": "unresolved", "4": "unresolved"}
