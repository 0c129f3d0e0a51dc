"""Files of strangers: only regular ones are read, and no name makes a look raise."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from archgates.project.files import EntryKind, exists, folders_in, is_folder, kind_of, names_in, read_regular, why

DEVICE = Path("/dev/zero")
NAMES_THAT_CANNOT_BE_LOOKED_UP = ["a" * 5_000, "a\0b", "loop/loop", "file/below", "gone"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "file").write_bytes(b"text")
    (tmp_path / "below").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "gone-link").symlink_to("gone")
    (tmp_path / "to-file").symlink_to("file")
    (tmp_path / "to-below").symlink_to("below")
    (tmp_path / "to-device").symlink_to(DEVICE)
    os.mkfifo(tmp_path / "pipe")
    return tmp_path


def test_a_regular_file_is_read_through_links_too(folder: Path) -> None:
    assert read_regular(folder / "file") == read_regular(folder / "to-file") == b"text"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("pipe", "it is no regular file"),
        ("to-device", "it is no regular file"),
        ("below", "Is a directory"),
        ("loop", "Too many levels of symbolic links"),
        ("gone", "No such file or directory"),
        ("a" * 5_000, "File name too long"),
    ],
)
def test_anything_else_is_refused_with_its_reason(folder: Path, name: str, reason: str) -> None:
    with pytest.raises(OSError, match=reason) as raised:
        read_regular(folder / name)
    assert why(raised.value) == reason


def test_a_file_that_is_too_large_is_refused(folder: Path) -> None:
    assert read_regular(folder / "file", limit=4) == b"text"
    with pytest.raises(OSError, match="larger than the limit of 3 bytes"):
        read_regular(folder / "file", limit=3)


@pytest.mark.parametrize("name", NAMES_THAT_CANNOT_BE_LOOKED_UP)
def test_no_name_makes_a_look_raise(folder: Path, name: str) -> None:
    path = folder / name
    assert (exists(path), is_folder(path), folders_in(path), names_in(path)) == (False, False, [], [])


def test_folders_in_a_folder(folder: Path) -> None:
    assert folders_in(folder) == ["below", "to-below"]
    assert {"file", "loop", "pipe"} < set(names_in(folder))


def test_what_an_entry_stands_for(folder: Path) -> None:
    with os.scandir(folder) as found:
        kinds = {entry.name: kind_of(entry) for entry in found}
    assert kinds == {
        "file": (EntryKind.FILE, ""),
        "to-file": (EntryKind.FILE, ""),
        "below": (EntryKind.FOLDER, ""),
        "to-below": (EntryKind.FOLDER, ""),
        "loop": (EntryKind.NOTHING, "a symbolic link in a circle"),
        "gone-link": (EntryKind.NOTHING, "a symbolic link to nothing"),
        "to-device": (EntryKind.NOTHING, "no regular file"),
        "pipe": (EntryKind.NOTHING, "no regular file"),
    }


def test_a_link_that_cannot_be_followed_may_be_either(folder: Path) -> None:
    (folder / "long").symlink_to("a" * 4_000)
    with os.scandir(folder) as found:
        kind, reason = next(kind_of(entry) for entry in found if entry.name == "long")
    assert (kind, reason) == (EntryKind.UNKNOWN, "cannot be looked at: File name too long")
