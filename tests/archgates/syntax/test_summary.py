"""Summaries: a file whose summary lacks a name as a value has no use of it but imports and plain annotations."""

from __future__ import annotations

import random
import sysconfig
from pathlib import Path

import pytest

from archgates.domain.modules import Module
from archgates.syntax.errors import SourceError
from archgates.syntax.form import Context
from archgates.syntax.lowering.lower import lower
from archgates.syntax.parse import parse
from archgates.syntax.summary import Summary, summarise

VALUES = [
    "Engine()",
    "x = Engine",
    "x = app.Engine",
    "x.Engine = 1",
    "f(Engine)",
    "f(Engine=1)",
    "class Engine: ...",
    "def Engine(): ...",
    "def f(Engine): ...",
    "def f(x=Engine): ...",
    "class K(Engine): ...",
    "@Engine\ndef f(): ...",
    "x: int = Engine()",
    "def f(x: type[Engine]): ...",
    "def f(x: 'type[Engine]'): ...",
    "def f() -> Type[Engine]: ...",
    "x: Callable[[], Engine]",
    "def f(*x: type[Engine]): ...",
    "x: Annotated[int, Engine()]",
    "getattr(x, 'Engine')",
    "__all__ = ['Engine']",
    "from app import Engine as E",
    "from app import E as Engine",
    "match x:\n    case Engine(): ...",
    "match x:\n    case {'a': Engine}: ...",
    "match x:\n    case [*Engine]: ...",
    "match x:\n    case int() as Engine: ...",
    "try: ...\nexcept x as Engine: ...",
    "global_ = lambda Engine: 1",
    "del Engine",
    "def f():\n    global Engine\n    Engine = 1",
    "f'{Engine}'",
    "[Engine for Engine in x]",
]
NO_VALUES = [
    "from app import Engine",
    "from app import Engine as Engine",
    "import Engine",
    "def f(x: Engine) -> Engine: ...",
    "def f(x: 'Engine', *y: Engine, **z: Engine): ...",
    "x: Engine",
    "x: list[Engine | None]",
    "class K:\n    x: Optional['Engine']",
    "# Engine",
    "'''Engine()'''",
    "Engines()",
]


def read(text: str) -> Summary:
    return summarise(parse(text.encode()))


@pytest.mark.parametrize("text", VALUES)
def test_names_that_are_values(text: str) -> None:
    assert "Engine" in read(text).values


@pytest.mark.parametrize("text", NO_VALUES)
def test_names_that_are_none(text: str) -> None:
    assert "Engine" not in read(text).values


def test_what_is_imported_by_its_own_name() -> None:
    summary = read("from a import B, C as D, E as E\nimport f\nfrom . import g\nfrom h import *\n")
    assert summary.imported == {"B", "E", "g", "*"}
    assert {"C", "D"} <= summary.values


def chosen_files() -> list[Path]:
    library = Path(sysconfig.get_paths()["stdlib"])
    files = sorted(path for path in library.rglob("*.py") if "site-packages" not in path.parts)
    return random.Random(3).sample([path for path in files if 0 < path.stat().st_size < 24_000], 30)


@pytest.mark.parametrize("path", chosen_files(), ids=lambda path: path.name)
def test_nothing_that_lowering_uses_is_left_out(path: Path) -> None:
    """The summary decides which files are lowered at all: every use must be in it."""
    try:
        tree = parse(path.read_bytes())
    except SourceError:
        return  # broken on purpose, as some test data of CPython is
    summary = summarise(tree)
    form = lower(Module(root=".", name="m", path="m.py"), tree, (3, 12))
    used = {
        key
        for use in form.uses
        if use.context is not Context.ANNOTATES
        for key in form.keys[use.term]
        if not key.startswith("<")
    }
    assert used - summary.values - summary.imported - {"__class__", "super"} == set()
