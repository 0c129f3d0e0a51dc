"""Qualified names and extents of definitions are those that CPython compiles."""

from __future__ import annotations

import sysconfig
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

import pytest

from archgates.collect.definitions import definitions, scope_at
from archgates.syntax.parse import parse

LIBRARY = Path(sysconfig.get_path("stdlib"))
SAMPLE = [
    LIBRARY / name for name in ("dataclasses.py", "typing.py", "functools.py", "asyncio/tasks.py", "unittest/mock.py")
]


def compiled(code: CodeType) -> Iterator[tuple[str, int]]:
    """Qualified name and first line of each function and class in a code object; lambdas have no name of their own."""
    generic = code.co_name.removeprefix("<generic parameters of ").removesuffix(">")
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if code.co_name not in (generic, "<module>") and inner.co_name != generic:
                continue  # the bound of a type parameter
            if not inner.co_name.startswith("<"):
                yield inner.co_qualname, inner.co_firstlineno
            yield from compiled(inner)


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.name)
def test_names_and_lines_are_those_of_cpython(path: Path) -> None:
    data = path.read_bytes()
    expected = set(compiled(compile(data, str(path), "exec", optimize=0, dont_inherit=True)))
    found = definitions(parse(data))
    assert len(found) > 40
    starts = {
        (one.name, min([one.line, *(decorator.lineno for decorator in one.node.decorator_list)])) for one in found
    }
    assert {
        one for one in expected if "<lambda>" not in one[0] and ".<" not in one[0].replace(".<locals>", "")
    } <= starts


@pytest.mark.parametrize(
    ("line", "column", "scope"),
    [
        (1, 1, "<module>"),
        (2, 7, "<module>"),
        (2, 8, "A"),
        (3, 9, "A"),
        (4, 9, "A"),
        (4, 11, "A.f"),
        (5, 13, "A.f"),
        (5, 20, "A.f.<locals>.g"),
        (6, 1, "A.f.<locals>.g"),
        (7, 9, "A.f"),
        (8, 1, "<module>"),
    ],
)
def test_scope_at_a_place(line: int, column: int, scope: str) -> None:
    text = """\
import x
class A(x.B):
    @x.decorated
    def f(self):
        async def g():
            return 1
        return g
x.end()
"""
    assert scope_at(definitions(parse(text.encode())), line, column) == scope


def test_definitions_in_branches_are_found() -> None:
    text = """\
if a:
    def f(): ...
else:
    try:
        class B: ...
    except E:
        def g(): ...
match x:
    case 1:
        def h(): ...
with x:
    for y in z:
        def i(): ...
"""
    assert [one.name for one in definitions(parse(text.encode()))] == ["f", "B", "g", "h", "i"]
