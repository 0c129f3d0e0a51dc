"""Reports: what a command answers, and how it is written on the wire (DESIGN 2.6)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from archgates.domain.findings import Checked, Finding, GateReport, Verdict


class Report(Protocol):
    """The answer of one command."""

    command: ClassVar[str]

    def wire(self) -> dict[str, Any]:
        """The answer as JSON values, without the `schema` key."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """Which source was judged."""

    kind: str
    """`git` for the tree id of the project root at HEAD, `content` for a digest of the judged files."""
    id: str
    dirty: bool | None
    """Whether files differ from that tree; None where there is no tree to differ from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """What the verdict was reached on and with (DESIGN 2.5)."""

    tree: Tree
    versions: Mapping[str, str]
    configuration: str
    """Digest of the configuration file."""
    gates: str
    """Digest of the source of the gates that ran."""

    def wire(self) -> dict[str, Any]:
        """The provenance as JSON values."""
        return {
            "tree": {"kind": self.tree.kind, "id": self.tree.id, "dirty": self.tree.dirty},
            "status": "applied" if self.tree.dirty is False else "candidate",
            "versions": dict(sorted(self.versions.items())),
            "configuration": self.configuration,
            "gates": self.gates,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """The verdict of a run."""

    command: ClassVar[str] = "check"

    verdict: Verdict
    gates: tuple[GateReport, ...]
    provenance: Provenance

    def wire(self) -> dict[str, Any]:
        return {
            "verdict": self.verdict.value,
            "gates": [_wire_gate(gate) for gate in self.gates],
            "provenance": self.provenance.wire(),
        }


def _wire_gate(report: GateReport) -> dict[str, Any]:
    return {
        "id": report.id,
        "gate": report.gate,
        "verdict": report.verdict.value,
        "level": report.level.value,
        "checked": _wire_checked(report.checked),
        "findings": [_wire_finding(finding, report) for finding in report.findings],
    }


def _wire_checked(checked: Checked) -> dict[str, int]:
    return {
        "files": checked.files,
        "sites": checked.sites,
        "unresolved": checked.unresolved,
        "waived": checked.waived,
    }


def _wire_finding(finding: Finding, report: GateReport) -> dict[str, Any]:
    return {
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "subject": finding.subject,
        "scope": finding.scope,
        "kind": finding.kind,
        "message": finding.message,
        "remedy": finding.remedy,
        "reason": report.reason,
        "fingerprint": finding.fingerprint(report.id),
        "state": finding.state.value,
    }


class Reporter(ABC):
    """One format of answers. Being in the folder of reporters is the registration."""

    format: ClassVar[str]
    """As written after `--format`."""
    commands: ClassVar[frozenset[str] | None] = None
    """The commands whose answers it can write; None for all."""

    @abstractmethod
    def render(self, report: Report, *, colour: bool) -> str:
        """The whole answer as text. `colour` is for people at a terminal; other formats ignore it."""
