"""Tables in files: what is there and cannot be read is a gap, and only what is not there is missing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from archgates.collect.data_files import read_data_file
from archgates.domain.literals import LiteralInFile


def in_a_circle(path: Path) -> None:
    path.symlink_to(path)


def no_utf8(path: Path) -> None:
    path.write_bytes(b"a = '\xe9'")


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (os.mkfifo, "it is no regular file"),
        (os.mkdir, "Is a directory"),
        (in_a_circle, "Too many levels of symbolic links"),
        (no_utf8, "can't decode byte 0xe9"),
    ],
)
def test_what_cannot_be_read_is_a_gap_and_not_waited_for(
    make: Callable[[Path], None], reason: str, tmp_path: Path
) -> None:
    make(tmp_path / "status.toml")
    facts = read_data_file(LiteralInFile(path="status.toml", key=""), tmp_path)
    assert (facts.value, facts.nearest) == (None, None)
    assert [(gap.path, reason in gap.reason) for gap in facts.gaps] == [("status.toml", True)]


@pytest.mark.parametrize("path", ["statuss.toml", "gone/status.toml", "status.toml/status.toml"])
def test_what_is_not_there_is_missing(path: str, tmp_path: Path) -> None:
    (tmp_path / "status.toml").write_text("a = 1\n", encoding="utf-8")
    facts = read_data_file(LiteralInFile(path=path, key=""), tmp_path)
    assert (facts.value, facts.gaps) == (None, ())
    assert facts.nearest == ("status.toml" if path == "statuss.toml" else None)
