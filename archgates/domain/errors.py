"""Exceptions that end a command: wrong usage and wrong configuration. Broken gates are findings, not errors."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class ArchgatesError(Exception):
    """Base of every error that a command reports without a traceback, with exit code 2."""


class UsageError(ArchgatesError):
    """The command line asks for something that does not exist or does not fit together."""


class ConfigurationError(ArchgatesError):
    """A configuration file is unreadable or a key in it is wrong.

    The text names the file and the TOML key, says what was found and what to write instead.
    """

    def __init__(self, *, source: str, key: str, problem: str, remedy: str = "") -> None:
        self.source = source
        self.key = key
        self.problem = problem
        self.remedy = remedy
        where = f"{source}: {key}" if key else source
        super().__init__(f"{where}: {problem}" + (f" {remedy}" if remedy else ""))


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that looks most like `name`, or None when nothing is close."""
    candidates = list(known)
    exact_tail = [one for one in candidates if one.rpartition(".")[2] == name.rpartition(".")[2]]
    close = difflib.get_close_matches(name, exact_tail, n=1, cutoff=0.0) or difflib.get_close_matches(
        name, candidates, n=1, cutoff=0.6
    )
    return close[0] if close else None
