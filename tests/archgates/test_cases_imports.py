"""What imports what: every import and size case, asked through `archgates why`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.archgates.casebook import Answer, Case, archgates, ask, cases, numbered

ASKED = [
    pytest.param(case, question, id=f"{case.id}: {question['importer']} -> {question['imported']} {question['mode']}")
    for case in cases("import")
    for question in case.spec["questions"]
    if not question.get("unknown")
]
LOADING = [case for case in cases("import") if "cpython" in case.spec]


def why(case: Case, root: Path, importer: str, imported: str, view: str) -> Answer:
    """Ask for one pair of modules in one view."""
    return ask("why", root, case.roots, importer, imported, "--view", view)


@pytest.mark.parametrize(("case", "question"), ASKED)
def test_question(case: Case, question: Mapping[str, Any], tmp_path: Path) -> None:
    importer, imported, view = question["importer"], question["imported"], question["mode"]
    answer = why(case, case.built(tmp_path), importer, imported, view)
    assert answer.code in {0, 3}, answer.err
    document = answer.document
    assert (document["importer"], document["imported"], document["view"]) == (importer, imported, view)
    if question.get("reachable"):
        assert document["reachable"] is question["expect"]
    else:
        assert document["direct"] is question["expect"]
    assert bool(document["chain"]) is document["reachable"]


@pytest.mark.parametrize("case", cases("import"), ids=str)
def test_gaps_are_those_of_the_case(case: Case, tmp_path: Path) -> None:
    """A file that cannot be read is named, and only such a file; the exit code says that something is missing."""
    question = case.spec["questions"][0]
    answer = why(case, case.built(tmp_path), question["importer"], question["imported"], question["mode"])
    assert answer.gaps() == {gap.partition(":")[0] for gap in GAPS.get(case.id.partition("-")[0], case.gaps())}
    assert answer.code == (3 if answer.gaps() else 0)


GAPS: Mapping[str, frozenset[str]] = {
    "08": frozenset({"app/sub/bad.py"}),
    "21": frozenset({"app/bad.py"}),
    "28": frozenset({"one/shared.py"}),
}
"""What is not judged in the cases that say so in words."""


@pytest.mark.parametrize("case", LOADING, ids=str)
def test_load_view_agrees_with_cpython(case: Case, tmp_path: Path) -> None:
    """What importing a module really loads is reachable in the load view, and what it leaves alone is not."""
    judged = case.spec["cpython"]
    root = case.built(tmp_path)
    importers = [name.strip() for name in judged["script"].partition("import ")[2].split(",")]
    importers = [name for name in importers if not name.startswith("importlib")]

    def reachable(imported: str) -> bool:
        answers = [why(case, root, importer, imported, "load").document for importer in importers]
        return any(answer["reachable"] for answer in answers)

    assert [name for name in judged["loads"] if not reachable(name)] == []
    certain = set(judged["leaves"]) - set(judged.get("unjudged", ()))
    assert [name for name in sorted(certain) if reachable(name)] == []


@pytest.mark.parametrize("case", [one for one in cases("import", "symbol", "call") if one.roots == (".",)], ids=str)
def test_source_roots_are_found(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the folder itself, a question needs neither `--root` nor `--source-root`."""
    monkeypatch.chdir(case.built(tmp_path))
    if case.kind == "import":
        first = case.spec["questions"][0]
        question = ["why", first["importer"], first["imported"], "--view", first["mode"]]
    else:
        question = ["sites", case.spec["target"]]
    plain = archgates(*question, "--json")
    named = archgates(*question, "--root", ".", "--source-root", ".", "--json")
    assert (plain.code, plain.out) == (named.code, named.out)
    assert plain.code in {0, 3}


def test_edge_names_its_line_and_kind() -> None:
    one = numbered("02")
    (edge,) = why(one, one.folder, "game.board.grid", "game.tools.dice", "runtime").document["chain"]
    assert edge == {
        "importer": "game.board.grid",
        "imported": "game.tools.dice",
        "kind": "module",
        "path": "game/board/grid.py",
        "line": 1,
    }


@pytest.mark.parametrize(
    ("case", "importer", "imported", "line"),
    [
        pytest.param(case, importer, imported, line, id=f"{case.id}: {importer} -> {imported}")
        for case in cases("import")
        for importer, edges in case.spec.get("lines", {}).items()
        for imported, line in edges.items()
    ],
)
def test_lines_are_those_of_cpython(case: Case, importer: str, imported: str, line: int) -> None:
    (edge,) = why(case, case.folder, importer, imported, "runtime").document["chain"]
    assert edge["line"] == line


@pytest.mark.parametrize(("line", "imported"), [(6, "mail"), (7, "sms"), (8, "fax"), (9, "pigeon")])
def test_constant_dynamic_imports_are_marked(line: int, imported: str) -> None:
    one = numbered("15")
    (edge,) = why(one, one.folder, "app.a", f"app.plugins.{imported}", "runtime").document["chain"]
    assert (edge["kind"], edge["line"]) == ("dynamic", line)


def test_load_chain_goes_through_the_parent_package() -> None:
    one = numbered("17")
    document = why(one, one.folder, "app.cli", "app.data.warehouse", "load").document
    assert document["reachable"] is True
    assert document["direct"] is False
    assert [(edge["importer"], edge["imported"], edge["kind"]) for edge in document["chain"]] == [
        ("app.cli", "app.data", "parent"),
        ("app.data", "app.data.warehouse", "module"),
    ]


def test_runtime_view_has_no_parent_edge() -> None:
    one = numbered("17")
    document = why(one, one.folder, "app.cli", "app.data.warehouse", "runtime").document
    assert (document["reachable"], document["chain"]) == (False, [])


def test_over_deep_relative_imports_are_reported_by_line() -> None:
    one = numbered("08")
    answer = ask("why", one.folder, one.roots, "app.sub.bad", "app.core")
    reasons = [gap["reason"] for gap in answer.document["incomplete"]]
    assert len(reasons) == 2
    assert all("above the top-level package" in reason for reason in reasons)
    assert "line 1," in reasons[0]
    assert "line 2," in reasons[1]


def test_the_linked_package_is_visited_once(tmp_path: Path) -> None:
    one = numbered("27")
    root = one.built(tmp_path)
    assert why(one, root, "pilot.self.car.values", "pilot.system", "runtime").code == 0
    repeated = why(one, root, "pilot.self.car.loop.values", "pilot.system", "runtime")
    assert (repeated.code, repeated.out) == (2, "")


def test_a_module_of_two_roots_is_written_with_its_root() -> None:
    one = numbered("28")
    own = why(one, one.folder, "svc_a.main", "one::shared", "runtime").document
    other = why(one, one.folder, "svc_a.main", "two::shared", "runtime").document
    assert (own["direct"], other["reachable"]) == (True, False)
    plain = why(one, one.folder, "svc_a.main", "shared", "runtime")
    assert (plain.code, plain.out) == (2, "")
    assert "one::shared" in plain.err
    assert "two::shared" in plain.err
    (gap,) = why(one, one.folder, "svc_a.main", "svc_a.io", "runtime").document["incomplete"]
    assert "one/shared.py" in gap["reason"]
    assert "two/shared.py" in gap["reason"]


def test_a_stub_edge_is_marked_and_its_module_counted_once() -> None:
    one = numbered("29")
    (edge,) = why(one, one.folder, "app.a", "app.model", "typing").document["chain"]
    assert (edge["kind"], edge["path"], edge["line"]) == ("stub", "app/a.pyi", 1)
    (edge,) = why(one, one.folder, "app.ext", "app.model", "typing").document["chain"]
    assert (edge["kind"], edge["path"]) == ("stub", "app/ext.pyi")


def test_newer_syntax_is_read_by_every_interpreter() -> None:
    one = numbered("31")
    (site,) = ask("sites", one.folder, one.roots, "app.b.Engine").document["sites"]
    assert (site["path"], site["line"], site["kind"], site["scope"]) == ("app/a.py", 7, "construct", "Box.get")


@pytest.mark.parametrize("case", cases("size"), ids=str)
def test_large_and_deep_files_give_their_edges_or_are_named(case: Case, tmp_path: Path) -> None:
    root = case.built(tmp_path)
    for question in case.spec["questions"]:
        answer = why(case, root, question["importer"], question["imported"], "runtime")
        path = question["importer"].replace(".", "/") + ".py"
        assert "Traceback" not in answer.err
        assert answer.document["direct"] is True or path in answer.gaps()
        assert answer.code == (3 if answer.gaps() else 0)
        assert "gaps" not in case.spec or answer.gaps() == case.gaps()
