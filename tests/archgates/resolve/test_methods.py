"""Uses of functions and methods: by value, and of methods by attribute name (DESIGN 2.2, Methods)."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from archgates.domain.sites import SiteKind
from tests.archgates.resolve.projects import answered, index, noted

EXECUTOR = """\
class Base:
    def start(self): ...

class Executor(Base):
    def execute_turn(self): ...
    @classmethod
    def create(cls): ...
    @staticmethod
    def helper(): ...
    @property
    def state(self): ...

class Special(Executor):
    def execute_turn(self): ...

class Plain(Executor):
    pass

class Unrelated:
    def execute_turn(self): ...

class Holder:
    def __init__(self, executor: Executor):
        self.executor = executor

def run(): ...
"""
HEAD = "from app.executor import Base, Executor, Holder, Plain, Special, Unrelated\nimport app.executor as ex\n"
METHODS = {
    "proven receivers": """
        def f(a: Executor, b: Plain, c: "Executor | None"):
            a.execute_turn()  # -> call
            b.execute_turn()  # -> call
            c.execute_turn()  # -> call
            Executor().execute_turn()  # -> call
            Executor.execute_turn(a)  # -> call
            Holder(a).executor.execute_turn()  # -> call
            [one.execute_turn() for one in [Executor()]]  # -> call
        class K:
            def __init__(self):
                self.executor = Executor()
            def f(self):
                self.executor.execute_turn()  # -> call
        """,
    "made without its constructor": """
        made = Executor.__new__(Executor)
        made.execute_turn()  # -> call
        """,
    "other classes": """
        def f(a: Unrelated, b: Base, c: int, d: list[str]):
            a.execute_turn()
            Unrelated().execute_turn()
            c.execute_turn()
            "text".execute_turn()
            None.execute_turn()
        """,
    "unknown receivers": """
        def f(a, *b, **c):
            a.execute_turn()  # -> maybe
            a.b.c.execute_turn()  # -> maybe
            a().execute_turn()  # -> maybe
            b[0].execute_turn()  # -> maybe
            c["x"].execute_turn()  # -> maybe
            for one in a:
                one.execute_turn()  # -> maybe
        """,
    "a base that has no such method": """
        def f(a: Base):
            a.execute_turn()  # -> maybe
        """,
    "overrides": """
        def f(a: Special):
            a.execute_turn()  # -> subclass
            Special().execute_turn()  # -> subclass
        """,
    "super": """
        class Mine(Executor):
            def execute_turn(self):
                super().execute_turn()  # -> call
                super(Mine, self).execute_turn()  # -> call
        """,
    "by value": """
        import functools, threading
        def take(x, y=None): ...
        def f(a: Executor):
            bound = a.execute_turn  # -> escape
            bound()  # -> call
            take(a.execute_turn)  # -> escape
            take(1, y=a.execute_turn)  # -> escape
            functools.partial(a.execute_turn)  # -> escape
            threading.Thread(target=a.execute_turn)  # -> escape-ctor
            table = {"a": a.execute_turn}  # -> escape
            table["b"] = a.execute_turn  # -> escape
            a.callback = a.execute_turn  # -> escape
            return a.execute_turn  # -> escape
        """,
    "looked at": """
        def f(a: Executor):
            callable(a.execute_turn)
            hasattr(a, "execute_turn")
            a.execute_turn.__name__
        """,
    "by a constant name": """
        def f(a: Executor):
            getattr(a, "execute_turn")()  # -> call
        """,
    "own calls": """
        class Own(Executor):
            def f(self):
                self.execute_turn()  # -> call
            @classmethod
            def g(cls):
                cls().execute_turn()  # -> call
        """,
    "chosen": """
        def f(flag):
            (Executor() if flag else Unrelated()).execute_turn()  # -> call
            (Executor() if flag else Executor()).execute_turn()  # -> call
        """,
    "unknown or known": """
        def f(x=Executor()):
            x.execute_turn()  # -> maybe
        """,
    "of what a function gives": """
        def make() -> Executor: ...
        def build():
            return Executor()
        make().execute_turn()  # -> call
        build().execute_turn()  # -> call
        """,
    "of elements": """
        def f(many: list[Executor], table: dict[str, Executor]):
            for one in many:
                one.execute_turn()  # -> call
            many[0].execute_turn()  # -> call
            table["a"].execute_turn()  # -> call
            for one in table.values():
                one.execute_turn()  # -> call
            for _, one in table.items():
                one.execute_turn()  # -> call
        """,
    "guarded": """
        def f(a):
            a.execute_turn()  # -> maybe
            assert isinstance(a, Unrelated)
            a.execute_turn()
        """,
    "a module of that attribute": """
        ex.execute_turn()
        import collections
        collections.execute_turn()
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", METHODS)
def test_methods(tmp_path: Path, sample: str, everything: bool) -> None:
    text = HEAD + textwrap.dedent(METHODS[sample])
    project = index(tmp_path, {"app/executor.py": EXECUTOR, "app/use.py": text}, everything=everything)
    facts = project.calls("app.executor.Executor.execute_turn")
    assert answered(facts, "app/use.py") == noted(text)


FUNCTIONS = {
    "calls": """
        ex.run()  # -> call
        from app.executor import run, run as go
        run()  # -> call
        go()  # -> call
        again = go  # -> alias
        again()  # -> call
        """,
    "decorators": """
        from app.executor import run
        @run  # -> call
        def f(): ...
        @run()  # -> call
        def g(): ...
        """,
    "by value": """
        from app.executor import run
        def take(x): ...
        take(run)  # -> escape
        table = [run]  # -> escape
        def f():
            return run  # -> escape
        f()()  # -> call
        """,
    "other functions": """
        def f():
            def run(): ...
            run()
        def g(run):
            run()
        def h(x):
            x.run()  # -> unresolved
        """,
    "imported only": """
        from app.executor import run
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", FUNCTIONS)
def test_functions(tmp_path: Path, sample: str, everything: bool) -> None:
    text = HEAD + textwrap.dedent(FUNCTIONS[sample])
    project = index(tmp_path, {"app/executor.py": EXECUTOR, "app/use.py": text}, everything=everything)
    assert answered(project.calls("app.executor.run"), "app/use.py") == noted(text)


KINDS_OF_METHOD = {
    "create": """
        Executor.create()  # -> call
        Executor().create()  # -> call
        Plain.create()  # -> call
        def f(kind: type[Executor]):
            kind.create()  # -> call
        """,
    "helper": """
        Executor.helper()  # -> call
        Executor().helper()  # -> call
        def f(x):
            x.helper()  # -> maybe
        """,
}


@pytest.mark.parametrize("method", KINDS_OF_METHOD)
def test_class_and_static_methods(tmp_path: Path, method: str) -> None:
    text = HEAD + textwrap.dedent(KINDS_OF_METHOD[method])
    project = index(tmp_path, {"app/executor.py": EXECUTOR, "app/use.py": text})
    assert answered(project.calls(f"app.executor.Executor.{method}"), "app/use.py") == noted(text)


OUTSIDE = {
    "subprocess.Popen": """
        import subprocess
        import subprocess as sp
        from subprocess import Popen, Popen as Start, run
        subprocess.Popen([])  # -> call
        sp.Popen([])  # -> call
        Popen([])  # -> call
        Start([])  # -> call
        run([])
        def f(make=Popen):  # -> escape
            x.Popen([])
        class Mine(Popen): ...
        """,
    "os.spawn*": """
        import os
        from os import spawnl
        os.spawnv(0, "", [])  # -> call
        spawnl(0, "")  # -> call
        os.system("")
        """,
}


@pytest.mark.parametrize("target", OUTSIDE)
def test_outside_functions(tmp_path: Path, target: str) -> None:
    text = textwrap.dedent(OUTSIDE[target])
    assert answered(index(tmp_path, {"use.py": text}).calls(target), "use.py") == noted(text)


def test_what_a_site_says(tmp_path: Path) -> None:
    text = HEAD + "def f(a: Special, b):\n    a.execute_turn()\n    b.execute_turn()\n"
    project = index(tmp_path, {"app/executor.py": EXECUTOR, "app/use.py": text})
    override, unknown = project.calls("app.executor.Executor.execute_turn").sites
    assert (override.kind, override.canonical) == (SiteKind.SUBCLASS, "app.executor.Special.execute_turn")
    assert (unknown.kind, unknown.unknown_receiver, unknown.counts) == (SiteKind.MAYBE, True, True)
    assert unknown.candidates == (
        "app.executor.Executor.execute_turn",
        "unknown: b is a parameter of f",
    )
