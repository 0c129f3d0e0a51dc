"""Wrong usage and wrong configuration: exit code 2, nothing on standard output, what is wrong and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archgates.casebook import archgates
from tests.archgates.cli.projects import FILES, SHORT_FILES, write
from tests.archgates.plugins import plant


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = write(tmp_path / "project", {**FILES, "app/limits.py": "LIMIT = 3\n", "archgates.toml": SHORT_FILES})
    monkeypatch.chdir(root)
    return root


def refused(*arguments: str) -> str:
    """What standard error says when the command is refused."""
    answer = archgates(*arguments)
    assert (answer.code, answer.out) == (2, ""), answer
    assert "Traceback" not in answer.err
    return answer.err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["chek"], "Error: No such command 'chek'"),
        (["check", "--jsn"], "Error: No such option"),
        (["check", "--format", "jason"], "--format jason is no format of `archgates check`; did you mean json?"),
        (["check", "--json", "--format", "text"], "--json and --format text contradict each other."),
        (["check", "--color", "sometimes"], "'sometimes' is not one of 'auto', 'always', 'never'"),
        (["check", "--root", ""], "--root is empty; name the folder of the project to judge."),
        (["explain", "nope"], "there is no gate nope. `archgates explain` lists the kinds."),
        (["check", "--root", "gone"], "--root gone is no directory"),
        (["check", "--root", "archgates.toml"], "--root archgates.toml is no directory"),
        (["check", "--source-root", "gone"], "--source-root gone does not exist; it is relative to"),
        (["check", "--source-root", "app/engine.py"], "--source-root app/engine.py is no directory; it is relative to"),
        (["check", "--root", "a" * 5_000], "is no directory; name the folder of the project to judge."),
        (["check", "--source-root", "a" * 5_000], "does not exist; it is relative to"),
        (["check", "--config", "a" * 5_000], "cannot be read: File name too long."),
        (["check", "--config", "/dev/zero"], "archgates: /dev/zero: cannot be read: it is no regular file."),
        (["check", "--config", "./app/../gone.toml"], "archgates: app/../gone.toml: cannot be read: No such file"),
        (["check", "--config", "gone.toml"], "gone.toml: cannot be read: No such file or directory."),
        (["check", "--config", "app"], "app: cannot be read: Is a directory."),
        (
            ["check", "--gate", "short-file"],
            "archgates.toml has no gate with the id short-file; did you mean short-files?",
        ),
        (["sites"], "Error: Missing argument 'TARGET'"),
        (["sites", "app.engine.Engin"], "there is no target app.engine.Engin; did you mean app.engine.Engine?"),
        (["sites", ""], "'' is no dotted name; write one like app.engine.Engine."),
        (["sites", "app.engine"], "app.engine is a module, not a class or a callable, so it has no sites."),
        (["sites", "app"], "app is a module, not a class or a callable, so it has no sites."),
        (["sites", "app.limits.LIMIT"], "app.limits.LIMIT is neither a class nor a callable, so it has no sites."),
        (["why", "app.main", ""], "'' is no name of a module; write one like app.engine."),
        (["why", " ", "app.main"], "' ' is no name of a module; write one like app.engine."),
        (["why", "app.main", ".::"], "'.::' is no name of a module; write one like app.engine."),
        (["sites", "app.engine:Engine"], "'app.engine:Engine' is no dotted name"),
        (["why", "app.main", "app.engin"], "app.engine"),
        (["why", "app.man", "app.engine"], "app.main"),
        (["why", "app.main"], "Error: Missing argument 'IMPORTED'"),
        (
            ["why", "app.main", "app.engine", "--view", "fast"],
            "'fast' is not one of 'runtime', 'load', 'typing', 'all'",
        ),
        (["cycles", "--level", "class"], "'class' is not one of 'module', 'package'"),
        (["explain", "sise"], "there is no gate sise; did you mean size?"),
        (["explain", "short-file"], "there is no gate short-file; did you mean short-files?"),
    ],
)
@pytest.mark.usefixtures("project")
def test_wrong_usage(arguments: list[str], expected: str) -> None:
    assert expected in refused(*arguments)


@pytest.mark.parametrize(
    ("configuration", "expected"),
    [
        ("", "archgates.toml: no gate is configured, so nothing would be checked."),
        ("gates = [", "archgates.toml: is no TOML: "),
        (SHORT_FILES.replace("module", "modul"), "archgates.toml: gates[0].modul: unknown key. Did you mean `module`?"),
        (
            SHORT_FILES.replace("3", '"3"'),
            'gates[0].module: is a string ("3"), but must be an integer. Write module = 3.',
        ),
        (SHORT_FILES.replace('"size"', '"sise"'), 'gates[0].gate: "sise" is no kind of gate. Did you mean "size"?'),
        (SHORT_FILES.replace("id =", "name ="), "archgates.toml: gates[0].name: unknown key."),
        (f"root = 1\n{SHORT_FILES}", "archgates.toml: root: unknown key. Did you mean `roots`?"),
        (
            f"roots = ['ap']\n{SHORT_FILES}",
            "archgates.toml: roots[0]: there is no folder ap in the project. Did you mean app?",
        ),
        (
            f"roots = ['app/engine.py']\n{SHORT_FILES}",
            "archgates.toml: roots[0]: app/engine.py is no folder. Name the folder that holds the packages.",
        ),
        (f"exclude = ['']\n{SHORT_FILES}", 'archgates.toml: exclude: "" fits no path relative to the project root.'),
        (f"exclude = ['/app']\n{SHORT_FILES}", '"/app" fits no path relative to the project root.'),
        (f"exclude = ['app/../../x']\n{SHORT_FILES}", '"app/../../x" fits no path relative to the project root.'),
        (
            f"exclude = ['.*\\\\.py$']\n{SHORT_FILES}",
            'fits no path relative to the project root. Write one like "tests/**".',
        ),
        (
            f"exclude = ['tests', 'app.engine']\n{SHORT_FILES}",
            'exclude[1]: app.engine names a module, but `exclude` takes paths. Write "app/engine.py".',
        ),
        (f"exclude = ['app.*']\n{SHORT_FILES}", "exclude[0]: app.* names a module, but `exclude` takes paths."),
        (
            f"roots = ['/etc']\n{SHORT_FILES}",
            "roots[0]: /etc is an absolute path. Write it relative to the project root.",
        ),
        (f"roots = ['{'a' * 5_000}']\n{SHORT_FILES}", "archgates.toml: roots[0]: there is no folder aaaa"),
        (f'roots = ["a\\u0000b"]\n{SHORT_FILES}', "archgates.toml: roots[0]: there is no folder a"),
        (
            f"baseline = 'b.txt'\n{SHORT_FILES}",
            "archgates.toml: baseline: Recording accepted findings arrives in a later",
        ),
        (
            f"{SHORT_FILES}\n[[waivers]]\nid = 'x'",
            "archgates.toml: waivers: Waiving single findings arrives in a later",
        ),
        (SHORT_FILES * 2, 'archgates.toml: gates[1].id: "short-files" is also the id of gates[0].'),
    ],
)
def test_wrong_configuration(project: Path, configuration: str, expected: str) -> None:
    write(project, {"archgates.toml": configuration})
    assert expected in refused("check")
    assert expected in refused("check", "--json")


def test_a_current_directory_that_is_gone_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert "the current directory is gone" in refused("cycles")


def test_a_configuration_is_called_what_it_was_given_as(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project.parent, {"gates.toml": SHORT_FILES, "wrong.toml": SHORT_FILES.replace("module", "modul")})
    monkeypatch.chdir(project.parent)
    wrong = refused("check", "--root", "project", "--config", "wrong.toml")
    assert wrong.startswith("archgates: wrong.toml: gates[0].modul: unknown key.")
    unknown = refused("check", "--root", "project", "--config", str(project.parent / "gates.toml"), "--gate", "x")
    assert unknown.startswith(f"archgates: {project.parent / 'gates.toml'} has no gate with the id x")


def test_keys_of_a_shared_file_are_named_in_full(project: Path) -> None:
    (project / "archgates.toml").unlink()
    shared = SHORT_FILES.replace("[[gates]]", "[[tool.archgates.gates]]").replace("module", "modul")
    write(project, {"pyproject.toml": shared})
    assert "pyproject.toml: tool.archgates.gates[0].modul: unknown key." in refused("check")


def test_a_check_without_configuration_says_how_to_begin(project: Path) -> None:
    (project / "archgates.toml").unlink()
    message = refused("check")
    assert "there is neither an archgates.toml nor a [tool.archgates] in a pyproject.toml" in message
    assert "archgates explain" in message


def test_an_exclusion_of_what_is_not_there_is_no_mistake(project: Path) -> None:
    write(project, {"archgates.toml": f"exclude = ['build/**', 'app.py', 'generated']\n{SHORT_FILES}"})
    assert archgates("check").code == 0


def test_a_query_refuses_an_exclusion_by_module_too(project: Path) -> None:
    write(project, {"archgates.toml": "exclude = ['app.engine']"})
    assert "app.engine names a module" in refused("cycles")


def test_a_query_refuses_a_broken_configuration_of_the_files(project: Path) -> None:
    write(project, {"archgates.toml": "exclude = 'tests'"})
    assert "archgates.toml: exclude: is a string" in refused("cycles")


def test_a_target_that_a_broken_file_may_hide_is_said_so(project: Path) -> None:
    write(project, {"app/engine.py": "class Engine(:\n"})
    message = refused("sites", "app.engine.Engine")
    assert "app.engine.Engine is not found, and app/engine.py could not be judged: not parsed" in message


def test_a_defect_is_one_sentence(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("planted")

    monkeypatch.setattr("archgates.composition.check", broken)
    assert "a defect of archgates: ValueError: planted" in refused("check", "--root", str(project))
    monkeypatch.setenv("ARCHGATES_TRACEBACK", "1")
    with pytest.raises(ValueError, match="planted"):
        archgates("check", "--root", str(project))


FOREIGN = SHORT_FILES + '[[gates]]\nid = "foreign"\ngate = "theirs"\nreason = "r"\n'


def test_foreign_gates_run_unless_they_may_not(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(plant(tmp_path / "site")))
    write(project, {"archgates.toml": FOREIGN})
    answer = archgates("check", "--json")
    assert (answer.code, [gate["verdict"] for gate in answer.document["gates"]]) == (0, ["PASS", "PASS"])
    safe = archgates("check", "--json", "--no-exec")
    assert (safe.code, [gate["verdict"] for gate in safe.document["gates"]]) == (3, ["PASS", "INCOMPLETE"])
    assert "because of --no-exec" in safe.document["gates"][1]["findings"][0]["message"]
    assert "theirs" in archgates("explain").out
    assert archgates("explain", "theirs").code == 0
    assert "--no-exec keeps it from being loaded" in refused("explain", "theirs", "--no-exec")


def test_a_foreign_gate_that_cannot_be_loaded_is_refused(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(plant(tmp_path / "site", theirs="gone_module:Theirs")))
    write(project, {"archgates.toml": FOREIGN})
    assert "entry point theirs of their-gates: gone_module:Theirs cannot be loaded" in refused("check")
