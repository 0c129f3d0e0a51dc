"""What a star spreads reaches the parameters from its place on."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.resolve.projects import answered, index, noted

CALLS = {
    "handed on by a star": """
        def outer(first, *args):
            return inner(first, *args)
        def inner(head, *args):
            call, *args = args
            head()
            return call(*args)  # -> unresolved
        outer(1, Engine)  # -> escape
        """,
    "to parameters by place": """
        def outer(*args):
            return inner(1, *args)
        def inner(head, kind, other=None, *, last=None):
            head()
            last()
            kind()  # -> unresolved
            other()
        outer(Engine)  # -> escape
        """,
    "a list of kinds": """
        KINDS = [Engine]  # -> escape
        def inner(kind):
            return kind()  # -> unresolved
        inner(*KINDS)
        inner(*[])
        """,
    "to a method and a class": """
        class Runner:
            def __init__(self, kind=None):
                self.made = kind()  # -> unresolved
            def run(self, kind):
                return kind()  # -> unresolved
            def test(self, *args):
                self.run(*args)
                return Runner(*args)
        Runner().test(Engine)  # -> escape
        """,
    "two stars by name are no places": """
        def outer(kinds):
            return inner(**kinds)
        def inner(kind):
            return kind()
        outer([Engine])  # -> escape
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", CALLS)
def test_spread_arguments(tmp_path: Path, sample: str, everything: bool) -> None:
    text = "from app.engine import Engine\n" + textwrap.dedent(CALLS[sample])
    files = {"app/engine.py": "class Engine: ...\n", "app/use.py": text}
    facts = index(tmp_path, files, everything=everything).sites("app.engine.Engine")
    assert answered(facts, "app/use.py") == noted(text)
