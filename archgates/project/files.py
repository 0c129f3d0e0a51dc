"""Looks at files of strangers without waiting and without raising: pipes, devices, circles of links, names too long."""

from __future__ import annotations

import os
import stat
from enum import Enum
from errno import EFBIG, EINVAL, EISDIR, ELOOP
from pathlib import Path

MOST_BYTES = 24 * 1024 * 1024
"""No file that people write by hand is larger."""
_NEVER_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


class EntryKind(Enum):
    """What a name in a folder stands for, links followed."""

    FOLDER = "folder"
    FILE = "file"
    NOTHING = "nothing"
    """Neither a folder nor a regular file: nothing in it can be source."""
    UNKNOWN = "unknown"
    """It could not be looked at, so it may be either."""


def read_regular(path: Path, limit: int = MOST_BYTES) -> bytes:
    """The bytes of a regular file of at most `limit` bytes; anything else is refused, and never waited for.

    What was a file when the project was listed may be a pipe by now, so it is judged once it is open.
    Raises OSError; `why` says its reason.
    """
    descriptor = os.open(path, os.O_RDONLY | _NEVER_WAIT)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise OSError(EINVAL, "it is no regular file", str(path))
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            data = file.read(limit + 1)
    finally:
        os.close(descriptor)
    if len(data) > limit:
        raise OSError(EFBIG, f"it is larger than the limit of {limit:,} bytes", str(path))
    return data


def why(error: OSError) -> str:
    """What stood in the way, without the path."""
    return error.strerror or str(error)


def is_folder(path: Path) -> bool:
    """Whether there is a folder of this name; False for every name that cannot be looked up."""
    return stat.S_ISDIR(_mode(path))


def exists(path: Path) -> bool:
    """Whether there is anything of this name; False for every name that cannot be looked up."""
    return _mode(path) != 0


def folders_in(path: Path) -> list[str]:
    """The names of the folders in a folder, sorted; none when it cannot be read."""
    try:
        with os.scandir(path) as found:
            return sorted(entry.name for entry in found if kind_of(entry)[0] is EntryKind.FOLDER)
    except (OSError, ValueError):
        return []


def names_in(path: Path) -> list[str]:
    """The names of everything in a folder, sorted; none when it cannot be read."""
    try:
        return sorted(one.name for one in path.iterdir())
    except (OSError, ValueError):
        return []


def kind_of(entry: os.DirEntry[str]) -> tuple[EntryKind, str]:
    """What an entry of a folder is, and why it is neither a folder nor a file."""
    try:
        if entry.is_dir():
            return EntryKind.FOLDER, ""
        if entry.is_file():
            return EntryKind.FILE, ""
    except OSError as error:
        if error.errno == ELOOP:
            return EntryKind.NOTHING, "a symbolic link in a circle"
        return EntryKind.UNKNOWN, f"cannot be looked at: {why(error)}"
    leads_nowhere = entry.is_symlink() and not exists(Path(entry.path))
    return EntryKind.NOTHING, "a symbolic link to nothing" if leads_nowhere else "no regular file"


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except (OSError, ValueError):  # ValueError: a name with a NUL in it
        return 0
