"""The documentation of a gate is read from its class, and every documented example is a configuration that loads."""

from __future__ import annotations

import itertools
import textwrap
import tomllib

import pytest

from archgates.application.configuration import Document, read_configuration
from archgates.application.explain import explain_gate, summary, written_in_full
from archgates.domain.findings import Level
from archgates.domain.gate import Gate
from archgates.registry import GateRegistry
from tests.archgates.application.fakes import NoModuleNamed

REGISTRY = GateRegistry()
GATES = [pytest.param(gate, id=kind) for kind, gate in sorted(REGISTRY.built_in.items())]


def test_a_gate_explains_itself() -> None:
    report = explain_gate(NoModuleNamed, NoModuleNamed(id="one", reason="why", name="x"))
    assert (report.gate, report.id, report.reason) == ("no-module-named", "one", "why")
    assert report.text == "No module has this name.\n\nSome names are taken."
    assert [(one.key, one.type, one.required, one.default) for one in report.options] == [
        ("name", "a string", True, None),
        ("id", "a string", True, None),
        ("reason", "a string", True, None),
        ("level", 'one of "error", "warn"', False, '"error"'),
        ("exclude", "an array of strings", False, "[]"),
        ("allow_empty", "a boolean", False, "false"),
    ]
    assert report.options[0].text == "The name that no module may have."
    assert report.options[2].text == "Why the rule exists; printed with every finding."
    assert summary(NoModuleNamed) == "No module has this name."


def test_the_least_to_write_names_every_required_option() -> None:
    table = tomllib.loads(explain_gate(NoModuleNamed).example)["tool"]["archgates"]["gates"][0]
    assert table == {"id": "...", "gate": "no-module-named", "name": "...", "reason": "..."}


def test_defaults_are_written_as_in_toml() -> None:
    assert written_in_full(Level.WARN) == '"warn"'
    assert written_in_full(frozenset(Level)) == '["error", "warn"]'
    assert written_in_full(("a", 1, True)) == '["a", 1, true]'


@pytest.mark.parametrize("gate", GATES)
def test_every_option_of_every_gate_is_explained(gate: type[Gate]) -> None:
    report = explain_gate(gate)
    assert summary(gate).endswith(".")
    assert [option.key for option in report.options if not option.text] == []


@pytest.mark.parametrize("gate", GATES)
def test_the_example_of_every_gate_is_a_configuration_that_loads(gate: type[Gate]) -> None:
    text = explain_gate(gate).text
    _, mark, below = text.partition("Example:\n")
    assert mark, "the docstring has no example"
    indented = itertools.takewhile(lambda line: not line or line[0] == " ", below.splitlines())
    example = textwrap.dedent("\n".join(indented))
    table = tomllib.loads(example)["tool"]["archgates"]
    document = Document(source="pyproject.toml", prefix="tool.archgates", table=table, text=example)
    (configured,) = read_configuration(document, REGISTRY).gates
    assert isinstance(configured.gate, gate)
