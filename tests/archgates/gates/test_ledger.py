"""The gate `ledger`: closed or not, in Python, TOML and JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from archgates.domain.errors import ConfigurationError
from archgates.gates.ledger import Ledger
from tests.archgates.gates.bench import configured, judge

STATUSES = ["fixed", "declaredByProfile"]
OPTIONS: dict[str, Any] = {
    "gate": "ledger",
    "statuses": STATUSES,
    "total": 3,
    "counts": {"fixed": 2, "declaredByProfile": 1},
}
IN_PYTHON = {**OPTIONS, "source": "app.ledger.LEDGER"}
PYTHON = """\
    from dataclasses import dataclass
    from enum import Enum


    class Status(Enum):
        FIXED = "fixed"
        DECLARED_BY_PROFILE = "declaredByProfile"


    @dataclass(frozen=True)
    class Entry:
        id: str
        status: Status
        reason: str = ""


    LEDGER = (
        Entry("timers", Status.FIXED, "The clock is shared."),
        Entry("shell", Status.DECLARED_BY_PROFILE, reason="Benchmarks have no shell."),
        Entry(id="taps", status=Status.FIXED, reason="Taps "
              "are closed first."),
    )
    """
ROWS = [
    {"id": "timers", "status": "fixed", "reason": "The clock is shared."},
    {"id": "shell", "status": "declaredByProfile", "reason": "Benchmarks have no shell."},
    {"id": "taps", "status": "fixed", "reason": "Taps are closed first."},
]
TOML = "".join(
    f'[[entry]]\nid = "{row["id"]}"\nstatus = "{row["status"]}"\nreason = "{row["reason"]}"\n\n' for row in ROWS
)


def python(source: str = PYTHON) -> dict[str, str]:
    return {"app/__init__.py": "", "app/ledger.py": source}


def test_a_closed_ledger_in_python_passes(tmp_path: Path) -> None:
    judged = judge(tmp_path, python(), IN_PYTHON)
    assert judged.verdict == "PASS", judged.text
    assert judged.report["checked"]["sites"] == 3


def test_a_closed_ledger_in_toml_passes(tmp_path: Path) -> None:
    judged = judge(tmp_path, {**python(), "ledger.toml": TOML}, {**OPTIONS, "source": "ledger.toml", "key": "entry"})
    assert judged.verdict == "PASS", judged.text


def test_a_closed_ledger_in_json_passes(tmp_path: Path) -> None:
    text = json.dumps({"migration": {"entries": ROWS}})
    options = {**OPTIONS, "source": "reports/ledger.json", "key": "migration.entries"}
    assert judge(tmp_path, {**python(), "reports/ledger.json": text}, options).verdict == "PASS"


def test_ids_may_be_the_keys_of_a_table(tmp_path: Path) -> None:
    text = json.dumps({row["id"]: {"status": row["status"], "reason": row["reason"]} for row in ROWS})
    options = {**OPTIONS, "source": "ledger.json"}
    assert judge(tmp_path, {**python(), "ledger.json": text}, options).verdict == "PASS"


@pytest.mark.parametrize(
    ("old", "new", "kinds", "line"),
    [
        ("Status.DECLARED_BY_PROFILE, reason", "Status.PENDING, reason", ["count", "open-status"], 19),
        ('"shell"', '"timers"', ["duplicate-id"], 19),
        ('"Benchmarks have no shell."', '" "', ["no-reason"], 19),
        ('"Benchmarks have no shell."', '"TBD"', ["no-reason"], 19),
        (', reason="Benchmarks have no shell."', "", ["missing-field"], 19),
        ('id="taps", ', "", ["missing-field"], 20),
        (
            '        Entry("shell", Status.DECLARED_BY_PROFILE, reason="Benchmarks have no shell."),\n',
            "",
            ["count", "count"],
            17,
        ),
        ("Status.DECLARED_BY_PROFILE, reason", "Status.FIXED, reason", ["count", "count"], 17),
    ],
)
def test_a_planted_breach_fails(tmp_path: Path, old: str, new: str, kinds: list[str], line: int) -> None:
    assert PYTHON.count(old) == 1
    judged = judge(tmp_path, python(PYTHON.replace(old, new)), IN_PYTHON)
    assert (judged.verdict, judged.kinds) == ("FAIL", kinds)
    assert line in {at for _, at, _ in judged.places}


def test_findings_in_data_files_name_the_line(tmp_path: Path) -> None:
    text = TOML.replace('"taps"', '"shell"').replace('reason = "The clock is shared."', 'reason = ""')
    judged = judge(tmp_path, {**python(), "ledger.toml": text}, {**OPTIONS, "source": "ledger.toml", "key": "entry"})
    places = {kind: line for _, line, kind in judged.places}
    assert places["duplicate-id"] == 12
    assert places["no-reason"] in {3, 4}


def test_a_repeated_key_in_json_is_seen(tmp_path: Path) -> None:
    row = '{"status": "fixed", "reason": "Done."}'
    options = {"gate": "ledger", "statuses": STATUSES, "source": "ledger.json"}
    judged = judge(tmp_path, {**python(), "ledger.json": f'{{"a": {row},\n "a": {row}}}'}, options)
    assert judged.kinds == ["duplicate-id"]


def test_the_type_of_the_statuses_has_no_open_member(tmp_path: Path) -> None:
    options = {**IN_PYTHON, "status_type": "app.ledger.Status"}
    assert judge(tmp_path, python(), options).verdict == "PASS"
    more = PYTHON.replace('FIXED = "fixed"', 'FIXED = "fixed"\n        PENDING = "pending"')
    judged = judge(tmp_path, python(more), options)
    assert judged.subjects == {"app.ledger.Status.PENDING"}
    fewer = judge(tmp_path, python(), {**options, "statuses": [*STATUSES, "withdrawn"]})
    assert fewer.subjects == {"app.ledger.Status.withdrawn"}


def test_members_whose_names_differ_from_their_values_need_the_type(tmp_path: Path) -> None:
    source = PYTHON.replace("DECLARED_BY_PROFILE", "DECLARED")
    assert judge(tmp_path, python(source), IN_PYTHON).verdict == "FAIL"
    assert judge(tmp_path, python(source), {**IN_PYTHON, "status_type": "app.ledger.Status"}).verdict == "PASS"


@pytest.mark.parametrize("empty", ["", "  ", None])
def test_an_empty_id_is_none(tmp_path: Path, empty: str | None) -> None:
    rows = [{**row, "id": empty} if row["id"] == "shell" else row for row in ROWS]
    judged = judge(tmp_path, {**python(), "ledger.json": json.dumps(rows)}, {**OPTIONS, "source": "ledger.json"})
    assert (judged.verdict, judged.kinds, judged.subjects) == ("FAIL", ["no-id"], {"ledger.json[2]"})


def test_other_field_names(tmp_path: Path) -> None:
    text = json.dumps([{"name": row["id"], "state": row["status"], "why": row["reason"]} for row in ROWS])
    fields = {"id_field": "name", "status_field": "state", "reason_field": "why"}
    options = {**OPTIONS, "source": "ledger.json", **fields}
    assert judge(tmp_path, {**python(), "ledger.json": text}, options).verdict == "PASS"
    judged = judge(tmp_path, {**python(), "ledger.json": text}, {**options, "status_field": "stat"})
    assert "Did you mean `state`?" in judged.text


@pytest.mark.parametrize(
    "table",
    [
        "LEDGER = load()\n",
        "LEDGER = [make(one) for one in range(3)]\n",
        "LEDGER = [Entry('a', status(), 'Why.')]\n",
        "LEDGER = [Entry('a', Status.FIXED, f'{1}')]\n",
        "LEDGER = []\nLEDGER.append(Entry('a', Status.FIXED, 'Why.'))\n",
    ],
)
def test_what_is_computed_is_incomplete_never_passed(tmp_path: Path, table: str) -> None:
    source = PYTHON.partition("    LEDGER")[0]
    files = {"app/__init__.py": "", "app/ledger.py": source, "app/table.py": "from app.ledger import *\n" + table}
    options = {"gate": "ledger", "statuses": STATUSES, "source": "app.table.LEDGER"}
    assert judge(tmp_path, files, options).verdict == "INCOMPLETE"


@pytest.mark.parametrize("text", ["[[entry]\n", "\udcff", "{"])
def test_a_file_that_cannot_be_read_is_incomplete(tmp_path: Path, text: str) -> None:
    files = {**python(), "app/data.txt": ""}
    (tmp_path / "ledger.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    judged = judge(tmp_path, files, {**OPTIONS, "source": "ledger.toml"})
    assert (judged.verdict, [path for path, _, _ in judged.places]) == ("INCOMPLETE", ["ledger.toml"])


@pytest.mark.parametrize(
    ("source", "key", "close"),
    [
        ("app.ledger.LEDGERS", "", "app.ledger.LEDGER"),
        ("ledgers.toml", "", "ledger.toml"),
        ("ledger.toml", "entries", "entry"),
    ],
)
def test_a_missing_ledger_fails_with_the_nearest_name(tmp_path: Path, source: str, key: str, close: str) -> None:
    options = {**OPTIONS, "source": source, **({"key": key} if key else {})}
    judged = judge(tmp_path, {**python(), "ledger.toml": TOML}, options)
    assert (judged.verdict, judged.kinds) == ("FAIL", ["missing"])
    assert f"Did you mean {close}?" in judged.text


def test_a_missing_type_of_the_statuses_fails_with_the_nearest_name(tmp_path: Path) -> None:
    judged = judge(tmp_path, python(), {**IN_PYTHON, "status_type": "app.ledger.State"})
    assert (judged.verdict, judged.kinds) == ("FAIL", ["missing"])
    assert "app.ledger.Status" in judged.text


def test_an_empty_ledger_is_vacuous_unless_that_is_stated(tmp_path: Path) -> None:
    files = {**python(), "ledger.json": "[]"}
    options = {"gate": "ledger", "statuses": STATUSES, "source": "ledger.json"}
    judged = judge(tmp_path, files, options)
    assert (judged.verdict, judged.kinds) == ("FAIL", ["vacuous"])
    assert judge(tmp_path, files, {**options, "total": 0}).verdict == "PASS"
    assert judge(tmp_path, files, {**options, "allow_empty": True}).verdict == "PASS"


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"source": "a.b", "statuses": []}, "statuses"),
        ({"source": "LEDGER", "statuses": STATUSES}, "source"),
        ({"source": "a.b", "key": "c", "statuses": STATUSES}, "key"),
        ({"source": "a.b", "statuses": STATUSES, "counts": {"fixd": 1}}, "counts"),
        ({"source": "a.b", "statuses": STATUSES, "counts": {"fixed": 1, "declaredByProfile": 1}, "total": 3}, "total"),
    ],
)
def test_contradictions_name_the_key(options: dict[str, Any], key: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        configured(Ledger, **options)
    assert error.value.key == f"gates[0].{key}"
    assert error.value.remedy


@pytest.mark.parametrize(("total", "advice"), [(4, "Put the entry back,"), (2, "Take the entry out,")])
def test_the_remedy_says_in_which_direction_the_number_is_off(tmp_path: Path, total: int, advice: str) -> None:
    entries = json.dumps([{"id": str(number), "status": "fixed", "reason": "Done."} for number in range(3)])
    gate = {"gate": "ledger", "statuses": STATUSES, "total": total, "source": "ledger.json"}
    (finding,) = judge(tmp_path, {**python(), "ledger.json": entries}, gate).findings
    assert finding["remedy"].startswith(advice)
