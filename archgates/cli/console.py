"""Standard output and standard error: one answer on the first, progress and errors on the second."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from archgates.domain.errors import ArchgatesError
from archgates.domain.words import visible

if TYPE_CHECKING:
    import click

_ERASE_LINE = "\r\x1b[2K"
_PATIENCE = 0.5
"""Seconds before progress is shown; a quick run shows none."""


class UnwrittenError(ArchgatesError):
    """The answer could not be written."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"cannot write the answer: {reason}.")


def write_answer(text: str) -> None:
    """Write the one answer of a command. A reader that has gone away is no error of ours.

    Raises UnwrittenError when standard output is closed or its device is full.
    """
    stream = _standard(sys.stdout)
    if stream is None:
        raise UnwrittenError("standard output is closed")
    _escape_what_cannot_be_written(stream)
    try:
        stream.write(text if text.endswith("\n") else f"{text}\n")
        stream.flush()
    except BrokenPipeError:
        _let_it_flush_to_nowhere(stream)
    except OSError as error:
        _let_it_flush_to_nowhere(stream)
        raise UnwrittenError(error.strerror or str(error)) from None


def write_error(text: str) -> None:
    """Write a message for people; where nobody can read it, the exit code says enough."""
    _say(lambda stream: stream.write(f"archgates: {visible(text)}\n"))


def show_usage_error(error: click.ClickException) -> None:
    """Write what the command line's own library found wrong."""
    _say(error.show)


def _say(write: Callable[[TextIO], object]) -> None:
    stream = _standard(sys.stderr)
    if stream is None:
        return
    _escape_what_cannot_be_written(stream)
    try:
        write(stream)
        stream.flush()
    except OSError:
        _let_it_flush_to_nowhere(stream)


def _standard(stream: TextIO | None) -> TextIO | None:
    """The stream, or None when the process was started without it."""
    return stream


def _let_it_flush_to_nowhere(stream: TextIO) -> None:
    """The interpreter flushes once more while it ends, and would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def wants_colour(choice: str, stream: TextIO | None) -> bool:
    """Whether to colour: `always`, `never`, or `auto`: on a terminal, unless NO_COLOR is set (no-color.org)."""
    if choice != "auto":
        return choice == "always"
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person looks at the stream, on something that understands control sequences."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


class ProgressLine:
    """One line on the terminal that says what is being done; silent anywhere else, and in quick runs."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._shows = is_terminal(stream)
        self._begin = time.monotonic()
        self._dirty = False

    def __call__(self, text: str) -> None:
        if self._stream is not None and self._shows and time.monotonic() - self._begin >= _PATIENCE:
            self._stream.write(f"{_ERASE_LINE}{visible(text[:100])} ...")
            self._stream.flush()
            self._dirty = True

    def clear(self) -> None:
        """Remove the line, before anything else is written."""
        if self._stream is not None and self._dirty:
            self._stream.write(_ERASE_LINE)
            self._stream.flush()
            self._dirty = False


def _escape_what_cannot_be_written(stream: TextIO) -> None:
    """File names may hold what the terminal's encoding, or no encoding, can write."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
