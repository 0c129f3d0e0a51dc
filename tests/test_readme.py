"""What the README shows is what the program says."""

from __future__ import annotations

import re

import pytest

from archgates.registry import GateRegistry
from tests.transcripts import BLOCK, README, ROOT, comparable, transcript

TEXT = README.read_text(encoding="utf-8")


@pytest.mark.parametrize("block", list(BLOCK.finditer(TEXT)), ids=lambda block: block["arguments"])
def test_transcript(block: re.Match[str]) -> None:
    assert comparable(block["text"]) == comparable(transcript(block["arguments"]))


def test_a_failing_and_a_passing_run_are_shown() -> None:
    codes = [block["text"].splitlines()[-1] for block in BLOCK.finditer(TEXT) if block["arguments"].startswith("check")]
    assert codes == ["1", "0"]


def test_the_table_of_gates_is_complete() -> None:
    table = re.findall(r"^\| `([a-z-]+)` \|", TEXT.partition("## The gates")[2].partition("##")[0], re.MULTILINE)
    assert table == sorted(GateRegistry().built_in)


def test_every_file_that_it_names_exists() -> None:
    named = re.findall(r"^- `([^`]+)`", TEXT.partition("## Where to read on")[2], re.MULTILINE)
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []
