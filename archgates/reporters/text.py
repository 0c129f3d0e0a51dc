"""Writes an answer as text, for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from archgates.application.explain import ExplainReport, GateList
from archgates.application.queries import CyclesReport, SitesReport, WhyReport
from archgates.application.report import CheckReport, Report, Reporter
from archgates.reporters import _check_text, _explain_text, _query_text
from archgates.reporters._ink import Ink


class TextReporter(Reporter):
    """One block per gate or finding; every place is written `path:line:column`, as editors recognise it."""

    format: ClassVar[str] = "text"

    def render(self, report: Report, *, colour: bool) -> str:
        ink = Ink(colour)
        match report:
            case CheckReport():
                lines = _check_text.lines(report, ink)
            case SitesReport():
                lines = _query_text.sites(report, ink)
            case WhyReport():
                lines = _query_text.why(report, ink)
            case CyclesReport():
                lines = _query_text.cycles(report, ink)
            case ExplainReport():
                lines = _explain_text.gate(report, ink)
            case GateList():
                lines = _explain_text.gates(report, ink)
            case _:
                raise TypeError(f"no text for an answer of {report.command}")
        return "\n".join(_spaced(lines))


def _spaced(lines: Iterable[str]) -> Iterator[str]:
    """The lines with at most one blank line between two, and none at the ends."""
    blank = False
    begun = False
    for line in lines:
        if not line:
            blank = begun
            continue
        if blank:
            yield ""
        yield line
        blank, begun = False, True
