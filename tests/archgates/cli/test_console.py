"""Progress is one line on a terminal that goes away, and nothing anywhere else."""

from __future__ import annotations

import io
import time

import pytest

from archgates.cli.console import ProgressLine, wants_colour


class Terminal(io.StringIO):
    """A stream that a person looks at."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that has passed, in seconds; tests change it."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setenv("TERM", "xterm")
    return now


def test_a_long_run_says_what_it_does_and_takes_it_back(clock: list[float]) -> None:
    terminal = Terminal()
    progress = ProgressLine(terminal)
    progress("finding modules")
    assert terminal.getvalue() == ""
    clock[0] = 1.0
    progress("gate 1 of 2: a")
    progress("gate 2 of 2: b")
    progress.clear()
    assert terminal.getvalue() == "\r\x1b[2Kgate 1 of 2: a ...\r\x1b[2Kgate 2 of 2: b ...\r\x1b[2K"


def test_a_quick_run_leaves_the_terminal_alone(clock: list[float]) -> None:
    terminal = Terminal()
    progress = ProgressLine(terminal)
    progress("finding modules")
    clock[0] = 0.1
    progress.clear()
    assert terminal.getvalue() == ""


def test_there_is_no_progress_in_a_file(clock: list[float]) -> None:
    file = io.StringIO()
    progress = ProgressLine(file)
    clock[0] = 9.0
    progress("gate 1 of 2: a")
    progress.clear()
    assert file.getvalue() == ""


@pytest.mark.parametrize(
    ("choice", "terminal", "variables", "colours"),
    [
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),
        ("auto", True, {"TERM": "dumb"}, False),
        ("always", False, {"NO_COLOR": "1"}, True),
        ("never", True, {}, False),
    ],
)
def test_who_gets_colours(
    monkeypatch: pytest.MonkeyPatch, choice: str, terminal: bool, variables: dict[str, str], colours: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert wants_colour(choice, Terminal() if terminal else io.StringIO()) is colours
