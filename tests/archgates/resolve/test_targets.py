"""From a dotted name to its definition: re-exports, kinds, outside names, and the nearest name of a misspelt one."""

from __future__ import annotations

from pathlib import Path

import pytest

from archgates.domain.sites import Target, TargetKind, UnknownTarget
from archgates.project.discover import discover
from archgates.project.sources import Sources
from archgates.resolve.index import SymbolIndex
from tests.archgates.resolve.projects import index

FILES = {
    "app/__init__.py": "from app.api import Public\n",
    "app/engine.py": """\
        import subprocess
        LIMIT = 3

        class Engine:
            kind = 1
            def run(self): ...
            @classmethod
            def create(cls): ...
            @property
            def state(self): ...
            class Inner:
                def deep(self): ...

        def build(): ...

        def outer():
            class Local: ...
            return Local

        if LIMIT:
            class Conditional: ...
        """,
    "app/api.py": "from app.engine import Engine as Public, build\nimport app.engine as e\n",
    "app/lazy.py": "def __getattr__(name):\n    if name == 'Motor':\n        from app.engine import Engine\n"
    "        return Engine\n    raise AttributeError(name)\n",
    "app/star.py": "from app.engine import *\n",
}
FOUND = {
    "app.engine.Engine": ("app.engine.Engine", TargetKind.CLASS, 4),
    "app.api.Public": ("app.engine.Engine", TargetKind.CLASS, 4),
    "app.Public": ("app.engine.Engine", TargetKind.CLASS, 4),
    "app.api.e.Engine": ("app.engine.Engine", TargetKind.CLASS, 4),
    "app.star.Engine": ("app.engine.Engine", TargetKind.CLASS, 4),
    "app.lazy.Motor": ("app.engine.Engine", TargetKind.CLASS, 4),
    "app.engine.Engine.run": ("app.engine.Engine.run", TargetKind.METHOD, 6),
    "app.Public.run": ("app.engine.Engine.run", TargetKind.METHOD, 6),
    "app.engine.Engine.create": ("app.engine.Engine.create", TargetKind.METHOD, 8),
    "app.engine.Engine.state": ("app.engine.Engine.state", TargetKind.METHOD, 10),
    "app.engine.Engine.Inner": ("app.engine.Engine.Inner", TargetKind.CLASS, 11),
    "app.engine.Engine.Inner.deep": ("app.engine.Engine.Inner.deep", TargetKind.METHOD, 12),
    "app.engine.build": ("app.engine.build", TargetKind.FUNCTION, 14),
    "app.api.build": ("app.engine.build", TargetKind.FUNCTION, 14),
    "app.engine.Conditional": ("app.engine.Conditional", TargetKind.CLASS, 21),
}


@pytest.mark.parametrize("name", FOUND)
def test_names_of_definitions(tmp_path: Path, name: str) -> None:
    found = index(tmp_path, FILES).target(name)
    assert isinstance(found, Target)
    assert (found.asked, found.canonical, found.kind, found.line) == (name, *FOUND[name])
    assert found.path == "app/engine.py"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("subprocess.Popen", TargetKind.EXTERNAL),
        ("os.spawn*", TargetKind.EXTERNAL),
        ("app.engine.LIMIT", TargetKind.OTHER),
        ("app.engine", TargetKind.OTHER),
        ("app", TargetKind.OTHER),
    ],
)
def test_names_that_are_no_definitions_of_the_project(tmp_path: Path, name: str, kind: TargetKind) -> None:
    found = index(tmp_path, FILES).target(name)
    assert isinstance(found, Target)
    assert (found.asked, found.kind) == (name, kind)


def test_an_outside_name_through_a_module_of_the_project(tmp_path: Path) -> None:
    found = index(tmp_path, FILES).target("app.engine.subprocess.Popen")
    assert isinstance(found, Target)
    assert (found.canonical, found.kind) == ("subprocess.Popen", TargetKind.EXTERNAL)


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("app.engine.Engin", "app.engine.Engine"),
        ("app.engin.Engine", "app.engine.Engine"),
        ("app.engine.Engine.rum", "app.engine.Engine.run"),
        ("app.engine.Engine.Iner", "app.engine.Engine.Inner"),
        ("app.engine.bild", "app.engine.build"),
        ("app.engines", "app.engine"),
        ("ap.engine.Engine", "app.engine.Engine"),
    ],
)
def test_misspelt_names_have_the_nearest(tmp_path: Path, name: str, near: str) -> None:
    found = index(tmp_path, FILES).target(name)
    assert found == UnknownTarget(asked=name, nearest=near)


@pytest.mark.parametrize(
    "name", ["nowhere.at.all.Thing", "", ".", "a..b", "app.", "*", "app.engine.outer.Local", "app.engine.Engine.run.x"]
)
def test_names_of_nothing(tmp_path: Path, name: str) -> None:
    assert isinstance(index(tmp_path, FILES).target(name), UnknownTarget)


def test_a_name_in_two_roots_is_asked_with_its_root(tmp_path: Path) -> None:
    for root in ("one", "two"):
        (tmp_path / root).mkdir()
        (tmp_path / root / "thing.py").write_text("class Engine: ...\n", encoding="utf-8")
    project = SymbolIndex(Sources.of(discover(tmp_path, ["one", "two"])))
    paths = []
    for root in ("one", "two"):
        found = project.target(f"{root}::thing.Engine")
        assert isinstance(found, Target)
        paths.append(found.path)
    assert paths == ["one/thing.py", "two/thing.py"]


def test_definitions_whose_name_is_deleted(tmp_path: Path) -> None:
    text = "class Engine: ...\nmade = Engine()\ndel Engine\ndef build(): ...\nbuilt = build()\ndel build\n"
    project = index(tmp_path, {"app/engine.py": text})
    assert [(site.line, site.kind.value) for site in project.sites("app.engine.Engine").sites] == [(2, "construct")]
    assert [(site.line, site.kind.value) for site in project.sites("app.engine.build").sites] == [(5, "call")]
    assert isinstance(project.target("app.engine.made.more"), UnknownTarget)
