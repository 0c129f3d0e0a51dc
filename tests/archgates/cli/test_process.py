"""The command line as a process: interrupts, closed pipes, terminals, and what it loads to say how it is used."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.archgates.cli.projects import FILES, SHORT_FILES, environment, start, write
from tests.archgates.plugins import GATE, plant

COMMANDS = ["check", "sites", "why", "cycles", "explain"]
WAIT = """
import os
def wait():
    with open(os.environ["SIGNAL_PIPE"], "w") as pipe:
        pipe.write("ready")
    while True:
        pass
"""
FOREIGN = '[[gates]]\nid = "foreign"\ngate = "theirs"\nreason = "r"\n'
PLACES = {
    "import": f"{WAIT}\nwait()\n",
    "check": f"{WAIT}\n{GATE.replace('        return Outcome', '        wait()' + chr(10) + '        return Outcome')}",
    "needs": f"{WAIT}\n{GATE.replace('        return (All', '        wait()' + chr(10) + '        return (All')}",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write(tmp_path / "project", {**FILES, "archgates.toml": SHORT_FILES})


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("arguments", [["check"], ["check", "--json"]])
def test_ctrl_c_ends_a_run_with_130_and_no_traceback(
    project: Path, tmp_path: Path, place: str, arguments: list[str]
) -> None:
    write(project, {"archgates.toml": SHORT_FILES + FOREIGN})
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    env = environment(plant(tmp_path / "site", PLACES[place]), SIGNAL_PIPE=str(pipe))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a child inherits it where it is ignored
    process = start(*arguments, folder=project, env=env)
    signal.signal(signal.SIGINT, before)
    try:
        with pipe.open() as ready:
            assert ready.read() == "ready"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert b"interrupted" in err


def test_modules_of_the_judged_project_do_not_replace_libraries(project: Path) -> None:
    trap = "raise SystemExit('code of the judged project was run')\n"
    names = [
        "json",
        "pathlib",
        "signal",
        "click",
        "difflib",
        "tomllib",
        "subprocess",
        "hashlib",
        "ast",
        "libcst",
        "grimp",
    ]
    write(project, {f"{name}.py": trap for name in names})
    out, err = start("check", "--json", folder=project).communicate(timeout=60)
    assert b"judged project" not in err
    assert b'"verdict": "PASS"' in out


def test_an_interrupt_inside_a_finaliser_is_not_swallowed(project: Path) -> None:
    code = (
        "import sys, archgates.cli.commands as commands\n"
        "from archgates.cli import main\n"
        "class Late:\n"
        "    def __del__(self): raise KeyboardInterrupt\n"
        "def run(arguments):\n"
        "    late = Late()\n"
        "    del late\n"
        "    print('went on')\n"
        "    return 0\n"
        "commands.run = run\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), cwd=project, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.parametrize("arguments", [["check"], ["check", "--json"], ["cycles", "--json"], ["explain"]])
def test_a_reader_that_goes_away_is_no_error(project: Path, arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        process = start(*arguments, folder=project, stdout=writing)
    finally:
        os.close(writing)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")


ANSWERS = [["check"], ["check", "--json"], ["cycles"], ["explain"], ["sites", "app.engine.Engine"]]


def in_a_shell(project: Path, arguments: list[str], redirection: str) -> subprocess.CompletedProcess[bytes]:
    """The command with its streams as a shell redirects them."""
    command = f'exec "$0" -m archgates "$@" {redirection}'
    return subprocess.run(
        ["sh", "-c", command, sys.executable, *arguments],
        cwd=project,
        env=environment(),
        capture_output=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("arguments", ANSWERS)
@pytest.mark.parametrize(
    ("redirection", "reason"), [(">&-", b"standard output is closed"), ("> /dev/full", b"No space left on device")]
)
def test_an_answer_that_cannot_be_written_is_said(
    project: Path, arguments: list[str], redirection: str, reason: bytes
) -> None:
    done = in_a_shell(project, arguments, redirection)
    assert (done.returncode, done.stderr) == (2, b"archgates: cannot write the answer: " + reason + b".\n")


@pytest.mark.parametrize("redirection", ["2>&-", "2> /dev/full"])
def test_where_nobody_reads_errors_the_code_still_says_them(project: Path, redirection: str) -> None:
    for arguments in (["check", "--gate", "nope"], ["check", "--root", "gone"], ["chek"]):
        assert (in_a_shell(project, arguments, redirection).returncode, arguments) == (2, arguments)
    assert in_a_shell(project, ["check"], redirection).returncode == 0


def test_colours_and_progress_appear_on_a_terminal_only(project: Path) -> None:
    assert b"\x1b[" in on_a_terminal(project, TERM="xterm")
    assert b"\x1b[" not in on_a_terminal(project, TERM="xterm", NO_COLOR="1")
    assert b"\x1b[" not in on_a_terminal(project, TERM="dumb")


def on_a_terminal(project: Path, **variables: str) -> bytes:
    """What `check` writes when its standard output is a terminal."""
    pty = pytest.importorskip("pty")
    reading, writing = pty.openpty()
    process = start("check", folder=project, env=environment(**variables), stdout=writing)
    os.close(writing)
    written = b""
    try:
        while chunk := os.read(reading, 65536):
            written += chunk
    except OSError:  # how Linux says that the terminal is gone
        pass
    finally:
        os.close(reading)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
    return written


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
@pytest.mark.parametrize("arguments", [["check"], ["check", "--json"]])
def test_every_encoding_of_the_output_can_carry_every_name(project: Path, encoding: str, arguments: list[str]) -> None:
    write(project, {"app/\u00e9\u4e2d.py": "x = 1\n" * 9})
    process = start(*arguments, folder=project, env=environment(PYTHONIOENCODING=encoding, PYTHONUTF8="0"))
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (1, b"")
    assert "\u00e9\u4e2d".encode() in out or b"\\xe9" in out or b"\\u00e9" in out or b"\xe9" in out


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_teaches_by_an_example(project: Path, command: str) -> None:
    out, err = start(command, "--help", folder=project).communicate(timeout=60)
    assert err == b""
    assert f"\n  archgates {command}".encode() in out
    assert b"--root DIR" in out
    assert b"--json" in out


def test_the_help_lists_every_command(project: Path) -> None:
    out, _ = start("--help", folder=project).communicate(timeout=60)
    assert all(f"\n  {command}".encode() in out for command in COMMANDS)


@pytest.mark.parametrize("arguments", [["--help"], ["check", "--help"], ["--version"], ["explain"], ["check"]])
def test_heavy_libraries_are_loaded_only_where_they_are_needed(project: Path, arguments: list[str]) -> None:
    code = (
        "import sys\n"
        "from archgates.cli import main\n"
        f"sys.argv = ['archgates', *{arguments!r}]\n"
        "try:\n    main()\n"
        "except SystemExit as end:\n    assert end.code == 0, end.code\n"
        "print([one for one in ('grimp', 'libcst', 'networkx', 'rich', 'importlinter') if one in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment(), cwd=project, capture_output=True, check=True)
    assert done.stdout.splitlines()[-1] == b"[]"


def test_the_help_loads_nothing_of_the_gates(project: Path) -> None:
    code = (
        "import sys\n"
        "from archgates.cli import main\n"
        "sys.argv = ['archgates', '--help']\n"
        "try:\n    main()\n"
        "except SystemExit:\n    pass\n"
        "print(sorted(one for one in sys.modules if one.startswith('archgates.')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment(), cwd=project, capture_output=True, check=True)
    loaded = done.stdout.decode().splitlines()[-1]
    assert "archgates.cli.commands" in loaded
    assert "archgates.gates" not in loaded
    assert "archgates.composition" not in loaded
