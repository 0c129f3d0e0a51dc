"""What becomes of a class that is passed as an argument: looked at, called, kept in a partial, or taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archgates.resolve.projects import answered, index

HEAD = """\
import abc, asyncio, atexit, attr, attrs, collections, dataclasses, functools, inspect, itertools, pydantic, threading
import typing, typing as t, unittest
from app.engine import Engine
from collections import defaultdict
from dataclasses import field as f
from functools import partial as p
from typing import TypeVar, cast
x = object()
test = unittest.TestCase()
"""
ARGUMENTS = {
    "isinstance(x, Engine)": "",
    "isinstance(x, (Engine, int))": "",
    "isinstance(x, Engine | None)": "",
    "issubclass(int, Engine)": "",
    "cast(Engine, x)": "",
    "t.cast('Engine', x)": "",
    "TypeVar('T', bound=Engine)": "",
    "typing.get_type_hints(Engine)": "",
    "inspect.signature(Engine)": "",
    "dataclasses.fields(Engine)": "",
    "hasattr(Engine, 'a')": "",
    "setattr(Engine, 'a', 1)": "",
    "repr(Engine)": "",
    "print(Engine)": "",
    "id(Engine)": "",
    "test.assertIsInstance(x, Engine)": "",
    "Engine in (Engine, int)": "",
    "Engine is int": "",
    "partial(Engine)": "escape",
    "functools.partial(Engine, 1)": "escape",
    "p(Engine)": "escape",
    "unknown(Engine)": "escape",
    "unknown(kind=Engine)": "escape",
    "x.method(Engine)": "escape",
    "setattr(x, 'kind', Engine)": "escape",
    "map(Engine, [])": "escape-ctor",
    "list(map(Engine, []))": "escape-ctor",
    "filter(Engine, [])": "escape-ctor",
    "sorted([], key=Engine)": "escape-ctor",
    "max([], key=Engine)": "escape-ctor",
    "defaultdict(Engine)": "escape-ctor",
    "collections.defaultdict(Engine)": "escape-ctor",
    "f(default_factory=Engine)": "escape-ctor",
    "dataclasses.field(default_factory=Engine)": "escape-ctor",
    "dataclasses.field(default=Engine)": "escape",
    "attr.ib(factory=Engine)": "escape-ctor",
    "attr.ib(default=attr.Factory(Engine))": "escape-ctor",
    "attrs.field(factory=Engine)": "escape-ctor",
    "attrs.field(converter=Engine)": "escape-ctor",
    "pydantic.Field(default_factory=Engine)": "escape-ctor",
    "threading.Thread(target=Engine)": "escape-ctor",
    "threading.Timer(1, Engine)": "escape-ctor",
    "asyncio.to_thread(Engine)": "escape-ctor",
    "atexit.register(Engine)": "escape-ctor",
    "itertools.starmap(Engine, [])": "escape-ctor",
    "functools.reduce(Engine, [])": "escape-ctor",
    "map(str, [Engine])": "escape",
}


@pytest.mark.parametrize("expression", ARGUMENTS)
def test_what_becomes_of_an_argument(tmp_path: Path, expression: str) -> None:
    text = f"{HEAD}{expression}\n"
    facts = index(tmp_path, {"app/engine.py": "class Engine: ...\n", "app/use.py": text}).sites("app.engine.Engine")
    wanted = {str(HEAD.count("\n") + 1): ARGUMENTS[expression]} if ARGUMENTS[expression] else {}
    assert answered(facts, "app/use.py") == wanted


def test_a_function_of_the_project_with_such_a_name_takes_it(tmp_path: Path) -> None:
    text = "from app.engine import Engine\ndef isinstance(x, y): ...\nisinstance(1, Engine)\n"
    facts = index(tmp_path, {"app/engine.py": "class Engine: ...\n", "app/use.py": text}).sites("app.engine.Engine")
    assert answered(facts, "app/use.py") == {"3": "escape"}
