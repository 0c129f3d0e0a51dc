"""The text of `check`: a line per gate, its findings below, and what was seen at the end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from archgates.application.report import CheckReport, Provenance
from archgates.domain.findings import Checked, Finding, FindingState, GateReport, Level, Note, Verdict
from archgates.domain.words import count
from archgates.reporters._ink import Ink, place

_LABEL_WIDTH = len("INCOMPLETE")
_NOTES_SHOWN = 10
"""Notes of one kind that a gate prints in full."""
_STATES = {FindingState.NEW: "", FindingState.KNOWN: " (known)", FindingState.WAIVED: " (waived)"}


def lines(report: CheckReport, ink: Ink) -> Iterator[str]:
    """The whole answer."""
    width = max((len(gate.id) for gate in report.gates), default=0)
    for gate in report.gates:
        yield from _gate(gate, width, ink)
    yield from _gaps(report, ink)
    yield ""
    yield _summary(report, ink)
    yield ink.dim(_provenance(report.provenance))


def _gate(gate: GateReport, width: int, ink: Ink) -> Iterator[str]:
    """One line, or a block of its own when there is more to say."""
    details = [*_details(gate, ink)]
    label = "WARN" if gate.level is Level.WARN and gate.verdict is Verdict.FAIL else gate.verdict.value
    head = ink.verdict(gate.verdict, label.ljust(_LABEL_WIDTH))
    if any(details):
        yield ""
    yield f"{head}  {ink.bold(gate.id.ljust(width))}  {ink.dim(f'{gate.gate}: {_seen(gate.checked)}')}"
    if any(details):
        yield from details
        yield ""


def _details(gate: GateReport, ink: Ink) -> Iterator[str]:
    if gate.findings:
        yield f"  {gate.reason}"
    for finding in gate.findings:
        if not _is_gap(finding):
            yield ""
            yield from _finding(finding, ink)
    unjudged = len({finding.path for finding in gate.findings if _is_gap(finding)})
    if unjudged:
        yield ""
        yield f"  {count(unjudged, 'file')} could not be judged, see below."
    yield ""
    for line in _notes(gate.notes):
        yield ink.dim(line)


def _finding(finding: Finding, ink: Ink) -> Iterator[str]:
    scope = f" in {finding.scope}" if finding.scope else ""
    yield (
        f"  {ink.bold(place(finding.path, finding.line, finding.column))}: "
        f"{finding.kind}{scope}{_STATES[finding.state]}"
    )
    yield f"    {finding.message}"
    yield f"    -> {finding.remedy}"


def _notes(notes: Iterable[Note]) -> Iterator[str]:
    """What was seen and not judged, by kind; of a kind that is common, the first few and how many more."""
    kinds: dict[str, list[Note]] = defaultdict(list)
    for note in notes:
        kinds[note.kind].append(note)
    for kind, group in sorted(kinds.items()):
        for note in group[:_NOTES_SHOWN]:
            where = f"{place(note.path, note.line, note.column)}: " if note.path else ""
            yield f"  note: {where}{note.message}"
        if len(group) > _NOTES_SHOWN:
            yield f"  note: {len(group) - _NOTES_SHOWN:,} more of the kind {kind}"


def _is_gap(finding: Finding) -> bool:
    return finding.incomplete and finding.kind == "gap"


def _gaps(report: CheckReport, ink: Ink) -> Iterator[str]:
    """What could not be judged, once, with the gates that needed it: one bad file touches many gates."""
    gates: dict[Finding, list[str]] = defaultdict(list)
    for gate in report.gates:
        for finding in filter(_is_gap, gate.findings):
            gates[finding].append(gate.id)
    if not gates:
        return
    yield ""
    yield ink.bold("Not judged")
    for finding in sorted(gates, key=lambda one: one.order):
        yield f"  {ink.bold(place(finding.path, finding.line, finding.column))}: {finding.message}"
        yield f"    -> {finding.remedy}"
        yield ink.dim(f"    needed by {', '.join(gates[finding])}")


def _summary(report: CheckReport, ink: Ink) -> str:
    failed = [gate for gate in report.gates if gate.verdict is Verdict.FAIL and gate.level is Level.ERROR]
    warned = [gate for gate in report.gates if gate.verdict is Verdict.FAIL and gate.level is Level.WARN]
    incomplete = [gate for gate in report.gates if gate.verdict is Verdict.INCOMPLETE]
    parts = [f"{len(failed)} of {count(len(report.gates), 'gate')} failed"] if failed else []
    if warned:
        parts.append(f"{len(warned)} warned")
    if incomplete:
        parts.append(f"{len(incomplete)} incomplete")
    passed = len(report.gates) - len(failed) - len(warned) - len(incomplete)
    if not failed:
        parts.insert(0, f"{count(passed, 'gate')} passed")
    verdict = ink.verdict(report.verdict, report.verdict.value)
    return f"{ink.bold(verdict)}: {', '.join(parts)}. Seen: {_seen(_total(report))}."


def _total(report: CheckReport) -> Checked:
    """Gates look at the same files, each at sites of its own."""
    seen = [gate.checked for gate in report.gates]
    return Checked(
        files=max((one.files for one in seen), default=0),
        sites=sum(one.sites for one in seen),
        unresolved=sum(one.unresolved for one in seen),
        waived=sum(one.waived for one in seen),
    )


def _seen(checked: Checked) -> str:
    return (
        f"{count(checked.files, 'file')}, {count(checked.sites, 'site')}, "
        f"{checked.unresolved:,} unresolved, {checked.waived:,} waived"
    )


def _provenance(provenance: Provenance) -> str:
    tree = provenance.tree
    state = {None: "", True: ", with changes", False: ", clean"}[tree.dirty]
    versions = ", ".join(f"{name} {provenance.versions[name]}" for name in ("archgates", "python"))
    return f"{tree.kind} tree {tree.id[:12]}{state}; {versions}; configuration {provenance.configuration[:12]}"
