"""The load view against CPython: what importing a module really puts into `sys.modules`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from archgates.domain.imports import View
from archgates.imports.graph import ImportGraph
from archgates.imports.index import ImportIndex
from tests.archgates.imports.trees import index_of, loaded_by_cpython

LEAVES = {"app/__init__.py": "", "app/a.py": "", "app/b.py": "", "app/p/__init__.py": "", "app/p/c.py": ""}
LAZY_ALL = """
    __all__ = ["Late", "other"]
    def __getattr__(name):
        if name == "Late":
            from app.b import Late
            return Late
        raise AttributeError(name)
    other = 1
"""


def hook(statement: str, result: str = "Late") -> str:
    """A package whose attribute `Late` is loaded when it is asked for."""
    return (
        f"def __getattr__(name):\n    if name == 'Late':\n        {statement}\n        return {result}\n"
        "    raise AttributeError(name)"
    )


TABLE = """
    import importlib
    _TABLE = {"Late": ("app.a", "Late"), "Other": ("app.b", "Other")}
    def __getattr__(name):
        if name not in _TABLE:
            raise AttributeError(name)
        module, attribute = _TABLE[name]
        return getattr(importlib.import_module(module), attribute)
"""
PROJECTS: Mapping[str, Mapping[str, str]] = {
    "module": {"app/main.py": "import app.a"},
    "own packages": {"app/__init__.py": "import app.a", "app/p/main.py": "", "app/main.py": "import app.p.main"},
    "submodule by from": {"app/main.py": "from app import a\nfrom app.p import c"},
    "attribute by from": {"app/p/__init__.py": "c = 1", "app/main.py": "from app.p import c"},
    "attribute and submodule": {
        "app/p/__init__.py": "from app.p.c import c",
        "app/p/c.py": "c = 1",
        "app/main.py": "from app.p import c",
    },
    "parents": {"app/p/__init__.py": "import app.b", "app/main.py": "from app.p.c import __name__"},
    "relative": {"app/main.py": "from . import a\nfrom .p import c"},
    "class body": {"app/main.py": "class C:\n    from app import a"},
    "deferred": {"app/main.py": "def f():\n    import app.a"},
    "deferred and called": {"app/main.py": "def f():\n    import app.a\ndef g():\n    f()\ng()"},
    "constructed": {"app/main.py": "class C:\n    def __init__(self):\n        import app.a\nC()"},
    "decorated": {"app/main.py": "def d(f):\n    import app.a\n    return f\n@d\ndef g(): ..."},
    "type checking": {
        "app/main.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import app.a\nelse:\n    import app.b"
    },
    "flag through a module": {
        "app/b.py": "from typing import TYPE_CHECKING",
        "app/main.py": "from app.b import TYPE_CHECKING\nif TYPE_CHECKING:\n    import app.a",
    },
    "no flag through a module": {
        "app/b.py": "TYPE_CHECKING = 1",
        "app/main.py": "from app.b import TYPE_CHECKING\nif TYPE_CHECKING:\n    import app.a",
    },
    "if false": {"app/main.py": "if False:\n    import app.a\nif 0:\n    import app.b"},
    "main": {"app/main.py": "if __name__ == '__main__':\n    import app.a"},
    "fallback taken": {"app/main.py": "try:\n    import app.a\nexcept ImportError:\n    x = 1"},
    "star": {"app/main.py": "from app.p import *"},
    "star with submodules": {"app/p/__init__.py": "__all__ = ['c']", "app/main.py": "from app.p import *"},
    "star with composed names": {
        "app/a.py": "__all__ = ['c']",
        "app/p/__init__.py": "from app import a\n__all__ = []\n__all__ += a.__all__",
        "app/main.py": "from app.p import *",
    },
    "dynamic": {
        "app/main.py": "import importlib\nimportlib.import_module('app.a')\n__import__('app.p', fromlist=['c'])"
    },
    "dynamic relative": {"app/main.py": "from importlib import import_module\nimport_module('.c', 'app.p')"},
    "dynamic loop": {"app/main.py": "import importlib\nfor n in ['a', 'b']:\n    importlib.import_module('app.' + n)"},
    "dynamic deferred": {"app/main.py": "import importlib\ndef f():\n    importlib.import_module('app.a')"},
    "helper": {
        "app/b.py": "import importlib\ndef load(name):\n    return importlib.import_module(name)",
        "app/main.py": "from app.b import load\nload('app.a')",
    },
    "lazy taken": {
        "app/b.py": "Late = 1",
        "app/p/__init__.py": hook("from app.b import Late"),
        "app/main.py": "from app.p import Late",
    },
    "lazy left": {
        "app/p/__init__.py": hook("import app.b", "app.b"),
        "app/main.py": "import app.p",
    },
    "lazy table": {
        "app/a.py": "Late = 1",
        "app/p/__init__.py": TABLE,
        "app/main.py": "from app.p import Late",
    },
    "lazy star": {"app/b.py": "Late = 1", "app/p/__init__.py": LAZY_ALL, "app/main.py": "from app.p import *"},
    "lazy attribute": {
        "app/b.py": "Late = 1",
        "app/p/__init__.py": hook("from app.b import Late"),
        "app/main.py": "import app.p\nX = [app.p.Late for _ in '1']",
    },
    "lazy attribute of a renamed package": {
        "app/b.py": "Late = 1",
        "app/p/__init__.py": hook("from app.b import Late"),
        "app/main.py": "from app import p as q\nclass C:\n    x: q.Late = 1",
    },
    "lazy attribute in a function": {
        "app/b.py": "Late = 1",
        "app/p/__init__.py": hook("from app.b import Late"),
        "app/main.py": "import app.p as q\ndef f():\n    return q.Late",
    },
    "lazy attribute in a function that is called": {
        "app/b.py": "Late = 1",
        "app/p/__init__.py": hook("from app.b import Late"),
        "app/main.py": "import app.p as q\ndef f():\n    return q.Late\nf()",
    },
    "lazy attribute in an annotation left alone": {
        "app/b.py": "Late = 1",
        "app/p/__init__.py": hook("from app.b import Late"),
        "app/main.py": "from __future__ import annotations\nimport app.p as q\ndef f(x: q.Late) -> q.Late: ...",
    },
    "lazy through two packages": {
        "app/a.py": "Late = 1",
        "app/p/__init__.py": hook("from app.a import Late"),
        "app/q/__init__.py": hook("from app.p import Late"),
        "app/main.py": "from app.q import Late",
    },
    **{
        f"flag under another name: {test}": {
            "app/b.py": "from typing import TYPE_CHECKING as CHECKING\nimport typing\nTC = typing.TYPE_CHECKING",
            "app/p/c.py": "from app.b import CHECKING as PASSED_ON\nfrom app.b import *",
            "app/main.py": f"{head}\nif {test}:\n    import app.a",
        }
        for head, test in (
            ("from app.b import CHECKING", "CHECKING"),
            ("from app.b import TC as T", "T"),
            ("import app.b as fl", "fl.CHECKING"),
            ("import app.b", "app.b.TC"),
            ("from app import b", "not not b.TC"),
            ("from app.b import *", "TC"),
            ("from app.p.c import PASSED_ON", "PASSED_ON"),
            ("from app.p.c import TC", "TC"),
            ("from app.p import c", "c.TC and c.PASSED_ON"),
        )
    },
    **{
        f"flag by name alone: {place}": {
            "app/b.py": "class S:\n    TYPE_CHECKING = True\ns = S()\nMYPY = True",
            "app/main.py": text,
        }
        for place, text in {
            "class": "from app.b import S\nif S.TYPE_CHECKING:\n    import app.a",
            "object": "from app.b import s\nif s.TYPE_CHECKING:\n    import app.a",
            "object of a module": "import app.b as b\nif b.s.TYPE_CHECKING:\n    import app.a",
            "local object": "from app.b import S\nx = S()\nif x.TYPE_CHECKING:\n    import app.a",
            "other name": "from app.b import MYPY\nif MYPY:\n    import app.a",
            "parameter": "def f(s):\n    if s.TYPE_CHECKING:\n        import app.a\nfrom app.b import s\nf(s)",
        }.items()
    },
    **{
        f"scope of the flag: {place}": {"app/main.py": f"from typing import TYPE_CHECKING\n{text}"}
        for place, text in {
            "parameter": "def f(TYPE_CHECKING):\n    if TYPE_CHECKING:\n        import app.a\nf(1)",
            "keyword": "def f(*, TYPE_CHECKING=1):\n    if TYPE_CHECKING:\n        import app.a\nf()",
            "loop": "def f():\n    for TYPE_CHECKING in [1]:\n        if TYPE_CHECKING:\n            import app.a\nf()",
            "loop at the top": "for TYPE_CHECKING in [1]:\n    if TYPE_CHECKING:\n        import app.a",
            "unpacking": "TYPE_CHECKING, x = 1, 2\nif TYPE_CHECKING:\n    import app.a",
            "with": "import io\nwith io.StringIO() as TYPE_CHECKING:\n    if TYPE_CHECKING:\n        import app.a",
            "match": "match 1:\n    case TYPE_CHECKING:\n        if TYPE_CHECKING:\n            import app.a",
            "definition": "def TYPE_CHECKING(): ...\nif TYPE_CHECKING:\n    import app.a",
            "walrus": "print(end='' if (TYPE_CHECKING := 1) else '')\nif TYPE_CHECKING:\n    import app.a",
            "branch": "if len('x'):\n    TYPE_CHECKING = True\nif TYPE_CHECKING:\n    import app.a",
            "class": "class A:\n    TYPE_CHECKING = True\n    if TYPE_CHECKING:\n        import app.a",
            "class left": "class A:\n    TYPE_CHECKING = True\nif TYPE_CHECKING:\n    import app.a",
            "class around": (
                "class A:\n    TYPE_CHECKING = True\n    @staticmethod\n    def f():\n"
                "        if TYPE_CHECKING:\n            import app.a\nA.f()"
            ),
            "class beside": (
                "def f():\n    if TYPE_CHECKING:\n        import app.a\nclass A:\n    TYPE_CHECKING = True\nf()"
            ),
            "other function": (
                "def f():\n    if TYPE_CHECKING:\n        import app.a\ndef g():\n    TYPE_CHECKING = True\nf()\ng()"
            ),
            "function around": (
                "class A:\n    def __init__(self):\n        from app import b as TYPE_CHECKING\n"
                "        if TYPE_CHECKING:\n            import app.a\nA()"
            ),
            "global": (
                "def f():\n    global TYPE_CHECKING\n    TYPE_CHECKING = 1\n"
                "    if TYPE_CHECKING:\n        import app.a\nf()"
            ),
        }.items()
    },
    **{
        f"flag spelled: {spelling}": {"app/main.py": f"import typing\n{spelling}\n    import app.a"}
        for spelling in (
            "if (T := typing.TYPE_CHECKING):",
            "if (T := typing.TYPE_CHECKING):\n    pass\nif T:",
            "if bool(typing.TYPE_CHECKING):",
            "if not bool(not typing.TYPE_CHECKING):",
            "TYPE_CHECKING = getattr(typing, 'TYPE_CHECKING', False)\nif TYPE_CHECKING:",
            "if getattr(typing, 'TYPE_CHECKING'):",
            "if vars(typing)['TYPE_CHECKING']:",
            "if typing.__dict__['TYPE_CHECKING']:",
            "def bool(x): return True\nif bool(typing.TYPE_CHECKING):",
            "def getattr(*x): return True\nif getattr(typing, 'TYPE_CHECKING'):",
        )
    },
    **{
        f"dynamic by {spelling}": {"app/main.py": f"import importlib, builtins\n{spelling}"}
        for spelling in (
            "getattr(importlib, 'import_module')('app.a')",
            "load = getattr(importlib, 'import_module', None)\nload('app.a')",
            "vars(importlib)['import_module']('app.a')",
            "importlib.__dict__['import_module']('app.a')",
            "getattr(builtins, '__import__')('app.a')",
        )
    },
    **{
        f"call that runs nothing: {name}": {"app/main.py": text}
        for name, text in {
            "generator": "def g():\n    import app.a\n    yield 1\ng()",
            "generator in a branch": "def g():\n    import app.a\n    if 0:\n        yield\nif len('x'):\n    g()",
            "yield of an inner function": "def g():\n    import app.a\n    def h(): yield\n    lambda: (yield)\ng()",
            "generator that runs": "def g():\n    import app.a\n    yield 1\nlist(g())",
            "generator kept": "def g():\n    import app.a\n    yield 1\nx = g()\nnext(x)",
            "coroutine that runs": "import asyncio\nasync def g():\n    import app.a\nasyncio.run(g())",
            "coroutine awaited": (
                "import asyncio\nasync def g():\n    import app.a\nasync def h():\n    await g()\nasyncio.run(h())"
            ),
            "coroutine never awaited": (
                "import warnings\nwarnings.simplefilter('ignore')\nasync def g():\n    import app.a\ng()"
            ),
            "asynchronous generator": "async def g():\n    import app.a\n    yield 1\ng()",
            "decorated generator": (
                "def now(f):\n    return lambda: list(f())\n@now\ndef g():\n    import app.a\n    yield 1\ng()"
            ),
        }.items()
    },
    "namespace": {"app/n/x.py": "", "app/main.py": "import app.n.x"},
    "namespace taken": {"app/n/x.py": "", "app/main.py": "from app import n"},
}


def reachable(index: ImportIndex, start: str) -> set[str]:
    """Modules that the load view says importing `start` runs, itself among them."""
    return set(ImportGraph(index.facts(View.LOAD)).reachable(start))


@pytest.mark.parametrize("name", PROJECTS)
def test_load_view_is_what_cpython_loads(name: str, tmp_path: Path) -> None:
    index = index_of(tmp_path, {**LEAVES, **PROJECTS[name]})
    loaded = loaded_by_cpython(tmp_path, "app.main")
    assert reachable(index, "app.main") == {one for one in loaded if one in index.nodes}


STATEMENTS = [
    "import {module}",
    "import {module} as m",
    "from {parent} import {last}",
    "from {module} import *",
    "from {module} import __name__ as n",
    "class C{n}:\n    import {module}",
    "with open(__file__):\n    import {module}",
    "try:\n    import {module}\nexcept ImportError:\n    x = 1",
    "for i in '1':\n    import {module}",
    "import importlib\nimportlib.import_module('{module}')",
    "__import__('{module}')",
    "def f{n}():\n    import {module}",
    "def g{n}():\n    import {module}\ng{n}()",
    "def h{n}():\n    def inner():\n        import {module}",
    "import typing\nif typing.TYPE_CHECKING:\n    import {module}",
    "import typing\nif not typing.TYPE_CHECKING:\n    import {module}",
    "import sys\nif sys.version_info >= (3, 99):\n    import {module}",
    "import sys\nif sys.version_info >= (3, 2):\n    import {module}",
    "if __name__ == '__main__':\n    import {module}",
    "lambda: __import__('{module}')",
]


def generated(seed: int) -> dict[str, str]:
    """A project of a dozen modules that import only later ones, by statements of every kind."""
    choose = random.Random(seed)
    names = ["app"]
    for number in range(11):
        parent = choose.choice([one for one in names if one.count(".") < 3])
        names.append(f"{parent}.m{number}")
    packages = {one for one in names if any(other.startswith(f"{one}.") for other in names)}
    files: dict[str, str] = {}
    for position, name in enumerate(names):
        later = [one for one in names[position + 1 :] if not one.startswith(f"{name}.")]
        lines = []
        for n in range(choose.randint(0, 3) if later else 0):
            module = choose.choice(later)
            parent, _, last = module.rpartition(".")
            lines.append(choose.choice(STATEMENTS).format(module=module, parent=parent, last=last, n=n))
        path = name.replace(".", "/")
        files[f"{path}/__init__.py" if name in packages else f"{path}.py"] = "\n".join(lines) + "\n"
    return files


@pytest.mark.parametrize("seed", range(25))
def test_generated_projects_load_what_the_view_says(seed: int, tmp_path: Path) -> None:
    index = index_of(tmp_path, generated(seed))
    for start in sorted(index.nodes)[::4]:
        loaded = loaded_by_cpython(tmp_path, start)
        assert reachable(index, start) == {one for one in loaded if one in index.nodes}, start
