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
        "X = 1\nX = [2]\n",
        "X = {}\nX['a'] = 1\nX = {'b': 2}\n",
        "X = {'a': 1}\nX = {**X, 'b': 2}\nX = X | {'c': 3}\n",
        "X = {}\ndel X\nX = {'b': 2}\n",
        "Y = {'a': 1}\nX = {**Y}\nY = {'b': 2}\ndel Y\n",
        "Y, X = [1, 2], (3, [4])\n",
        "[a, (b, X)] = 1, (2, 3)\n",
        "X = [1]\ndef f(X):\n    X.append(2)\n",
        "X = [1]\ndef f():\n    X = []\n    X.append(2)\n    X = {}\n",
        "X = [1]\n[X.append(2) for X in [[], []]]\n",
        "class A:\n    X = 'a'\n\nY = A\nX = {A.X: 1, Y.X: 2}\n",
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
        ("X = {}\nfor k in list(X): del X[k]\n", "changed after it is bound"),
        ("X = {}\nif a:\n    X.clear()\n", "changed after it is bound"),
        ("X = {}\nwith a as b: X |= {1: 2}\n", "bound more than once"),
        ("X = {}\ntry: X['a']['b'] = 1\nfinally: pass\n", "changed after it is bound"),
        ("X = {}\ndef f():\n    global X\n    X = {1: 2}\n", "changed after it is bound"),
        ("X = {}\ndef f():\n    def g():\n        global X\n        X, y = {1: 2}, 1\n", "changed after it is bound"),
        ("X = {}\ndef f():\n    X.update(a=1)\n", "changed after it is bound"),
        ("X = {}\nclass A:\n    def f(self):\n        X[self] = 1\n", "changed after it is bound"),
        ("X = {}\nf = lambda k: X.pop(k)\n", "changed after it is bound"),
        ("X = {}\n[X.pop(k) for k in list(X)]\n", "changed after it is bound"),
        ("X = {}\ndict.update(X, a=1)\n", "changed after it is bound"),
        ("X = {}\nX.__setitem__('a', 1)\n", "changed after it is bound"),
        ("X = {}\nglobals()['X'] = 1\n", "changed after it is bound"),
        ("X = {}\nY = X\nY.clear()\n", "changed after it is bound"),
        ("X = {}\ndef f():\n    y = X\n    y['a'] = 1\n", "changed after it is bound"),
        ("X = {}\nif a:\n    del X\n", "bound more than once"),
        ("X = {}\nprint(X := {1: 2})\n", "bound more than once"),
        ("X = {}\ntry: ...\nexcept E as X: ...\n", "bound more than once"),
        ("X = {}\nmatch a:\n    case [X]: ...\n", "bound more than once"),
        ("X = {}\nif a:\n    X = {1: 2}\nX = {**X}\n", "a part of the mapping is computed"),
        ("X = [X]\n", "cannot be followed"),
        ("a, X = f()\n", "not bound to a value"),
        ("drop = 1\nX = drop\ndel X\nX = f()\n", "`f()` is computed"),
        ("X = 1\nX += 2\n", "bound more than once"),
        ("if a:\n    X = 1\nelse:\n    X = 2\n", "bound more than once"),
        ("X = Y\nY = X\n", "cannot be followed"),
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


@pytest.mark.parametrize(
    "change",
    [
        "from app.t import X\nX.clear()\n",
        "import app.t\napp.t.X = {}\n",
        "import app.t as t\ndel t.X['a']\n",
        "def f():\n    from app.t import X as Y\n    Y['a'] = 1\n",
        "from app import t\nsetattr(t, 'X', {})\n",
        "from app.t import *\nX.pop('a')\n",
        "from app.more import X\nX |= {1: 2}\n",
        "from app.t import X\ny = X\ny.clear()\n",
    ],
)
def test_a_change_in_another_module_is_a_gap_there(tmp_path: Path, change: str) -> None:
    files = {"app/__init__.py": "", "app/t.py": "X = {'a': 1}\n", "app/more.py": "from app.t import X\n"}
    names = Names(sources(tmp_path, {**files, "app/change.py": change}))
    facts = read_literal(LiteralNamed(name="app.t.X"), names)
    assert evaluated(facts.value) == {"a": 1}
    assert [(gap.path, gap.line) for gap in facts.gaps] == [("app/change.py", len(change.splitlines()))]


@pytest.mark.parametrize(
    "text",
    [
        "from app.t import X\nX.get('a')\nY = {**X}\nY['a'] = 1\n",
        "X = {}\nX['a'] = 1\nX.clear()\n",
        "from app.t import X\ndef f(X):\n    X.clear()\n",
        "from app.other import X\nX.clear()\n",
        "self.X.clear()\nt.X = 1\n",
    ],
)
def test_what_another_module_does_with_a_name_of_its_own_is_no_change(tmp_path: Path, text: str) -> None:
    files = {"app/__init__.py": "", "app/t.py": "X = {'a': 1}\n", "app/use.py": text}
    assert read_literal(LiteralNamed(name="app.t.X"), Names(sources(tmp_path, files))).gaps == ()


def test_a_name_that_is_deleted_does_not_exist(tmp_path: Path) -> None:
    assert read(tmp_path, "X = {}\ndel X\nXY = 1\n").value is None


@pytest.mark.parametrize("change", ["C.X = {}", "C.X['a'] = 1", "def f():\n    C.X.clear()"])
def test_changes_of_an_attribute_of_a_class(tmp_path: Path, change: str) -> None:
    value = read(tmp_path, f"class C:\n    X = {{'a': 1}}\n\n{change}\n", "app.C.X").value
    assert isinstance(value, OpaqueValue)
    method = "class C:\n    X = {'a': 1}\n    @classmethod\n    def f(cls):\n        cls.X.clear()\n"
    assert isinstance(read(tmp_path, method, "app.C.X").value, OpaqueValue)


def test_tables_that_hold_one_another_many_times_end(tmp_path: Path) -> None:
    text = "A0 = [1]\n" + "".join(f"A{n} = [A{n - 1}, A{n - 1}]\n" for n in range(1, 40)) + "X = A39\n"
    assert read(tmp_path, text).value is not None


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        ("from nowhere import drop\nX = drop({'a': 1})\n", False),
        ("from nowhere import drop\nX = drop([1])\n", False),
        ("import immutables\nX = immutables.Map({'a': 1})\n", True),
        ("from immutables import Map\nX = Map({'a': 1})\n", True),
        ("from frozendict import frozendict\nX = frozendict({'a': 1})\n", True),
        ("from nowhere import Map\nX = Map({'a': 1})\n", False),
        ("from nowhere import dict\nX = dict({'a': 1})\n", False),
        ("import builtins\nX = builtins.dict({'a': 1})\n", True),
    ],
)
def test_which_callables_from_elsewhere_keep_what_they_are_given(tmp_path: Path, text: str, is_read: bool) -> None:
    value = read(tmp_path, text).value
    assert isinstance(value, MappingValue) is is_read
    assert is_read or (isinstance(value, RecordValue) and not value.of_project)


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
