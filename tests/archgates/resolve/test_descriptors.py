"""What descriptors give is what CPython gets: cached properties, class properties, methods for class and object."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.resolve.seen import differences

THINGS = "class A:\n    def make(self):\n        return B()\n\nclass B: ...\nclass C(A): ...\n"
SAMPLES = {
    "a property that is kept": """
        class kept:
            def __init__(self, function):
                self.function = function
            def __set_name__(self, owner, name):
                self.name = name
            def __get__(self, instance, owner=None):
                if instance is None:
                    return self
                result = instance.__dict__[self.name] = self.function(instance)
                return result
        class Holder:
            @kept
            def thing(self):
                return A()
            @kept
            def kind(self):
                return C
            def use(self):
                return self.thing
        see(Holder().thing)
        see(Holder().thing.make())
        see(Holder().kind())
        see(Holder().use().make())
        see(Holder.thing)  # more
        """,
    "a property by another name": """
        from typing import Any, Callable, Generic, TypeVar, overload
        T = TypeVar("T")
        class memoized(Generic[T]):
            fget: Callable[..., T]
            def __init__(self, fget: Callable[..., T], doc: str | None = None):
                self.fget = fget
            @overload
            def __get__(self, obj: None, cls: Any) -> "memoized[T]": ...
            @overload
            def __get__(self, obj: object, cls: Any) -> T: ...
            def __get__(self, obj, cls):
                if obj is None:
                    return self
                obj.__dict__["x"] = result = self.fget(obj)
                return result
        class Holder:
            @memoized
            def thing(self) -> A:
                return C()
        see(Holder().thing)
        see(Holder().thing.make())
        """,
    "a property of the class": """
        class of_class:
            def __init__(self, method=None):
                self.fget = method
            def __get__(self, instance, cls=None):
                return self.fget(cls)
        class Holder:
            @of_class
            def kind(cls):
                return A
            other = of_class(lambda cls: B)
        see(Holder.kind)
        see(Holder.kind())
        see(Holder().kind())
        see(Holder.other())
        """,
    "a method for class and object": """
        import functools
        class either:
            def __init__(self, of_class, of_object):
                self.of_class = of_class
                self.of_object = of_object
            def __get__(self, instance, owner):
                if instance is None:
                    return functools.partial(self.of_class, owner)
                return functools.partial(self.of_object, instance)
        class Holder:
            def for_class(cls, one):
                return one
            def for_object(self, one):
                return one
            make = either(for_class, for_object)
        see(Holder.make(A))
        see(Holder().make(B))
        see(Holder().make(A()).make())
        """,
    "a bound method": """
        import types
        class bound:
            def __init__(self, function):
                self.__wrapped__ = function
            def __get__(self, instance, owner):
                return types.MethodType(self.__wrapped__, instance)
        class Holder:
            @bound
            def make(self):
                return A()
        see(Holder().make())
        """,
    "no descriptor": """
        class plain:
            def __init__(self, function):
                self.function = function
            def __call__(self):
                return B()
        class Holder:
            @plain
            def make(self):
                return A()
        see(Holder().make)
        see(Holder().make())
        """,
    "made with any number of functions": """
        class first:
            def __init__(self, *functions, **options):
                self.functions = functions
                self.options = options
            def __get__(self, instance, owner):
                return self.functions
        class named:
            def __init__(self, **options):
                self.options = options
            def __get__(self, instance, owner):
                return self.options
        class Holder:
            @first
            def make(self):
                return A()
            named = named(make=make)
        for function in Holder().make:
            see(function(Holder()))
        Holder().named
        """,
    "in a class above": """
        class Base:
            def __init__(self, function):
                self.function = function
            def __get__(self, instance, owner):
                return self.function(instance)
        class kept(Base):
            pass
        class Holder:
            @kept
            def thing(self):
                return A()
        class Heir(Holder): ...
        see(Heir().thing)
        see(Heir().thing.make())
        """,
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_what_descriptors_give_is_what_cpython_gets(tmp_path: Path, sample: str) -> None:
    text = "from things import A, B, C\n" + textwrap.dedent(SAMPLES[sample])
    assert differences(tmp_path, {"things.py": THINGS, "main.py": text}) == {}
