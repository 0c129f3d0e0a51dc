"""What is taken from modules imported by computed names: spelled like the target, it may be the target."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.resolve.projects import answered, index, noted

ENGINE = "class Engine: ...\nclass Other: ...\n"
CALLS = {
    "where it is taken": """
        def load(name):
            return import_module(name).Engine()  # -> unresolved
        def other(name):
            return import_module(name).Other()
        """,
    "got back from a function": """
        def find(name):
            module = import_module(name)
            return module.Engine  # -> unresolved
        def make(name):
            kind = find(name)
            kind()  # -> unresolved
            return find(name)()  # -> unresolved
        def look(name):
            return isinstance(name, find(name))
        """,
    "kept in a table of modules": """
        MODULES = {}
        def register(key, name):
            MODULES[key] = import_module(name)
        def find(key):
            return MODULES[key].Engine  # -> unresolved
        def make(key):
            return find(key)()  # -> unresolved
        def find_other(key):
            return MODULES[key].Other
        def make_other(key):
            return find_other(key)()
        """,
    "kept on an object": """
        class Holder:
            def __init__(self, name):
                self.kind = import_module(name).Engine
            def run(self):
                return self.kind()  # -> unresolved
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", CALLS)
def test_classes_of_any_module(tmp_path: Path, sample: str, everything: bool) -> None:
    text = "from importlib import import_module\n" + textwrap.dedent(CALLS[sample])
    project = index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text}, everything=everything)
    assert answered(project.sites("app.engine.Engine"), "app/use.py") == noted(text)
