"""Cycles, identifiers and incomplete projects: the cases that `archgates cycles` and `archgates check` judge."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.archgates.casebook import Answer, Case, archgates, ask, cases, numbered

BY_VIEW = [
    pytest.param(case, view, expected, id=f"{case.id}: {view}")
    for case in cases("cycle")
    for view, expected in case.spec["expect_cycle"].items()
]


def check(case: Case, root: Path, tmp_path: Path, *gates: dict[str, Any]) -> Answer:
    """Run `check` over a case with these gates and no configuration of its own."""
    lines = [f"roots = {json.dumps(list(case.roots))}"]
    for gate in gates:
        lines += ["[[gates]]", *(f"{key} = {json.dumps(value)}" for key, value in gate.items())]
    config = tmp_path / "gates.toml"
    config.write_text("\n".join(lines), encoding="utf-8")
    return archgates("check", "--root", str(root), "--config", str(config), "--json")


def no_cycles(view: str = "runtime") -> dict[str, Any]:
    return {"id": "no-cycles", "gate": "cycles", "view": view, "reason": "Modules can be read one at a time."}


@pytest.mark.parametrize(("case", "view", "expected"), BY_VIEW)
def test_cycles_by_view(case: Case, view: str, expected: bool) -> None:
    answer = ask("cycles", case.folder, case.roots, "--view", view)
    assert answer.code == 0, answer.err
    document = answer.document
    assert (document["view"], document["level"]) == (view, "module")
    assert bool(document["cycles"]) is expected
    if named := case.spec.get("cycles", {}).get(view):
        assert [cycle["modules"] for cycle in document["cycles"]] == named


def test_edges_of_a_cycle_say_their_kind() -> None:
    one = numbered("19")
    (cycle,) = ask("cycles", one.folder, one.roots, "--view", "all").document["cycles"]
    assert sorted(cycle["modules"]) == ["shop.cart", "shop.order"]
    kinds = {(edge["importer"], edge["imported"]): edge["kind"] for edge in cycle["edges"]}
    assert kinds == {("shop.cart", "shop.order"): "typing", ("shop.order", "shop.cart"): "module"}


@pytest.mark.parametrize("view", ["runtime", "load"])
def test_the_barrel_is_in_the_cycle_and_named_as_its_cause(view: str, tmp_path: Path) -> None:
    one = numbered("13")
    (cycle,) = ask("cycles", one.folder, one.roots, "--view", view).document["cycles"]
    assert {"ui.page", "ui.parts", "ui.parts.panel"} <= set(cycle["modules"])
    assert "ui.parts.button" not in cycle["modules"]
    answer = check(one, one.folder, tmp_path, no_cycles(view))
    assert answer.code == 1
    (finding,) = answer.document["gates"][0]["findings"]
    said = " ".join((finding["message"], finding["remedy"]))
    assert "barrel" in said
    assert "ui/parts/__init__.py" in said or "ui.parts" in said


def test_the_symbol_view_of_the_barrel_has_one_name() -> None:
    one = numbered("13")
    sites = ask("sites", one.folder, one.roots, "ui.parts.button.Button").document["sites"]
    assert {(site["path"], site["line"], site["kind"]) for site in sites} == {("ui/page.py", 4, "alias")}


def test_retired_identifiers_are_found_as_whole_names(tmp_path: Path) -> None:
    one = numbered("45")
    gate = {"id": "gone", "gate": "retired-names", "names": [one.spec["ident"]], "reason": "It was removed."}
    answer = check(one, one.folder, tmp_path, gate)
    assert answer.code == 1, answer.err
    findings = answer.document["gates"][0]["findings"]
    assert [(one["path"], one["line"]) for one in findings] == [
        ("app/a.py", line) for line in one.spec["expected_lines"]
    ]


def test_retired_identifiers_in_strings_and_comments_are_an_option(tmp_path: Path) -> None:
    one = numbered("45")
    gate = {
        "id": "gone",
        "gate": "retired-names",
        "names": [one.spec["ident"]],
        "strings": True,
        "comments": True,
        "reason": "It was removed.",
    }
    findings = check(one, one.folder, tmp_path, gate).document["gates"][0]["findings"]
    assert sorted({finding["line"] for finding in findings}) == [1, 2, 3, *one.spec["expected_lines"], 20, 21]


def test_a_broken_file_makes_the_run_incomplete(tmp_path: Path) -> None:
    one = numbered("21")
    answer = check(one, one.folder, tmp_path, no_cycles())
    assert answer.code == 3, answer.err
    assert answer.document["verdict"] == "INCOMPLETE"
    gaps = [finding for finding in answer.document["gates"][0]["findings"] if finding["path"] == "app/bad.py"]
    assert [(gap["line"], gap["column"] > 1) for gap in gaps] == [(1, True)]
    assert "Traceback" not in answer.err


def test_over_deep_relative_imports_are_findings_of_a_check(tmp_path: Path) -> None:
    one = numbered("08")
    answer = check(one, one.folder, tmp_path, no_cycles())
    assert answer.code != 0
    findings = answer.document["gates"][0]["findings"]
    assert [(finding["path"], finding["line"]) for finding in findings] == [
        ("app/sub/bad.py", 1),
        ("app/sub/bad.py", 2),
    ]
    assert all("above the top-level package" in finding["message"] for finding in findings)


def test_one_name_in_two_roots_is_reported_with_both_files(tmp_path: Path) -> None:
    one = numbered("28")
    answer = check(one, one.folder, tmp_path, no_cycles())
    text = answer.out
    assert "one/shared.py" in text
    assert "two/shared.py" in text


@pytest.mark.parametrize("number", ["111", "112", "113"])
def test_an_unreadable_file_is_never_a_pass(number: str, tmp_path: Path) -> None:
    one = numbered(number)
    answer = check(one, one.folder, tmp_path, no_cycles())
    assert answer.code == 3, answer.err
    assert answer.document["verdict"] == "INCOMPLETE"


@pytest.mark.parametrize("number", ["22", "24", "119"])
def test_odd_but_valid_files_pass_without_a_finding(number: str, tmp_path: Path) -> None:
    one = numbered(number)
    answer = check(one, one.folder, tmp_path, no_cycles())
    assert answer.code == 0, answer.out
    assert answer.document["gates"][0]["findings"] == []
