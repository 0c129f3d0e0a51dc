"""A gate whose subject stands in what cannot be judged is INCOMPLETE and says where; nobody calls it missing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.archgates.casebook import archgates
from tests.archgates.cli.projects import write

SUBJECTS = {
    "construction-sites": 'target = "app.core.Engine"',
    "call-boundary": 'target = "app.core.Engine.run"',
    "call-boundary-of-two": 'gate = "call-boundary"\ntarget = ["app.core.start", "app.core.stop"]',
    "wiring-path": 'source = "app.core.Engine.run"\nto = "app.main.Loop"',
    "wiring-path-to": 'gate = "wiring-path"\nsource = "app.main.go"\nto = "app.core.Engine"',
    "entry-point": 'entry = "app.core"\nwhere = ["app"]',
    "entry-point-exempt": 'gate = "entry-point"\nentry = "app.main"\nexempt = [{importer = "app.core", reason = "r"}]',
    "exhaustive-table": 'table = "app.core.TABLE"\nrows = "app.core.Mode"',
    "ledger": 'source = "app.core.ENTRIES"\nstatuses = ["done"]',
    "size": 'where = ["app.core"]\nfunction = 9',
    "retired-names": 'where = ["app/core.py"]\nnames = ["Old"]',
    "declaration-only": 'where = ["app/core.py"]',
}
FILES = {
    "app/__init__.py": "",
    "app/main.py": "from app.core import Engine\n\nclass Loop: ...\n\ndef go(): ...\n",
    "app/core.py": "class Engine:\n    def run(self) pass\n",
}


def configuration() -> str:
    """One gate of each kind, about app.core."""
    tables = []
    for name, options in SUBJECTS.items():
        kind = "" if options.startswith("gate =") else f'gate = "{name}"\n'
        tables.append(f'[[gates]]\nid = "{name}"\n{kind}{options}\nreason = "r"\n')
    return "\n".join(tables)


def wrong_syntax(_: Path) -> str:
    return "app/core.py"


def link_in_a_circle(root: Path) -> str:
    (root / "app/core.py").unlink()
    (root / "app/core.py").symlink_to("core.py")
    return "app/core.py"


def folder_that_cannot_be_looked_at(root: Path) -> str:
    (root / "app/core.py").unlink()
    (root / "app/core").symlink_to("a" * 4_000)
    return "app/core"


def pipe(root: Path) -> str:
    (root / "app/core.py").unlink()
    os.mkfifo(root / "app/core.py")
    return "app/core.py"


@pytest.mark.parametrize("spoil", [wrong_syntax, link_in_a_circle, folder_that_cannot_be_looked_at, pipe])
def test_no_gate_fails_for_a_subject_that_cannot_be_judged(tmp_path: Path, spoil: Callable[[Path], str]) -> None:
    root = write(tmp_path, {**FILES, "archgates.toml": configuration()})
    path = spoil(root)
    answer = archgates("check", "--root", str(root), "--json")
    assert answer.code == 3, answer
    verdicts = {gate["id"]: gate["verdict"] for gate in answer.document["gates"]}
    reads_words = {"retired-names"} if spoil is wrong_syntax else set()
    assert {one for one, verdict in verdicts.items() if verdict != "INCOMPLETE"} == reads_words
    for gate in answer.document["gates"]:
        assert {finding["path"] for finding in gate["findings"]} <= {path}
        assert all(finding["kind"] == "gap" for finding in gate["findings"])


def test_a_project_that_cannot_be_listed_fails_no_gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write(tmp_path, {**FILES, "archgates.toml": configuration()})

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", refuse)
    answer = archgates("check", "--root", str(root), "--json")
    assert answer.code == 3, answer
    assert {gate["verdict"] for gate in answer.document["gates"]} == {"INCOMPLETE"}


def test_a_subject_that_is_missing_beside_a_broken_file_still_fails(tmp_path: Path) -> None:
    text = '[[gates]]\nid = "one"\ngate = "construction-sites"\ntarget = "app.main.Lop"\nreason = "r"\n'
    root = write(tmp_path, {**FILES, "archgates.toml": text})
    answer = archgates("check", "--root", str(root), "--json")
    (gate,) = answer.document["gates"]
    assert (answer.code, gate["verdict"]) == (1, "FAIL")
    assert "missing" in {finding["kind"] for finding in gate["findings"]}
