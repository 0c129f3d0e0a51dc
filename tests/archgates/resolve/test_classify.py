"""Kinds of site: one sample for each row of the table of DESIGN 2.2, and what is no site."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from archgates.domain.sites import SiteKind
from tests.archgates.cpython import constructions
from tests.archgates.resolve.projects import answered, index, noted

ENGINE = """\
class Engine:
    pass

class Heir(Engine):
    pass

class Other:
    pass
"""
HEAD = "from app.engine import Engine, Heir, Other\nimport app.engine as engine\n"
KINDS = {
    "construct": """
        def f():
            Engine()  # -> construct
            engine.Engine()  # -> construct
            alias = Engine  # -> alias
            alias()  # -> construct
            (Engine)()  # -> construct
            [Engine() for _ in "ab"]  # -> construct
            (lambda: Engine())()  # -> construct
            if (made := Engine()):  # -> construct
                return made
            getattr(engine, "Engine")()  # -> construct
            Engine.__new__(Engine)  # -> construct
            object.__new__(Engine)  # -> construct
            return Engine(), Engine()  # -> construct
        f()
        """,
    "construct by other syntax": """
        def take(*arguments): ...
        def f(default=Engine()):  # -> construct
            yield Engine()  # -> construct
            x: "object" = Engine()  # -> construct
            assert Engine()  # -> construct
            take(f"{Engine()!r}", Engine(), *[Engine()])  # -> construct
            with Context(Engine()) as c:  # -> construct
                pass
            {Engine(): Engine()}  # -> construct
            return (yield from [Engine()])  # -> construct
        class Context:
            def __init__(self, engine): ...
            def __enter__(self): ...
            def __exit__(self, *_): ...
        class Holder:
            engine = Engine()  # -> construct
        list(f())
        """,
    "escapes": """
        import functools
        def take(x, **y): ...
        def f(kind=Engine):  # -> escape
            take(Engine)  # -> escape
            take(1, factory=Engine)  # -> escape
            functools.partial(Engine)  # -> escape
            table = {"a": Engine}  # -> escape
            table["b"] = Engine  # -> escape
            items = [Engine, (Engine,)]  # -> escape
            take.engine = Engine  # -> escape
            yield Engine  # -> escape
            return Engine  # -> escape
        """,
    "escapes to what calls it": """
        import collections, dataclasses, threading
        from dataclasses import dataclass, field
        @dataclass
        class K:
            a: Engine = field(default_factory=Engine)  # -> escape-ctor
            b: Engine = dataclasses.field(default_factory=Engine)  # -> escape-ctor
        collections.defaultdict(Engine)  # -> escape-ctor
        list(map(Engine, []))  # -> escape-ctor
        threading.Thread(target=Engine)  # -> escape-ctor
        """,
    "held": """
        import functools
        make = functools.partial(Engine)  # -> escape
        make()  # -> construct-indirect
        def kind():
            return Engine  # -> escape
        kind()()  # -> construct-indirect
        TABLE = {"a": Engine}  # -> escape
        TABLE["a"]()  # -> construct-indirect
        TABLE.get("a")()  # -> construct-indirect
        for one in (Engine,):  # -> escape
            one()  # -> construct-indirect
        """,
    "typed": """
        from typing import Callable, Type
        def f(a: type[Engine], b: Type["Engine"], c: "type[Engine] | None" = None):
            a()  # -> construct-typed
            b()  # -> construct-typed
            if c:
                c()  # -> construct-typed
        class K:
            kind: type[Engine]
            def make(self):
                return self.kind()  # -> construct-typed
        """,
    "a callable that gives one": """
        from collections.abc import Callable
        def f(make: Callable[[], Engine]):
            return make()  # -> maybe
        """,
    "subclasses": """
        Heir()  # -> subclass
        class Local(Engine): ...
        Local()  # -> subclass
        class Deep(Heir): ...
        engine.Heir()  # -> subclass
        Deep()  # -> subclass
        """,
    "maybe": """
        import random
        kind = Engine if random.random() < 2 else Other  # -> alias
        kind()  # -> maybe
        if random.random() < 2:
            made = Engine  # -> alias
        else:
            made = Other
        made()  # -> maybe
        def f(flag):
            return (Engine or Other)()  # -> maybe
        """,
    "dynamic": """
        def f(name):
            getattr(engine, name)()  # -> dynamic
            vars(engine)[name]()  # -> dynamic
            engine.__dict__["Engine"]()  # -> dynamic
            return getattr(engine, name)  # -> dynamic
        """,
    "aliases": """
        Same = Engine  # -> alias
        from app.engine import Engine as Again
        Again()  # -> construct
        class K:
            Inner = Engine  # -> alias
            def __init__(self):
                self.kind = Engine  # -> alias
                self.kind()  # -> construct
        K.Inner()  # -> construct
        K().Inner()  # -> construct
        """,
    "no sites": """
        from typing import Optional, cast
        def f(a: Engine, b: "Engine", *c: Engine) -> Optional[Engine]:
            isinstance(a, Engine)
            isinstance(a, (Engine, Other))
            issubclass(Heir, Engine)
            x: Engine
            cast(Engine, a)
            match a:
                case Engine():
                    pass
            if type(a) is Engine or a == Engine or a in (Engine, Other):
                pass
            "Engine()"  # Engine()
            Engine.attribute
            Engine.method()
            print(*Engine), sorted(*Engine), dict(**Engine), f(*Engine)
            Engine
            del a.engine
            try:
                pass
            except (Engine, ValueError):
                pass
        class Sub(Engine): ...
        """,
    "other definitions of that name": """
        def f():
            class Engine: ...
            Engine()
        def g(Engine):
            Engine()
        def h():
            from collections import OrderedDict as Engine
            return Engine()
        """,
    "decorators and metaclasses": """
        @Engine  # -> construct
        def f(): ...
        @Engine()  # -> construct
        class K: ...
        class M(metaclass=Engine): ...  # -> construct
        """,
    "raised": """
        def f():
            raise Engine  # -> construct
        def g():
            raise Engine()  # -> construct
        def h():
            raise ValueError from Engine()  # -> construct
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("kind", KINDS)
def test_kinds(tmp_path: Path, kind: str, everything: bool) -> None:
    text = HEAD + textwrap.dedent(KINDS[kind])
    facts = index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text}, everything=everything).sites(
        "app.engine.Engine"
    )
    assert answered(facts, "app/use.py") == noted(text)


@pytest.mark.parametrize("kind", ["construct", "construct by other syntax", "held", "aliases", "maybe"])
def test_what_cpython_makes_is_in_a_sample(tmp_path: Path, kind: str) -> None:
    """The samples above claim no construction that never happens on the way that CPython takes, and miss none."""
    text = HEAD + textwrap.dedent(KINDS[kind])
    index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text})
    made = constructions(tmp_path, ["."], "app.engine.Engine", "import app.use")
    assert made
    expected = {f"app/use.py:{line}" for line, kinds in noted(text).items() if set(kinds.split("+")) - {"alias"}}
    assert made <= expected


SELF = """\
class Engine:
    @classmethod
    def create(cls):
        return cls()  # -> self-construct

    def copy(self):
        type(self)()  # -> self-construct
        self.__class__()  # -> self-construct
        def inner():
            return Engine()  # -> self-construct
        return Engine()  # -> self-construct

    def __new__(cls):
        return super().__new__(cls)

class Base:
    @classmethod
    def create(cls):
        return cls()

def outside():
    return Engine()  # -> construct
"""


def test_a_class_that_makes_itself(tmp_path: Path) -> None:
    facts = index(tmp_path, {"app/engine.py": SELF}).sites("app.engine.Engine")
    assert answered(facts, "app/engine.py") == noted(SELF)
    assert [site.counts for site in facts.sites] == [False] * 5 + [True]


def test_a_base_that_makes_its_heirs(tmp_path: Path) -> None:
    make = "    @classmethod\n    def create(cls):\n        return cls()  # -> self-construct\n"
    text = f"class Base:\n{make}\nclass Engine(Base): ...\n"
    facts = index(tmp_path, {"app/engine.py": text}).sites("app.engine.Engine")
    assert answered(facts, "app/engine.py") == noted(text)


def test_maybe_lists_every_candidate(tmp_path: Path) -> None:
    text = HEAD + "def f(flag):\n    kind = Engine if flag else Other\n    return kind()\n"
    facts = index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text}).sites("app.engine.Engine")
    (site,) = [one for one in facts.sites if one.kind is SiteKind.MAYBE]
    assert site.candidates == ("app.engine.Engine", "app.engine.Other")


def test_a_subclass_names_itself(tmp_path: Path) -> None:
    facts = index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": HEAD + "Heir()\n"}).sites("app.engine.Engine")
    (site,) = facts.sites
    assert (site.kind, site.canonical) == (SiteKind.SUBCLASS, "app.engine.Heir")


def test_hops_lead_from_the_site_to_the_definition(tmp_path: Path) -> None:
    files = {
        "app/engine.py": ENGINE,
        "app/api.py": "from app.engine import Engine as Motor\n",
        "app/use.py": "from app.api import Motor as M\nkind = M\n\ndef f():\n    return kind()\n",
    }
    facts = index(tmp_path, files).sites("app.engine.Engine")
    (site,) = [one for one in facts.sites if one.kind is SiteKind.CONSTRUCT]
    assert [(hop.name, hop.path, hop.line) for hop in site.via] == [
        ("app.use.kind", "app/use.py", 2),
        ("app.use.M", "app/use.py", 1),
        ("app.api.Motor", "app/api.py", 1),
    ]


UNRESOLVED = {
    "a star from outside": "from elsewhere import *\nEngine()  # -> unresolved\n",
    "an unknown module": "import importlib\nimportlib.import_module(input()).Engine()  # -> unresolved\n",
    "a parameter that it is passed to": (
        "from app.engine import Engine\ndef f(kind):\n    kind()  # -> unresolved\nf(Engine)  # -> escape\n"
    ),
    "a relative import too far": "from ....x import Engine\nEngine()  # -> unresolved\n",
    "an attribute of an unknown object": "def f(x):\n    return x.Engine()  # -> unresolved\n",
}


@pytest.mark.parametrize("what", UNRESOLVED)
def test_what_cannot_be_decided_is_told_with_its_reason(tmp_path: Path, what: str) -> None:
    text = UNRESOLVED[what]
    facts = index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text}).sites("app.engine.Engine")
    assert answered(facts, "app/use.py") == noted(text)
    assert all(one.reason and one.module == "app.use" for one in facts.unresolved)


def test_a_class_that_knows_itself_is_no_self_construction_elsewhere(tmp_path: Path) -> None:
    """What a class hands out of its own methods is made by whoever calls it."""
    plugin = textwrap.dedent("""
        class Plugin:
            known = {}
            def __init_subclass__(cls, **options):
                Plugin.known[cls.__name__] = cls
            def again(self):
                return type(self)()  # -> self-construct
        class Csv(Plugin): ...
        """)
    use = textwrap.dedent("""
        from app.plugin import Plugin
        make = Plugin.known.get("Csv")
        make()  # -> maybe
        class Reader:
            def read(self):
                return Plugin.known["Csv"]()  # -> maybe
        """)
    facts = index(tmp_path, {"app/plugin.py": plugin, "app/use.py": use}).sites("app.plugin.Csv")
    assert answered(facts, "app/plugin.py") == noted(plugin)
    assert answered(facts, "app/use.py") == noted(use)
