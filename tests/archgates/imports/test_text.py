"""Reading imports from the text alone: equal to the tree on real code, or left to the tree."""

from __future__ import annotations

import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archgates.domain.modules import Module
from archgates.imports.scan import scan_tree
from archgates.imports.text import scan_text
from archgates.syntax.parse import SourceError, parse

MODULE = Module(root=".", name="pkg.sub.mod", path="pkg/sub/mod.py")
LIBRARIES = {"stdlib": sysconfig.get_path("stdlib"), "installed": sysconfig.get_path("purelib")}
EVERY = 11
"""One file in so many is compared here; the oracle run compares them all."""


def differences(paths: Iterator[Path]) -> tuple[list[Path], int, int]:
    """Files on which text and tree disagree; how many files were read from text, and how many in all."""
    different: list[Path] = []
    quick_files = total = 0
    for path in paths:
        try:
            tree = parse(path.read_bytes())
        except (SourceError, OSError):
            continue
        total += 1
        quick = scan_text(tree.text)
        if quick is None:
            continue
        quick_files += 1
        full = scan_tree(tree, MODULE, (3, 11))
        if (quick.statements, quick.lazy, quick.unreadable) != (full.statements, full.lazy, full.unreadable):
            different.append(path)
    return different, quick_files, total


def python_files(root: str, every: int) -> Iterator[Path]:
    """Python files below a folder, one in `every`, always the same ones."""
    files = sorted(Path(root).rglob("*.py"))
    yield from files[::every]


@pytest.mark.parametrize("library", LIBRARIES)
def test_text_and_tree_agree_on_real_code(library: str) -> None:
    different, quick, total = differences(python_files(LIBRARIES[library], EVERY))
    assert different == []
    assert total > 50
    assert quick / total > 0.5


LEFT_TO_THE_TREE = [
    "import a; import b",
    "if x: import a",
    "try:\n    import a\nexcept ImportError:\n    pass",
    "import importlib\nimportlib.import_module('a')",
    "def __getattr__(name):\n    import a",
    "from a import \\\n    b",
    "if x: \\\n  import a",
    "x = f'{y['import']}'\nimport a",
    "lazy import a",
    "\tif x:\n\t\timport a\n",
    "def f():\n    import a\nf()",
    "import é",
    "import typing as t\nif t.TYPE_CHECKING:\n    import a",
    "if __name__ == '__main__':\n    import a",
    "import sys\nif sys.version_info < (3,):\n    import a",
    "from contextlib import suppress\nwith suppress(ImportError):\n    import a",
]


@pytest.mark.parametrize("text", LEFT_TO_THE_TREE)
def test_what_is_not_plain_is_left_to_the_tree(text: str) -> None:
    assert scan_text(text) is None


NO_IMPORTS = [
    '"""\nimport a\n"""',
    "'''\nfrom a import b\n'''",
    "# import a",
    "x = '''\nimport a'''",
    'x = """\\"""\nimport a\n"""',
    "text = (\n    'import a'\n)",
]


@pytest.mark.parametrize("text", NO_IMPORTS)
def test_text_of_strings_and_comments_imports_nothing(text: str) -> None:
    quick = scan_text(text)
    assert quick is not None
    assert quick.statements == ()


LINES = [
    "import a",
    "import a.b as c, d",
    "from . import x",
    "from ..p import (y, z as w)",
    "from q import (\n{0}    m,  # why\n{0}    n,\n{0})",
    "from r import *",
    "x = 'import s'",
    'y = """\nimport t\n"""',
    "# import u",
    "value = call(\n{0}    1,\n{0})",
    "from typing import TYPE_CHECKING",
    "call()",
    "Owner()",
    "Owner.method()",
    "flag = TYPE_CHECKING",
    "pass",
]
HEADS = [
    "def call():",
    "async def late(a, b=(1, 2)) -> int:",
    "def long(\n{0}    a,\n{0}) -> None:",
    "class Owner:",
    "class Child(Owner):",
    "def method(self):",
    "def __init__(self):",
    "if TYPE_CHECKING:",
    "if value:",
    "if value == 1 and not other:",
    "if 0:",
    "for x in y:",
    "while value:",
    "with value as z:",
]
PAIRED = [
    ("try:", "except ImportError:"),
    ("try:", "except (KeyError, ValueError):"),
    ("if value:", "else:"),
    ("try:", "finally:"),
]


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Valid programs of import lines in every kind of block, with distracting text between them."""

    def block(depth: int) -> list[str]:
        indent = "    " * depth
        lines: list[str] = []
        for _ in range(draw(st.integers(1, 3))):
            if depth < 3 and draw(st.booleans()):
                if draw(st.booleans()):
                    lines += [indent + draw(st.sampled_from(HEADS)).format(indent), *block(depth + 1)]
                else:
                    for head in draw(st.sampled_from(PAIRED)):
                        lines += [indent + head, *block(depth + 1)]
            else:
                line = draw(st.sampled_from(LINES[:5] + LINES[6:] if depth else LINES))
                lines.append(indent + line.format(indent))
        return [*lines, indent + "pass"]

    return "\n".join(block(0)) + "\n"


@given(programs())
def test_text_and_tree_agree_on_generated_programs(text: str) -> None:
    full = scan_tree(parse(text.encode()), MODULE, (3, 11))
    quick = scan_text(text)
    assert quick is None or quick.statements == full.statements


def test_generated_programs_are_read_both_ways() -> None:
    """The property above would be empty if every program were left to the tree."""
    plain = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import a\ndef f(\n    x,\n):\n    import b\n"
    quick = scan_text(plain)
    assert quick is not None
    assert [one.kind.value for one in quick.statements] == ["module", "typing", "deferred"]
