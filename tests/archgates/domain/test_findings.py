"""How verdicts combine, and what a fingerprint depends on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from archgates.domain.findings import (
    Checked,
    Finding,
    FindingState,
    GateReport,
    Level,
    Verdict,
    empty_scope,
    missing_subject,
    run_verdict,
    verdict_of,
)

BREACH = Finding(
    path="app/a.py", line=3, column=5, subject="app.Engine", scope="run", kind="construct", message="m", remedy="r"
)
GAP = replace(BREACH, kind="gap", incomplete=True)
KNOWN = replace(BREACH, state=FindingState.KNOWN)


@pytest.mark.parametrize(
    ("findings", "verdict"),
    [
        ([], Verdict.PASS),
        ([BREACH], Verdict.FAIL),
        ([GAP], Verdict.INCOMPLETE),
        ([GAP, BREACH], Verdict.FAIL),
        ([KNOWN], Verdict.PASS),
        ([KNOWN, GAP], Verdict.INCOMPLETE),
    ],
)
def test_the_verdict_of_a_gate(findings: list[Finding], verdict: Verdict) -> None:
    assert verdict_of(findings) is verdict


def report(verdict: Verdict, level: Level = Level.ERROR) -> GateReport:
    return GateReport(id="a", gate="g", level=level, reason="r", verdict=verdict, checked=Checked(), findings=())


@pytest.mark.parametrize(
    ("reports", "verdict"),
    [
        ([report(Verdict.PASS)], Verdict.PASS),
        ([report(Verdict.PASS), report(Verdict.INCOMPLETE)], Verdict.INCOMPLETE),
        ([report(Verdict.INCOMPLETE), report(Verdict.FAIL)], Verdict.FAIL),
        ([report(Verdict.FAIL, Level.WARN)], Verdict.PASS),
        ([report(Verdict.INCOMPLETE, Level.WARN)], Verdict.PASS),
        ([report(Verdict.FAIL, Level.WARN), report(Verdict.INCOMPLETE)], Verdict.INCOMPLETE),
    ],
)
def test_the_verdict_of_a_run(reports: list[GateReport], verdict: Verdict) -> None:
    assert run_verdict(reports) is verdict


def test_a_fingerprint_survives_edits_above_it() -> None:
    assert BREACH.fingerprint("a") == replace(BREACH, line=90, column=1, message="other").fingerprint("a")


@pytest.mark.parametrize(
    "other",
    [
        replace(BREACH, subject="app.Other"),
        replace(BREACH, scope="stop"),
        replace(BREACH, kind="escape"),
        replace(BREACH, path="app/b.py"),
    ],
)
def test_a_fingerprint_tells_breaches_apart(other: Finding) -> None:
    assert BREACH.fingerprint("a") != other.fingerprint("a")


def test_a_fingerprint_tells_gates_apart() -> None:
    assert BREACH.fingerprint("a") != BREACH.fingerprint("b")


def test_a_missing_subject_names_the_nearest() -> None:
    finding = missing_subject("app.Engin", "app.Engine")
    assert "app.Engin does not exist" in finding.message
    assert finding.remedy == "Did you mean app.Engine?"
    assert "`to`" in missing_subject("app.Engin", None, key="to").remedy


def test_an_empty_scope_says_how_to_allow_it() -> None:
    assert "allow_empty = true" in empty_scope("file").remedy
