"""The gate `retired-names`: every position of an identifier, whole names only, strings and comments by option."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from archgates.domain.errors import ConfigurationError
from archgates.gates.retired_names import RetiredNames
from tests.archgates.gates.bench import configured, judge

GONE: dict[str, Any] = {"gate": "retired-names", "names": ["legacy_bus", "LegacyView"]}

POSITIONS = {
    "def f(legacy_bus): ...": 7,
    "def f(*, legacy_bus=None): ...": 10,
    "def f(*legacy_bus): ...": 8,
    "def f(**legacy_bus): ...": 9,
    "f = lambda legacy_bus: 1": 12,
    "def legacy_bus(): ...": 5,
    "async def legacy_bus(): ...": 11,
    "class LegacyView: ...": 7,
    "class A(LegacyView): ...": 9,
    "x = a.legacy_bus": 7,
    "a.legacy_bus.b = 1": 3,
    "del legacy_bus": 5,
    "f(legacy_bus=1)": 3,
    "class A(metaclass=M, legacy_bus=1): ...": 22,
    "import legacy_bus": 8,
    "import a.legacy_bus.b": 10,
    "import a as legacy_bus": 13,
    "from legacy_bus import a": 6,
    "from .legacy_bus.b import a": 7,
    "from a import legacy_bus as b": 15,
    "from a import b as legacy_bus": 20,
    "from a import (b, legacy_bus)": 19,
    "for legacy_bus in x: ...": 5,
    "with a as legacy_bus: ...": 11,
    "x = [legacy_bus for y in z]": 6,
    "x = [y for legacy_bus in z]": 12,
    "(legacy_bus := 1)": 2,
    "def f():\n    global legacy_bus": 12,
    "def f():\n    x = 1\n    def g():\n        nonlocal x; legacy_bus": 21,
    "try: ...\nexcept E as legacy_bus: ...": 13,
    "match x:\n    case legacy_bus: ...": 10,
    "match x:\n    case [*legacy_bus]: ...": 12,
    "match x:\n    case {**legacy_bus}: ...": 13,
    "match x:\n    case A(legacy_bus=1): ...": 12,
    "match x:\n    case legacy_bus.B: ...": 10,
    "x: LegacyView = 1": 4,
    "def f() -> LegacyView: ...": 12,
    "@legacy_bus\ndef f(): ...": 2,
    "x = f'{legacy_bus}'": 8,
    "x = f'{a:>{legacy_bus}}'": 12,
    "x = rf'\\{legacy_bus!r}'": 10,
    "x = f'''\n{a}\n  {legacy_bus}'''": 4,
    "x = 'é' + legacy_bus": 11,
    "x = ｌegacy_bus": 5,
    "type LegacyView[T] = T": 6,
    "def f[LegacyView](): ...": 7,
}


@pytest.mark.parametrize("source", POSITIONS)
def test_an_identifier_in_any_position_fails(tmp_path: Path, source: str) -> None:
    judged = judge(tmp_path, {"app.py": source + "\n"}, GONE)
    assert judged.verdict == "FAIL"
    assert [(one["kind"], one["column"]) for one in judged.findings] == [("identifier", POSITIONS[source])]
    line = source.split("\n")[judged.findings[0]["line"] - 1]
    assert "egacy" in line


@pytest.mark.parametrize(
    "source",
    [
        "my_legacy_bus = legacy_busy = 1",
        "x = 'legacy_bus'",
        "x = b'legacy_bus'",
        "x = f'legacy_bus {{legacy_bus}}'",
        "x = '''\nlegacy_bus'''",
        "x = 1  # legacy_bus",
        '"""About legacy_bus."""',
        "x = 'it\\'s legacy_bus'",
        "x = f'{y!r:legacy_bus}'",
    ],
)
def test_parts_of_names_strings_and_comments_pass(tmp_path: Path, source: str) -> None:
    assert judge(tmp_path, {"app.py": source + "\n"}, GONE).verdict == "PASS"


def test_strings_and_comments_count_by_option(tmp_path: Path) -> None:
    source = """\
        # legacy_bus is gone, legacy_busy is not
        x = "the legacy_bus"
        y = f"{z} legacy_bus {legacy_bus}"
        """
    judged = judge(tmp_path, {"app.py": source}, {**GONE, "strings": True, "comments": True})
    assert [(one["line"], one["column"], one["kind"]) for one in judged.findings] == [
        (1, 3, "comment"),
        (2, 10, "string"),
        (3, 11, "string"),
        (3, 23, "identifier"),
    ]


@pytest.mark.parametrize(("option", "line", "kind"), [("strings", 2, "string"), ("comments", 1, "comment")])
def test_strings_and_comments_are_options_of_their_own(tmp_path: Path, option: str, line: int, kind: str) -> None:
    source = "# legacy_bus\nx = 'legacy_bus'\n"
    assert judge(tmp_path, {"app.py": source}, {**GONE, option: True}).places == [("app.py", line, kind)]


def test_the_scope_is_the_definition_around_it(tmp_path: Path) -> None:
    source = """\
        class A:
            def f(self, legacy_bus):
                def g():
                    return legacy_bus

            legacy_bus = 1


        def legacy_bus(): ...
        """
    judged = judge(tmp_path, {"app.py": source}, GONE)
    assert [(one["line"], one["scope"]) for one in judged.findings] == [
        (2, "A.f"),
        (4, "A.f.<locals>.g"),
        (6, "A"),
        (9, "<module>"),
    ]


def test_where_limits_the_gate(tmp_path: Path) -> None:
    files = {"app/__init__.py": "", "app/one.py": "legacy_bus = 1\n", "other.py": "legacy_bus = 1\n"}
    for where in (["app.*"], ["app/**"], ["app/one.py"]):
        judged = judge(tmp_path, files, {**GONE, "where": where})
        assert judged.places == [("app/one.py", 1, "identifier")]


def test_stubs_and_cython_are_read_too(tmp_path: Path) -> None:
    files = {
        "app/__init__.py": "",
        "app/a.pyi": "def f(legacy_bus: int) -> None: ...\n",
        "app/b.pyx": "cdef int legacy_bus = 1  # cdef\n",
    }
    judged = judge(tmp_path, files, GONE)
    assert judged.places == [("app/a.pyi", 1, "identifier"), ("app/b.pyx", 1, "identifier")]


def test_a_ban_may_match_nothing(tmp_path: Path) -> None:
    judged = judge(tmp_path, {"app.py": "x = 1\n"}, GONE)
    assert judged.verdict == "PASS"
    assert judged.report["checked"]["files"] == 1


def test_an_empty_scope_fails(tmp_path: Path) -> None:
    judged = judge(tmp_path, {"app.py": "x = 1\n"}, {**GONE, "exclude": ["app.py"]})
    assert (judged.verdict, judged.kinds) == ("FAIL", ["vacuous"])


def test_a_scope_that_does_not_exist_fails_with_the_nearest_name(tmp_path: Path) -> None:
    judged = judge(tmp_path, {"app/__init__.py": "", "app/engine.py": ""}, {**GONE, "where": ["app.engin"]})
    assert (judged.verdict, judged.kinds) == ("FAIL", ["missing"])
    assert "app.engine" in judged.text


def test_a_broken_file_that_mentions_the_name_is_incomplete(tmp_path: Path) -> None:
    judged = judge(tmp_path, {"app.py": "def f(:\n    legacy_bus\n", "b.py": ""}, GONE)
    assert (judged.verdict, judged.places) == ("INCOMPLETE", [("app.py", 1, "gap")])


@pytest.mark.parametrize(("name", "hint"), [("a.b", '"b"'), ("class", ""), ("", ""), ("two words", "")])
def test_names_must_be_identifiers(name: str, hint: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        configured(RetiredNames, names=["fine", name])
    assert error.value.key == "gates[0].names"
    assert hint in error.value.remedy


def test_no_names_at_all_are_refused() -> None:
    with pytest.raises(ConfigurationError, match="at least one identifier"):
        configured(RetiredNames, names=[])
