"""Finds the parts of formatted strings in text that Python 3.11 has already accepted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LITERAL = re.compile(
    r"""(?P<prefix>[a-zA-Z]{0,2})(?P<quote>'''|\"""|'|")(?P<content>(?:\\.|[^\\])*?)(?P=quote)""", re.DOTALL
)
_BETWEEN = re.compile(r"(?:[ \t\f\n]+|\\\n|#[^\n]*)*")
_NAMED_CHARACTER = re.compile(r"\\N\{[^}]*\}")
_STRING = re.compile(r"""('''|\"""|'|")(?:\\.|[^\\])*?\1""", re.DOTALL)
_COMPARISONS = frozenset({"!=", "==", "<=", ">="})
_CONVERSION = re.compile(r"![ \t\f\n]*\w+[ \t\f\n]*")
_BLANK = re.compile(r"[ \t\f\n]*")


@dataclass(frozen=True, slots=True)
class Text:
    """Literal text from one character offset to another."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Field:
    """A replacement field from brace to brace, the expression in it, and what follows its colon."""

    start: int
    end: int
    expression_start: int
    expression_end: int
    colon: int | None
    spec: tuple[Text | Field, ...]


def parts(text: str, start: int, end: int) -> Iterator[Text | Field]:
    """The parts of the string literals side by side in a slice of `text`, in order."""
    offset = start
    while offset < end:
        literal = _LITERAL.match(text, offset)
        if literal is None:
            return
        prefix = literal["prefix"].lower()
        if "f" in prefix:
            yield from _Scanner(text, literal.end("content"), raw="r" in prefix).parts(literal.start("content"))
        else:
            yield Text(literal.start(), literal.end())
        offset = _end_of(_BETWEEN, text, literal.end())


def _end_of(pattern: re.Pattern[str], text: str, offset: int) -> int:
    """Where a match that may be empty ends."""
    found = pattern.match(text, offset)
    return found.end() if found else offset


class _Scanner:
    """Walks over the content of one formatted string."""

    def __init__(self, text: str, end: int, *, raw: bool) -> None:
        self._text = text
        self._end = end
        self._raw = raw
        self._offset = 0

    def parts(self, start: int) -> list[Text | Field]:
        """Text and fields from `start` to the end of the content."""
        self._offset = start
        return self._parts(doubled=True)

    def _parts(self, *, doubled: bool) -> list[Text | Field]:
        """Text and fields to the end of the content or, inside a format spec, to its closing brace."""
        found: list[Text | Field] = []
        while self._offset < self._end:
            start = self._offset
            self._skip_text(doubled=doubled)
            if self._offset > start:
                found.append(Text(start, self._offset))
            if self._offset >= self._end or self._text[self._offset] != "{":
                break
            found += self._field()
        return found

    def _skip_text(self, *, doubled: bool) -> None:
        while self._offset < self._end:
            pair = self._text[self._offset : self._offset + 2]
            named = None if self._raw else _NAMED_CHARACTER.match(self._text, self._offset)
            if named:
                self._offset = named.end()
            elif pair in {"{{", "}}"} and doubled:
                self._offset += 2
            elif pair[0] in "{}":
                return
            elif pair[0] == "\\" and not self._raw and pair[1:] not in {"{", "}"}:
                self._offset += 2
            else:
                self._offset += 1

    def _field(self) -> Iterator[Text | Field]:
        """A replacement field, and before it the text that `{value=}` shows."""
        start = self._offset
        self._offset += 1
        expression_start = self._offset
        self._skip_expression()
        expression_end = self._offset
        if self._text.startswith("=", self._offset):
            self._offset = _end_of(_BLANK, self._text, self._offset + 1)
            yield Text(start + 1, self._offset)
        self._offset = _end_of(_CONVERSION, self._text, self._offset)
        colon = None
        spec: list[Text | Field] = []
        if self._text.startswith(":", self._offset):
            colon = self._offset
            self._offset += 1
            spec = self._parts(doubled=False)
        self._offset += 1
        yield Field(start, self._offset, expression_start, expression_end, colon, tuple(spec))

    def _skip_expression(self) -> None:
        depth = 0
        while self._offset < self._end:
            string = _STRING.match(self._text, self._offset)
            if string:
                self._offset = string.end()
                continue
            character = self._text[self._offset]
            if character in "([{":
                depth += 1
            elif depth and character in ")]}":
                depth -= 1
            elif not depth and self._text[self._offset : self._offset + 2] in _COMPARISONS:
                self._offset += 1
            elif not depth and character in "!:=}":
                return
            self._offset += 1
