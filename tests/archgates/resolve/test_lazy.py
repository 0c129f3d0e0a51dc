"""Lazy modules: a module's `__getattr__` is read for one name at a time, as CPython calls it (PEP 562)."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

import pytest

from archgates.resolve.values import Unknown
from archgates.resolve.world import ModuleAttribute
from tests.archgates.resolve.projects import answered, index, noted, world
from tests.archgates.resolve.seen import differences

ENGINE = "class Engine: ...\nclass Motor: ...\nclass Pump: ...\n"
LAZY: Mapping[str, str] = {
    "one name": """
        def __getattr__(name):
            if name == "Engine":
                from app.engine import Engine
                return Engine
            raise AttributeError(name)
        """,
    "several names": """
        def __getattr__(name):
            if name == "Engine":
                from app.engine import Engine
                return Engine
            elif name == "Motor":
                from app import engine
                return engine.Motor
            raise AttributeError(name)
        """,
    "refused first": """
        def __getattr__(name):
            if name != "Engine":
                raise AttributeError(name)
            from app.engine import Engine
            return Engine
        """,
    "among names": """
        import importlib
        _NAMES = ("Engine", "Motor")
        def __getattr__(name):
            if name in _NAMES:
                return getattr(importlib.import_module("app.engine"), name)
            raise AttributeError(name)
        """,
    "not among names": """
        import importlib
        def __getattr__(name):
            if name not in {"Engine", "Motor"}:
                raise AttributeError(name)
            return getattr(importlib.import_module(".engine", __package__), name)
        """,
    "a table of modules": """
        import importlib
        _WHERE = {"Engine": "app.engine", "Motor": "app.engine"}
        def __getattr__(name):
            if name in _WHERE:
                return getattr(importlib.import_module(_WHERE[name]), name)
            raise AttributeError(name)
        """,
    "a table of relative modules": """
        from importlib import import_module
        _WHERE = {"Engine": ".engine", "Motor": ".engine"}
        def __getattr__(name):
            if name not in _WHERE:
                raise AttributeError(f"module has no attribute {name}")
            module = import_module(_WHERE[name], __name__)
            value = getattr(module, name)
            globals()[name] = value
            return value
        """,
    "a table of pairs": """
        import importlib
        _WHERE = {"Engine": ("app.engine", "Engine"), "Motor": ("app.engine", "Motor")}
        def __getattr__(name):
            if name in _WHERE:
                module, attribute = _WHERE[name]
                return getattr(importlib.import_module(module), attribute)
            raise AttributeError(name)
        """,
    "a table of values": """
        from app import engine
        _TABLE = {"Engine": engine.Engine, "Motor": engine.Motor}
        def __getattr__(name):
            try:
                return _TABLE[name]
            except KeyError:
                raise AttributeError(name)
        """,
}
USE = "import app\nfrom app import Engine\nsee(Engine)\nsee(app.Engine)\n"


@pytest.mark.parametrize("way", LAZY)
def test_lazy_attributes_are_those_of_cpython(tmp_path: Path, way: str) -> None:
    text = textwrap.dedent(LAZY[way])
    main = USE + ("see(app.Motor)\n" if "Motor" in text else "")
    assert differences(tmp_path, {"app/__init__.py": text, "app/engine.py": ENGINE, "main.py": main}) == {}


@pytest.mark.parametrize("way", LAZY)
def test_lazy_classes_are_found_with_and_without_the_filter(tmp_path: Path, way: str) -> None:
    kind = "construct-indirect" if way == "a table of values" else "construct"
    main = f"import app\nfrom app import Engine as E\nE()  # -> {kind}\napp.Engine()  # -> {kind}\n"
    files = {"app/__init__.py": LAZY[way], "app/engine.py": ENGINE, "main.py": main}
    for everything in (False, True):
        facts = index(tmp_path, files, everything=everything).sites("app.engine.Engine")
        assert answered(facts, "main.py") == noted(main), everything


def test_another_name_is_another_value(tmp_path: Path) -> None:
    text = LAZY["several names"]
    main = "import app\napp.Motor()\n"
    facts = index(tmp_path, {"app/__init__.py": text, "app/engine.py": ENGINE, "main.py": main}).sites(
        "app.engine.Engine"
    )
    assert answered(facts, "main.py") == {}


@pytest.mark.parametrize(
    "way", [way for way in LAZY if "raise AttributeError" in LAZY[way] and way != "a table of values"]
)
def test_a_refused_name_is_not_there(tmp_path: Path, way: str) -> None:
    known = world(tmp_path, {"app/__init__.py": LAZY[way], "app/engine.py": ENGINE})
    values = known.solve(ModuleAttribute("app/__init__.py", "Pump"))
    assert {value for value in values if not isinstance(value, Unknown)} == set()


def test_a_name_that_is_bound_needs_no_look_up(tmp_path: Path) -> None:
    text = "from app.engine import Motor as Engine\n" + textwrap.dedent(LAZY["one name"])
    assert differences(tmp_path, {"app/__init__.py": text, "app/engine.py": ENGINE, "main.py": USE}) == {}
