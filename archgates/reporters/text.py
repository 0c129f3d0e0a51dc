"""Writes an answer as text, for people."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from archgates.application.explain import ExplainReport, GateList
from archgates.application.queries import CyclesReport, SitesReport, WhyReport
from archgates.application.report import CheckReport, Report, Reporter
from archgates.domain.words import visible
from archgates.reporters import _check_text, _explain_text, _query_text
from archgates.reporters._ink import Ink

_IN_LINES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "GateReport": frozenset({"reason"}),
        "ExplainReport": frozenset({"text", "example", "reason"}),
        "OptionText": frozenset({"text"}),
    }
)
"""Fields that hold text of several lines, by class: what authors of gates and of configurations write."""


class TextReporter(Reporter):
    """One block per gate or finding; every place is written `path:line:column`, as editors recognise it."""

    format: ClassVar[str] = "text"

    def render(self, report: Report, *, colour: bool) -> str:
        ink = Ink(colour)
        match _visible(report):
            case CheckReport() as shown:
                lines = _check_text.lines(shown, ink)
            case SitesReport() as shown:
                lines = _query_text.sites(shown, ink)
            case WhyReport() as shown:
                lines = _query_text.why(shown, ink)
            case CyclesReport() as shown:
                lines = _query_text.cycles(shown, ink)
            case ExplainReport() as shown:
                lines = _explain_text.gate(shown, ink)
            case GateList() as shown:
                lines = _explain_text.gates(shown, ink)
            case _:
                raise TypeError(f"no text for an answer of {report.command}")
        return "\n".join(_spaced(lines))


def _visible(value: Any, *, lines: bool = False) -> Any:
    """The value with every text in it fit for a terminal; only what an author writes in lines keeps them."""
    if isinstance(value, str):
        return visible(value, lines=lines)
    if isinstance(value, tuple):
        return tuple(_visible(item, lines=lines) for item in value)
    if isinstance(value, Mapping):
        return {key: _visible(item) for key, item in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        found = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        in_lines = _IN_LINES.get(type(value).__name__, frozenset())
        shown = {name: _visible(item, lines=name in in_lines) for name, item in found.items()}
        changed = {name: item for name, item in shown.items() if item != found[name]}
        return dataclasses.replace(value, **changed) if changed else value
    return value


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
