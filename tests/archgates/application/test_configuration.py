"""The configuration: the design's sample loads, and every mistake names the file, the key and what to write."""

from __future__ import annotations

import dataclasses
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archgates.application.configuration import (
    Configuration,
    Document,
    ProjectOptions,
    SkippedGate,
    choose_gates,
    read_configuration,
    read_project,
)
from archgates.domain.errors import ArchgatesError, ConfigurationError, UsageError
from archgates.domain.findings import Level
from archgates.domain.toml_words import option_key
from archgates.registry import GateRegistry
from tests.archgates.application.fakes import Kinds, NoModuleNamed

REAL = GateRegistry()
KINDS = Kinds(NoModuleNamed, foreign=["theirs"])
GOOD = """
roots = ["src"]
exclude = ["tests/**"]
target_version = "3.12"

[[gates]]
id = "one"
gate = "no-module-named"
name = "app.old"
reason = "It is gone."

[[gates]]
gate = "no-module-named"
id = "two"
name = "app.older"
reason = "It is gone, too."
level = "warn"
"""


DESIGN = """
[tool.archgates]
roots = ["src"]
exclude = ["tests/**"]
target_version = "3.12"

[[tool.archgates.gates]]
id = "one-executor"
gate = "construction-sites"
target = "adf.agent.executor.AgentExecutor"
allow = ["adf.lifecycle.assembler"]
count = 1
kinds = ["construct", "escape", "escape-ctor"]
reason = "One recipe builds an agent, whatever the host."

[[tool.archgates.gates]]
id = "turns-enter-by-dispatch"
gate = "call-boundary"
target = "adf.agent.executor.AgentExecutor.execute_turn"
allow = ["adf.lifecycle.assembler"]
reason = "Hosts submit dispatch objects."

[[tool.archgates.gates]]
id = "bridge-is-gone"
gate = "retired-names"
names = ["LegacyRuntimeView", "adopt_existing_agent"]
where = ["adf/**"]
strings = false
comments = false
reason = "The migration is over."
"""
"""The sample of the design, without what later versions read."""


def document(text: str, prefix: str = "") -> Document:
    return Document(source="gates.toml", prefix=prefix, table=tomllib.loads(text), text=text)


def read(text: str) -> Configuration:
    return read_configuration(document(text), KINDS)


def error(text: str) -> str:
    with pytest.raises(ConfigurationError) as raised:
        read(text)
    return str(raised.value)


def test_a_configuration_is_read() -> None:
    configuration = read(GOOD)
    assert configuration.project == ProjectOptions(roots=("src",), exclude=("tests/**",), target_version="3.12")
    assert configuration.project.version == (3, 12)
    assert [one.gate.id for one in configuration.gates] == ["one", "two"]
    assert [one.gate.level for one in configuration.gates] == [Level.ERROR, Level.WARN]
    assert [(one.source, one.line) for one in configuration.gates] == [("gates.toml", 7), ("gates.toml", 14)]


def test_the_sample_of_the_design_loads() -> None:
    table = tomllib.loads(DESIGN)["tool"]["archgates"]
    shared = Document(source="pyproject.toml", prefix="tool.archgates", table=table, text=DESIGN)
    configuration = read_configuration(shared, REAL)
    assert [(one.gate.id, one.gate.gate, one.line) for one in configuration.gates] == [
        ("one-executor", "construction-sites", 8),
        ("turns-enter-by-dispatch", "call-boundary", 17),
        ("bridge-is-gone", "retired-names", 24),
    ]


def gate(**changes: str | None) -> str:
    """One gate as TOML, with some of its keys changed or left out."""
    keys: dict[str, str | None] = {"id": '"one"', "gate": '"no-module-named"', "name": '"a"', "reason": '"r"'}
    lines = [f"{key} = {value}" for key, value in {**keys, **changes}.items() if value is not None]
    return "\n".join(["[[gates]]", *lines])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "gates.toml: no gate is configured, so nothing would be checked. Add a [[gates]] table."),
        ("gates = []", "gates.toml: no gate is configured"),
        ("[gates]\nid = 1", "gates: is a table, but must be an array of tables. Begin each with [[gates]]."),
        ("gates = [1]", "gates.toml: gates: is an array, but must be an array of tables."),
        ("root = ['src']", "gates.toml: root: unknown key. Did you mean `roots`?"),
        ("roots = 'src'", 'roots: is a string ("src"), but must be an array of strings. Write roots = ["src"].'),
        ("target_version = '312'", 'gates.toml: target_version: "312" is no version of Python. Write one like "3.12".'),
        ("target_version = 3.12", 'is a float (3.12), but must be a string. Write target_version = "3.12".'),
        ("baseline = 'b.txt'", "gates.toml: baseline: Recording accepted findings arrives in a later version"),
        ("[[waivers]]\nid = 'a'", "gates.toml: waivers: Waiving single findings arrives in a later version"),
        (gate(gate=None), 'gates.toml: gates[0]: the key `gate` is missing. Write one of "no-module-named", "theirs".'),
        (gate(gate="1"), "gates.toml: gates[0].gate: is an integer (1), but must be a string."),
        (gate(gate='"no-module-name"'), '"no-module-name" is no kind of gate. Did you mean "no-module-named"?'),
        (gate(gate='"zzz"'), "Known kinds: no-module-named, theirs."),
        (gate(id=None), 'gates[0]: the key `id` is missing. Write id = "...".'),
        (gate(reason=None), 'gates[0]: the key `reason` is missing. Write reason = "...".'),
        (gate(reason='"  "'), "gates[0].reason: is empty. Say why the rule exists"),
        (gate(id='""'), "gates[0].id: is empty. Name the gate"),
        (gate(nam='"a"'), "gates[0].nam: unknown key. Did you mean `name`?"),
        (gate(level='"warning"'), 'gates[0].level: "warning" is not known here. Did you mean "warn"?'),
        (gate() + "\n" + gate(), 'gates[1].id: "one" is also the id of gates[0]. Give each gate its own id.'),
    ],
)
def test_mistakes_name_file_and_key(text: str, expected: str) -> None:
    message = error(text)
    assert message.startswith("gates.toml")
    assert expected in message


def test_keys_in_a_shared_file_are_named_in_full() -> None:
    shared = Document(source="pyproject.toml", prefix="tool.archgates", table={"gates": [{"id": "a"}]}, text="")
    with pytest.raises(ConfigurationError, match=r"pyproject.toml: tool.archgates.gates\[0\]: the key `gate`"):
        read_configuration(shared, KINDS)


def test_a_query_reads_the_options_about_files_only() -> None:
    text = 'exclude = ["build"]\nbaseline = "b.txt"\nwaivers = [1]\ngates = "broken"'
    assert read_project(document(text)).exclude == ("build",)


def test_a_gate_that_may_not_be_loaded_is_kept_as_skipped() -> None:
    configuration = read(gate(gate='"theirs"', level='"warn"', anything="[1, 2]"))
    assert configuration.gates[0].gate == SkippedGate(gate="theirs", id="one", reason="r", level=Level.WARN)


def test_gates_are_chosen_by_id() -> None:
    assert [one.gate.id for one in choose_gates(read(GOOD), ["two"])] == ["two"]
    assert [one.gate.id for one in choose_gates(read(GOOD), [])] == ["one", "two"]
    with pytest.raises(UsageError, match=r"no gate with the id tow; did you mean two\?"):
        choose_gates(read(GOOD), ["tow"])
    with pytest.raises(UsageError, match="configured are: one, two"):
        choose_gates(read(GOOD), ["zzz"])


keys = st.sampled_from(["gates", "roots", "exclude", "target_version", "id", "gate", "name", "reason", "level", "x"])
scalars = st.text(max_size=8) | st.integers() | st.booleans() | st.floats() | st.dates() | st.just("no-module-named")
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=5))


@given(st.dictionaries(keys, values, max_size=6))
def test_any_table_is_a_configuration_or_an_error_with_its_file(table: dict[str, object]) -> None:
    try:
        read_configuration(Document(source="gates.toml", table=table, text=""), KINDS)
    except ArchgatesError as refused:
        message = str(refused)
    else:
        message = "gates.toml"
    assert message.startswith("gates.toml")


OPTIONS = sorted({option_key(field) for gate in REAL.built_in.values() for field in dataclasses.fields(gate)})
options = st.dictionaries(st.sampled_from(OPTIONS), values, max_size=8)


@given(st.sampled_from(sorted(REAL.built_in)), options)
def test_any_options_of_a_real_gate_are_read_or_refused(kind: str, table: dict[str, object]) -> None:
    gates = [{"id": "one", "reason": "why", "target": "app.x", **table, "gate": kind}]
    try:
        read_configuration(Document(source="gates.toml", table={"gates": gates}, text=""), REAL)
    except ArchgatesError as refused:
        message = str(refused)
    else:
        message = "gates.toml: gates[0]"
    assert message.startswith("gates.toml: gates[0]")
