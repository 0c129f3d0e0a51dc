"""The JSON that other programs rely on: exactly these keys, in this form, under a versioned schema."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archgates.application.queries import SitesReport
from archgates.application.report import Report
from archgates.domain.location import Gap
from archgates.reporters.json import JsonReporter
from tests.archgates.reporters import reports

EDGE = {"importer": "app.a", "imported": "app.b", "kind": "deferred", "path": "app/a.py", "line": 4}
BACK = {"importer": "app.b", "imported": "app.a", "kind": "module", "path": "app/b.py", "line": 1}
INCOMPLETE = [{"path": "app/bad.py", "reason": "not parsed"}]
BREACH = {
    "path": "app/bench.py",
    "line": 12,
    "column": 5,
    "subject": "app.engine.Engine",
    "scope": "run",
    "kind": "construct",
    "message": "app.bench constructs app.engine.Engine.",
    "remedy": "Take it from app.assembler.",
    "state": "new",
}


def written(report: Report) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(JsonReporter().render(report, colour=True))
    return document


def test_sites() -> None:
    assert written(reports.SITES) == {
        "schema": "archgates.sites/1",
        "target": "app.Engine",
        "sites": [
            {
                "path": "app/a.py",
                "line": 2,
                "column": 1,
                "kind": "construct",
                "counts": True,
                "canonical": "app.engine.Engine",
                "scope": "<module>",
                "via": [{"name": "app.Engine", "path": "app/__init__.py", "line": 1}],
            },
            {
                "path": "app/b.py",
                "line": 9,
                "column": 5,
                "kind": "maybe",
                "counts": False,
                "canonical": "app.engine.Engine",
                "scope": "Host.run",
                "via": [],
                "candidates": ["app.engine.Engine", "app.old.Engine"],
            },
        ],
        "unresolved": [{"path": "app/c.py", "line": 1, "column": 2, "reason": "getattr of a variable"}],
        "incomplete": [
            {"path": "app/bad.py", "reason": "not parsed (line 3, column 9)"},
            {"path": "app/bad.py", "reason": "not parsed (line 4, column 1)"},
        ],
        "checked": {"files": 12},
    }


def test_why() -> None:
    assert written(reports.WHY) == {
        "schema": "archgates.why/1",
        "importer": "app.a",
        "imported": "app.b",
        "view": "runtime",
        "reachable": True,
        "direct": True,
        "chain": [EDGE],
        "unresolved": [{"path": "app/a.py", "line": 8, "column": 3, "reason": "import_module of a variable"}],
        "incomplete": INCOMPLETE,
        "checked": {"files": 12},
    }


def test_why_without_a_chain() -> None:
    document = written(reports.NO_CHAIN)
    assert (document["reachable"], document["direct"], document["chain"]) == (False, False, [])
    assert (document["view"], document["unresolved"], document["incomplete"]) == ("load", [], [])


def test_cycles() -> None:
    assert written(reports.CYCLES) == {
        "schema": "archgates.cycles/1",
        "view": "runtime",
        "level": "module",
        "cycles": [
            {
                "modules": ["app.a", "app.b"],
                "edges": [EDGE, BACK],
                "cuts": [{"importer": "app.a", "imported": "app.b", "leaves": 0}],
            }
        ],
        "incomplete": INCOMPLETE,
        "checked": {"files": 12},
    }


def test_check() -> None:
    document = written(reports.CHECK)
    assert list(document) == ["schema", "verdict", "gates", "provenance"]
    assert (document["schema"], document["verdict"]) == ("archgates.check/1", "FAIL")
    first = document["gates"][0]
    assert {key: value for key, value in first.items() if key != "findings"} == {
        "id": "one-engine",
        "gate": "construction-sites",
        "verdict": "FAIL",
        "level": "error",
        "checked": {"files": 1412, "sites": 3, "unresolved": 1, "waived": 0},
    }
    gap, breach = first["findings"]
    assert (gap["path"], gap["line"], gap["column"], gap["kind"]) == ("app/bad.py", 3, 9, "gap")
    fingerprint = breach.pop("fingerprint")
    assert breach == {**BREACH, "reason": "One recipe builds an engine."}
    assert len(fingerprint) == 20
    assert document["gates"][1]["level"] == "warn"
    assert document["gates"][1]["findings"][0]["fingerprint"] != fingerprint
    assert document["provenance"] == {
        "tree": {"kind": "git", "id": "3f2a1b0c9d3f2a1b0c9d3f2a1b0c9d3f2a1b0c9d", "dirty": True},
        "status": "candidate",
        "versions": {"archgates": "0.1.0", "python": "3.11.7"},
        "configuration": "ab12cd34ef56ab12cd34ef56",
        "gates": "99887766554433221100",
    }


def test_explain() -> None:
    document = written(reports.EXPLAIN)
    assert (document["schema"], document["gate"]) == ("archgates.explain/1", "size")
    assert document["options"][0] == {
        "key": "lines",
        "type": "an integer",
        "default": None,
        "required": True,
        "text": "Most lines of a module.",
    }
    assert document["configured"] == {"id": "sizes", "reason": "Files are read."}
    assert written(reports.GATES)["gates"][1] == {"gate": "size", "text": "Files stay short."}


@pytest.mark.parametrize("name", ["caf\u00e9.py", "\udce9.py", "a\nb.py"])
def test_every_name_of_a_file_is_ascii_and_comes_back(name: str) -> None:
    facts = dataclasses.replace(reports.SITES.facts, gaps=(Gap(name, "not parsed"),))
    text = JsonReporter().render(SitesReport(facts=facts), colour=False)
    assert text.isascii()
    assert json.loads(text)["incomplete"] == [{"path": name, "reason": "not parsed"}]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=90),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=20,
)


class Anything:
    """A report of any shape."""

    command: ClassVar[str] = "anything"

    def __init__(self, wire: dict[str, Any]) -> None:
        self._wire = wire

    def wire(self) -> dict[str, Any]:
        return self._wire


@given(st.dictionaries(st.text(max_size=9), json_values, max_size=4))
def test_whatever_is_written_comes_back(wire: dict[str, Any]) -> None:
    wire.pop("schema", None)
    assert written(Anything(wire)) == {"schema": "archgates.anything/1", **wire}


def test_what_fits_is_one_line() -> None:
    lines = JsonReporter().render(reports.SITES, colour=False).splitlines()
    assert lines[:3] == ["{", '  "schema": "archgates.sites/1",', '  "target": "app.Engine",']
    assert '      "via": [{"name": "app.Engine", "path": "app/__init__.py", "line": 1}]' in lines
