"""Positions inside formatted strings. `data/formatted_strings.tree.txt` was written down from CPython 3.13.0."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from archgates.syntax.parse import FrontEnd, parse
from archgates.syntax.walk import walk
from tests.archgates.syntax.rendering import render

DATA = Path(__file__).parent / "data"


def test_the_tree_is_that_of_python_3_13() -> None:
    tree = parse((DATA / "formatted_strings.source.txt").read_bytes())
    assert tree.front_end is FrontEnd.AST
    assert render(tree.module) == (DATA / "formatted_strings.tree.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("x = f'{call()}'", [(1, 8)]),
        ("x = f'é{call()}'", [(1, 9)]),
        ("x = (f'a'\n     f'{call()}')", [(2, 9)]),
        ("x = f'''\n\n  {call()} {\n    call()}'''", [(3, 4), (4, 5)]),
        ("x = f'{f\"{call()}\"}'", [(1, 11)]),
        ("def f():\n    return f'''\n{f\"{ call( ) }\"}\n'''", [(3, 6)]),
        ("x = f'{a:{call()}}'", [(1, 11)]),
        ("x = f'{(call())}' + f'{a, call()}'", [(1, 9), (1, 27)]),
        ("@f(f'{call()}')\ndef g(): pass", [(1, 2), (1, 7)]),
        ("x = f'{{{call()}}}{call()=}'", [(1, 10), (1, 20)]),
        ("x = '''\n''' f'{call()}'", [(2, 8)]),
        ("if a:\n\tx = f'{call()}'", [(2, 9)]),
        ("x = f'''{\n# text\ncall()}'''" if sys.version_info >= (3, 12) else "x = f'''{\n\ncall()}'''", [(3, 1)]),
        ("x = f'{a}' \\\n  f'{call()}'", [(2, 6)]),
        ("class A:\n  '''f'x{'''\n  x = f'{call()}'", [(3, 10)]),
    ],
)
def test_calls(text: str, places: list[tuple[int, int]]) -> None:
    tree = parse(text.encode())
    calls = [tree.location("a.py", node) for node in walk(tree.module) if isinstance(node, ast.Call)]
    assert [(one.line, one.column) for one in calls] == places
