"""Grammar that only newer interpreters read. The trees under `data/newer` were written down from CPython 3.13.0."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

from archgates.syntax import nodes
from archgates.syntax.from_libcst.front_end import convert
from archgates.syntax.parse import FrontEnd, SourceError, parse
from archgates.syntax.walk import walk
from tests.archgates.syntax.rendering import render

DATA = Path(__file__).parents[1] / "data"
NEWER = ("formatted_strings", "type_defaults", "type_parameters")
CASE_31 = """\
type Pair[T, **P] = tuple[T, T]


class Box[T: int = int]:
    def get[*Ts](self, *a: *Ts) -> T:
        from app import b
        return f"{f'{b.Engine()!r:>{10}}'}"


def page(name):
    return t"hi {name}"


try:
    pass
except* (OSError, ValueError):
    pass
"""


@pytest.mark.parametrize("name", NEWER)
def test_the_tree_is_that_of_python_3_13(name: str) -> None:
    text = (DATA / "newer" / f"{name}.source.txt").read_text(encoding="utf-8")
    expected = (DATA / "newer" / f"{name}.tree.txt").read_text(encoding="utf-8")
    converted = convert(text)
    assert render(converted.module) == expected
    assert converted.needed == ((3, 13) if name == "type_defaults" else (3, 12))
    assert render(parse(text.encode()).module) == expected


def test_import_and_call_inside_nested_formatted_strings() -> None:
    tree = parse(CASE_31.encode())
    imports = [node.lineno for node in walk(tree.module) if isinstance(node, ast.ImportFrom)]
    calls = [tree.location("a.py", node) for node in walk(tree.module) if isinstance(node, ast.Call)]
    assert imports == [6]
    assert [(one.line, one.column) for one in calls] == [(7, 22)]


def without_positions(module: ast.Module) -> str:
    return re.sub(r" \d+:\d+-\d+:\d+", "", render(module))


def test_except_without_parentheses() -> None:
    newer = parse(b"try: pass\nexcept A, b.C: x\nexcept D, E: y\n").module
    older = parse(b"try: pass\nexcept (A, b.C): x\nexcept (D, E): y\n").module
    assert without_positions(newer) == without_positions(older)
    kinds = [node.type for node in walk(newer) if isinstance(node, ast.ExceptHandler)]
    assert [(kind.col_offset, kind.end_col_offset) for kind in kinds if kind] == [(7, 13), (7, 11)]


def test_except_star_without_parentheses() -> None:
    newer = parse(b"try: pass\nexcept* A, B: x\n").module
    assert without_positions(newer) == without_positions(parse(b"try: pass\nexcept* (A, B): x\n").module)


@pytest.mark.parametrize("rest", ["import a", "import a.b as c, d", "from a import (b as c)", "from .. import a"])
def test_lazy_imports(rest: str) -> None:
    lazy, eager = parse(f"lazy {rest}\n".encode()).module, parse(f"     {rest}\n".strip().encode()).module
    statement = lazy.body[0]
    assert getattr(statement, "is_lazy", False)
    assert not getattr(eager.body[0], "is_lazy", False)
    assert without_positions(lazy).replace(" is_lazy=True", "") == without_positions(eager)
    assert (statement.col_offset, statement.end_col_offset) == (0, len(f"lazy {rest}"))


@pytest.mark.parametrize(
    "formatted",
    ["f'a'", "f''", "f'{b}'", "f'a{b(1)!r:>{c}}d'", "rf'\\d{b}'", "f'{b=}'", "f'''\n{b}\n'''"],
)
def test_template_strings_are_built_like_formatted_strings(formatted: str) -> None:
    template = re.sub(r"f(?=')", "t", formatted)
    tree = parse(f"x = {template}\n".encode())
    as_formatted = render(parse(f"x = {formatted}\n".encode()).module)
    renamed = render(tree.module).replace("TemplateStr", "JoinedStr", 1)
    renamed = re.sub(r"Interpolation( \S+) str='[^']*'", r"FormattedValue\1", renamed)
    assert renamed == as_formatted
    assert isinstance(tree.module.body[0], ast.Assign)
    assert isinstance(tree.module.body[0].value, nodes.TemplateStr)


def test_the_text_of_an_interpolation() -> None:
    template = next(one for one in walk(parse(b"t'{ a.b(1) !r}'").module) if isinstance(one, nodes.Interpolation))
    assert (template.str, template.conversion) == ("a.b(1)", ord("r"))


def test_unpacking_in_comprehensions() -> None:
    tree = parse(b"[*a for a in b]; {**c for c in d}; (*e for e in f)\n")
    elements = [one.elt for one in walk(tree.module) if isinstance(one, ast.ListComp | ast.GeneratorExp)]
    assert all(isinstance(one, ast.Starred) for one in elements)
    assert [one.id for one in walk(tree.module) if isinstance(one, ast.Name)] == list("aabccdeef")


NEEDS = [
    ("type X = 1", (3, 12)),
    ("def f[T](): pass", (3, 12)),
    ("class A[**P]: pass", (3, 12)),
    ("f'{a[\"\"][0]}'", (3, 11)),
    ("f'{a['b']}'", (3, 12)),
    ("f'{a # c\n}'", (3, 12)),
    ("f'{a\n}'", (3, 12)),
    ("f'''{a\n}'''", (3, 11)),
    ("f'{\"\\n\"}'", (3, 12)),
    ("f'\\n{a:\\n}'", (3, 11)),
    ("class A[T = 1]: pass", (3, 13)),
    ("t'a'", (3, 14)),
    ("try: a\nexcept A, B: c", (3, 14)),
    ("try: a\nexcept (A, B): c", (3, 11)),
    ("lazy import a", (3, 15)),
    ("lazy from a import b", (3, 15)),
    ("[*a for a in b]", (3, 15)),
    ("lazy = type = match = 1", (3, 11)),
]


@pytest.mark.parametrize(("text", "needed"), NEEDS)
def test_the_python_that_a_file_needs(text: str, needed: tuple[int, int]) -> None:
    assert convert(text + "\n").needed == needed
    by_ast = parse(text.encode()).front_end is FrontEnd.AST
    assert by_ast == (needed <= sys.version_info[:2])


@pytest.mark.parametrize(
    "text", ["type X = f() = 1", "class A[T:\n  pass", "t'{a'", "lazy import", "f'{a['b']}' b'c'", "except A, B: pass"]
)
def test_broken_newer_grammar(text: str) -> None:
    with pytest.raises(SourceError, match="syntax error"):
        parse(text.encode())
