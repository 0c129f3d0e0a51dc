"""The search follows every alias, holder and heir; filtered and unfiltered answers are equal (DESIGN 2.2 rule 9)."""

from __future__ import annotations

import itertools
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archgates.domain.sites import SiteFacts, UnknownTarget
from tests.archgates.resolve.projects import answered, index, noted, told

FOLLOWED = {
    "aliases of aliases": {
        "app/a.py": "from app.engine import Engine\nFirst = Engine\n",
        "app/b.py": "from app.a import First as Second\nThird = Second\n",
        "app/use.py": "import app.b\napp.b.Third()  # -> construct\n",
    },
    "an attribute of a class": {
        "app/a.py": "from app.engine import Engine\nclass Holder:\n    kind = Engine\n",
        "app/use.py": "from app.a import Holder\nHolder.kind()  # -> construct\nHolder().kind()  # -> construct\n",
    },
    "an attribute of objects": {
        "app/a.py": "from app.engine import Engine\nclass Holder:\n"
        "    def __init__(self):\n        self.kind = Engine\n",
        "app/use.py": "from app.a import Holder\nclass Mine(Holder):\n"
        "    def f(self):\n        self.kind()  # -> construct\n",
    },
    "a function that gives it": {
        "app/a.py": "from app.engine import Engine\ndef kind():\n    return Engine\n",
        "app/use.py": "from app.a import kind\nmade = kind()\nmade()  # -> construct-indirect\n",
    },
    "the bound of a type variable of another module": {
        "app/a.py": "from typing import TypeVar\nfrom app.engine import Engine\nE = TypeVar('E', bound='Engine')\n",
        "app/use.py": "from app.a import E\ndef build(kind: type[E]):\n    return kind()  # -> construct-typed\n",
    },
    "the names of the module at hand, imported for type checkers": {
        "app/use.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from app.engine import Engine\n"
        "def make(name: str, engine: 'Engine'):\n    return globals()[name]()  # -> dynamic\n",
    },
    "the class of an object of a base, passed on": {
        "app/a.py": "class Compound:\n    def __init__(self, kind):\n        self.kind = kind\n"
        "    def make(self):\n        return self.kind()\n",
        "app/use.py": "from app.a import Compound\nfrom app.engine import Base\n"
        "class Mine(Base):\n    def compound(self):\n        return Compound(self.__class__, )\n"
        "def compound(base: Base):\n    return Compound(base.__class__, )\n",
    },
    "the keys of a table of another module": {
        "app/a.py": "from app.engine import Engine\nNAMES = {Engine: 'a'}\n",
        "app/use.py": "from app.a import NAMES\nfor kind in NAMES:\n    kind()  # -> construct-indirect\n",
    },
    "a table of another module": {
        "app/a.py": "from app.engine import Engine\nTABLE = {'a': Engine}\n",
        "app/use.py": "from app.a import TABLE\nTABLE['a']()  # -> construct-indirect\n"
        "for kind in TABLE.values():\n    kind()  # -> construct-indirect\n",
    },
    "a partial of another module": {
        "app/a.py": "from functools import partial\nfrom app.engine import Engine\nmake = partial(Engine)\n",
        "app/use.py": "from app.a import make\nmake()  # -> construct-indirect\n",
    },
    "a default of another module": {
        "app/a.py": "from app.engine import Engine\ndef f(kind=Engine):\n    return kind\n",
        "app/use.py": "from app.a import f\n",
    },
    "stars through packages": {
        "app/sub/__init__.py": "from app.engine import *\n",
        "app/__init__.py": "from app.sub import *\n",
        "app/use.py": "from app import *\nEngine()  # -> construct\n",
    },
    "heirs of other modules": {
        "app/a.py": "from app.engine import Engine\nclass Heir(Engine): ...\n",
        "app/use.py": "from app.a import Heir as H\nH()  # -> subclass\nclass Grand(H): ...\nGrand()  # -> subclass\n",
    },
    "typed by a base": {
        "app/use.py": "from app.engine import Base\ndef f(kind: type[Base]):\n    kind()  # -> maybe\n",
    },
    "typed attributes": {
        "app/a.py": "from app.engine import Engine\nclass Holder:\n    kind: type[Engine]\n",
        "app/use.py": "from app.a import Holder\ndef f(h: Holder):\n    h.kind()  # -> construct-typed\n",
    },
    "an overridden attribute": {
        "app/a.py": "class Holder:\n    kind = None\n    def make(self):\n        return self.kind()\n",
        "app/use.py": "from app.a import Holder\nfrom app.engine import Engine\n"
        "class Mine(Holder):\n    kind = Engine  # -> alias\n",
    },
    "a class decorator that keeps it": {
        "app/a.py": "def register(cls):\n    return cls\n",
        "app/use.py": "from app.a import register\nfrom app.engine import Engine\n"
        "E = register(Engine)  # -> alias+escape\nE()  # -> construct\n",
    },
    "in a namespace of classes": {
        "app/use.py": "import app.engine\nclass Names:\n"
        "    engine = app.engine\nNames.engine.Engine()  # -> construct\n",
    },
    "deferred imports": {
        "app/use.py": "def f():\n    from app.engine import Engine\n    def g():\n"
        "        return Engine()  # -> construct\n    return g\n",
    },
    "unicode names": {
        "app/a.py": "from app.engine import Engine\nMötör = Engine\n",
        "app/use.py": "from app.a import Mötör\nMötör()  # -> construct\n",
    },
}
ENGINE = "class Base: ...\nclass Engine(Base): ...\n"


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("way", FOLLOWED)
def test_ways_from_the_definition_to_its_uses(tmp_path: Path, way: str, everything: bool) -> None:
    files = {"app/engine.py": ENGINE, **FOLLOWED[way]}
    facts = index(tmp_path, files, everything=everything).sites("app.engine.Engine")
    assert answered(facts, "app/use.py") == noted(files["app/use.py"])


@pytest.mark.parametrize("way", FOLLOWED)
def test_whole_answers_are_equal_without_the_filter(tmp_path: Path, way: str) -> None:
    files = {"app/engine.py": ENGINE, **FOLLOWED[way]}
    for target in ("app.engine.Engine", "app.engine.Base"):
        filtered, whole = (index(tmp_path, files, everything=flag).sites(target) for flag in (False, True))
        assert comparable(filtered) == comparable(whole)


def comparable(facts: SiteFacts) -> object:
    """An answer without what may be told in more than one way: the hops of a site."""
    if isinstance(facts.target, UnknownTarget):
        return facts.target
    sites = {(one.path, one.line, one.column, one.kind, one.canonical, one.candidates) for one in facts.sites}
    return sites, {(one.path, one.line, one.column) for one in facts.unresolved}


MODULES = ("app.a", "app.b", "app.c")
NAMES = ("Engine", "Motor", "Pump")


@st.composite
def projects(draw: st.DrawFn) -> dict[str, str]:
    """Three modules that import from one another, rename, rebind, re-export, inherit and use."""
    files: dict[str, str] = {}
    for module in MODULES:
        others = [one for one in MODULES if one != module]
        lines = [draw(_line(others)) for _ in range(draw(st.integers(2, 9)))]
        files[module.replace(".", "/") + ".py"] = "\n".join(lines) + "\n"
    files["app/a.py"] = "class Engine:\n    def run(self): ...\n" + files["app/a.py"]
    return files


@st.composite
def _line(draw: st.DrawFn, others: list[str]) -> str:
    other = draw(st.sampled_from(others))
    name, second, third = draw(st.permutations(NAMES))
    template = draw(st.sampled_from(LINES))
    return template.format(other=other, tail=other.rpartition(".")[2], x=name, y=second, z=third)


LINES = (
    "from {other} import {x}",
    "from {other} import {x}",
    "from {other} import {x} as {y}",
    "from {other} import *",
    "import {other}",
    "import {other} as {tail}",
    "from app import {tail}",
    "from . import {tail} as {z}",
    "{x} = {y}",
    "{x} = {tail}.{y}",
    "class {x}: ...",
    "class {x}({y}): ...",
    "class {x}({tail}.{y}):\n    kind = {z}\n    def make(self):\n        return self.kind()",
    "{x}()",
    "{tail}.{x}()",
    "{x}().run()",
    "def make(kind={x}):\n    return kind()",
    "def give():\n    return {x}",
    "{x} = {tail}.give()",
    "{x} = [{y}, {z}][0]",
    "TABLE = {{'a': {x}}}",
    "{tail}.TABLE['a']()",
    "def typed(a: type[{x}], b: {y}):\n    b.run()\n    return a()",
    "getattr({tail}, '{x}')()",
    "getattr({tail}, input())()",
    "if input():\n    {x} = {y}\nelse:\n    {x} = {z}",
    "try:\n    from {other} import {x}\nexcept ImportError:\n    {x} = None",
    "{x}.create = {y}",
    "__all__ = ['{x}', '{y}']",
    "def __getattr__(name):\n    if name == '{x}':\n        return {y}\n    raise AttributeError(name)",
    "give({x})",
    "del {x}",
)


@settings(max_examples=200)
@given(projects())
def test_random_projects_with_and_without_the_filter(files: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        filtered, whole = (index(Path(folder), files, everything=flag) for flag in (False, True))
        assert comparable(filtered.sites("app.a.Engine")) == comparable(whole.sites("app.a.Engine"))
        assert comparable(filtered.calls("app.a.Engine.run")) == comparable(whole.calls("app.a.Engine.run"))


@settings(max_examples=60)
@given(projects())
def test_random_projects_in_every_order_of_asking(files: dict[str, str]) -> None:
    """Forms and values are kept between questions; what was asked before may not show."""
    targets = ["app.a.Engine", "app.a.Engine.run", "app.b.Motor", "app.c.Pump"]
    with tempfile.TemporaryDirectory() as folder:
        alone = {target: told(index(Path(folder), files).sites(target)) for target in targets}
        for order in itertools.islice(itertools.permutations(targets), 0, 24, 5):
            project = index(Path(folder), files)
            assert {target: told(project.sites(target)) for target in order} == alone
