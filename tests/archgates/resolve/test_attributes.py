"""Attributes of modules, classes, objects and `super()`: what CPython finds there (DESIGN 2.2 rules 5 and 6)."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from archgates.resolve.attributes import attribute_of
from archgates.resolve.values import Display, External, ExternalInstance, Members, Method, ModuleValue, Null, TextValue
from tests.archgates.resolve.projects import world
from tests.archgates.resolve.seen import differences

THINGS = "class A: ...\nclass B: ...\nclass C: ...\n"
SAMPLES = {
    "of classes": """
        class K:
            kind = A
            class Inner: ...
            def method(self): ...
            alias = method
        see(K.kind)
        see(K.Inner)
        see(K.Inner())
        see(K.method)
        see(K.alias)
        see(K().kind)
        see(K().method)
        see(K().Inner)
        """,
    "of objects": """
        class K:
            def __init__(self, given=None):
                self.kind = A
                self.made = B()
                self.given = given
                self.later = None
            def start(self):
                self.later = C()
                return self
            def use(self):
                see(self.kind)
                see(self.made)
                see(self.later)  # more
                see(self.start)
        k = K()
        k.start().use()
        see(k.kind)
        see(k.made)
        see(k.later)  # more
        see(k.given)
        """,
    "along the order": """
        class Base:
            kind = A
            other = A
            def __init__(self):
                self.own = A
        class Left(Base):
            kind = B
        class Right(Base):
            kind = C
            other = C
        class K(Left, Right):
            def use(self):
                see(self.kind)
                see(self.other)
                see(super().kind)
                see(super().other)
                see(self.own)
        see(K.kind)
        see(K.other)
        see(K().kind)
        K().use()
        """,
    "super": """
        class Base:
            def make(self):
                return A
            @classmethod
            def create(cls):
                return cls
        class K(Base):
            def make(self):
                see(super().make)
                see(super().make())
                see(super(K, self).make())
                return B
            @classmethod
            def create(cls):
                see(super().create())
                return cls
        see(K().make())
        K.create()
        """,
    "properties": """
        import functools
        class K:
            @property
            def one(self):
                return A()
            @functools.cached_property
            def two(self):
                return B
            @property
            def three(self):
                return self.one
            @three.setter
            def three(self, value): ...
        see(K().one)
        see(K().two)
        see(K().two())
        """,
    "class and static methods": """
        class K:
            @classmethod
            def create(cls):
                return cls()
            @staticmethod
            def build():
                return A()
        class L(K): ...
        see(K.create)
        see(K.create())
        see(L.create())
        see(K.build)
        see(K.build())
        see(K().build())
        see(K().create())
        """,
    "set on the class from outside": """
        class K: ...
        K.kind = A
        see(K.kind)
        see(K().kind)
        def f():
            K.late = B
        f()
        see(K.late)
        """,
    "set on the class from inside": """
        class K:
            @classmethod
            def start(cls):
                cls.kind = A
            def __new__(cls):
                cls.made = B
                return super().__new__(cls)
        K.start()
        K()
        see(K.kind)
        see(K.made)
        """,
    "through functions": """
        class K:
            def __init__(self):
                self.kind = A
        def make():
            return K()
        see(make().kind)
        see(make().kind())
        """,
    "of subclasses set in the base": """
        class Base:
            kind = None
            def use(self):
                return self.kind
        class K(Base):
            kind = A
        see(K().kind)
        see(K.kind)
        """,
    "descriptors by instance": """
        class K:
            table = {"a": A}
            items = [B]
            def __init__(self):
                self.mine = (C, C)
        see(K.table["a"])
        see(K().items[0])
        see(K().mine[1])
        """,
    "slots and dataclasses": """
        import dataclasses
        @dataclasses.dataclass
        class K:
            kind: type[A] = A
            engine: "B" = dataclasses.field(default_factory=B)
        see(K().kind)
        see(K().engine)
        class S:
            __slots__ = ("a",)
            def __init__(self):
                self.a = A
        see(S().a)
        """,
    "named tuples": """
        from typing import NamedTuple
        class K(NamedTuple):
            kind: type[A]
            engine: B
        see(K(A, B()).kind)
        see(K(A, B()).engine)
        """,
    "metaclasses and class_getitem": """
        class K:
            def __class_getitem__(cls, key):
                return cls
        see(K[int])
        see(K[int]())
        """,
    "unbound calls": """
        class K:
            def make(self):
                return A()
        see(K.make(K()))
        make = K().make
        see(make())
        see(make.__func__)
        """,
    "an unknown base may have it": """
        import json
        Base = json.loads("null") or A.__class__
        class K(A, *[]):
            kind = B
        see(K.kind)
        """,
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_attributes_are_those_of_cpython(tmp_path: Path, sample: str) -> None:
    text = "from things import A, B, C\n" + textwrap.dedent(SAMPLES[sample])
    assert differences(tmp_path, {"things.py": THINGS, "main.py": text}) == {}


def test_attributes_of_values_that_are_no_definitions(tmp_path: Path) -> None:
    known = world(tmp_path, {"main.py": "x = [1]\n"})
    module = ModuleValue("main.py")
    assert attribute_of(known, module, "__dict__") == {Members(module): ()}
    assert attribute_of(known, Null(), "anything") == {}
    assert attribute_of(known, External("subprocess"), "Popen") == {External("subprocess.Popen"): ()}
    assert attribute_of(known, ExternalInstance("queue.Queue"), "put") == {External("queue.Queue.put"): ()}
    assert attribute_of(known, Display("main.py", 3), "get") == {Method(Display("main.py", 3), "get"): ()}
    (text,) = attribute_of(known, TextValue("a"), "join")
    assert isinstance(text, External)
