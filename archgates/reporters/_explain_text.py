"""The text of `explain`: a gate's documentation, its options, and how to write it."""

from __future__ import annotations

from collections.abc import Iterator

from archgates.application.explain import ExplainReport, GateList, OptionText
from archgates.reporters._ink import Ink


def gate(report: ExplainReport, ink: Ink) -> Iterator[str]:
    """One gate in full."""
    if report.id is not None:
        yield f"{ink.bold(report.id)} is a gate of the kind {report.gate}: {report.reason}"
        yield ""
    yield ink.bold(report.gate)
    yield ""
    yield report.text
    yield ""
    yield ink.bold("Options")
    for option in report.options:
        yield from _option(option, ink)
    yield ""
    yield ink.bold("The least to write")
    yield from (f"  {line}" for line in report.example.splitlines())
    yield ""
    yield ink.dim("Tables are written for a pyproject.toml; in an archgates.toml leave out `tool.archgates.`.")


def gates(report: GateList, ink: Ink) -> Iterator[str]:
    """All kinds, one line each."""
    width = max((len(name) for name, _ in report.gates), default=0)
    for name, text in report.gates:
        yield f"{ink.bold(name.ljust(width))}  {text}"
    yield ""
    yield ink.dim("`archgates explain GATE` says more.")


def _option(option: OptionText, ink: Ink) -> Iterator[str]:
    if option.required:
        default = "required"
    else:
        default = f"default {option.default}" if option.default is not None else "left out by default"
    yield f"  {ink.bold(option.key)}: {option.type}; {default}"
    if option.text:
        yield f"      {option.text}"
