"""What libcst is kept from, and what it is not kept from."""

from __future__ import annotations

from pathlib import Path

import pytest

from archgates.syntax import screen as module
from archgates.syntax.errors import SourceError
from archgates.syntax.screen import screen


@pytest.mark.parametrize(
    "text",
    [
        "x = " + " + ".join(["1"] * 1000),
        "x = [" + "a.b(1), " * 50_000 + "]",
        "x = {" + "a: b.c, " * 50_000 + "}",
        "x = (" + "'a' " * 3000 + ")",
        "x.y(1)\n" * 20_000,
        "match a:\n" + "    case A(b=[c, d], e={1: f}): pass\n" * 5_000,
        "'((((((((((((((((((((((((((((' '((((((((((((((((((((((((((((((((('\n" * 100,
        "# ((((((((\n" * 1000,
        "x = " + "(" * 90 + ")" * 90,
        "case = [[[[[[[[[[[[1]]]]]]]]]]]]",
        "def f(\n" * 3 + "def g(): pass\n" * 200,
    ],
)
def test_passes(text: str) -> None:
    screen(text)


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("\nx = " + " + ".join(["1"] * 5000), 2, "long or deeply nested"),
        ("x = a" + ".b.c(1)" * 1500, 1, "long or deeply nested"),
        ("x = " + "not " * 5000 + "a", 1, "long or deeply nested"),
        ("x = " + "a +\\\n" * 5000 + "a", None, "long or deeply nested"),
        ("x = " + "lambda:" * 5000 + "a", 1, "long or deeply nested"),
        ("x = " + "(" * 150 + ")" * 150, 1, "more than 100 brackets"),
        ("match a:\n    case " + "{1: " * 9 + "}" * 9 + ": pass", 2, "more than 7 brackets"),
        ("match a:\n" + "    case [[[[[[b]]]]]]: pass\n" * 1000, None, "long or deeply nested"),
        ("x = (" + "'a' " * 5000 + ")", 1, "string literals side by side"),
        ("if a: pass\n" + "elif a: pass\n" * 6000, 5002, "elif clauses"),
        ("\n" * (module.MAX_CHARACTERS + 1), 1, "characters"),
    ],
)
def test_refuses(text: str, line: int | None, what: str) -> None:
    with pytest.raises(SourceError, match=f"too complex for the fallback parser of newer grammar: .*{what}") as raised:
        screen(text)
    assert line in {None, raised.value.line}


def test_this_project_passes() -> None:
    for path in sorted(Path(module.__file__).parents[1].rglob("*.py")):
        screen(path.read_text(encoding="utf-8"))
