"""The gates of this repository: of many kinds, none empty, and all of them hold."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from archgates.registry import GateRegistry
from tests.archgates.casebook import archgates

ROOT = Path(__file__).resolve().parent.parent
GATES: list[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["archgates"][
    "gates"
]


def test_all_of_them_hold() -> None:
    answer = archgates("check", "--root", str(ROOT))
    assert (answer.code, answer.err) == (0, ""), answer.out


def test_none_may_be_empty_and_none_only_warns() -> None:
    assert [gate["id"] for gate in GATES if gate.get("allow_empty") or gate.get("level", "error") != "error"] == []


def test_every_kind_is_used_but_the_ledger() -> None:
    """There is no ledger to judge yet."""
    assert {gate["gate"] for gate in GATES} == {*GateRegistry().built_in} - {"ledger"}


def test_a_reason_is_a_sentence() -> None:
    assert [gate["id"] for gate in GATES if len(gate["reason"].split()) < 5 or not gate["reason"].endswith(".")] == []


def test_layers_hold() -> None:
    program = "import sys; from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
