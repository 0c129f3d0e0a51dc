"""What every gate owes: a test file, a section of the page, an example, and a word on each option."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

import archgates.gates
from archgates.application.explain import explain_gate
from archgates.domain.gate import Gate
from archgates.domain.toml_words import option_key
from archgates.registry import module_names
from tests.archgates.gates.docs_page import PAGE, PARTS, gates, page, parts_of

GATES = [pytest.param(gate, id=gate.gate) for gate in gates()]
HERE = Path(__file__).resolve().parent
EXPECTED = {
    "call-boundary",
    "construction-sites",
    "cycles",
    "declaration-only",
    "entry-point",
    "exhaustive-table",
    "ledger",
    "retired-names",
    "root-files",
    "size",
    "wiring-path",
}


def test_the_folder_holds_the_gates_that_are_promised() -> None:
    assert {gate.gate for gate in gates()} >= EXPECTED


def test_each_file_of_the_folder_is_one_gate_of_its_name() -> None:
    files = module_names(archgates.gates.__name__)
    assert {gate.__module__.rpartition(".")[2] for gate in gates()} == set(files)
    assert sorted(gate.gate for gate in gates()) == sorted(name.replace("_", "-") for name in files)


@pytest.mark.parametrize("gate", GATES)
def test_it_has_a_test_file_with_planted_missing_and_empty(gate: type[Gate]) -> None:
    text = (HERE / f"test_{gate.gate.replace('-', '_')}.py").read_text(encoding="utf-8")
    for promise in ('"FAIL"', '"missing"', '"vacuous"'):
        assert promise in text


@pytest.mark.parametrize("gate", GATES)
def test_its_documentation_has_every_part(gate: type[Gate]) -> None:
    parts = parts_of(gate)
    assert tuple(parts) == PARTS
    assert all(len(text) > 40 for text in parts.values())


@pytest.mark.parametrize("gate", GATES)
def test_it_is_frozen_and_its_class_is_named_after_it(gate: type[Gate]) -> None:
    assert gate.__name__.casefold() == gate.gate.replace("-", "")
    assert gate.__dataclass_params__.frozen  # type: ignore[attr-defined]  # typeshed has no name for it


@pytest.mark.parametrize("gate", GATES)
def test_its_section_has_a_row_for_each_option(gate: type[Gate]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    section = text.partition(f"\n## {gate.gate}\n")[2].partition("\n## ")[0]
    rows = {line.split("`")[1] for line in section.splitlines() if line.startswith("| `")}
    shared = {field.name for field in dataclasses.fields(Gate)}
    own = {option_key(field) for field in dataclasses.fields(gate) if field.name not in shared}
    assert {row for row in rows if "." not in row} == own
    assert {option.key for option in explain_gate(gate).options} - shared == rows


def test_the_page_is_the_one_that_the_gates_write() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tests.archgates.gates.docs_page"
