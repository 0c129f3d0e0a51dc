"""A class that travels on in `*args` and `**kwargs` is followed to the call, by its place or keyword."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.resolve.projects import answered, index, noted

ENGINE = "class Engine: ...\nclass Other: ...\n"
CALLS = {
    "by keyword": """
        def build(kind=None, other=None):
            other and other()
            return kind()  # -> unresolved
        def forward(**kwargs):
            return build(**kwargs)
        def further(power, **options):
            return forward(**options)
        further(1, kind=Engine)  # -> escape
        """,
    "in a copy": """
        def build(kind=None, other=None):
            return kind(), other  # -> unresolved
        def copied(**kwargs):
            defaults = {"other": 1}
            defaults.update(kwargs)
            return build(**defaults)
        copied(kind=Engine)  # -> escape
        """,
    "in a display": """
        def build(kind=None, other=None):
            return kind(), other  # -> unresolved
        def merged(**kwargs):
            return build(**{"other": 1, **kwargs})
        merged(kind=Engine)  # -> escape
        """,
    "in a table": """
        def build(kind=None, other=None):
            return kind()  # -> unresolved
        options = {"kind": Engine}  # -> escape
        build(**options)
        build(**{"kind": Engine})  # -> escape
        """,
    "by place": """
        def build(power, kind, other=None):
            other and other()
            return kind()  # -> unresolved
        def forward(*args):
            return build(*args)
        def shifted(*args):
            return build(1, *args)
        forward(1, Engine)  # -> escape
        shifted(Engine)  # -> escape
        """,
    "through super()": """
        class Base:
            def build(self, kind=None, other=None):
                return kind()  # -> unresolved
        class Middle(Base):
            def build(self, **kwargs):
                return super().build(**{"other": 1, **kwargs})
        class Last(Middle):
            def build(self, **kwargs):
                return super().build(**{"kind": Engine, **kwargs})  # -> escape
        Last().build()
        """,
    "another keyword": """
        def build(kind=None, other=None):
            return kind()
        def forward(**kwargs):
            return build(**kwargs)
        forward(other=Engine)  # -> escape
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", CALLS)
def test_spread_arguments_are_followed(tmp_path: Path, sample: str, everything: bool) -> None:
    text = "from app.engine import Engine, Other\n" + textwrap.dedent(CALLS[sample])
    project = index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text}, everything=everything)
    assert answered(project.sites("app.engine.Engine"), "app/use.py") == noted(text)
