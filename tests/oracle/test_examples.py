"""The example configurations hold what they promise: error-level gates of many kinds, each with its reason."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize("name", ["django", "homeassistant"])
def test_an_example_holds_at_least_eight_error_gates_of_six_kinds(name: str) -> None:
    gates = tomllib.loads((EXAMPLES / f"{name}.toml").read_text(encoding="utf-8"))["gates"]

    judged = [gate for gate in gates if gate.get("level", "error") == "error"]
    assert len(judged) >= 8
    assert len({gate["gate"] for gate in judged}) >= 6
    assert not [gate["id"] for gate in gates if "allow_empty" in gate]
    assert all(len(gate["reason"]) > 30 for gate in gates)
