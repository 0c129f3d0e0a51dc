"""Which binding a name means, in every kind of scope: CPython tells (DESIGN 2.2 rules 3 and 7)."""

from __future__ import annotations

import sys
import tempfile
import textwrap
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from unittest import mock

import pytest
from hypothesis import given, settings

from archgates.resolve.values import ClassValue, ExternalInstance, FunctionValue, Instance, Unknown, Value, released
from archgates.resolve.world import TermQuestion, World
from tests.archgates.flows import KINDS, MOST_LINES, Program, observe, programs
from tests.archgates.resolve.projects import world
from tests.archgates.resolve.seen import differences, seen_terms

THINGS = "class A: ...\nclass B: ...\nclass C: ...\n"
SAMPLES = {
    "enclosing functions": """
        def outer():
            x = A
            def inner():
                see(x)  # more
                def innermost():
                    see(x)  # more
                innermost()
            inner()
            x = B
            def later():
                see(x)
            later()
        outer()
        """,
    "a function sees what is bound when it is called": """
        x = A
        def f():
            see(x)  # more
        x = B
        f()
        def g():
            see(y)
        y = C
        g()
        """,
    "global": """
        x = A
        def change():
            global x
            see(x)  # more
            x = B
            see(x)  # more
        change()
        see(x)  # more
        def outer():
            x = C
            def inner():
                global x
                see(x)  # more
            inner()
            see(x)
        outer()
        """,
    "a global that only a function binds": """
        def start():
            global engine
            engine = A
        start()
        see(engine)
        def use():
            see(engine)
        use()
        """,
    "nonlocal": """
        def outer():
            x = A
            def change():
                nonlocal x
                x = B
            see(x)  # more
            change()
            see(x)  # more
        outer()
        """,
    "comprehensions have names of their own": """
        x = A
        [see(x) for x in (B,)]
        see(x)
        {see(x): see(x) for x in (C,)} if False else None
        see([y for x in (B,) for y in (C,)][0])
        see(x)
        {x for x in (B,)}
        see(x)
        def f():
            return [see(x) for x in (C,)]
        f()
        see(x)
        [inner for inner in [see(x)]]
        [see(z) for x in (B,) if (z := C)]
        see(z)
        """,
    "lambdas": """
        x = A
        (lambda: see(x))()
        (lambda x: see(x))(B)  # open
        (lambda x=C: see(x))()  # open
        (lambda: (lambda: see(x))())()
        """,
    "del": """
        x = A
        del x
        x = B
        see(x)
        def f():
            y = A
            del y
            y = B
            see(y)
        f()
        """,
    "except names end with their handler": """
        class Failure(Exception): ...
        error = A
        see(error)
        try:
            raise Failure
        except Failure as error:
            see(error)
        error = B
        see(error)
        """,
    "parameters hide": """
        x = A
        def f(x):
            see(x)  # open
        f(B)
        def g(*x):
            see(x)  # open
        g(B)
        def h(*, x=C):
            see(x)  # open
        h()
        def k(**x):
            see(x)  # open
        k(a=B)
        """,
    "parameters that are assigned": """
        def f(x=None):
            if x is None:
                x = B
            see(x)  # open
        f()
        def g(x):
            x = C
            see(x)
        g(A)
        """,
    "type parameters": """
        def f[A](value: A):
            return A
        class K[B]:
            def m(self):
                return B
        see(A)
        see(B)
        """,
    "builtins, unless hidden": """
        see(dict)
        list = A
        see(list)
        def f():
            see(dict)
            see(list)
            set = B
            see(set)
        f()
        """,
    "module names": """
        see(__name__)
        def f():
            see(__name__)
        f()
        """,
    "__class__": """
        class K:
            def m(self):
                see(__class__)
                return lambda: see(__class__)
        K().m()()
        """,
    "self and cls": """
        class K:
            def m(this):
                see(this)
                def inner():
                    see(this)
                inner()
            @classmethod
            def c(kind):
                see(kind)
                see(kind())
            def __new__(cls):
                see(cls)
                return object.__new__(cls)
            @staticmethod
            def s(self):
                see(self)  # open
        class L(K): ...
        L().m()
        L.c()
        K.s(A)
        """,
    "definitions are bound like names": """
        def x(): ...
        see(x)
        class x: ...
        see(x)
        x = A
        see(x)
        @staticmethod
        def y(): ...
        """,
    "decorated definitions": """
        import functools
        def plain(f):
            return f
        @plain
        def one(): ...
        see(one)
        @plain
        class K: ...
        see(K)
        class Registered:
            def __init__(self, function): ...
        @Registered
        def two(): ...
        see(two)
        """,
    "recursion": """
        def f(depth=0):
            see(f)
            if not depth:
                f(1)
        f()
        class K:
            def me(self):
                see(K)
        K().me()
        """,
    "loops": """
        x = A
        for _ in range(2):
            see(x)
            x = B
        see(x)  # more
        while True:
            y = C
            see(y)
            break
        see(y)
        for z in ():
            pass
        else:
            z = A
        see(z)
        """,
    "a name bound in an earlier round": """
        def f():
            for number in range(3):
                if number:
                    see(make)
                make = A
        f()
        for number in range(3):
            if number > 1:
                see(made)
            elif number == 1:
                made = B
        """,
    "private names": """
        class K:
            __kind = A
            def m(self):
                see(self.__kind)
        K().m()
        """,
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_names_mean_what_cpython_finds(tmp_path: Path, sample: str) -> None:
    if sample == "type parameters" and not _has_type_parameters():
        pytest.skip("CPython reads type parameters from 3.12 on")
    text = "from things import A, B, C\n" + textwrap.dedent(SAMPLES[sample])
    assert differences(tmp_path, {"things.py": THINGS, "main.py": text}) == {}


MANAGERS = "def opened(kind): return eval('kind')\ndef suppress(kind): return eval('kind')\n"
"""Context managers that give what nobody can know."""


def check(program: Program) -> None:
    """Every class that CPython sees at a name is a candidate there, in whatever scope the name stands."""
    with tempfile.TemporaryDirectory() as folder:
        known = world(Path(folder), {"kinds.py": KINDS + MANAGERS, "main.py": program.text})
        form = known.form("main.py")
        assert form is not None
        said: dict[int, set[int]] = defaultdict(set)
        for term, line in seen_terms(form):
            for value in known.solve(TermQuestion("main.py", term)):
                said[line] |= lines_of(known, value)
    for line, lines in observe(program).lines.items():
        assert lines <= said[line], f"line {line}: CPython saw the bindings of lines {sorted(lines - said[line])}"


def lines_of(known: World, value: Value) -> set[int]:
    """The lines of the bindings that a candidate stands for: all of them for what is not known."""
    value = released(value)
    if isinstance(value, ClassValue | FunctionValue):
        definition = value.cls if isinstance(value, ClassValue) else value.function
        scope = known.scope(definition)
        assert scope is not None
        return {int(scope.name[1:])} if scope.name.startswith("K") else {scope.line}
    return set(range(MOST_LINES)) if isinstance(value, Unknown | ExternalInstance | Instance) else set()


@pytest.fixture(autouse=True, scope="module")
def kinds() -> Iterator[None]:
    """The module that every random program imports its classes from."""
    module = ModuleType("kinds")
    exec(KINDS, vars(module))
    with mock.patch.dict(sys.modules, {"kinds": module}):
        yield


@settings(max_examples=120)
@given(programs("function", nested=True))
def test_random_functions_and_closures(program: Program) -> None:
    check(program)


@settings(max_examples=80)
@given(programs("module", nested=True))
def test_random_modules_and_globals(program: Program) -> None:
    check(program)


@settings(max_examples=80)
@given(programs("class", nested=True))
def test_random_class_bodies(program: Program) -> None:
    check(program)


def _has_type_parameters() -> bool:
    try:
        compile("def f[T](): ...", "main.py", "exec")
    except SyntaxError:
        return False
    return True
