"""Members of enums are those that CPython's `enum` makes."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from archgates.collect.members import read_members
from archgates.collect.names import Names
from archgates.domain.literals import MemberFacts, MembersOf, MemberSource
from tests.archgates.collect.projects import sources

BODIES = {
    "plain": "class K(Enum):\n    A = 1\n    B = 'two'\n    C = 3.0\n",
    "auto": "class K(Enum):\n    A = auto()\n    B = auto()\n",
    "aliases": "class K(Enum):\n    A = 1\n    B = 2\n    C = 1\n    D = B\n",
    "tuples": "class K(Enum):\n    A = 1, 'one'\n    B = 2, 'two'\n    C = (1, 'one')\n",
    "annotated": "class K(Enum):\n    A: int = 1\n    B: int\n    B = -2\n",
    "methods": "class K(Enum):\n    A = 1\n    def f(self): ...\n    @property\n    def g(self): ...\n",
    "private": "class K(Enum):\n    _ignore_ = 'X Y'\n    X = 5\n    Y = 6\n    A = 1\n    _B = 2\n    __secret = 3\n",
    "several targets": "class K(Enum):\n    A = B = 1\n    C, D = 2, 3\n",
    "nonmember": "class K(Enum):\n    A = 1\n    B = enum.nonmember(2)\n    C = enum.member(3)\n    D = lambda x: 1\n",
    "flags": "class K(Flag):\n    A = 1\n    B = 2\n    C = 4\n    AB = A | B\n",
    "strings": "class K(StrEnum):\n    A = auto()\n    B = 'b'\n",
    "mixin": "class K(str, Enum):\n    A = 'a'\n    B = 'b'\n",
    "base": "class Base(Enum):\n    def f(self): ...\n\n\nclass K(Base):\n    A = 1\n    B = 1\n",
    "functional text": "K = Enum('K', 'A B, C')\n",
    "functional list": "K = IntEnum('K', ['A', 'B'])\n",
    "functional pairs": "K = Enum('K', [('A', 1), ('B', 'b')])\n",
    "functional table": "K = Enum('K', {'A': 1, 'B': 2})\n",
    "docstring": "class K(Enum):\n    '''Kinds.'''\n    A = 1\n    '''The first.'''\n    B = ...\n",
}
HEAD = "import enum\nfrom enum import Enum, Flag, IntEnum, StrEnum, auto\n\n\n"


def read(root: Path, text: str, name: str = "app.kinds.K") -> MemberFacts:
    return read_members(MembersOf(name=name), Names(sources(root, {"app/__init__.py": "", "app/kinds.py": text})))


def executed(text: str) -> type[Enum]:
    namespace: dict[str, Any] = {"__name__": "kinds"}
    exec(compile(text, "kinds.py", "exec", dont_inherit=True), namespace)
    kind: type[Enum] = namespace["K"]
    return kind


@pytest.mark.parametrize("body", BODIES)
def test_members_and_aliases_are_those_of_cpython(tmp_path: Path, body: str) -> None:
    kind = executed(HEAD + BODIES[body])
    found = read(tmp_path, HEAD + BODIES[body])
    assert (found.source, found.gaps) == (MemberSource.ENUM, ())
    assert [one.name for one in found.members] == [one.name for one in kind]
    aliases = {name: one.name for name, one in kind.__members__.items() if name != one.name}
    assert {alias: one.name for one in found.members for alias in one.aliases} == aliases


@pytest.mark.parametrize(("body", "equal"), [("plain", False), ("strings", True), ("mixin", True)])
def test_whether_a_member_equals_its_value(tmp_path: Path, body: str, equal: bool) -> None:
    kind = executed(HEAD + BODIES[body])
    assert all((one == one.value) is equal for one in kind)
    assert read(tmp_path, HEAD + BODIES[body]).equals_value is equal


@pytest.mark.parametrize(
    "body",
    [
        "class K(Enum):\n    if True:\n        A = 1\n",
        "class K(Enum):\n    for x in 'ab':\n        locals()[x] = x\n",
        "class K(Enum):\n    vars()['A'] = 1\n",
        "K = Enum('K', names())\n",
        "K = names()\n",
        "K = ['a', b]\n",
        "K = ['a', *b]\n",
        "K = ['a', ('b', 'c')]\n",
        "K = ['a']\nK.append('b')\n",
        "K = ['a']\ndef f():\n    K.append('b')\n",
        "K = ['a']\nif a:\n    K = ['b']\n",
        "K = [*K]\n",
    ],
)
def test_members_that_cannot_be_read_are_gaps(tmp_path: Path, body: str) -> None:
    (gap,) = read(tmp_path, HEAD + body).gaps
    assert (gap.path, gap.line > 4) == ("app/kinds.py", True)


def test_a_literal_is_flattened_as_typing_does(tmp_path: Path) -> None:
    text = (
        "from typing import Literal, Union\nA = Literal['a', Literal['b']]\nK = Union[Literal[A, 'c'], Literal['a']]\n"
    )
    namespace: dict[str, Any] = {}
    exec(text, namespace)
    expected = {name for part in namespace["K"].__args__ for name in getattr(part, "__args__", (part,))}
    found = read(tmp_path, text)
    assert (found.gaps, {one.name for one in found.members}) == ((), expected)


def test_fields_come_from_bases_first(tmp_path: Path) -> None:
    text = """\
        from dataclasses import dataclass
        from typing import ClassVar


        @dataclass
        class Base:
            a: int
            b: int = 2
            kind: ClassVar[str] = "x"


        class K(Base):
            c: int
            a: str
        """
    found = read(tmp_path, text)
    assert (found.source, [one.name for one in found.members]) == (MemberSource.FIELDS, ["a", "b", "c"])


def test_names_are_followed_through_imports(tmp_path: Path) -> None:
    files = {
        "app/__init__.py": "from .inner import *\n",
        "app/inner/__init__.py": "from app.inner.kinds import Original as K, helper\n",
        "app/inner/kinds.py": "import enum\n\n\nclass Original(enum.Enum):\n    A = 1\n\n\ndef helper(): ...\n",
        "app/other.py": "import app.inner as inner\n\nKinds = 1\n",
    }
    names = Names(sources(tmp_path, files))
    for name in ("app.K", "app.inner.K", "app.inner.kinds.Original", "app.other.inner.K"):
        found = read_members(MembersOf(name=name), names)
        assert (found.canonical, [one.name for one in found.members]) == ("app.inner.kinds.Original", ["A"])


@pytest.mark.parametrize(
    ("name", "close"),
    [("app.kinds.Ks", "app.kinds.K"), ("app.kind.K", "app.kinds.K"), ("app.kinds.K.Inne", "app.kinds.K.Inner")],
)
def test_an_unknown_name_has_the_nearest(tmp_path: Path, name: str, close: str) -> None:
    found = read(tmp_path, "class K:\n    class Inner: ...\n", name)
    assert (found.source, found.nearest) == (None, close)


def test_imports_in_a_circle_end(tmp_path: Path) -> None:
    files = {"a.py": "from b import K\n", "b.py": "from a import K\n"}
    found = read_members(MembersOf(name="a.K"), Names(sources(tmp_path, files)))
    assert found.source is None
