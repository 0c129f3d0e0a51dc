"""Standard output and standard error: one answer on the first, progress and errors on the second."""

from __future__ import annotations

import os
import sys
import time
from typing import TextIO

_ERASE_LINE = "\r\x1b[2K"
_PATIENCE = 0.5
"""Seconds before progress is shown; a quick run shows none."""


def write_answer(text: str) -> None:
    """Write the one answer of a command. A reader that has gone away is no error of ours."""
    _escape_what_cannot_be_written(sys.stdout)
    try:
        sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes once more while it ends; let it flush to nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_error(text: str) -> None:
    """Write a message for people."""
    _escape_what_cannot_be_written(sys.stderr)
    sys.stderr.write(f"archgates: {text}\n")


def wants_colour(choice: str, stream: TextIO) -> bool:
    """Whether to colour: `always`, `never`, or `auto`: on a terminal, unless NO_COLOR is set (no-color.org)."""
    if choice != "auto":
        return choice == "always"
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def is_terminal(stream: TextIO) -> bool:
    """Whether a person looks at the stream, on something that understands control sequences."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


class ProgressLine:
    """One line on the terminal that says what is being done; silent anywhere else, and in quick runs."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._shows = is_terminal(stream)
        self._begin = time.monotonic()
        self._dirty = False

    def __call__(self, text: str) -> None:
        if self._shows and time.monotonic() - self._begin >= _PATIENCE:
            self._stream.write(f"{_ERASE_LINE}{text[:100]} ...")
            self._stream.flush()
            self._dirty = True

    def clear(self) -> None:
        """Remove the line, before anything else is written."""
        if self._dirty:
            self._stream.write(_ERASE_LINE)
            self._stream.flush()
            self._dirty = False


def _escape_what_cannot_be_written(stream: TextIO) -> None:
    """File names may hold what the terminal's encoding, or no encoding, can write."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
