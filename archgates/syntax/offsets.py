"""Character offsets, columns in code points, and columns in UTF-8 bytes of one text."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate


class Offsets:
    """Converts between offsets in a text and the lines and byte columns of `ast`.

    Lines that are not ASCII get a table of byte positions the first time they are asked about, so that a
    question costs the same at the end of a very long line as at its start.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._ascii = text.isascii()
        # Cut behind each line end, which a null character, foreign to source text, marks for a moment.
        self._starts = [0, *accumulate(map(len, text.replace("\n", "\n\0").split("\0")))]
        self._starts[-1] += 1
        self._tables: dict[int, list[int] | None] = {}

    def position(self, offset: int) -> tuple[int, int]:
        """Line from 1, and column from 0 in UTF-8 bytes, of a character offset."""
        line = bisect_right(self._starts, offset, 0, len(self._starts) - 1)
        column = offset - self._starts[line - 1]
        table = None if self._ascii else self._table(line)
        return line, column if table is None else table[column]

    def offset(self, line: int, byte_column: int) -> int:
        """The character offset of a line from 1 and a column from 0 in UTF-8 bytes."""
        return self._starts[line - 1] + self.code_points(line, byte_column)

    def code_points(self, line: int, byte_column: int) -> int:
        """The column from 0 in code points of a column from 0 in UTF-8 bytes; inside a character, its own."""
        if self._ascii or not 0 < line < len(self._starts):
            return byte_column
        table = self._table(line)
        return byte_column if table is None else bisect_right(table, byte_column) - 1

    def _table(self, line: int) -> list[int] | None:
        """For each code point of a line the bytes before it, with the total last; None for an ASCII line."""
        if line not in self._tables:
            content = self._text[self._starts[line - 1] : self._starts[line] - 1]
            lengths = (len(character.encode("utf-8")) for character in content)
            self._tables[line] = None if content.isascii() else [0, *accumulate(lengths)]
        return self._tables[line]
