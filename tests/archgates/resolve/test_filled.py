"""Containers of the project's own classes hold what they are filled with where they are made."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.resolve.projects import answered, index, noted
from tests.archgates.resolve.seen import differences

THINGS = "class A: ...\nclass B: ...\nclass C: ...\n"
SAMPLES = {
    "a table": """
        class Registry(dict):
            def find(self, name):
                return self[name]
        TABLE = Registry({"a": A, "b": B})
        see(TABLE["a"])
        see(TABLE["".join("a")])  # more
        see(TABLE.get("b"))
        see(TABLE.pop("b"))
        for kind in TABLE.values():
            see(kind)  # more
        """,
    "a list": """
        class Kinds(List[type]): ...
        KINDS = Kinds([A, B])
        for kind in KINDS:
            see(kind)
            see(kind())
        """,
    "behind a cast": """
        class Registry(Dict[str, Any]): ...
        TABLE = cast(Registry, Registry({"a": A}))
        see(TABLE["a"])
        MORE = cast("Registry", Registry({"a": B}))
        see(MORE["a"]())
        """,
    "in a class body": """
        class Registry(dict): ...
        class Holder:
            TABLE = Registry({"a": A})
            def make(self):
                return self.TABLE["a"]()
        see(Holder.TABLE["a"])
        see(Holder().make())
        """,
    "another kind of class": """
        class Box:
            def __init__(self, things):
                self.things = B
            def __getitem__(self, name):
                return C
        BOX = Box({"a": A})
        see(BOX["a"])
        see(BOX.things)
        """,
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_what_own_containers_hold_is_what_cpython_finds(tmp_path: Path, sample: str) -> None:
    head = "from typing import Any, Dict, List, cast\nfrom things import A, B, C\n"
    text = head + textwrap.dedent(SAMPLES[sample])
    assert differences(tmp_path, {"things.py": THINGS, "main.py": text}) == {}


ENGINE = "class Engine: ...\nclass Other: ...\n"
USE = """
from typing import cast
from app.engine import Engine, Other
class Registry(dict): ...
TABLE = Registry({"engine": Engine, "other": Other})  # -> escape
TABLE["engine"]()  # -> construct-indirect
TABLE["other"]()
TABLE[input()]()  # -> maybe
"""
ELSEWHERE = """
from app.use import TABLE
TABLE.get("engine")()  # -> construct-indirect
for kind in TABLE.values():
    kind()  # -> maybe
"""


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
def test_calls_of_what_own_containers_hold(tmp_path: Path, everything: bool) -> None:
    files = {"app/engine.py": ENGINE, "app/use.py": USE, "app/elsewhere.py": ELSEWHERE}
    facts = index(tmp_path, files, everything=everything).sites("app.engine.Engine")
    assert answered(facts, "app/use.py") == noted(USE)
    assert answered(facts, "app/elsewhere.py") == noted(ELSEWHERE)
