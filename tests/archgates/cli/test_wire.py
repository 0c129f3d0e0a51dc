"""What programs rely on: exit codes, one document on standard output, whose folder a path is relative to."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.archgates.casebook import archgates
from tests.archgates.cli.projects import FILES, SHORT_FILES, write

LONG = "x = 1\n" * 9
BROKEN = "def broken(:\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project beside the current directory, which holds none."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return write(tmp_path / "project", {**FILES, "archgates.toml": SHORT_FILES})


@pytest.mark.parametrize(
    ("files", "code", "verdict"),
    [
        ({}, 0, "PASS"),
        ({"app/long.py": LONG}, 1, "FAIL"),
        ({"app/bad.py": b"\xff\xfe\x00" * 9}, 0, "PASS"),
        ({"archgates.toml": SHORT_FILES.replace("module = 3", "function = 3"), "app/bad.py": BROKEN}, 3, "INCOMPLETE"),
    ],
)
def test_check_exits_with_its_verdict(project: Path, files: dict[str, str], code: int, verdict: str) -> None:
    write(project, files)
    answer = archgates("check", "--root", str(project), "--json")
    assert (answer.code, answer.err) == (code, "")
    assert (answer.document["schema"], answer.document["verdict"]) == ("archgates.check/1", verdict)


def test_paths_are_relative_to_the_root(project: Path) -> None:
    write(project, {"app/long.py": LONG})
    (finding,) = archgates("check", "--root", "../project", "--json").document["gates"][0]["findings"]
    assert finding["path"] == "app/long.py"


def test_the_configuration_is_relative_to_the_current_directory(project: Path) -> None:
    Path("gates.toml").write_text(SHORT_FILES.replace("module = 3", "module = 1"), encoding="utf-8")
    answer = archgates("check", "--root", str(project), "--config", "gates.toml", "--json")
    assert {finding["path"] for finding in answer.document["gates"][0]["findings"]} == {"app/engine.py", "app/main.py"}


def test_a_finding_about_the_gate_stands_in_the_configuration(project: Path) -> None:
    write(project, {"archgates.toml": SHORT_FILES.replace("module = 3", 'module = 3\nwhere = ["ap/**"]')})
    (finding,) = archgates("check", "--root", str(project), "--json").document["gates"][0]["findings"]
    assert (finding["path"], finding["line"]) == ("archgates.toml", 3)


def test_source_roots_are_relative_to_the_current_directory_and_replace_the_configured(project: Path) -> None:
    write(project, {"lib/tool.py": LONG, "archgates.toml": f'roots = ["app"]\n{SHORT_FILES}'})
    assert archgates("check", "--root", "../project", "--json").code == 0
    answer = archgates("check", "--root", "../project", "--source-root", "../project/lib", "--json")
    assert [finding["path"] for finding in answer.document["gates"][0]["findings"]] == ["lib/tool.py"]
    both = archgates(
        "check", "--root", "../project", "--source-root", "../project/lib", "--source-root", "../project/app", "--json"
    )
    assert both.document["gates"][0]["checked"]["files"] == 4


def test_the_project_and_its_exclusions_come_from_the_configuration(project: Path) -> None:
    write(project, {"app/long.py": LONG, "archgates.toml": f'exclude = ["app/long.py"]\n{SHORT_FILES}'})
    answer = archgates("check", "--root", str(project), "--json")
    assert (answer.code, answer.document["gates"][0]["checked"]["files"]) == (0, 3)


def test_a_gate_is_chosen_by_its_id(project: Path) -> None:
    second = SHORT_FILES.replace("short-files", "shorter").replace("module = 3", "module = 1")
    write(project, {"archgates.toml": SHORT_FILES + second})
    assert archgates("check", "--root", str(project)).code == 1
    answer = archgates("check", "--root", str(project), "--gate", "short-files", "--json")
    assert (answer.code, [gate["id"] for gate in answer.document["gates"]]) == (0, ["short-files"])


def test_a_warning_leaves_the_verdict_alone(project: Path) -> None:
    write(project, {"archgates.toml": SHORT_FILES.replace("module = 3", 'module = 1\nlevel = "warn"')})
    answer = archgates("check", "--root", str(project), "--json")
    assert (answer.code, answer.document["verdict"]) == (0, "PASS")
    assert answer.document["gates"][0]["verdict"] == "FAIL"


def test_provenance_says_what_was_judged(project: Path) -> None:
    provenance = archgates("check", "--root", str(project), "--json").document["provenance"]
    assert provenance["tree"]["kind"] == "content"
    assert provenance["status"] == "candidate"
    assert {"archgates", "python"} <= set(provenance["versions"])
    write(project, {"app/engine.py": "class Engine: ...\n"})
    changed = archgates("check", "--root", str(project), "--json").document["provenance"]
    assert changed["tree"]["id"] != provenance["tree"]["id"]
    assert changed["configuration"] == provenance["configuration"]
    write(project, {"archgates.toml": SHORT_FILES.replace("module = 3", "module = 4")})
    other = archgates("check", "--root", str(project), "--json").document["provenance"]
    assert other["tree"]["id"] == changed["tree"]["id"]
    assert other["configuration"] != changed["configuration"]


@pytest.mark.parametrize(
    "question",
    [
        ("sites", "app.engine.Engine"),
        ("why", "app.main", "app.engine"),
        ("why", "app.engine", "app.main"),
        ("cycles",),
        ("cycles", "--level", "package", "--view", "all"),
    ],
)
def test_queries_need_no_configuration(project: Path, question: tuple[str, ...]) -> None:
    (project / "archgates.toml").unlink()
    answer = archgates(*question, "--root", str(project), "--json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.document["schema"] == f"archgates.{question[0]}/1"
    assert answer.document["incomplete"] == []


@pytest.mark.parametrize("question", [("sites", "app.engine.Engine"), ("why", "app.main", "app.engine"), ("cycles",)])
def test_queries_say_how_much_they_saw(project: Path, question: tuple[str, ...]) -> None:
    answer = archgates(*question, "--root", str(project), "--json")
    assert answer.document["checked"] == {"files": 3}
    assert "3 files " in archgates(*question, "--root", str(project)).out


@pytest.mark.parametrize("question", [("sites", "app.engine.Engine"), ("why", "app.main", "app.engine"), ("cycles",)])
def test_a_query_where_there_is_no_file_to_read_is_refused(project: Path, question: tuple[str, ...]) -> None:
    (project / "empty").mkdir()
    answer = archgates(*question, "--source-root", str(project / "empty"), "--root", str(project))
    assert answer.code == 2
    assert f"there is no Python file under {project} in empty; name the project with --root." in answer.err


@pytest.mark.parametrize("question", [("sites", "app.engine.Engine"), ("why", "app.main", "app.engine"), ("cycles",)])
def test_queries_that_met_a_bad_file_exit_with_3(project: Path, question: tuple[str, ...]) -> None:
    write(project, {"app/bad.py": f"from app.engine import Engine\n{BROKEN}"})
    answer = archgates(*question, "--root", str(project), "--json")
    assert (answer.code, answer.gaps()) == (3, {"app/bad.py"})


def test_queries_follow_the_configured_files_and_nothing_else_of_it(project: Path) -> None:
    write(project, {"app/bad.py": BROKEN, "archgates.toml": 'exclude = ["app/bad.py"]\nbaseline = "b"\ngates = 1\n'})
    assert archgates("cycles", "--root", str(project)).code == 0


def test_why_answers_in_the_view_that_was_asked_for(project: Path) -> None:
    write(project, {"app/late.py": "def later():\n    import app.main\n"})
    runtime = archgates("why", "app.late", "app.engine", "--root", str(project), "--json").document
    assert [(edge["importer"], edge["imported"], edge["kind"]) for edge in runtime["chain"]] == [
        ("app.late", "app.main", "deferred"),
        ("app.main", "app.engine", "module"),
    ]
    assert (runtime["view"], runtime["reachable"], runtime["direct"]) == ("runtime", True, False)
    load = archgates("why", "app.late", "app.engine", "--view", "load", "--root", str(project), "--json")
    assert (load.code, load.document["reachable"], load.document["chain"]) == (0, False, [])


def test_text_is_the_default_and_json_has_two_spellings(project: Path) -> None:
    text = archgates("check", "--root", str(project))
    assert text.out.startswith("PASS")
    short = archgates("check", "--root", str(project), "--json").out
    assert short == archgates("check", "--root", str(project), "--format", "json").out
    assert json.loads(short)


@pytest.mark.parametrize("name", ["esc\x1b[31mred.py", "nl\nPASS: 3 gates passed..py", "\u202ereversed.py"])
def test_names_of_files_give_a_terminal_no_orders(project: Path, name: str) -> None:
    write(project, {f"app/{name}": BROKEN + LONG})
    for question in (["check"], ["cycles"], ["sites", "app.engine.Engine"]):
        text = archgates(*question, "--root", str(project)).out
        assert name not in text
        assert "\nPASS: 3" not in text
    shown = name.encode("unicode_escape").decode()
    assert f"app/{shown}:" in archgates("check", "--root", str(project)).out
    (finding,) = archgates("check", "--root", str(project), "--json").document["gates"][0]["findings"]
    assert finding["path"] == f"app/{name}"


def test_colours_are_for_terminals_and_for_who_asks(project: Path) -> None:
    assert "\x1b[" not in archgates("check", "--root", str(project)).out
    assert "\x1b[" in archgates("check", "--root", str(project), "--color", "always").out
    assert "\x1b[" not in archgates("check", "--root", str(project), "--color", "always", "--json").out


def test_two_runs_over_the_same_files_say_the_same(project: Path) -> None:
    write(project, {f"app/long{number}.py": LONG for number in range(9)})
    first = archgates("check", "--root", str(project), "--json")
    assert first.code == 1
    assert archgates("check", "--root", str(project), "--json") == first
    paths = [finding["path"] for finding in first.document["gates"][0]["findings"]]
    assert paths == sorted(paths)
    assert len(paths) == 9


def test_the_root_is_the_current_directory_by_default(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    assert archgates("check").code == 0
    assert archgates("check", "--root", os.curdir).code == 0
