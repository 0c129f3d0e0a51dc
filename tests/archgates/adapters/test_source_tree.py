"""Which source was judged: git's own tree id where there is one, the content of the files elsewhere."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from archgates.adapters.source_tree import identify_tree


def git(folder: Path, *arguments: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=folder, env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "service").mkdir()
    (tmp_path / "service" / "a.py").write_text("x = 1\n")
    (tmp_path / "other.py").write_text("y = 1\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    return tmp_path


def test_a_clean_repository_is_its_tree(repository: Path) -> None:
    tree = identify_tree(repository, ["other.py"])
    assert (tree.kind, tree.id, tree.dirty) == ("git", git(repository, "rev-parse", "HEAD^{tree}"), False)


def test_a_folder_of_a_repository_has_a_tree_of_its_own(repository: Path) -> None:
    tree = identify_tree(repository / "service", ["a.py"])
    assert (tree.id, tree.dirty) == (git(repository, "rev-parse", "HEAD:service"), False)
    (repository / "other.py").write_text("y = 2\n")
    assert identify_tree(repository / "service", ["a.py"]).dirty is False


@pytest.mark.parametrize("change", ["service/a.py", "service/new.py"])
def test_a_changed_or_new_file_makes_it_dirty(repository: Path, change: str) -> None:
    (repository / change).write_text("x = 2\n")
    assert identify_tree(repository / "service", ["a.py"]).dirty is True


def test_an_ignored_folder_is_its_content(repository: Path) -> None:
    (repository / ".gitignore").write_text("vendored/\n")
    (repository / "vendored").mkdir()
    (repository / "vendored" / "v.py").write_text("v = 1\n")
    tree = identify_tree(repository / "vendored", ["v.py"])
    assert (tree.kind, tree.dirty) == ("content", None)


def test_content_tells_files_and_names_apart(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "b.py").write_text("x = 1\n")
    first = identify_tree(tmp_path, ["a.py"])
    assert (first.kind, first.dirty) == ("content", None)
    assert identify_tree(tmp_path, ["a.py", "a.py"]) == first
    assert identify_tree(tmp_path, ["b.py"]).id != first.id
    (tmp_path / "a.py").write_text("x = 2\n")
    changed = identify_tree(tmp_path, ["a.py"])
    assert changed.id != first.id
    (tmp_path / "a.py").unlink()
    assert identify_tree(tmp_path, ["a.py"]).id not in {first.id, changed.id}


def test_a_hook_of_another_repository_does_not_mislead(
    repository: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "a.py").write_text("x = 1\n")
    monkeypatch.setenv("GIT_DIR", str(repository / ".git"))
    assert identify_tree(elsewhere, ["a.py"]).kind == "content"


def test_nothing_that_the_repository_configures_is_run(repository: Path) -> None:
    monitor = repository / "monitor.sh"
    monitor.write_text(f"#!/bin/sh\ntouch {repository}/ran\n")
    monitor.chmod(0o755)
    git(repository, "config", "core.fsmonitor", str(monitor))
    identify_tree(repository, ["other.py"])
    assert not (repository / "ran").exists()


def test_without_git_it_is_content(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(repository))
    assert identify_tree(repository, ["other.py"]).kind == "content"
