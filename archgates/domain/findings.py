"""Findings and verdicts: what a gate says."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import Enum


class Verdict(Enum):
    """The answer of a gate and of a run (DESIGN 2.1)."""

    PASS = "PASS"
    FAIL = "FAIL"
    INCOMPLETE = "INCOMPLETE"


class Level(Enum):
    """Whether a gate's findings decide the run's verdict."""

    ERROR = "error"
    WARN = "warn"


class FindingState(Enum):
    """How a finding stands to the baseline and the waivers (DESIGN 2.5)."""

    NEW = "new"
    KNOWN = "known"
    WAIVED = "waived"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One broken rule at one place. Path is relative to the project root; line and column from 1."""

    path: str
    line: int
    column: int
    subject: str
    """What the rule is broken about: a dotted name, a module pair, a file."""
    scope: str
    """Qualified name of the enclosing definition, `<module>` at the top, empty for a whole file."""
    kind: str
    """The sort of breach, from a small fixed vocabulary per gate: `construct`, `missing`, `vacuous`, ..."""
    message: str
    """What happened."""
    remedy: str
    """What to do."""
    incomplete: bool = False
    """True for a gap in what could be judged: it makes the gate INCOMPLETE instead of FAIL."""
    state: FindingState = FindingState.NEW

    def fingerprint(self, gate_id: str) -> str:
        """Identity across edits: gate, subject, enclosing definition and kind; never a line number."""
        text = "\0".join((gate_id, self.subject, f"{self.path}:{self.scope}", self.kind))
        return hashlib.blake2b(text.encode(), digest_size=10).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something a gate saw and prints without judging it: a site that may be the target, one that does not count."""

    path: str
    line: int
    column: int
    subject: str
    scope: str
    kind: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """How much a gate saw, printed on green runs too."""

    files: int = 0
    sites: int = 0
    unresolved: int = 0
    waived: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GateReport:
    """What one gate found."""

    id: str
    gate: str
    level: Level
    reason: str
    verdict: Verdict
    checked: Checked
    findings: tuple[Finding, ...]
    notes: tuple[Note, ...] = ()
