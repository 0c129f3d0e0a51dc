"""What calls give back is what CPython gets back: classes, functions, partials, casts, reflection."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from archgates.resolve.substitution import argument
from archgates.resolve.values import Dynamic
from archgates.resolve.world import TermQuestion
from archgates.syntax.terms import Call
from tests.archgates.resolve.projects import world
from tests.archgates.resolve.seen import differences, seen_terms

THINGS = "class A:\n    def make(self):\n        return B()\n\nclass B: ...\nclass C: ...\nNAME = 'A'\n"
SAMPLES = {
    "classes": """
        see(A())
        see(A().make())
        see(A().make)
        """,
    "functions": """
        def one():
            return A
        def two():
            return one()
        def three(flag=True):
            if flag:
                return A()
            return B()
        def none(): ...
        see(one())
        see(one()())
        see(two())
        see(two()().make())
        see(three())  # more
        see(none())
        """,
    "functions that return functions": """
        def factory():
            def make():
                return A()
            return make
        see(factory())
        see(factory()())
        def outer():
            return lambda: B
        see(outer()()())
        """,
    "what is passed through": """
        def same(x):
            return x
        def pick(x, y=None, *, z=None):
            return z
        def last(x, *rest, z=None):
            return z
        see(last(A, B, z=C))  # more
        see(last(A, B, C))
        see(same(A))
        see(same(x=A))
        see(same(A)())
        see(pick(A, z=B))  # more
        class K:
            def same(self, x):
                return x
        see(K().same(A))
        register = lambda cls: cls
        see(register(C))
        """,
    "partials and copies": """
        import contextlib, copy, functools, types
        make = functools.partial(A, )
        see(make())
        see(make.func)
        see(functools.partial(A.make, A())())
        see(copy.copy(A()))
        see(copy.deepcopy(A()))
        see(list([A])[0])
        see(sorted([A], key=id)[0])
        see(tuple([A])[0])
        see(dict({"a": A})["a"])
        see(types.MappingProxyType({"a": A})["a"])
        with contextlib.nullcontext(A) as kind:
            see(kind)
        for one in reversed([A]):
            see(one)
        """,
    "casts": """
        from typing import cast
        value = globals()["A"]()
        see(cast(A, value))
        see(cast("A", value))
        see(cast("type[A]", type(value)))
        """,
    "constant attribute names": """
        import things
        see(getattr(things, "A"))
        see(getattr(things, "A")())
        see(getattr(things, "missing", B))
        see(getattr(A(), "make"))
        see(getattr(A(), "make")())
        WANTED = "C"
        see(getattr(things, WANTED))
        see(getattr(things, things.NAME))
        """,
    "asking for the class": """
        a = A()
        see(type(a))
        see(a.__class__)
        see(type(a)())
        see(a.__class__())
        class K:
            def again(self):
                return type(self)()
            def more(self):
                return self.__class__()
        class L(K): ...
        see(K().again())
        see(L().more())
        """,
    "callable objects": """
        class Maker:
            def __call__(self):
                return A()
        see(Maker()())
        maker = Maker()
        see(maker())
        """,
    "methods of containers": """
        table = {"a": A, "b": B}
        see(table.get("a"))
        see(table.get("missing", C))  # more
        see(table.pop("b"))
        see({"a": A}.setdefault("a", B))  # more
        see(list({"a": A}.values())[0])
        see([A].copy()[0])
        for kind in {"a": A}.values():
            see(kind)
        for key, kind in {"a": A}.items():
            see(kind)
            see(key)
        [see(kind) for kind in table.values()]  # more
        """,
    "decorated functions": """
        import functools
        @functools.cache
        def one():
            return A()
        @functools.lru_cache(maxsize=None)
        def two():
            return A()
        @functools.wraps(one)
        def three():
            return B()
        see(one())
        see(two())
        see(three())
        def logged(f):
            @functools.wraps(f)
            def inner(*args):
                return f(*args)
            return inner
        @logged
        def four():
            return C()
        see(four())
        """,
    "__new__": """
        see(A.__new__(A))
        see(object.__new__(A))
        class K:
            def __new__(cls):
                see(super().__new__(cls))
                return object.__new__(cls)
        K()
        """,
    "recursion": """
        def f(n):
            return f(n - 1) if n else A()
        see(f(2))
        def g(n):
            return A() if not n else h(n)
        def h(n):
            return g(n - 1)
        see(g(1))
        """,
    "generators": """
        from collections.abc import Iterator
        def made() -> Iterator[A]:
            yield A()
        for one in made():
            see(one)
        def unsaid():
            yield B()
        for one in unsaid():
            see(one)
        def several():
            yield A, B()
            yield from [(B, C())]
        for cls, thing in several():
            see(cls)
            see(thing)
        see([one for one in unsaid()][0])
        see(next(made()))
        see(next(iter(made()), C()))  # more
        def nothing():
            yield
        for one in nothing():
            see(one)
        import contextlib
        @contextlib.contextmanager
        def entered():
            yield C()
        with entered() as c:
            see(c)
        """,
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_results_are_those_of_cpython(tmp_path: Path, sample: str) -> None:
    text = "from things import A, B, C\n" + textwrap.dedent(SAMPLES[sample])
    assert differences(tmp_path, {"things.py": THINGS, "main.py": text}) == {}


@pytest.mark.parametrize(
    ("expression", "key"),
    [
        ("getattr(things, name)", None),
        ("getattr(A, name)", None),
        ("vars(things)[name]", None),
        ('vars(things)["A"]', "A"),
        ('things.__dict__["A"]', "A"),
        ('A.__dict__["make"]', "make"),
        ('globals()["A"]', "A"),
    ],
)
def test_look_ups_at_run_time_keep_their_owner(tmp_path: Path, expression: str, key: str | None) -> None:
    main = f"import things\nfrom things import A\ndef f(name):\n    see({expression})\n"
    known = world(tmp_path, {"things.py": THINGS, "main.py": main})
    form = known.form("main.py")
    assert form is not None
    ((term, _),) = seen_terms(form)
    (value,) = known.solve(TermQuestion("main.py", term))
    assert isinstance(value, Dynamic)
    assert value.key == key


def test_arguments_by_place_and_keyword() -> None:
    call = Call(0, (10, 11), (("name", 12), (None, 13)), 0)
    assert [argument(call, place, "name") for place in range(3)] == [10, 11, 12]
    assert argument(call, 2, "missing") is None
