"""The text that people read, word for word, and that it holds the same findings as the JSON."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from archgates.application.report import Report
from archgates.reporters.json import JsonReporter
from archgates.reporters.text import TextReporter
from tests.archgates.reporters import reports

CHECK = """\
FAIL        one-engine  construction-sites: 1,412 files, 3 sites, 1 unresolved, 0 waived
  One recipe builds an engine.

  app/bench.py:12:5: construct in run
    app.bench constructs app.engine.Engine.
    -> Take it from app.assembler.

  1 file could not be judged, see below.

  note: app/main.py:4:1: kind() may be it.

WARN        old         retired-names: 1 file, 0 sites, 0 unresolved, 0 waived
  It is gone.

  app/bench.py:12:5: construct in run
    app.bench constructs app.engine.Engine.
    -> Take it from app.assembler.

INCOMPLETE  sizes       size: 1,411 files, 0 sites, 0 unresolved, 0 waived
  Files are read.

  1 file could not be judged, see below.

PASS        entry       entry-point: 1,412 files, 0 sites, 0 unresolved, 0 waived

Not judged
  app/bad.py:3:9: Could not be judged: not parsed.
    -> Mend the file, or exclude it.
    needed by one-engine, sizes

FAIL: 1 of 4 gates failed, 1 warned, 1 incomplete. Seen: 1,412 files, 3 sites, 1 unresolved, 0 waived.
git tree 3f2a1b0c9d3f, with changes; archgates 0.1.0, python 3.11.7; configuration ab12cd34ef56
"""
SITES = """\
app.engine.Engine class app/engine.py:7, asked for as app.Engine
  app/a.py:2:1: construct in <module> (partial) via app.Engine (app/__init__.py:1)
  app/b.py:9:5: maybe in Host.run, one of app.engine.Engine, app.old.Engine

Unresolved
  app/c.py:1:2: getattr of a variable in <module>

Not judged
  app/bad.py: not parsed (line 3, column 9)
  app/bad.py: not parsed (line 4, column 1)

2 sites, 1 of them counting; 1 unresolved; 12 files searched.
"""
WHY = """\
app.a reaches app.b directly in the runtime view.
  app/a.py:4: app.a -> app.b deferred

Unresolved
  app/a.py:8:3: import_module of a variable

Not judged
  app/bad.py: not parsed

12 files read.
"""
CYCLES = """\
Cycle 1: 2 modules, 2 imports
  app.a, app.b
  app/a.py:4: app.a -> app.b deferred
  app/b.py:1: app.b -> app.a module
  cut app.a -> app.b: breaks the cycle

Not judged
  app/bad.py: not parsed

1 cycle of modules in the runtime view; 12 files read.
"""
EXPLAIN = """\
sizes is a gate of the kind size: Files are read.

size

Files stay short.

Long ones are not read.

Options
  lines: an integer; required
      Most lines of a module.
  exclude: an array of strings; default []

The least to write
  [[tool.archgates.gates]]
  gate = "size"
  lines = 1

Tables are written for a pyproject.toml; in an archgates.toml leave out `tool.archgates.`.
"""
GATES = """\
entry-point  Nobody imports it.
size         Files stay short.

`archgates explain GATE` says more.
"""
PLACE = re.compile(r"^  (\S+):(\d+):(\d+): ", re.MULTILINE)
EVERY_REPORT = [
    pytest.param(reports.CHECK, CHECK, id="check"),
    pytest.param(reports.SITES, SITES, id="sites"),
    pytest.param(reports.WHY, WHY, id="why"),
    pytest.param(reports.NO_CHAIN, "app.b does not reach app.c in the load view.\n\n12 files read.\n", id="no chain"),
    pytest.param(reports.CYCLES, CYCLES, id="cycles"),
    pytest.param(reports.EXPLAIN, EXPLAIN, id="explain"),
    pytest.param(reports.GATES, GATES, id="gates"),
]


@pytest.mark.parametrize(("report", "expected"), EVERY_REPORT)
def test_the_text(report: Report, expected: str) -> None:
    assert TextReporter().render(report, colour=False) + "\n" == expected


@pytest.mark.parametrize(("report", "expected"), EVERY_REPORT)
def test_colours_change_no_word(report: Report, expected: str) -> None:
    painted = TextReporter().render(report, colour=True)
    assert "\x1b[" in painted
    assert re.sub(r"\x1b\[\d+m", "", painted) + "\n" == expected


def test_both_formats_hold_the_same_findings() -> None:
    findings = {
        (one["path"], one["line"], one["column"], one["message"], one["remedy"])
        for gate in reports.CHECK.wire()["gates"]
        for one in gate["findings"]
    }
    text = TextReporter().render(reports.CHECK, colour=False)
    as_json = JsonReporter().render(reports.CHECK, colour=False)
    assert {(path, int(line), int(column)) for path, line, column in PLACE.findall(text)} == {
        finding[:3] for finding in findings
    }
    for *_, message, remedy in findings:
        assert message in text
        assert message in as_json
        assert remedy in text
        assert remedy in as_json


def test_of_many_notes_of_a_kind_the_first_are_shown_and_the_rest_counted() -> None:
    (first, *_) = reports.CHECK.gates
    (note,) = first.notes
    notes = (*(replace(note, line=line) for line in range(1, 14)), replace(note, kind="dynamic"))
    report = replace(reports.CHECK, gates=(replace(first, notes=notes),))
    lines = [line for line in TextReporter().render(report, colour=False).splitlines() if line.startswith("  note")]
    assert len(lines) == 12
    assert lines[0] == "  note: app/main.py:4:1: kind() may be it."
    assert lines[1] == "  note: app/main.py:1:1: kind() may be it."
    assert lines[-1] == "  note: 3 more of the kind maybe"


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("report", [reports.CHECK, reports.SITES, reports.WHY, reports.CYCLES])
def test_no_text_of_a_report_reaches_the_terminal_as_an_order(report: Report, colour: bool) -> None:
    rendered = TextReporter().render(spoiled(report), colour=colour)
    assert "\\x07" in rendered
    assert "\a" not in rendered
    honest = TextReporter().render(report, colour=colour)
    assert rendered.count("\x1b[") == honest.count("\x1b[")
    assert len(rendered.splitlines()) == len(honest.splitlines())


def spoiled(value: Any) -> Any:
    """The value with control characters at the end of every text in it, but what chooses the layout."""
    if isinstance(value, str):
        return f"{value}\a\x1b[31m"
    if isinstance(value, tuple):
        return tuple(map(spoiled, value))
    if is_dataclass(value) and not isinstance(value, type):
        return replace(
            value, **{one.name: spoiled(getattr(value, one.name)) for one in fields(value) if one.name != "kind"}
        )
    return value
