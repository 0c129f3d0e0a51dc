"""The gate `size`: lines of modules and of functions, with other ceilings for named modules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from archgates.domain.errors import ConfigurationError
from archgates.gates.size import Size
from tests.archgates.gates.bench import configured, judge

CEILING: dict[str, Any] = {"gate": "size", "module": 5, "function": 3}
FIVE = "a = 1\nb = 2\nc = 3\nd = 4\ne = 5\n"
FUNCTION = """\
@decorated(
    1
)
def f():
    x = 1
    return x
"""


def test_at_the_ceiling_passes(tmp_path: Path) -> None:
    files = {"app/__init__.py": "", "app/a.py": FIVE, "app/b.py": "def f():\n    x = 1\n    return x\n"}
    judged = judge(tmp_path, files, CEILING)
    assert judged.verdict == "PASS"
    assert judged.report["checked"]["files"] == 3


@pytest.mark.parametrize("text", [FIVE + "f = 6\n", FIVE + "f = 6", FIVE + "\n", FIVE.replace("\n", "\r\n") + "f\r\n"])
def test_one_line_more_fails(tmp_path: Path, text: str) -> None:
    judged = judge(tmp_path, {"app.py": text}, CEILING)
    assert (judged.verdict, judged.places) == ("FAIL", [("app.py", 1, "module")])
    assert "app has 6 lines, 1 more than 5" in judged.text


@pytest.mark.parametrize("text", [FIVE, FIVE[:-1], FIVE.replace("b = 2", "b = '\\x0c\u2028'"), "a\x0c\nb\nc\nd\ne"])
def test_only_line_ends_of_python_count(tmp_path: Path, text: str) -> None:
    assert judge(tmp_path, {"app.py": text}, {"gate": "size", "module": 5}).verdict == "PASS"


def test_decorators_do_not_count_and_nested_functions_do(tmp_path: Path) -> None:
    assert judge(tmp_path, {"app.py": FUNCTION}, {"gate": "size", "function": 3}).verdict == "PASS"
    nested = "class A:\n    async def f(self):\n        def g():\n            return 1\n        return g\n"
    judged = judge(tmp_path, {"app.py": nested}, {"gate": "size", "function": 3})
    assert judged.places == [("app.py", 2, "function")]
    assert judged.findings[0]["scope"] == "A.f"
    assert judged.subjects == {"app.A.f"}


def test_overrides_replace_both_ceilings(tmp_path: Path) -> None:
    files = {"app/__init__.py": "", "app/prices.py": FIVE * 2, "app/other.py": FIVE * 2}
    override = {"where": ["app.prices"], "module": 10, "reason": "One table."}
    judged = judge(tmp_path, files, {**CEILING, "overrides": [override]})
    assert judged.places == [("app/other.py", 1, "module")]
    tighter = judge(tmp_path, files, {"gate": "size", "overrides": [{**override, "module": 9}]})
    assert tighter.places == [("app/prices.py", 1, "module")]


def test_an_override_that_fits_nothing_is_a_finding(tmp_path: Path) -> None:
    override = {"where": ["app.price"], "module": 10, "reason": "One table."}
    files = {"app/__init__.py": "", "app/prices.py": FIVE}
    judged = judge(tmp_path, files, {**CEILING, "overrides": [override]})
    assert (judged.verdict, judged.kinds) == ("FAIL", ["missing"])
    assert "app.prices" in judged.text


@pytest.mark.parametrize("ceilings", [{"module": 5}, {"module": 5, "function": 3}])
def test_cython_has_lines(tmp_path: Path, ceilings: dict[str, int]) -> None:
    files = {"app/__init__.py": "", "app/fast.pyx": "cdef int x\n" * 6}
    assert judge(tmp_path, files, {"gate": "size", **ceilings}).places == [("app/fast.pyx", 1, "module")]


def test_where_limits_the_gate(tmp_path: Path) -> None:
    files = {"app/__init__.py": "", "app/a.py": FIVE * 2, "tests/a.py": FIVE * 2}
    assert judge(tmp_path, files, {**CEILING, "where": ["app/**"]}).places == [("app/a.py", 1, "module")]


def test_a_scope_that_does_not_exist_fails_with_the_nearest_name(tmp_path: Path) -> None:
    judged = judge(tmp_path, {"app/__init__.py": "", "app/a.py": ""}, {**CEILING, "where": ["app.aa"]})
    assert (judged.verdict, judged.kinds) == ("FAIL", ["missing"])
    assert "app.a" in judged.text


def test_an_empty_scope_fails(tmp_path: Path) -> None:
    judged = judge(tmp_path, {"app/a.py": ""}, {**CEILING, "exclude": ["app"]})
    assert (judged.verdict, judged.kinds) == ("FAIL", ["vacuous"])


def test_the_smallest_ceiling_is_one(tmp_path: Path) -> None:
    assert judge(tmp_path, {"app.py": "x = 1\n"}, {"gate": "size", "module": 1, "function": 1}).verdict == "PASS"


def test_a_broken_file_still_has_lines_but_no_functions(tmp_path: Path) -> None:
    broken = {"app.py": "def f(:\n" + FIVE}
    assert judge(tmp_path, broken, {"gate": "size", "module": 5}).kinds == ["module"]
    assert judge(tmp_path, broken, CEILING).verdict == "INCOMPLETE"


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({}, "gates[0]"),
        ({"module": 0}, "gates[0].module"),
        ({"overrides": [{"where": ["a"], "module": 3, "reason": ""}]}, "gates[0].overrides[0].reason"),
        ({"overrides": [{"where": ["a"], "function": -3, "reason": "x"}]}, "gates[0].overrides[0].function"),
        ({"overrides": [{"where": ["a..b"], "module": 3, "reason": "x"}]}, "gates[0].overrides[0].where"),
    ],
)
def test_contradictions_name_the_key(options: dict[str, Any], key: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        configured(Size, **options)
    assert error.value.key == key
