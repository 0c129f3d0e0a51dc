"""A protocol with `__call__` says what calling its objects makes, as `Callable[..., Engine]` does."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.resolve.projects import answered, index, noted

FILES = {
    "app/engine.py": "class Engine: ...\nclass Other: ...\n",
    "app/kinds.py": """
        from typing import TYPE_CHECKING, Protocol
        from app.engine import Engine, Other
        class Makes(Protocol):
            def __call__(self, power: int = 1) -> Engine: ...
        class MakesOther(Protocol):
            def __call__(self) -> Other: ...
        class Plain:
            def __call__(self) -> Engine: ...
        if TYPE_CHECKING:
            class Checked(Protocol):
                def __call__(self) -> Engine: ...
        else:
            class Checked: ...
        """,
}
CALLS = {
    "a parameter": """
        from app.kinds import Makes, MakesOther
        def test(make: Makes, other: MakesOther):
            def inside():
                return make()  # -> maybe
            other()
            return make(power=2)  # -> maybe
        """,
    "what only type checkers see": """
        from app.kinds import Checked
        def test(make: Checked):
            return make()  # -> maybe
        """,
    "an attribute": """
        import app.kinds
        class Holder:
            make: app.kinds.Makes
            def run(self):
                return self.make()  # -> maybe
        """,
    "under another name": """
        from app.kinds import Makes as M
        def test(make: "M | None"):
            return make()  # -> maybe
        """,
    "a class that is no protocol": """
        from app.kinds import Plain
        def test(make: Plain):
            return make()
        Plain()()
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", CALLS)
def test_protocols_that_ask_for_a_maker(tmp_path: Path, sample: str, everything: bool) -> None:
    text = textwrap.dedent(CALLS[sample])
    project = index(tmp_path, {**FILES, "app/use.py": text}, everything=everything)
    assert answered(project.sites("app.engine.Engine"), "app/use.py") == noted(text)
