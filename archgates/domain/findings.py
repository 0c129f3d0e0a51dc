"""Findings and verdicts: what a gate says."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
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
    """One broken rule at one place. Path is relative to the project root; line and column from 1.

    A finding about the gate itself, such as a missing subject, leaves path, line and column out: the run puts
    the place in the configuration where the gate is written.
    """

    path: str = ""
    line: int = 1
    column: int = 1
    subject: str
    """What the rule is broken about: a dotted name, a module pair, a file."""
    scope: str = ""
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

    def at(self, path: str, line: int) -> Finding:
        """The same finding at another place."""
        return replace(self, path=path, line=line, column=1)

    @property
    def order(self) -> tuple[str, int, int, str, str, str]:
        """What findings are sorted by."""
        return (self.path, self.line, self.column, self.kind, self.subject, self.message)

    def fingerprint(self, gate_id: str) -> str:
        """Identity across edits: gate, subject, enclosing definition and kind; never a line number."""
        text = "\0".join((gate_id, self.subject, f"{self.path}:{self.scope}", self.kind))
        return hashlib.blake2b(text.encode(), digest_size=10).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something a gate saw and prints without judging it: a site that may be the target, one that does not count."""

    path: str = ""
    line: int = 1
    column: int = 1
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


def missing_subject(subject: str, nearest: str | None, *, key: str = "target") -> Finding:
    """The finding of a gate that names something which does not exist (DESIGN 2.1, vacuity)."""
    return Finding(
        subject=subject,
        kind="missing",
        message=f"{subject} does not exist, so the gate checks nothing.",
        remedy=f"Did you mean {nearest}?" if nearest else f"Correct `{key}`, or remove the gate.",
    )


def empty_scope(what: str) -> Finding:
    """The finding of a gate that examined nothing; `what` says what was looked for: `file under adf/**`."""
    return Finding(
        subject=what,
        kind="vacuous",
        message=f"The gate examined no {what}, so it checks nothing.",
        remedy="Correct its scope, or set allow_empty = true and say why in `reason`.",
    )


def verdict_of(findings: Iterable[Finding]) -> Verdict:
    """FAIL over INCOMPLETE over PASS; a finding that is known or waived does not count."""
    open_findings = [finding for finding in findings if finding.state is FindingState.NEW]
    if any(not finding.incomplete for finding in open_findings):
        return Verdict.FAIL
    return Verdict.INCOMPLETE if open_findings else Verdict.PASS


def run_verdict(reports: Iterable[GateReport]) -> Verdict:
    """The worst verdict of the gates whose level is error; FAIL is worse than INCOMPLETE."""
    verdicts = {report.verdict for report in reports if report.level is Level.ERROR}
    return next((one for one in (Verdict.FAIL, Verdict.INCOMPLETE) if one in verdicts), Verdict.PASS)
