"""A run: configured gates and facts in, one report per gate out."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from archgates.application.configuration import ConfiguredGate, SkippedGate
from archgates.application.defects import describe_defect, is_defect
from archgates.application.exclusion import Exclusion, idle, without
from archgates.application.facts import FactBase, GateFacts, UnansweredError
from archgates.application.ports import Progress, silent
from archgates.application.subjects import undecided
from archgates.domain.findings import Checked, Finding, GateReport, Note, empty_scope, missing_subject, verdict_of
from archgates.domain.gate import Gate, Outcome
from archgates.domain.location import Gap
from archgates.domain.modules import ModuleTable
from archgates.domain.requests import AllModules, Request
from archgates.domain.sites import SiteFacts, UnknownTarget
from archgates.domain.words import sentence

Needs = tuple[Request[Any], ...]
_REFUTABLE = frozenset({"missing", "unused-exemption"})
"""Kinds of findings that say that their subject is not there: a file that could not be judged may prove otherwise."""


def run_gates(
    configured: Sequence[ConfiguredGate], base: FactBase, progress: Progress = silent
) -> tuple[GateReport, ...]:
    """Judge the facts by every gate, in the order of the configuration. No gate can end the run."""
    needs = [_needs(one.gate) for one in configured]
    base.prepare(
        [AllModules(), *(request for some in needs if not isinstance(some, str) for request in some)], progress
    )
    reports = []
    for number, (one, needed) in enumerate(zip(configured, needs, strict=True), start=1):
        progress(f"gate {number} of {len(configured)}: {one.gate.id}")
        reports.append(_report(one, needed, base))
    return tuple(reports)


def _needs(gate: Gate | SkippedGate) -> Needs | str:
    """What the gate asks for, or why that cannot be told."""
    if isinstance(gate, SkippedGate):
        return ()
    try:
        return gate.needs()
    except BaseException as error:
        if not is_defect(error):
            raise
        return describe_defect(error)


def _report(configured: ConfiguredGate, needs: Needs | str, base: FactBase) -> GateReport:
    gate = configured.gate
    outcome = _not_run(gate) if isinstance(gate, SkippedGate) else _judge(gate, needs, base)
    findings = sorted({_placed(one, configured) for one in outcome.findings}, key=lambda one: one.order)
    return GateReport(
        id=gate.id,
        gate=gate.gate,
        level=gate.level,
        reason=gate.reason,
        verdict=verdict_of(findings),
        checked=outcome.checked,
        findings=tuple(findings),
        notes=tuple(sorted(outcome.notes, key=_note_order)),
    )


def _judge(gate: Gate, needs: Needs | str, base: FactBase) -> Outcome:
    """The gate's own outcome, and what the run adds for every gate: subjects, gaps, an empty scope, a defect."""
    if isinstance(needs, str):
        return _broken(gate, needs)
    try:
        project = base.answer(AllModules())
        exclusion = Exclusion.of(gate.exclude, project.modules) if gate.exclude else None
        facts = GateFacts(base, needs, exclusion)
        missing = [*_missing(facts, project.modules)]
        outcome = Outcome(findings=tuple(missing), checked=Checked()) if missing else gate.check(facts)
    except UnansweredError as error:
        return _broken(gate, str(error))
    except BaseException as error:
        if not is_defect(error):
            raise
        return _broken(gate, describe_defect(error))
    unlisted = (project if exclusion is None else without(project, exclusion)).gaps
    findings = [*_without_refuted(outcome.findings, project.modules, facts.gaps(), unlisted)]
    if not outcome.checked.files and not gate.allow_empty and not findings:
        findings.append(empty_scope("file"))
    findings += _idle(gate, [project, *(base.answer(one) for one in needs)])
    return Outcome(findings=tuple(findings), checked=outcome.checked, notes=outcome.notes)


def _missing(facts: GateFacts, modules: ModuleTable) -> Iterator[Finding]:
    """One finding for each target that does not exist.

    A name of the standard library that the project never mentions exists all the same: a boundary around
    `subprocess.Popen` holds where nobody imports it. What a file defines that could not be judged is not known.
    """
    for fact in facts.values():
        if isinstance(fact, SiteFacts) and isinstance(fact.target, UnknownTarget):
            name = fact.target.asked
            top = name.partition(".")[0]
            foreign = top in sys.stdlib_module_names and top not in modules
            if not foreign and not undecided(name, modules, facts.gaps()):
                yield missing_subject(name, fact.target.nearest)


def _idle(gate: Gate, facts: Iterable[object]) -> Iterator[Finding]:
    """One finding for each entry of `exclude` that hides nothing (DESIGN 2.1, vacuity)."""
    for pattern, close in idle(gate.exclude, facts):
        yield Finding(
            subject=pattern,
            kind="missing",
            message=f"`exclude` names {pattern}, which hides no file that this gate looks at.",
            remedy=f"Did you mean {close}?" if close else "Take it out of `exclude`.",
        )


def _without_refuted(
    findings: Iterable[Finding], modules: ModuleTable, gaps: Iterable[Gap], unlisted: Iterable[Gap]
) -> Iterator[Finding]:
    """The findings, and one for each gap; a claim that something is not there gives way to gaps that may hide it.

    `gaps` are those of the gate's own facts, `unlisted` what could not be found in the whole project.
    """
    shown = set(gaps)
    known = {*shown, *unlisted}
    for finding in findings:
        hiding = undecided(finding.subject, modules, known) if finding.kind in _REFUTABLE else ()
        shown.update(hiding)
        if not hiding:
            yield finding
    yield from map(_gap, sorted(shown))


def _gap(gap: Gap) -> Finding:
    return Finding(
        path=gap.path,
        line=max(gap.line, 1),
        column=max(gap.column, 1),
        subject=gap.path,
        kind="gap",
        message=f"Could not be judged: {sentence(gap.reason)}",
        remedy="Mend the file, or exclude it.",
        incomplete=True,
    )


def _placed(finding: Finding, configured: ConfiguredGate) -> Finding:
    """A finding about the gate itself stands where the gate is configured."""
    return finding if finding.path else finding.at(configured.source, configured.line)


def _broken(gate: Gate, why: str) -> Outcome:
    finding = Finding(
        subject=gate.id,
        kind="defect",
        message=f"The gate {gate.id} ({gate.gate}) broke and judged nothing: {why}.",
        remedy="This is a defect of the gate or of archgates, not of the judged source: report it.",
        incomplete=True,
    )
    return Outcome(findings=(finding,), checked=Checked())


def _not_run(gate: SkippedGate) -> Outcome:
    finding = Finding(
        subject=gate.id,
        kind="not-run",
        message=f"The gate {gate.id} ({gate.gate}) is foreign code and was not loaded, because of --no-exec.",
        remedy="Run without --no-exec where the code is trusted.",
        incomplete=True,
    )
    return Outcome(findings=(finding,), checked=Checked())


def _note_order(note: Note) -> tuple[str, int, int, str, str]:
    return (note.path, note.line, note.column, note.kind, note.subject)
