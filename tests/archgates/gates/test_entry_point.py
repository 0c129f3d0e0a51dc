"""The gate `entry-point`: nobody imports it, save named modules that do so exactly once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from archgates.domain.errors import ConfigurationError
from archgates.gates.entry_point import EntryPoint
from tests.archgates.gates.bench import configured, judge

NOBODY: dict[str, Any] = {"gate": "entry-point", "entry": ["app.cli"]}
WHY = "A public entry point of its own."
FILES = {
    "app/__init__.py": "",
    "app/cli/__init__.py": "from app.cli import commands\n",
    "app/cli/commands.py": "import app.core\nimport app.cli\n",
    "app/core.py": "import json\n",
    "app/testing.py": "import app.core\n",
}


def test_an_entry_point_that_imports_the_rest_passes(tmp_path: Path) -> None:
    assert judge(tmp_path, FILES, NOBODY).verdict == "PASS"


@pytest.mark.parametrize(
    ("planted", "line"),
    [
        ("import app.cli\n", 1),
        ("from app import cli\n", 1),
        ("from app.cli.commands import run\n", 1),
        ("from .cli import commands\n", 1),
        ("def late():\n    import app.cli\n", 2),
        ("try:\n    import app.cli\nexcept ImportError:\n    pass\n", 2),
    ],
)
def test_a_planted_import_fails(tmp_path: Path, planted: str, line: int) -> None:
    judged = judge(tmp_path, {**FILES, "app/core.py": planted}, NOBODY)
    assert (judged.verdict, judged.places) == ("FAIL", [("app/core.py", line, "import")])
    assert "app.core imports the entry point app.cli" in judged.text


def test_one_statement_with_several_names_is_one_finding(tmp_path: Path) -> None:
    judged = judge(tmp_path, {**FILES, "app/core.py": "from app.cli import commands, main\n"}, NOBODY)
    assert len(judged.findings) == 1


def test_type_checking_imports_count_in_another_view(tmp_path: Path) -> None:
    files = {**FILES, "app/core.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import app.cli\n"}
    assert judge(tmp_path, files, NOBODY).verdict == "PASS"
    assert judge(tmp_path, files, {**NOBODY, "view": "typing"}).places == [("app/core.py", 3, "import")]


def test_an_exemption_covers_exactly_one_import(tmp_path: Path) -> None:
    options = {**NOBODY, "exempt": [{"importer": "app.testing", "reason": WHY}]}
    once = judge(tmp_path, {**FILES, "app/testing.py": "import app.cli\n"}, options)
    assert once.verdict == "PASS", once.text
    twice = judge(tmp_path, {**FILES, "app/testing.py": "import app.cli\nimport app.cli.commands\n"}, options)
    assert twice.places == [("app/testing.py", 2, "import")]
    assert "line 1" in twice.text


def test_an_exemption_does_not_reach_other_modules(tmp_path: Path) -> None:
    options = {**NOBODY, "exempt": [{"importer": "app.testing", "reason": WHY}]}
    files = {**FILES, "app/testing.py": "import app.cli\n", "app/core.py": "import app.cli\n"}
    assert judge(tmp_path, files, options).places == [("app/core.py", 1, "import")]


def test_an_unmatched_exemption_is_a_finding_with_the_nearest_name(tmp_path: Path) -> None:
    options = {**NOBODY, "exempt": [{"importer": "app.testin", "reason": WHY}]}
    judged = judge(tmp_path, FILES, options)
    assert (judged.verdict, judged.kinds) == ("FAIL", ["unused-exemption"])
    assert "Did you mean app.testing?" in judged.text
    stale = judge(tmp_path, FILES, {**NOBODY, "exempt": [{"importer": "app.testing", "reason": WHY}]})
    assert stale.kinds == ["unused-exemption"]


def test_where_limits_the_importers(tmp_path: Path) -> None:
    files = {**FILES, "app/core.py": "import app.cli\n", "scripts.py": "import app.cli\n"}
    assert judge(tmp_path, files, {**NOBODY, "where": ["app.**"]}).places == [("app/core.py", 1, "import")]


def test_the_package_itself_can_be_the_entry_point(tmp_path: Path) -> None:
    files = {"app/__init__.py": "import app.core\n", "app/core.py": "", "main.py": "import app.core\n"}
    judged = judge(tmp_path, files, {**NOBODY, "entry": "app.core"})
    assert [path for path, _, _ in judged.places] == ["app/__init__.py", "main.py"]


def test_a_missing_entry_point_fails_with_the_nearest_name(tmp_path: Path) -> None:
    judged = judge(tmp_path, FILES, {**NOBODY, "entry": ["app.cli", "app.cly"]})
    assert (judged.verdict, judged.kinds) == ("FAIL", ["missing"])
    assert "Did you mean app.cli?" in judged.text


def test_an_empty_scope_fails(tmp_path: Path) -> None:
    judged = judge(tmp_path, FILES, {**NOBODY, "where": ["app.cli.*"]})
    assert (judged.verdict, judged.kinds) == ("FAIL", ["vacuous"])


def test_an_excluded_entry_point_exists_all_the_same(tmp_path: Path) -> None:
    files = {**FILES, "app/core.py": "import app.cli\n"}
    judged = judge(tmp_path, files, {**NOBODY, "exclude": ["app/cli/**"]})
    assert judged.places == [("app/core.py", 1, "import")]
    assert judge(tmp_path, files, {**NOBODY, "exclude": ["app/**"]}).kinds == ["vacuous"]
    unused = {**NOBODY, "exclude": ["app/testing.py"], "exempt": [{"importer": "app.testing", "reason": WHY}]}
    assert "Did you mean" not in judge(tmp_path, FILES, unused).text


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"entry": []}, "entry"),
        ({"entry": "a", "exempt": [{"importer": "b", "reason": " "}]}, "exempt[0].reason"),
        ({"entry": "a", "exempt": [{"importer": "b", "reason": WHY}] * 2}, "exempt"),
        ({"entry": "a", "where": ["a..b"]}, "where"),
    ],
)
def test_contradictions_name_the_key(options: dict[str, Any], key: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        configured(EntryPoint, **options)
    assert error.value.key == f"gates[0].{key}"
