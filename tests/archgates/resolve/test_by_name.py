"""Methods that are meant by a name alone: overrides of heirs."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.resolve.projects import answered, index, noted

ENGINE = "class Engine: ...\nclass Other: ...\n"
CALLS = {
    "an override takes what the base passes": """
        class Base:
            def run(self):
                return self.build(Engine)  # -> escape
            def build(self, kind):
                return None
        class Heir(Base):
            def build(self, kind):
                return kind()  # -> unresolved
        class Stranger:
            def build(self, kind):
                return kind()
        Heir().run()
        """,
    "not what is passed to super()": """
        class Base:
            def build(self, kind):
                return None
        class Middle(Base):
            def build(self, kind):
                return super().build(Engine)  # -> escape
        class Heir(Middle):
            def build(self, kind):
                return kind()
        """,
    "not what an object of a known class is passed": """
        class Base:
            def build(self, kind):
                return None
        class Heir(Base):
            def build(self, kind):
                return kind()
        Base().build(Engine)  # -> escape
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", CALLS)
def test_methods_by_name(tmp_path: Path, sample: str, everything: bool) -> None:
    text = "from app.engine import Engine\n" + textwrap.dedent(CALLS[sample])
    project = index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text}, everything=everything)
    assert answered(project.sites("app.engine.Engine"), "app/use.py") == noted(text)
