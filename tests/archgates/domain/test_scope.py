"""Which modules `where` and `exclude` choose, and what is said about patterns that choose none."""

from __future__ import annotations

import pytest

from archgates.domain.modules import Module, ModuleTable
from archgates.domain.options import OptionError
from archgates.domain.scope import Scope, check_patterns, misspelt

TABLE = ModuleTable(
    [
        Module(root=".", name="adf", path="adf/__init__.py", is_package=True),
        Module(root=".", name="adf.agent", path="adf/agent/__init__.py", is_package=True),
        Module(root=".", name="adf.agent.turn", path="adf/agent/turn.py"),
        Module(root=".", name="adf.cli", path="adf/cli.py"),
        Module(root=".", name="tests.one", path="tests/one.py"),
    ]
)


@pytest.mark.parametrize(
    ("where", "exclude", "names"),
    [
        (("**",), (), ["adf", "adf.agent", "adf.agent.turn", "adf.cli", "tests.one"]),
        (("adf",), (), ["adf"]),
        (("adf.*",), (), ["adf.agent", "adf.cli"]),
        (("adf.**",), (), ["adf.agent", "adf.agent.turn", "adf.cli"]),
        (("adf/**",), (), ["adf", "adf.agent", "adf.agent.turn", "adf.cli"]),
        (("adf/*.py",), (), ["adf", "adf.cli"]),
        (("adf/**/__init__.py",), (), ["adf", "adf.agent"]),
        (("adf/cli.py", "tests.*"), (), ["adf.cli", "tests.one"]),
        (("**",), ("tests", "adf/agent/**"), ["adf", "adf.cli"]),
        (("**",), ("**",), []),
        ((), (), []),
    ],
)
def test_modules_of_a_scope(where: tuple[str, ...], exclude: tuple[str, ...], names: list[str]) -> None:
    assert [one.name for one in Scope(where=where, exclude=exclude).modules(TABLE)] == names


def test_patterns_without_a_module_are_found_with_the_nearest() -> None:
    found = {one.subject: one.remedy for one in misspelt("allow", ("adf.clii", "adf/cly.py", "adf.*", "**"), TABLE)}
    assert found == {"adf.clii": "Did you mean adf.cli?", "adf/cly.py": "Did you mean adf/cli.py?"}


def test_namespace_packages_can_be_named() -> None:
    assert list(misspelt("allow", ("tests",), TABLE)) == []


@pytest.mark.parametrize("pattern", ["a", "a.b", "*", "**", "a.*.b", "a_*.b", "src::a.b", "été"])
def test_patterns_of_modules(pattern: str) -> None:
    check_patterns("allow", [pattern])


@pytest.mark.parametrize("pattern", ["", ".a", "a.", "a..b", "a b", "a.b**", "1a", "a-b", "a/b", "a/b.py", "b.py"])
def test_other_texts_are_refused(pattern: str) -> None:
    with pytest.raises(OptionError) as error:
        check_patterns("allow", [pattern])
    assert error.value.key == "allow"
    assert error.value.remedy


def test_a_path_is_refused_with_the_module_that_was_meant() -> None:
    with pytest.raises(OptionError, match=r'Write "adf.agent.turn"'):
        check_patterns("allow", ["adf/agent/turn.py"])
    check_patterns("where", ["adf/agent/turn.py", "adf/**"], paths=True)
