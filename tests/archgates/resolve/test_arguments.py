"""A class that is passed on: through `partial`, and put on a copy of the object at hand."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.cpython import constructions
from tests.archgates.resolve.projects import answered, index, noted

ENGINE = """
class Base: ...
class Engine(Base):
    def __init__(self, *arguments, **options): ...
class Other:
    def __init__(self, *arguments, **options): ...
"""
CALLS = {
    "partial, by keyword": """
        from functools import partial
        def _path(route, kind=None):
            return kind(route)  # -> unresolved
        path = partial(_path, kind=Engine)  # -> escape
        path("a")
        """,
    "partial, by place": """
        import functools
        class Maker:
            def make(self, kind, *more):
                return kind(*more)  # -> unresolved
        functools.partial(Maker().make, Engine, 1)()  # -> escape
        """,
    "a method of the class copies its object": """
        class Query:
            def __init__(self):
                self.kind = Other
            def copy(self):
                return eval("Query()")
            def engines(self):
                found = self.copy()
                found.kind = Engine  # -> escape
                return found
            def run(self):
                return self.kind(self)  # -> maybe
        Query().engines().run()
        """,
    "a method of the class makes another object": """
        class Query:
            def __init__(self):
                self.kind = Other
            def copy(self):
                return self.__class__()
            def engines(self):
                found = self.copy()
                found.kind = Engine  # -> alias
                return found
            def run(self):
                return self.kind(self)  # -> maybe
        Query().engines().run()
        """,
    "a default dictionary of dictionaries": """
        from collections import defaultdict
        class Registry:
            def __init__(self):
                self.all = defaultdict(dict)
            def register(self, label, name, kind):
                kinds = self.all[label]
                kinds[name] = kind
            def make(self, label, name):
                return self.all[label][name]()  # -> unresolved
        registry = Registry()
        registry.register("a", "b", Engine)  # -> escape
        registry.make("a", "b")
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", CALLS)
def test_a_class_that_is_passed_on(tmp_path: Path, sample: str, everything: bool) -> None:
    text = "from app.engine import Engine, Other\n" + textwrap.dedent(CALLS[sample])
    project = index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text}, everything=everything)
    found = answered(project.sites("app.engine.Engine"), "app/use.py")
    assert found == noted(text)
    assert constructions(tmp_path, ["."], "app.engine.Engine", "import app.use") <= {
        f"app/use.py:{line}" for line in found
    }
