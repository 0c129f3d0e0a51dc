"""The filter over text for look-ups by computed names: nothing that resolution would find may be filtered out."""

from __future__ import annotations

import pytest

from archgates.resolve.reflection import Looked, asks_for_class

REACHING = [
    "import app.engine\ngetattr(app.engine, name)()",
    "from app import engine\ngetattr(engine, name)",
    "from app import engine as e\ngetattr(e, name)",
    "import app.engine as e\nvars(e)[name]",
    "from app import (\n    other,\n    engine as e,\n)\ne.__dict__[name]",
    "from app import engine\ngetattr (\n  engine , name)",
    "if x: from app import engine\ngetattr(engine, name)",
    "from . import engine; getattr(engine, name)",
    "import importlib\ngetattr(importlib.import_module('app.engine'), name)",
    "import sys\ngetattr(sys.modules['app.engine'], name)",
    "import app.engine\nvars(app.engine).get(name)",
    "from app import \\\n    engine\ngetattr(engine, name)",
    "from app import engine\ngetattr(engine, '{0}_kind'.format(name))",
    "from app import engine\ngetattr(engine, 'kind_' + name)",
    "from app import engine\ngetattr(engine, 'kind_%s' % name)",
    "from app import engine\ngetattr(engine, 'kind' if name else name)",
]
NOT_REACHING = [
    "getattr(self, name)",
    "from app import engine\ngetattr(self, name)",
    "import app.engine\ngetattr(app.engine, 'Engine')",
    "import os\nvars(os)",
    "class K:\n    def f(self): return self.__dict__",
    "",
]


@pytest.mark.parametrize("text", REACHING)
def test_look_ups_in_a_module(text: str) -> None:
    assert Looked(text.encode()).reaches(b"engine")


@pytest.mark.parametrize("text", NOT_REACHING)
def test_look_ups_elsewhere(text: str) -> None:
    assert not Looked(text.encode()).reaches(b"engine")


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("type(self)()", True),
        ("return type(x).__new__(x)", True),
        ("self.__class__()", True),
        ("kind = type(self)\nkind()", True),
        ("kind = self.__class__  # comment", True),
        ("self . __class__ (1)", True),
        ("type(self).__name__", False),
        ("isinstance(x, int)", False),
        ("class K: ...", False),
    ],
)
def test_asking_for_the_class(text: str, asks: bool) -> None:
    assert asks_for_class(text.encode()) is asks
