"""Modules and what they export: imports of every spelling, attributes, stars and `__all__`, as CPython has them."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from archgates.domain.modules import Module
from archgates.resolve.modules import absolute, defines, exported
from archgates.resolve.values import Unknown
from archgates.resolve.world import ModuleAttribute
from tests.archgates.resolve.projects import world, written
from tests.archgates.resolve.seen import differences, importable

ENGINE = "class Engine: ...\nclass Motor(Engine): ...\n"
SAMPLES: Mapping[str, Mapping[str, str]] = {
    "spellings": {
        "app/engine.py": ENGINE,
        "app/sub/parts.py": "class Part: ...\n",
        "main.py": """\
            import app
            import app.engine
            import app.engine as e
            import app.sub.parts
            import app.sub.parts as p
            from app import engine
            from app import engine as f
            from app.engine import Engine as G
            from app.sub import parts
            see(app)
            see(app.engine)
            see(app.engine.Engine)
            see(e)
            see(app.sub)
            see(app.sub.parts.Part)
            see(p.Part)
            see(engine.Motor)
            see(f)
            see(G)
            see(parts)
            """,
    },
    "relative": {
        "app/engine.py": ENGINE,
        "app/api.py": "from .engine import Engine as Motor\nfrom . import engine\n",
        "app/deep/er/use.py": """\
            from ...engine import Engine
            from ... import api, engine
            from .sibling import Sibling
            from . import sibling
            from ..er.sibling import Sibling as Again
            see(Engine)
            see(api.Motor)
            see(api.engine)
            see(engine)
            see(Sibling)
            see(sibling)
            see(Again)
            """,
        "app/deep/er/sibling.py": "class Sibling: ...\n",
        "main.py": "import app.deep.er.use\n",
    },
    "re-exports": {
        "app/engine.py": ENGINE,
        "app/api.py": "from app.engine import Engine as Public, Motor\n",
        "app/__init__.py": "from .api import *\nfrom .api import Public as Published\n",
        "main.py": """\
            import app
            from app import Motor, Published, Public
            see(app.Public)
            see(app.Motor)
            see(Motor)
            see(Published)
            see(Public)
            """,
    },
    "re-exports in a circle": {
        "app/a.py": "from app import b\nclass A: ...\nB = b.B\n",
        "app/b.py": "class B: ...\nfrom app import a\n",
        "main.py": "import app.b, app.a\nsee(app.a.b.a.A)\nsee(app.b.a.b.B)\nsee(app.a.B)\nsee(app.b.a)\n",
    },
    "a long chain of re-exports": {
        "app/engine.py": ENGINE,
        "app/c0.py": "from app.engine import Engine as N0\n",
        **{f"app/c{n}.py": f"from app.c{n - 1} import N{n - 1} as N{n}\n" for n in range(1, 40)},
        "main.py": "from app.c39 import N39\nsee(N39)\n",
    },
    "an attribute of a package hides its submodule": {
        "app/__init__.py": "from app.engine import Engine as engine\n",
        "app/engine.py": ENGINE,
        "main.py": "from app import engine\nsee(engine)  # more\nimport app\nsee(app.engine)\n",
    },
    "bound at the end": {
        "app/engine.py": "class Engine: ...\nclass Other: ...\nX = Engine\nX = Other\n",
        "main.py": "from app.engine import X\nimport app.engine\nsee(X)\nsee(app.engine.X)\n",
    },
    "stars": {
        "app/engine.py": ENGINE + "_Hidden = Engine\n",
        "app/more.py": "from app.engine import *\nclass Other: ...\n",
        "app/late.py": "class Engine: ...\n",
        "main.py": """\
            Engine = None
            from app.more import *
            see(Engine)
            see(Other)
            Engine = Other
            see(Engine)
            from app.late import *
            see(Engine)
            def f():
                see(Engine)
                see(Motor)
            f()
            import app.more
            see(app.more.Engine)
            """,
    },
    "namespace packages": {
        "app/__init__.py": "",
        "main.py": "import space.engine\nfrom space import engine\nfrom space.engine import Engine\n"
        "see(space)\nsee(engine)\nsee(Engine)\nsee(space.engine.Motor)\n",
    },
    "from import prefers the attribute": {
        "app/__init__.py": "class thing: ...\n",
        "app/thing.py": "class Inner: ...\n",
        "main.py": "from app import thing\nsee(thing)  # more\n",
    },
    "outside": {
        "main.py": "import collections.abc\nfrom collections import OrderedDict as O\n"
        "see(collections)\nsee(collections.abc)\nsee(O)\nsee(collections.abc.Mapping)\n",
    },
    "by a constant name": {
        "app/engine.py": ENGINE,
        "main.py": """\
            import importlib
            import sys
            see(importlib.import_module("app.engine"))
            see(importlib.import_module("app.engine").Engine)
            see(importlib.import_module(".engine", "app"))
            see(importlib.import_module(".engine", package="app").Motor)
            see(__import__("app.engine"))
            see(__import__("app.engine", fromlist=["Engine"]))
            see(sys.modules["app.engine"].Engine)
            NAME = "app." + "engine"
            see(importlib.import_module(NAME))
            """,
    },
    "conditional and fallback": {
        "app/engine.py": ENGINE,
        "main.py": """\
            import sys
            from typing import TYPE_CHECKING
            if TYPE_CHECKING:
                from app.engine import Motor as Engine
            else:
                from app.engine import Engine
            see(Engine)
            try:
                from app.missing import Engine as Found
            except ImportError:
                from app.engine import Engine as Found
            see(Found)
            if sys.version_info >= (3, 0):
                from app.engine import Engine as New
            else:
                from app.engine import Motor as New
            see(New)
            """,
    },
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_modules_are_those_of_cpython(tmp_path: Path, sample: str) -> None:
    if sample == "namespace packages":
        (tmp_path / "space").mkdir()
        (tmp_path / "space/engine.py").write_text(ENGINE, encoding="utf-8")
    assert differences(tmp_path, SAMPLES[sample]) == {}


EXPORTS: Mapping[str, Mapping[str, str]] = {
    "no list": {"m.py": "import os\nfrom things import A\nA_ = 1\n_private = 2\n__dunder__ = 3\ndef f(): ...\n"},
    "a list": {"m.py": '__all__ = ["A", "_private"]\nA = B = _private = 1\n'},
    "a tuple": {"m.py": '__all__ = "A", "B"\nA = B = C = 1\n'},
    "annotated": {"m.py": '__all__: list[str] = ["A"]\nA = B = 1\n'},
    "sums": {"m.py": '__all__ = ["A"] + ["B"]\n__all__ += ["C"]\n__all__ += ("D",)\nA = B = C = D = E = 1\n'},
    "methods": {
        "m.py": '__all__ = ["A"]\n__all__.append("B")\n__all__.extend(["C"])\n__all__.remove("A")\nA = B = C = D = 1\n'
    },
    "replaced": {"m.py": '__all__ = ["A"]\n__all__ = ["B"]\nA = B = 1\n'},
    "of another module": {
        "n.py": '__all__ = ["X", "Y"]\nX = Y = Z = 1\n',
        "m.py": 'import n\nfrom n import *\n__all__ = n.__all__ + ["A"]\nA = B = 1\n',
    },
    "added from another module": {
        "n.py": '__all__ = ["X"]\nX = Y = 1\n',
        "m.py": "from n import *\nfrom n import __all__ as theirs\n__all__ = ['A']\n__all__ += theirs\nA = B = 1\n",
    },
    "extended from another module": {
        "n.py": '__all__ = ["X"]\nX = Y = 1\n',
        "m.py": "import n\nfrom n import *\n__all__ = ['A']\n__all__.extend(n.__all__)\nA = B = 1\n",
    },
    "unpacked": {
        "n.py": '__all__ = ["X"]\nX = Y = 1\n',
        "m.py": "import n\nfrom n import *\n__all__ = [*n.__all__, 'A']\nA = B = 1\n",
    },
    "by a name": {"m.py": 'NAMES = ["A", "B"]\n__all__ = NAMES\nA = B = C = 1\n'},
    "in a loop": {"m.py": '__all__ = []\nfor name in ("A", "B"):\n    __all__.append(name)\nA = B = C = 1\n'},
    "list of a list": {"m.py": '__all__ = list(("A", "B"))\nA = B = C = 1\n'},
    "sorted": {"m.py": '__all__ = sorted(["B", "A"])\nA = B = C = 1\n'},
    "conditional": {"m.py": '__all__ = ["A"]\nif len("ab"):\n    __all__ += ["B"]\nA = B = C = 1\n'},
    "stars of stars": {
        "n.py": "X = 1\n_y = 2\nfrom o import *\n",
        "o.py": '__all__ = ["_z", "Q"]\n_z = Q = R = 1\n',
        "m.py": "from n import *\nA = 1\n",
    },
    "deleted": {"m.py": "A = B = 1\ndel A\n"},
    "loop variables": {"m.py": "for A in (1,):\n    B = A\nwith open(__file__) as C:\n    pass\n"},
    "not by comprehension": {"m.py": "A = [B for B in (1,)]\nD = [(E := C) for C in (1,)]\n"},
    "global statement": {"m.py": "def f():\n    global A\n    A = 1\nf()\n"},
    "match": {"m.py": "match [1, 2]:\n    case [A, B]:\n        C = 1\n"},
    "except": {"m.py": "try:\n    raise ValueError\nexcept ValueError as A:\n    B = 1\n"},
}


@pytest.mark.parametrize("sample", EXPORTS)
def test_stars_bring_what_they_bring_in_cpython(tmp_path: Path, sample: str) -> None:
    files = {"things.py": "class A: ...\n", **EXPORTS[sample]}
    written(tmp_path, files)
    namespace: dict[str, Any] = {}
    with importable(tmp_path):
        exec("from m import *", namespace)
        candidates = {name for module in ("m", "n", "o", "things") for name in _names(tmp_path, module)}
    known = world(tmp_path, files)
    brought = {name for name in candidates if known.settled(lambda name=name: _brings(known, name))}  # type: ignore[misc]  # a default
    assert brought == set(namespace) - {"__builtins__"}


def _names(root: Path, module: str) -> list[str]:
    return list(vars(importlib.import_module(module))) if (root / f"{module}.py").exists() else []


def _brings(known: Any, name: str) -> bool:
    return exported(known, "m.py", name) and defines(known, "m.py", name)


def test_a_list_that_cannot_be_read_exports_every_public_name(tmp_path: Path) -> None:
    """Nothing is lost, and the names without underscores stand for what the list may hold."""
    files = {
        "m.py": "import os\n__all__ = os.environ.get('NAMES', '').split()\nclass A: ...\n",
        "main.py": "from m import *\nsee(A)\n",
    }
    known = world(tmp_path, files)
    assert known.settled(lambda: exported(known, "m.py", "A"))
    assert not known.settled(lambda: exported(known, "m.py", "_A"))


@pytest.mark.parametrize(
    ("package", "is_package", "name", "level"),
    [
        ("a.b", True, "c", 1),
        ("a.b", True, "", 1),
        ("a.b", True, "c", 2),
        ("a.b", True, "", 3),
        ("a.b", False, "c.d", 1),
        ("a.b", False, "c", 2),
        ("a", False, "c", 1),
        ("a.b.c", False, "x", 2),
        ("a.b.c", False, "x", 3),
        ("a.b.c", False, "x", 0),
    ],
)
def test_relative_names_are_those_of_importlib(package: str, is_package: bool, name: str, level: int) -> None:
    module = Module(root=".", name=package, path="x.py", is_package=is_package)
    try:
        expected: str | None = importlib.util.resolve_name("." * level + name, module.package)
    except ImportError:
        expected = None
    assert absolute(module, name, level) == expected


def test_two_roots_with_one_name_are_not_guessed_between(tmp_path: Path) -> None:
    from archgates.project.discover import discover
    from archgates.project.sources import Sources
    from archgates.resolve.index import SymbolIndex

    text = "class Engine: ...\n"
    files = {"one/thing.py": text, "two/thing.py": text, "three/use.py": "from thing import Engine\nEngine()\n"}
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    index = SymbolIndex(Sources.of(discover(tmp_path, ["one", "two", "three"])))
    facts = index.sites("one::thing.Engine")
    assert facts.sites == ()
    assert [(one.path, one.line) for one in facts.unresolved] == [("three/use.py", 2)]


def test_an_unreadable_module_is_unknown_and_a_gap(tmp_path: Path) -> None:
    known = world(tmp_path, {"broken.py": "def (:\n", "main.py": ""})
    values = known.solve(ModuleAttribute("broken.py", "Engine"))
    assert [type(value) for value in values] == [Unknown]
    assert [gap.path for gap in known.sources.gaps] == ["broken.py"]
