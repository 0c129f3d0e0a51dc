"""Being in the folder is the registration of a gate or reporter; others come from entry points, when they are used."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import archgates.gates
from archgates.domain.errors import ConfigurationError, UsageError
from archgates.registry import GateRegistry, module_names, reporter, reporters
from tests.archgates.plugins import plant


@pytest.fixture
def theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path for somebody else's distribution."""
    monkeypatch.syspath_prepend(str(tmp_path))
    sys.modules.pop("their_gates", None)
    yield tmp_path
    sys.modules.pop("their_gates", None)


def kinds_in_the_folder() -> set[str]:
    """The kinds that the files of the folder say they are, read without importing them."""
    (folder,) = archgates.gates.__path__
    kinds = set()
    for file in Path(folder).glob("[!_]*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "gate" and node.value is not None:
                kinds.add(ast.literal_eval(node.value))
    return kinds


def test_every_file_of_the_folder_is_a_gate_of_its_name() -> None:
    built_in = GateRegistry().built_in
    assert set(built_in) == kinds_in_the_folder()
    assert {name.replace("_", "-") for name in module_names("archgates.gates")} == set(built_in)


def test_every_file_of_the_folder_is_a_reporter_of_its_name() -> None:
    assert set(reporters()) == set(module_names("archgates.reporters")) == {"json", "text"}


def test_an_unknown_format_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"--format jason is no format of `archgates check`; did you mean json\?"):
        reporter("jason", "check")
    with pytest.raises(UsageError, match=r"there are json, text\."):
        reporter("zzz", "check")


def test_a_foreign_gate_is_known_without_being_loaded(theirs: Path) -> None:
    plant(theirs)
    registry = GateRegistry()
    assert "theirs" in registry
    assert "theirs" in registry.names()
    assert "their_gates" not in sys.modules
    loaded = registry.load("theirs")
    assert loaded is not None
    assert loaded.gate == "theirs"


def test_a_foreign_gate_is_not_loaded_where_foreign_code_may_not_run(theirs: Path) -> None:
    plant(theirs)
    registry = GateRegistry(run_foreign_code=False)
    assert "theirs" in registry
    assert registry.load("theirs") is None
    assert "their_gates" not in sys.modules


@pytest.mark.parametrize(
    ("module", "point", "expected"),
    [
        ("raise ValueError('planted')", "their_gates:Theirs", "cannot be loaded: ValueError: planted."),
        ("raise SystemExit(0)", "their_gates:Theirs", "cannot be loaded: SystemExit: 0."),
        ("", "their_gates:Theirs", "cannot be loaded: AttributeError"),
        ("", "gone:Theirs", "cannot be loaded: ModuleNotFoundError"),
        ("Theirs = int", "their_gates:Theirs", "their_gates:Theirs is no gate."),
        ("from archgates.domain.gate import Gate as Theirs", "their_gates:Theirs", "is no gate."),
    ],
)
def test_a_foreign_gate_that_cannot_be_used_says_whose_it_is(
    theirs: Path, module: str, point: str, expected: str
) -> None:
    plant(theirs, module, theirs=point)
    with pytest.raises(ConfigurationError) as raised:
        GateRegistry().load("theirs")
    assert str(raised.value).startswith("entry point theirs of their-gates: ")
    assert expected in str(raised.value)


def test_nobody_replaces_a_built_in_gate(theirs: Path) -> None:
    name = next(iter(GateRegistry().built_in))
    plant(theirs, **{name: "their_gates:Theirs"})
    assert GateRegistry().load(name) is GateRegistry().built_in[name]
