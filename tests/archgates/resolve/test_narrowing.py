"""What is known behind `isinstance` and `issubclass` is what CPython has there."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.resolve.projects import answered, index, noted
from tests.archgates.resolve.seen import differences

THINGS = "class A:\n    def make(self):\n        return B()\n\nclass B: ...\nclass C(A): ...\n"
SAMPLES = {
    "objects": """
        def f(x):
            if isinstance(x, A):
                see(x)
                see(x.make())
            else:
                see(x)  # open
            see(x)  # open
        f(A())
        f(1)
        """,
    "what is left when the other way ends": """
        def f(x):
            if not isinstance(x, A):
                return
            see(x)
        def g(xs):
            for x in xs:
                if not isinstance(x, (B, C)):
                    continue
                see(x)
            see(x)  # open
        def h(x):
            assert isinstance(x, B), "a B"
            see(x)
        f(A()); f(1)
        g([B(), 1])
        g([C()])
        h(B())
        """,
    "classes": """
        def f(x):
            if issubclass(x, A):
                see(x)
        def g(x):
            if isinstance(x, type) and issubclass(x, (A, B)):
                see(x)
        def h(x):
            if not isinstance(x, type) or not issubclass(x, B):
                return
            see(x)
        f(C)
        g(A); g(B); g(1)
        h(B); h(1)
        """,
    "within expressions": """
        def f(x):
            return see(x) if isinstance(x, A) else None
        def g(x):
            return isinstance(x, B) and see(x)
        def h(xs):
            return [see(x) for x in xs if isinstance(x, C)]
        def i(x):
            return 0 if not isinstance(x, A) else see(x)
        f(A())
        g(B()); g(1)
        h([C(), 1])
        i(A())
        """,
    "until the name is bound again": """
        def f(x):
            if isinstance(x, A):
                see(x)
                x = B()
                see(x)
            x = C()
            see(x)
        f(A())
        """,
    "what is known stays": """
        x = A()
        if isinstance(x, B):
            x = C()
        see(x)  # more
        y = C()
        assert isinstance(y, A)
        see(y)
        """,
    "in every kind of scope": """
        import things
        thing = things.__dict__["A"]
        def make(**kinds):
            return list(kinds.values())[0]()
        value = make(kind=A)
        if isinstance(value, A):
            see(value)
        class Holder:
            inner = make(kind=B)
            assert isinstance(inner, B)
            see(inner)
        """,
    "several names at once": """
        def f(x, y):
            if isinstance(x, A) and isinstance(y, B):
                see(x)
                see(y)
            elif not (isinstance(x, B) or isinstance(y, A)):
                see(x)  # open
            if not (not isinstance(x, A) or not isinstance(y, B)):
                see(x)
        f(A(), B())
        f(1, 2)
        """,
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_narrowed_values_are_those_of_cpython(tmp_path: Path, sample: str) -> None:
    text = "from things import A, B, C\n" + textwrap.dedent(SAMPLES[sample])
    assert differences(tmp_path, {"things.py": THINGS, "main.py": text}) == {}


ENGINE = "class Base: ...\nclass Engine(Base): ...\nclass Heir(Engine): ...\nclass Other: ...\n"
CALLS = {
    "tested against the target": """
        def f(kind, other):
            if issubclass(kind, Engine):
                return kind()  # -> construct-typed
            return kind()
        """,
    "tested against a base": """
        from app.engine import Base
        def f(kind):
            if isinstance(kind, type) and issubclass(kind, Base):
                return kind()  # -> maybe
        """,
    "tested against another class": """
        from app.engine import Other
        def f(kind):
            if issubclass(kind, Other):
                return kind()
        """,
    "passed, and tested to be a class": """
        import inspect
        def f(kind):
            if isinstance(kind, type):
                return kind()  # -> maybe
        def g(kind):
            return kind() if inspect.isclass(kind) else kind  # -> maybe
        def h(kind):
            issubclass(kind, int)
            return kind()
        def i(kind):
            if issubclass(kind, int):
                return None
            return kind()  # -> maybe
        f(Engine)  # -> escape
        g(Engine)  # -> escape
        i(Engine)  # -> escape
        """,
    "not passed, and tested to be a class": """
        def f(kind):
            if isinstance(kind, type):
                return kind()
        """,
    "passed, and tested for something else": """
        from collections.abc import Callable
        def f(kind):
            if isinstance(kind, Callable):
                return kind()  # -> unresolved
        f(Engine)  # -> escape
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", CALLS)
def test_calls_behind_tests(tmp_path: Path, sample: str, everything: bool) -> None:
    text = "from app.engine import Engine\n" + textwrap.dedent(CALLS[sample])
    project = index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text}, everything=everything)
    assert answered(project.sites("app.engine.Engine"), "app/use.py") == noted(text)
