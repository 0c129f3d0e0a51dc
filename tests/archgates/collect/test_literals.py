"""Values are read as CPython evaluates them, or not at all."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from archgates.collect.literals import read_literal
from archgates.collect.names import Names
from archgates.domain.literals import (
    ClassReference,
    LiteralFacts,
    LiteralNamed,
    MappingValue,
    MemberReference,
    OpaqueValue,
    RecordValue,
    Scalar,
    SequenceValue,
    Value,
)
from tests.archgates.collect.projects import sources

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
KEYS = st.text(max_size=5) | st.integers()
TABLES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner, inner) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


def read(root: Path, text: str, name: str = "app.X") -> LiteralFacts:
    return read_literal(LiteralNamed(name=name), Names(sources(root, {"app.py": text})))


def evaluated(value: Value | None) -> Any:
    """The Python object that a value stands for; later entries of a mapping win."""
    match value:
        case Scalar(value=constant):
            return constant
        case MappingValue(pairs=pairs):
            return {evaluated(pair.key): evaluated(pair.value) for pair in pairs}
        case SequenceValue(items=items):
            return [evaluated(item) for item in items]
    raise AssertionError(value)


def plain(value: Any) -> Any:
    """An evaluated object with every kind of sequence and mapping made the same."""
    if isinstance(value, dict | MappingProxyType):
        return {plain(key): plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(table=TABLES)
def test_any_table_of_constants_is_read_back(tmp_path: Path, table: Any) -> None:
    facts = read(tmp_path, f"X = {table!r}\n")
    assert evaluated(facts.value) == plain(table)


@pytest.mark.parametrize(
    "text",
    [
        "X = dict(a=1, b=[2])\n",
        "X = dict([('a', 1), ('b', 2)])\n",
        "X = dict({'a': 1}, b=2)\n",
        "X = {'a': 1, **{'b': 2}, 'a': 3}\n",
        "X = dict({'a': 1}, **dict(b=2))\n",
        "Y = {'a': 1}\nX = {**Y, 'b': Y}\n",
        "X = {'a': 1} | {'a': 2, 'b': 3}\n",
        "from types import MappingProxyType\nX = MappingProxyType({'a': MappingProxyType({})})\n",
        "import types\nX = types.MappingProxyType(dict(a=1))\n",
        "X = tuple([1, *(2, 3)])\n",
        "X = list((1, 2))\n",
        "X = (\n    'implicit '\n    'text',\n    -1,\n    -2.5,\n    b'x',\n    1j,\n)\n",
        "from typing import Final, cast\nX: Final = cast('list[int]', [1])\n",
        "Y = Z = 3\nX = [Y, Z]\n",
        "class A:\n    B = {'a': 1}\n\n\nX = 1\n",
        "Y = []\nX = [1]\nY.append(2)\nX.count(1)\nY[0] = 3\n",
    ],
)
def test_ways_to_write_a_table_are_read_as_cpython_evaluates_them(tmp_path: Path, text: str) -> None:
    namespace: dict[str, Any] = {}
    exec(compile(text, "app.py", "exec", dont_inherit=True), namespace)
    assert evaluated(read(tmp_path, text).value) == plain(namespace["X"])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("X = f()\n", "`f()` is computed"),
        ("X = [a for a in b]\n", "computed"),
        ("X = {a: b for a in b}\n", "computed"),
        ("X = f'{a}'\n", "computed"),
        ("X = 1 + 1\n", "`1 + 1` is computed"),
        ("X = Y\n", "cannot be followed"),
        ("X = {**Y}\n", "a part of the mapping is computed"),
        ("X = dict([('a', 1, 2)])\n", "a part of the mapping is computed"),
        ("X = dict([1])\n", "a part of the mapping is computed"),
        ("X = [*Y]\n", "a part of the sequence is computed"),
        ("X = {}\nX['a'] = 1\n", "changed after it is bound"),
        ("X = {}\ndel X['a']\n", "changed after it is bound"),
        ("X = []\nX.append(1)\n", "changed after it is bound"),
        ("X = 1\nX = 2\n", "bound more than once"),
        ("X = 1\nX += 2\n", "bound more than once"),
        ("if a:\n    X = 1\nelse:\n    X = 2\n", "bound more than once"),
        ("X = Y\nY = X\n", "nested too deeply"),
        ("def X(): ...\n", "not bound to a value"),
        ("for X in y: ...\n", "not bound to a value"),
        ("X = " + "[" * 70 + "]" * 70, ""),
    ],
)
def test_what_is_computed_is_opaque_with_a_reason(tmp_path: Path, text: str, reason: str) -> None:
    value = read(tmp_path, text).value
    while isinstance(value, SequenceValue):
        (value,) = value.items
    assert isinstance(value, OpaqueValue)
    assert reason in value.reason


def test_references_are_canonical(tmp_path: Path) -> None:
    files = {
        "app/__init__.py": "from app.kinds import Kind as K\n",
        "app/kinds.py": "from enum import Enum\n\n\nclass Kind(Enum):\n    A = 1\n",
        "app/table.py": "import app\nfrom app import kinds as k\nimport foreign\n\n"
        "X = [app.K.A, k.Kind.A.value, app.K['A'], app.K, foreign.thing, app.K(1)]\n",
    }
    value = read_literal(LiteralNamed(name="app.table.X"), Names(sources(tmp_path, files))).value
    assert isinstance(value, SequenceValue)
    first, by_value, by_name, cls, foreign, called = value.items
    for member in (first, by_value, by_name):
        assert isinstance(member, MemberReference)
        assert (member.owner, member.name) == ("app.kinds.Kind", "A")
    assert isinstance(cls, ClassReference)
    assert cls.name == "app.kinds.Kind"
    assert isinstance(foreign, ClassReference)
    assert foreign.name == "foreign.thing"
    assert isinstance(called, RecordValue)
    assert (called.callee, len(called.positional)) == ("app.kinds.Kind", 1)


def test_positional_arguments_get_the_names_of_the_fields(tmp_path: Path) -> None:
    text = """\
        from dataclasses import dataclass


        @dataclass
        class Base:
            a: int


        class Row(Base):
            b: int


        class Own:
            a: int

            def __init__(self, other): ...


        X = [Row(1, b=2), Own(3), Foreign(4, c=5)]
        """
    value = read(tmp_path, text).value
    assert isinstance(value, SequenceValue)
    rows = [row for row in value.items if isinstance(row, RecordValue)]
    assert [[name for name, _ in row.fields] for row in rows] == [["a", "b"], [], ["c"]]
    assert [len(row.positional) for row in rows] == [0, 1, 1]


def test_places_are_in_code_points(tmp_path: Path) -> None:
    value = read(tmp_path, "X = {'é': 1, 'b':\n  2}\n").value
    assert isinstance(value, MappingValue)
    assert [(pair.key.at.line, pair.key.at.column) for pair in value.pairs] == [(1, 6), (1, 14)]
    assert (value.pairs[1].value.at.line, value.pairs[1].value.at.column) == (2, 3)


def test_a_broken_module_on_the_way_is_a_gap(tmp_path: Path) -> None:
    facts = read_literal(
        LiteralNamed(name="app.X"),
        Names(sources(tmp_path, {"app.py": "from b import Y\nX = [Y]\n", "b.py": "Y = (\n"})),
    )
    assert [gap.path for gap in facts.gaps] == ["b.py"]


@pytest.mark.parametrize("text", ["X = " + " | ".join(["a"] * 3000), "X = " + "-" * 500 + "1", "X = a" + ".b" * 5000])
def test_deep_expressions_end(tmp_path: Path, text: str) -> None:
    facts = read(tmp_path, text + "\n")
    assert isinstance(facts.value, OpaqueValue) or facts.gaps
