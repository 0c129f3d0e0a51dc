"""What a call gives back of what it was passed is what CPython gets back."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.cpython import constructions
from tests.archgates.resolve.projects import answered, index, noted
from tests.archgates.resolve.seen import differences

THINGS = "class A:\n    def make(self):\n        return B()\n\nclass B: ...\nclass C: ...\n"
SAMPLES = {
    "by place, by keyword and by default": """
        def second(x, y):
            return y
        def places(x, /, y):
            return x
        def keyword(*, kind):
            return kind
        def after(x, *rest, kind):
            return kind
        see(second(A, B))
        see(second(y=A, x=B))
        see(places(A, y=B))
        see(keyword(kind=A))
        see(after(A, B, C, kind=A))
        see(keyword(kind=A()).make())
        def given(x, y=B):
            return y
        def named(*, kind=C):
            return kind
        see(given(A))
        see(given(A, C))  # more
        see(named())
        """,
    "one call within another": """
        def same(x):
            return x
        def wrap(x):
            return same(x)
        def deep(x, y):
            return wrap(y)
        def swap(x, y, again=True):
            return swap(y, x, again=False) if again else x
        see(same(same(A)))
        see(deep(B, same(A)))
        see(swap(A, B))  # more
        see(same(same)(A))
        made = same(A)
        see(made())
        see(same(A)().make())
        def f():
            see(same(C))
            return same(B)
        see(f())
        """,
    "methods": """
        class K:
            def same(self, x):
                return x
            @classmethod
            def on_class(cls, x):
                return x
            static = staticmethod(lambda x: x)
            def __call__(self, x, y=None):
                return x
        class Heir(K):
            def same(self, x):
                return super().same(x)
        k = K()
        see(K().same(A))
        see(k.same(x=A))
        see(K.same(k, A))
        see(K.on_class(A))
        see(k.on_class(B))
        see(K.static(A))
        see(k(A))
        see(K()(B, C))
        see(Heir().same(B))
        take = k.same
        see(take(C))
        """,
    "lambdas and functions in functions": """
        def called(x):
            def inner():
                return x
            return inner()
        def passed(x):
            def inner(y):
                return y
            return inner(x)
        see(called(A))
        see(passed(B))
        see((lambda x: x)(A))
        take = lambda x, y: y
        see(take(A, C))
        """,
    "objects made in sight": """
        class Holder:
            def __init__(self, kind, other=B):
                self.kind = kind
                self.other = other
            def given(self):
                return self.kind
            @property
            def shown(self):
                return self.kind
            def fresh(self):
                return Holder(C).kind
        class Heir(Holder): ...
        see(Holder(A).kind)
        see(Holder(kind=A).kind())
        see(Holder(A).other)
        see(Holder(A).given())
        see(Holder(A).shown)
        see(Holder(A).fresh())
        see(Heir(A).kind)
        """,
    "objects under a name": """
        class Holder:
            def __init__(self, kind):
                self.kind = kind
            def given(self):
                return self.kind
        a = Holder(A)
        see(a.kind)
        see(a.given())
        b, c = Holder(B), Holder(C)
        see(c.given())
        see((e := Holder(B)).kind)
        a = Holder(B)
        see(a.kind)
        def inside(kind):
            made = Holder(kind)
            return made.given()
        see(inside(A))
        for kind in (A, B):
            made = Holder(kind)
            see(made.kind)
        """,
    "an element of what is passed": """
        def first(xs):
            return xs[0]
        def any_of(xs):
            for x in xs:
                return x
        def following(xs):
            return next(iter(xs))
        see(first([A]))
        see(first((A, B)))  # more
        see(any_of([A]))
        see(following([A]))
        class Holder:
            def __init__(self, kinds):
                self.kinds = kinds
            def first(self):
                return self.kinds[0]
        see(Holder([A]).kinds)
        see(Holder([A]).kinds[0])
        see(Holder([B]).first())
        """,
    "what a generator yields": """
        def each(x):
            yield x
        for one in each(A):
            see(one)  # open
        """,
    "annotations that let anything through": """
        from typing import TypeVar
        T = TypeVar("T")
        def same(x: T) -> T:
            return x
        def a_class(x: type[T]) -> type[T]:
            return x
        def made(x: type[T]) -> T:
            return x()
        see(same(A))
        see(a_class(A))
        see(made(A))
        """,
    "rests and spreads": """
        def all_of(*ks, **named):
            return ks
        def one_of(*ks, **named):
            return ks[0]
        def named_of(**ks):
            return ks["a"]
        def second(x, y):
            return y
        def by_keyword(*, k=None):
            return k
        class Many:
            def __init__(self, *kinds):
                self.kinds = kinds
        for x in all_of(A):
            see(x)
        see(one_of(A, other=B))
        see(named_of(a=A))
        see(Many(A).kinds[0])
        see(second(*[B, A]))  # open
        see(second(*[], B, A))  # open
        see(second(B, **{"y": A}))  # open
        see(by_keyword(**{"k": A}))  # open
        """,
    "elements of elements": """
        def corner(rows):
            return rows[0][0]
        def second(rows):
            for a, b in rows:
                return b
        see(corner([[A]]))
        see(second([(1, A)]))  # more
        """,
    "another object of the class": """
        class Node:
            def __init__(self, kind, child=None):
                self.kind = kind
                self.child: "Node" = child
            def of(self, other: "Node"):
                return other.kind
            def tail(self):
                return self.child.kind
            def own(self):
                return self.kind
        see(Node(A).of(Node(B)))  # open
        see(Node(A, Node(B)).tail())  # open
        see(Node(A, Node(B)).own())
        changed = Node(A)
        changed.kind = C
        see(changed.kind)  # open
        """,
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_results_are_those_of_cpython(tmp_path: Path, sample: str) -> None:
    text = "from things import A, B, C\n" + textwrap.dedent(SAMPLES[sample])
    assert differences(tmp_path, {"things.py": THINGS, "main.py": text}) == {}


ENGINE = "class Engine:\n    def run(self): ...\nclass Other: ...\n"
CALLS = {
    "what is given back is made": """
        def same(x):
            return x
        def wrap(x):
            return same(x)
        same(Engine)()  # -> construct+escape
        wrap(x=Engine)()  # -> construct+escape
        kind = wrap(Engine)  # -> alias+escape
        kind()  # -> construct
        same(Other)()
        """,
    "what an object was made with is made": """
        class Holder:
            def __init__(self, kind):
                self.kind = kind
            def given(self):
                return self.kind
            def made(self):
                return self.kind()  # -> unresolved
        engines = Holder(Engine)  # -> escape
        engines.kind()  # -> construct
        engines.given()()  # -> construct
        """,
    "an element that is given back is made": """
        def first(xs):
            return xs[0]
        kinds = [Engine]  # -> escape
        first(kinds)()  # -> construct-indirect
        first([Other])()
        """,
    "what is not known stays open": """
        def called(x):
            return x()  # -> unresolved
        def outer(x):
            def inner():
                return x()  # -> unresolved
            return inner
        called(Engine)  # -> escape
        make = outer(Engine)  # -> escape
        make()
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", CALLS)
def test_calls_of_results(tmp_path: Path, sample: str, everything: bool) -> None:
    text = "from app.engine import Engine, Other\n" + textwrap.dedent(CALLS[sample])
    project = index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text}, everything=everything)
    expected = noted(text)
    assert answered(project.sites("app.engine.Engine"), "app/use.py") == expected
    made = constructions(tmp_path, ["."], "app.engine.Engine", "import app.use")
    assert made
    assert made <= {f"app/use.py:{line}" for line in expected}
