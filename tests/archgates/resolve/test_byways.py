"""Byways by which a class is made or a method called: what each line is, worked out from the table of kinds."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from pathlib import Path

import pytest

from tests.archgates.resolve.projects import index

ENGINE = "class Engine:\n    def __init__(self, power=1): ...\n    def start(self): ...\n"
OTHER = "X = int\nclass Engine: ...\n"
CLASS = {
    "setattr": """
        import app.other as o
        setattr(o, "Y", Engine)  # -> escape
        def wire(r, n): setattr(r, n, Engine)  # -> escape
        class Ns: pass
        setattr(Ns, "k", Engine); Ns.k()  # -> escape construct
        o.Y()  # -> maybe
        """,
    "new and call": """
        def f(): return object.__new__(Engine)  # -> construct
        def g(): return super(Engine, Engine).__new__(Engine)  # -> construct
        Engine.__call__(3)  # -> construct
        getattr(Engine, "__call__")()  # -> construct
        """,
    "type variables": """
        from typing import TypeVar
        T = TypeVar("T", bound=Engine)
        V = TypeVar("V", int, "Engine")
        def j(k: type[T]) -> T: return k()  # -> construct-typed
        def v(k: type[V]) -> V: return k()  # -> construct-typed
        """,
    "rest parameters and declarations": """
        def star(*ks: type[Engine], **kw: type[Engine]):
            ks[0]()  # -> construct-typed
            kw["a"]()  # -> construct-typed
        K: type[Engine]
        def late(): return K()  # -> construct-typed
        """,
    "containers filled later": """
        REG = {}
        REG["e"] = Engine  # -> escape
        L = []
        L.append(Engine)  # -> escape
        def use():
            REG["e"]()  # -> construct-indirect
            L[0]()  # -> construct-indirect
        """,
    "classes made by type()": """
        D = type("D", (Engine,), {})
        D()  # -> subclass
        type("Dyn", (Engine,), {})()  # -> subclass
        """,
    "members kept in names": """
        from app import engine
        d = vars(engine)
        d["Engine"]()  # -> dynamic
        def g(n):
            e = engine.__dict__
            e[n]()  # -> dynamic
            for k, v in vars(engine).items(): v()  # -> dynamic
        """,
    "nested unpacking": """
        a, (b, c) = 1, (Engine, int)  # -> alias
        b()  # -> construct
        """,
    "wrappers and caches": """
        import functools
        @functools.wraps(Engine)
        def w(): ...
        c = functools.lru_cache(maxsize=None)(Engine)  # -> escape
        c()  # -> construct-indirect
        """,
    "enums": """
        from enum import Enum
        class Kind(Enum):
            A = Engine  # -> alias
        Kind.A.value()  # -> construct-indirect
        """,
    "a name that was deleted": """
        from app.engine import Engine as Gone
        del Gone
        Gone()
        """,
}
METHOD = {
    "protocols": """
        from typing import Protocol
        class Startable(Protocol):
            def start(self) -> None: ...
        class Host:
            def __init__(self, engine: Startable) -> None: self.engine = engine
            def run(self): self.engine.start()  # -> maybe
        """,
    "containers that start empty": """
        class Host:
            def __init__(self):
                self.es = []
                self.el: list[Engine] = []
            def run(self):
                for e in self.es: e.start()  # -> maybe
                for e in self.el: e.start()  # -> maybe
                self.es[0].start()  # -> maybe
        """,
    "unknown receivers by value and by name": """
        def two(e):
            go = e.start  # -> maybe
            go()
        def by_name(e): getattr(e, "start")()  # -> maybe
        """,
    "cooperative super": """
        class First:
            def start(self): super().start()  # -> maybe
        class Both(First, Engine): ...
        """,
}


def noted(text: str) -> dict[int, list[str]]:
    """The kinds written behind each line."""
    lines = enumerate(text.split("\n"), start=1)
    return {number: sorted(line.split("# -> ")[1].split()) for number, line in lines if "# -> " in line}


def said(tmp_path: Path, text: str, target: str) -> dict[int, list[str]]:
    files = {"app/__init__.py": "", "app/engine.py": ENGINE, "app/other.py": OTHER, "app/use.py": text}
    found: dict[int, list[str]] = defaultdict(list)
    for site in index(tmp_path, files).sites(target).sites:
        if site.path == "app/use.py":
            found[site.line].append(site.kind.value)
    return {line: sorted(kinds) for line, kinds in found.items()}


@pytest.mark.parametrize("way", CLASS)
def test_ways_to_a_class(tmp_path: Path, way: str) -> None:
    text = "from app.engine import Engine\n" + textwrap.dedent(CLASS[way])
    assert said(tmp_path, text, "app.engine.Engine") == noted(text)


@pytest.mark.parametrize("way", METHOD)
def test_ways_to_a_method(tmp_path: Path, way: str) -> None:
    text = "from app.engine import Engine\n" + textwrap.dedent(METHOD[way])
    assert said(tmp_path, text, "app.engine.Engine.start") == noted(text)


def test_a_star_import_that_may_not_run_leaves_both(tmp_path: Path) -> None:
    text = "try:\n    from app.engine import *\nexcept ImportError:\n    from app.other import *\nEngine()\n"
    assert said(tmp_path, text, "app.engine.Engine") == {5: ["maybe"]}


@pytest.mark.parametrize("depth", [1, 38, 39, 40, 79, 80, 120, 190])
def test_any_depth_of_brackets(tmp_path: Path, depth: int) -> None:
    call, display = "f(" * depth + "Engine()" + ")" * depth, "[" * depth + "Engine" + "]" * depth
    text = f"from app.engine import Engine\nx = {call}\ny = {display}\nz = {'not ' * 3000}Engine()\n"
    assert said(tmp_path, text, "app.engine.Engine") == {2: ["construct"], 3: ["escape"], 4: ["construct"]}


CORE = """
class Handle:
    def dispatch(self, x): ...
class Evaluator:
    def __init__(self, on=None):
        self.on = on
        self.handlers = []
    def register(self, cb): ...
    def subscribe(self, name, cb=None): ...
class Unrelated:
    def register(self, cb): ...
"""
WIRES = {
    "def w(h: Handle, e): e.register(h.dispatch)": "maybe",
    "def w(h, e): e.register(h.dispatch)": "maybe",
    "def w(h: Handle, e): e.on = h.dispatch": "maybe",
    "class Sub(Evaluator):\n    def __init__(self, h: Handle): super().__init__(h.dispatch)": "connect",
    'def w(h: Handle, e: Evaluator): setattr(e, "on", h.dispatch)': "connect",
    'def w(h: Handle, e: Evaluator): object.__setattr__(e, "on", h.dispatch)': "connect",
    "def w(h: Handle, e: Evaluator): e.handlers += [h.dispatch]": "connect",
    'def w(h: Handle, e: Evaluator): e.subscribe(**{"cb": h.dispatch})': "connect",
    "def w(h: Handle, e: Evaluator): e.register(*[h.dispatch])": "connect",
    "def w(h: Handle, e: Evaluator):\n    register = e.register; register(h.dispatch)": "connect",
    "def w(h: Handle, e: Evaluator):\n    def on(x): h.dispatch(x)\n    on2 = on; e.register(on2)": "connect",
    "def w(h: Handle, e: Evaluator): e.register(lambda x: (lambda: h.dispatch(x))())": "connect",
    "def w(h: Handle): return partial(Evaluator, h.dispatch)": "connect",
    "H = Handle()\ndef go(x): H.dispatch(x)\nEvaluator(go)": "connect",
    "def w(h: Handle, e: Evaluator): e.register(h.dispatch(1))": "",
    "def w(h: Handle, e: Evaluator): e.register(h)": "",
    "def w(h: Handle, e: Unrelated): e.register(h.dispatch)": "",
}


@pytest.mark.parametrize(("text", "kind"), WIRES.items())
def test_wires(tmp_path: Path, text: str, kind: str) -> None:
    head = "from functools import partial\nfrom app.core import Evaluator, Handle, Unrelated\n"
    project = index(tmp_path, {"app/__init__.py": "", "app/core.py": CORE, "app/use.py": head + text + "\n"})
    facts = project.connections("app.core.Handle.dispatch", "app.core.Evaluator")
    assert [site.kind.value for site in facts.sites] == ([kind] if kind else [])
