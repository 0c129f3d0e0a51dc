"""The gate `root-files`: exactly the listed files and folders, in both directions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from archgates.domain.errors import ConfigurationError
from archgates.gates.root_files import RootFiles
from tests.archgates.gates.bench import configured, judge

FILES = {"adf/__init__.py": "", "adf/version.py": "", "adf/py.typed": "", "adf/agent/__init__.py": ""}
LISTED = {"__init__.py": "Public names.", "version.py": "Packaging reads it.", "py.typed": "PEP 561."}
ROOT: dict[str, Any] = {"gate": "root-files", "package": "adf", "files": LISTED}


def test_exactly_the_listed_files_pass(tmp_path: Path) -> None:
    judged = judge(tmp_path, FILES, ROOT)
    assert judged.verdict == "PASS"
    assert judged.report["checked"]["files"] == 3


@pytest.mark.parametrize("name", ["helpers.py", "schema.sql", "NOTES"])
def test_a_planted_file_fails(tmp_path: Path, name: str) -> None:
    judged = judge(tmp_path, {**FILES, f"adf/{name}": ""}, ROOT)
    assert (judged.verdict, judged.places) == ("FAIL", [(f"adf/{name}", 1, "unlisted-file")])


def test_a_listed_file_that_is_gone_fails_with_the_nearest_name(tmp_path: Path) -> None:
    listed = {**{name: why for name, why in LISTED.items() if name != "version.py"}, "versions.py": "Packaging."}
    judged = judge(tmp_path, FILES, {**ROOT, "files": listed})
    assert judged.kinds == ["missing-file", "unlisted-file"]
    assert "Did you mean version.py?" in judged.text


def test_what_comes_and_goes_with_the_machine_is_left_out(tmp_path: Path) -> None:
    more = {"adf/.DS_Store": "", "adf/__pycache__/x.cpython-311.pyc": "", "adf/old.pyc": ""}
    more |= {"adf/x.cpython-311-x86_64-linux-gnu.so": "", "adf/x.pyd": "", "adf/agent.so": ""}
    assert judge(tmp_path, {**FILES, **more}, {**ROOT, "folders": {"agent": "Agents."}}).verdict == "PASS"


def test_a_listed_file_that_is_not_looked_at_is_not_missing(tmp_path: Path) -> None:
    for excluded in ("adf/version.py", "**/version.py"):
        assert judge(tmp_path, FILES, {**ROOT, "exclude": [excluded]}).verdict == "PASS"
    folders = {**ROOT, "folders": {"agent": "Agents."}, "exclude": ["adf/agent"]}
    assert judge(tmp_path, FILES, folders).verdict == "PASS"


def test_folders_are_judged_by_option(tmp_path: Path) -> None:
    files = {**FILES, "adf/misc/__init__.py": ""}
    assert judge(tmp_path, files, ROOT).verdict == "PASS"
    judged = judge(tmp_path, files, {**ROOT, "folders": {"agent": "Agents.", "llm": "Models."}})
    assert judged.places == [("adf", 1, "missing-folder"), ("adf/misc", 1, "unlisted-folder")]


def test_only_matching_files_are_judged(tmp_path: Path) -> None:
    files = {**FILES, "adf/schema.sql": "", "adf/stray.py": ""}
    listed = {"__init__.py": "Public names.", "version.py": "Packaging reads it."}
    judged = judge(tmp_path, files, {**ROOT, "files": listed, "matching": ["*.py"]})
    assert judged.places == [("adf/stray.py", 1, "unlisted-file")]


def test_a_missing_package_fails_with_the_nearest_name(tmp_path: Path) -> None:
    judged = judge(tmp_path, FILES, {**ROOT, "package": "adf.agents"})
    assert (judged.verdict, judged.kinds) == ("FAIL", ["missing"])
    assert "adf.agent" in judged.text


def test_a_package_in_a_source_folder_and_without_init_is_found(tmp_path: Path) -> None:
    files = {"src/adf/agent/one.py": "", "src/adf/agent/deep/two.py": "", "src/adf/stray.txt": ""}
    options = {"gate": "root-files", "package": "adf", "files": {}, "folders": {"agent": "Agents."}}
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "adf"\n', encoding="utf-8")
    judged = judge(tmp_path, files, options)
    assert judged.places == [("src/adf/stray.txt", 1, "unlisted-file")]


def test_an_empty_scope_fails(tmp_path: Path) -> None:
    files = {"adf/agent/__init__.py": "", "adf/agent/one.py": ""}
    options = {"gate": "root-files", "package": "adf", "files": {}}
    judged = judge(tmp_path, files, options)
    assert (judged.verdict, judged.kinds) == ("FAIL", ["vacuous"])
    assert judge(tmp_path, files, {**options, "allow_empty": True}).verdict == "PASS"


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"files": {"a.py": " "}}, "files"),
        ({"files": {"sub/a.py": "Why."}}, "files"),
        ({"files": {}, "folders": {"sub": ""}}, "folders"),
        ({"files": {"a.sql": "Why."}, "matching": ["*.py"]}, "files"),
    ],
)
def test_every_entry_needs_a_reason_and_a_plain_name(options: dict[str, Any], key: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        configured(RootFiles, package="adf", **options)
    assert error.value.key == f"gates[0].{key}"
