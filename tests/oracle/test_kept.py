"""An answer is asked for once per input, and a broken-off run leaves nothing that looks like one."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.kept import Answer, kept


def test_an_answer_is_made_once_for_the_same_inputs(tmp_path: Path) -> None:
    asked: list[str] = []

    def make() -> Answer:
        asked.append("once")
        return Answer("django 1", ("views.py:3",))

    first = kept("django", ["seed 1"], make, tmp_path)
    second = kept("django", ["seed 1"], make, tmp_path)
    other = kept("django", ["seed 2"], make, tmp_path)

    assert first == other == Answer("django 1", ("views.py:3",))
    assert second == Answer("django 1  (kept)", ("views.py:3",))
    assert len(asked) == 2


def test_what_was_broken_off_is_asked_again(tmp_path: Path) -> None:
    def stopped() -> Answer:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kept("django", [], stopped, tmp_path)

    assert kept("django", [], lambda: Answer("whole", ()), tmp_path).summary == "whole"
