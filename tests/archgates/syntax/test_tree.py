"""Lines, columns and locations."""

from __future__ import annotations

import ast

import pytest

from archgates.domain.location import Location
from archgates.syntax.parse import Tree, parse
from archgates.syntax.walk import walk


def call_of(tree: Tree) -> ast.Call:
    return next(node for node in walk(tree.module) if isinstance(node, ast.Call))


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("f()", 1, 1),
        ("é = 'ü'; f()", 1, 10),
        ("x = '😀'; f()", 1, 10),
        ("if x:\n\tf()", 2, 2),
        ("if x:\n\té = ü; f()", 2, 9),
        ("\x0cf()", 1, 2),
        ("x = 1\r\n\x0c\r\nx; f()", 3, 4),
        ("x = '''\u2028\x85'''; f()", 1, 15),
        ("a\rb; f()", 2, 4),
        ("\ufefff()", 1, 1),
        ("x = '" + "é" * 10_000 + "'; f()", 1, 10_009),
    ],
)
def test_columns_are_code_points(text: str, line: int, column: int) -> None:
    tree = parse(text.encode())
    assert tree.location("a.py", call_of(tree)) == Location("a.py", line, column)


def test_a_latin_1_file_counts_its_characters() -> None:
    tree = parse("# coding: latin-1\nx = 'éé'; f()".encode("latin-1"))
    assert tree.location("old.py", call_of(tree)) == Location("old.py", 2, 11)


def test_every_column_of_a_line() -> None:
    line = "aé€😀b"
    tree = parse(f"'{line}'".encode())
    content = f"'{line}'"
    for index in range(len(content) + 1):
        assert tree.column(1, len(content[:index].encode())) == index + 1


def test_lines_end_at_line_feeds_alone() -> None:
    assert parse(b"a\r\nb\x0c#c\rd # \xe2\x80\xa8 e\n").lines == ("a", "b\x0c#c", "d # \u2028 e", "")


def test_a_node_without_position_is_at_the_start() -> None:
    tree = parse(b"\n\nx = 1\n")
    assert tree.location("a.py", tree.module) == Location("a.py", 1, 1)
