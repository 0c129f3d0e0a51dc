"""Calls of the class of an object that is not known: undecided in files that name the target or a base of it."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.resolve.projects import answered, index, noted

FILES = {"app/engine.py": "class Base: ...\nclass Engine(Base): ...\nclass Other: ...\n"}
CALLS = {
    "the target is named": """
        from app.engine import Engine
        def copied(x):
            return x.__class__()  # -> unresolved
        def again(x):
            return type(x.part)()  # -> unresolved
        try:
            copied(1)
        except Engine as error:
            copied(error)
        """,
    "a base is named": """
        from app.engine import Base
        def copied(x):
            made = type(x)()  # -> unresolved
            return made if isinstance(x, Base) else None
        """,
    "neither is named": """
        from app.engine import Other
        def copied(x):
            return x.__class__(), type(x)()
        """,
    "the object is known": """
        from app.engine import Engine, Other
        other = Other()
        type(other)()
        other.__class__()
        class Own:
            def copied(self):
                return type(self)(), self.__class__()
        """,
    "the class is not called": """
        from app.engine import Engine
        def name(x):
            return x.__class__.__name__, type(x).mro(), type(x)
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", CALLS)
def test_classes_of_unknown_objects(tmp_path: Path, sample: str, everything: bool) -> None:
    text = textwrap.dedent(CALLS[sample])
    project = index(tmp_path, {**FILES, "app/use.py": text}, everything=everything)
    assert answered(project.sites("app.engine.Engine"), "app/use.py") == noted(text)
