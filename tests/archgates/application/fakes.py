"""Gates, kinds and modules for tests of the application, small enough to see through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from archgates.application.configuration import ConfiguredGate, SkippedGate
from archgates.domain.findings import Checked, Finding
from archgates.domain.gate import Gate, Outcome
from archgates.domain.location import Gap
from archgates.domain.modules import Module, ModuleTable
from archgates.domain.requests import AllModules, Facts, ProjectFacts, Request

MODULES = ModuleTable(
    Module(root=".", name=name, path=f"{name.replace('.', '/')}.py") for name in ("app.engine", "app.main", "tests.one")
)


@dataclass(frozen=True, kw_only=True)
class NoModuleNamed(Gate):
    """No module has this name.

    Some names are taken.
    """

    gate: ClassVar[str] = "no-module-named"

    name: str
    """The name that no module may have."""

    def needs(self) -> tuple[Request[Any], ...]:
        return (AllModules(),)

    def check(self, facts: Facts) -> Outcome:
        modules = facts[AllModules()].modules
        findings = tuple(
            Finding(path=one.path, subject=one.name, kind="named", message="It is named so.", remedy="Rename it.")
            for one in modules
            if one.name == self.name
        )
        return Outcome(findings=findings, checked=Checked(files=len(modules)))


class Kinds:
    """A set of gates that a configuration may name; `foreign` ones may not be loaded."""

    def __init__(self, *gates: type[Gate], foreign: Sequence[str] = ()) -> None:
        self._gates: dict[str, type[Gate] | None] = {**{gate.gate: gate for gate in gates}, **dict.fromkeys(foreign)}

    def __contains__(self, name: object) -> bool:
        return name in self._gates

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._gates))

    def load(self, name: str) -> type[Gate] | None:
        return self._gates[name]


def configured(gate: Gate | SkippedGate) -> ConfiguredGate:
    """The gate as if it stood in line 7 of gates.toml."""
    return ConfiguredGate(gate=gate, source="gates.toml", line=7)


def modules(*gaps: Gap) -> dict[type[Request[Any]], Any]:
    """The provider of the module table."""
    return {AllModules: lambda requests: dict.fromkeys(requests, ProjectFacts(modules=MODULES, gaps=gaps))}
