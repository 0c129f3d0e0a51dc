"""The one error of this package: source text that cannot become a tree."""

from __future__ import annotations


class SourceError(Exception):
    """A file that cannot be decoded or parsed; the rest of the run goes on without it.

    `reason` is one sentence for people; `line` and `column` count from 1, columns in code points.
    """

    def __init__(self, reason: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"{line}:{column}: {reason}")
        self.reason = reason
        self.line = line
        self.column = column
