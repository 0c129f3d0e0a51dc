"""Patterns of modules follow import-linter, patterns of paths follow what people know from ignore files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archgates.domain.patterns import is_pattern, matches_module, matches_path, module_matcher, path_matcher


@pytest.mark.parametrize(
    ("pattern", "name", "fits"),
    [
        ("adf.agent", "adf.agent", True),
        ("adf.agent", "adf.agent.turn", False),
        ("adf.agent", "adf_agent", False),
        ("adf.*", "adf.agent", True),
        ("adf.*", "adf", False),
        ("adf.*", "adf.agent.turn", False),
        ("adf.**", "adf.agent.turn", True),
        ("adf.**", "adf", False),
        ("adf.*.contract", "adf.llm.contract", True),
        ("adf.*.contract", "adf.contract", False),
        ("adf.**.contract", "adf.llm.providers.contract", True),
        ("adf.**.contract", "adf.contract", False),
        ("adf.test_*", "adf.test_agent", True),
        ("adf.test_*", "adf.agent", False),
        ("**", "adf.agent", True),
        ("*", "adf", True),
        ("*", "adf.agent", False),
        ("shared", "one::shared", True),
        ("one::shared", "one::shared", True),
        ("two::shared", "one::shared", False),
    ],
)
def test_module_patterns(pattern: str, name: str, fits: bool) -> None:
    assert matches_module(pattern, name) is fits


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("tests/**", "tests/test_a.py", True),
        ("tests/**", "tests/deep/er/test_a.py", True),
        ("tests/**", "src/tests/test_a.py", False),
        ("tests", "tests/deep/test_a.py", True),
        ("tests/", "tests/test_a.py", True),
        ("./tests", "tests/test_a.py", True),
        ("tests", "tests2/test_a.py", False),
        ("**/tests", "src/app/tests/test_a.py", True),
        ("**/tests", "tests/test_a.py", True),
        ("**/test_*.py", "test_a.py", True),
        ("**/test_*.py", "a/b/test_a.py", True),
        ("a/**/z.py", "a/z.py", True),
        ("a/**/z.py", "a/b/c/z.py", True),
        ("a/*/z.py", "a/b/c/z.py", False),
        ("*.py", "setup.py", True),
        ("*.py", "app/setup.py", False),
        ("app/?.py", "app/a.py", True),
        ("app/?.py", "app/ab.py", False),
        ("app/[ab].py", "app/a.py", True),
        ("app/[!ab].py", "app/a.py", False),
        ("app/[z-a].py", "app/[z-a].py", True),
        ("app/a.py", "app/axpy", False),
        ("app\\tests", "app/tests/a.py", True),
    ],
)
def test_path_patterns(pattern: str, path: str, fits: bool) -> None:
    assert matches_path(pattern, path) is fits


def test_matchers_try_every_pattern() -> None:
    assert module_matcher(["a.b", "c.*"])("c.d")
    assert not module_matcher([])("c.d")
    assert path_matcher(["a", "c/*.py"])("c/d.py")
    assert not path_matcher([])("c/d.py")


def test_only_marks_make_a_pattern() -> None:
    assert is_pattern("adf.*")
    assert not is_pattern("adf.agent")


@given(st.text(max_size=12), st.text(max_size=12))
def test_no_text_breaks_a_pattern(pattern: str, text: str) -> None:
    assert matches_module(pattern, text) in {True, False}
    assert matches_path(pattern, text) in {True, False}
