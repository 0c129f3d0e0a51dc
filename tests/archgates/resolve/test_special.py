"""What objects give without a method being named: `x[key]`, iteration, `with`, calls, `__getattr__`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archgates.resolve.constructed import Project, places

HEIR = "from app.lib import Base\nclass Middle(Base): ...\nclass Engine(Middle): ...\nclass Other(Base): ...\n"
PROJECTS = {
    "x[key] of a table in the object": Project(
        """
        from app.engine import Engine
        class Registry:
            def __init__(self):
                self._all = {"e": Engine}
            def __getitem__(self, key):
                return self._all[key]
        registry = Registry()
        """,
        """
        from app.lib import registry
        registry['e']()
        """,
    ),
    "x[key] of what is registered by a method": Project(
        """
        class Registry:
            def __init__(self):
                self._all = {}
            def register(self, key, kind):
                self._all[key] = kind
            def __getitem__(self, key):
                return self._all[key]
        registry = Registry()
        """,
        """
        from app.lib import registry
        from app.engine import Engine
        registry.register('e', Engine)
        registry['e']()
        """,
    ),
    "x[key] = X and x[key]": Project(
        """
        class Registry:
            def __init__(self):
                self._all = {}
            def __setitem__(self, key, kind):
                self._all[key] = kind
            def __getitem__(self, key):
                return self._all[key]
        registry = Registry()
        """,
        """
        from app.lib import registry
        from app.engine import Engine
        registry['e'] = Engine
        registry['e']()
        """,
    ),
    "a generator as __iter__": Project(
        """
        from app.engine import Engine
        class All:
            def __iter__(self):
                yield Engine
        everything = All()
        """,
        """
        from app.lib import everything
        for one in everything:
            one()
        """,
    ),
    "__iter__ that gives the values of a table": Project(
        """
        from app.engine import Engine
        class All:
            def __init__(self):
                self._all = {"e": Engine}
            def __iter__(self):
                return iter(self._all.values())
        everything = All()
        """,
        """
        from app.lib import everything
        made = [one() for one in everything]
        """,
    ),
    "an object that is its own iterator": Project(
        """
        from app.engine import Engine
        class All:
            def __init__(self):
                self._all = [Engine]
            def __iter__(self):
                return self
            def __next__(self):
                if not self._all:
                    raise StopIteration
                return self._all.pop()
        def everything():
            return All()
        """,
        """
        from app.lib import everything
        for one in everything():
            one()
        """,
    ),
    "next(x)": Project(
        """
        from app.engine import Engine
        class All:
            def __next__(self):
                return Engine
        """,
        """
        from app.lib import All
        next(All())()
        """,
    ),
    "with x as y": Project(
        """
        from app.engine import Engine
        class Loaded:
            def __enter__(self):
                return Engine
            def __exit__(self, *what):
                return None
        def loaded():
            return Loaded()
        """,
        """
        from app.lib import loaded
        with loaded() as kind:
            kind()
        """,
    ),
    "what is awaited": Project(
        """
        from app.engine import Engine
        class Loaded:
            async def __aenter__(self):
                return Engine
            async def __aexit__(self, *what):
                return None
        async def give():
            return Engine
        async def many():
            yield Engine
        """,
        """
        import asyncio
        from app.lib import Loaded, give, many
        async def main():
            async with Loaded() as kind:
                kind()
            (await give())()
            async for one in many():
                one()
        asyncio.run(main())
        """,
    ),
    "the result of calling an object": Project(
        """
        from app.engine import Engine
        class Chooser:
            def __call__(self, name):
                return Engine
        choose = Chooser()
        """,
        """
        from app.lib import choose
        choose('e')()
        """,
    ),
    "__getattr__": Project(
        """
        from app.engine import Engine
        class Lazy:
            def __getattr__(self, name):
                return Engine
        lazy = Lazy()
        """,
        """
        from app.lib import lazy
        lazy.anything()
        """,
    ),
    "__missing__ of a dict": Project(
        """
        from app.engine import Engine
        class Kinds(dict):
            def __missing__(self, key):
                return Engine
        kinds = Kinds()
        """,
        """
        from app.lib import kinds
        kinds['x']()
        """,
    ),
    "an object in an attribute": Project(
        """
        from app.engine import Engine
        class Registry:
            def __getitem__(self, key):
                return Engine
        class Host:
            def __init__(self):
                self.registry = Registry()
        """,
        """
        from app.lib import Host
        class Sub(Host):
            def make(self):
                return self.registry['a']()
        Sub().make()
        """,
    ),
    "an object of an heir": Project(
        """
        from app.engine import Engine
        class Registry:
            def __getitem__(self, key):
                return Engine
        class Special(Registry):
            pass
        special = Special()
        """,
        """
        from app.lib import special
        special['a']()
        """,
    ),
    "an annotated parameter": Project(
        """
        from app.engine import Engine
        class Registry:
            def __getitem__(self, key):
                return Engine
        """,
        """
        from app.lib import Registry
        def make(registry: Registry):
            return registry['a']()
        make(Registry())
        """,
    ),
    "__class_getitem__": Project(
        """
        from app.engine import Engine
        class Pick:
            def __class_getitem__(cls, key):
                return Engine
        """,
        """
        from app.lib import Pick
        Pick['a']()
        """,
    ),
    "the class of a known object, in a file that does not name it": Project(
        """
        from app.engine import Engine
        engine = Engine()
        """,
        """
        from app.lib import engine
        type(engine)()
        engine.__class__()
        """,
    ),
    "a property with a setter": Project(
        """
        class Host:
            @property
            def kind(self):
                return self._kind
            @kind.setter
            def kind(self, value):
                self._kind = value
        """,
        """
        from app.lib import Host
        from app.engine import Engine
        host = Host()
        host.kind = Engine
        host.kind()
        """,
    ),
    "__init_subclass__ with keywords": Project(
        """
        class Base:
            def __init_subclass__(cls, kind=None, **kw):
                cls.kind = kind
            def make(self):
                return self.kind()
        """,
        """
        from app.lib import Base
        from app.engine import Engine
        class Mine(Base, kind=Engine):
            pass
        Mine().make()
        """,
    ),
    "all subclasses of a class": Project(
        """
        class Base: ...
        def every():
            return [one() for one in Base.__subclasses__()]
        """,
        """
        import app.engine
        from app.lib import every
        every()
        """,
        engine="from app.lib import Base\nclass Engine(Base): ...\n",
    ),
    "subclasses of subclasses": Project(
        """
        class Base:
            @classmethod
            def every(cls):
                for one in cls.__subclasses__():
                    yield one
                    yield from one.every()
        """,
        """
        import app.engine
        from app.lib import Base
        made = [one() for one in Base.every()]
        """,
        engine=HEIR,
    ),
}


@pytest.mark.parametrize("name", PROJECTS)
def test_what_objects_give_is_told(tmp_path: Path, name: str) -> None:
    found = places(tmp_path, PROJECTS[name])
    assert found.made
    assert found.made <= found.filtered
    assert found.filtered == found.unfiltered
