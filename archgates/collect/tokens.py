"""A scanner for the words of Python source: identifiers, the text of strings, comments.

It reads every grammar from 3.11 to 3.14 whatever interpreter runs it, replacement fields of f-strings and t-strings
included, which `tokenize` splits only from Python 3.12 on. It expects text that parses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class WordKind(Enum):
    """What a word is. Keywords count as identifiers."""

    IDENTIFIER = "identifier"
    STRING = "string"
    COMMENT = "comment"


class Word(NamedTuple):
    """A piece of source: an identifier, a comment with its `#`, or the text inside a string up to a field."""

    kind: WordKind
    start: int
    """Offset into the text, in code points."""
    text: str


_CODE = re.compile(
    r"""
      (?P<comment> \#[^\n]* )
    | (?<!\w) (?P<prefix> [rRbBuUfFtT]{0,2} ) (?P<quote> \"{3} | '{3} | \" | ' )
    | 0[xX][\da-fA-F_]+ | 0[oO][0-7_]+ | 0[bB][01_]+
    | (?: \d[\d_]*(?:\.[\d_]*)? | \.\d[\d_]* ) (?: [eE][+-]?\d[\d_]* )? [jJ]?
    | (?P<name> (?: [^\W\d] | [\x80-\U0010ffff] ) [\w\x80-\U0010ffff]* )
    | ! \s* [rsa] \s* (?= [:}] )
    | (?P<operator> != | [\[\](){}:] )
    """,
    re.VERBOSE,
)
"""One piece of code; numbers and conversions such as `!r` are matched so that their letters are no names."""

_MARKS = {quote: re.compile(rf"\\.|{quote}", re.DOTALL) for quote in ("'''", '"""')}
_MARKS |= {quote: re.compile(rf"\\.|{quote}|\n", re.DOTALL) for quote in ("'", '"')}
"""What the end of a plain string is sought by. Possessive groups would say it in one pattern, but early releases of
Python 3.11 match them wrongly."""
_MARKS_IN_TEXT = r"\\[^{}]|\{\{|\}\}|[{}]|'{3}|\"{3}|['\"]"
_FORMATTED_TEXT = re.compile(r"\\N\{[^}\n]*\}|" + _MARKS_IN_TEXT, re.DOTALL)
_RAW_FORMATTED_TEXT = re.compile(_MARKS_IN_TEXT, re.DOTALL)


class _Part(Enum):
    """Where in a formatted string the scanner is."""

    TEXT = "text"
    FIELD = "field"
    SPECIFICATION = "specification"


@dataclass(slots=True)
class _Frame:
    """A formatted string, or a replacement field in one."""

    part: _Part
    quote: str
    raw: bool
    depth: int = 0
    """Open brackets inside the field."""


def words(text: str) -> Iterator[Word]:
    """Every identifier, comment and piece of string text, in source order."""
    stack: list[_Frame] = []
    position = 0
    while position < len(text):
        if stack and stack[-1].part is not _Part.FIELD:
            word, position = _formatted_text(text, position, stack)
            yield word
            continue
        match = _CODE.search(text, position)
        if match is None:
            return
        position = match.end()
        if match["name"]:
            yield Word(WordKind.IDENTIFIER, match.start(), match["name"])
        elif match["comment"]:
            yield Word(WordKind.COMMENT, match.start(), match["comment"])
        elif match["quote"]:
            quote, prefix = match["quote"], match["prefix"].lower()
            if "f" in prefix or "t" in prefix:
                stack.append(_Frame(_Part.TEXT, quote, "r" in prefix))
            else:
                content = _plain_text(quote, text, position)
                yield Word(WordKind.STRING, position, content)
                position += len(content) + len(quote)
        elif match["operator"] and stack:
            _follow(match["operator"], stack)


def _plain_text(quote: str, text: str, position: int) -> str:
    """The text of a string that is not formatted, up to its closing quote."""
    mark = _MARKS[quote].search(text, position)
    while mark is not None and mark.group().startswith("\\"):
        mark = _MARKS[quote].search(text, mark.end())
    return text[position : len(text) if mark is None else mark.start()]


def _follow(operator: str, stack: list[_Frame]) -> None:
    """Count brackets inside a replacement field, up to the colon or brace that ends its expression."""
    field = stack[-1]
    if operator in "([{":
        field.depth += 1
    elif operator in ")]}" and field.depth:
        field.depth -= 1
    elif operator == "}":
        stack.pop()
    elif operator == ":" and not field.depth:
        field.part = _Part.SPECIFICATION


def _formatted_text(text: str, start: int, stack: list[_Frame]) -> tuple[Word, int]:
    """Text of a formatted string up to its end or its next field, and the offset behind that mark."""
    frame = stack[-1]
    marks = _RAW_FORMATTED_TEXT if frame.raw else _FORMATTED_TEXT
    position = start
    while match := marks.search(text, position):
        mark, position = match.group(), match.end()
        if mark[0] == "{" and (mark == "{" or frame.part is _Part.SPECIFICATION):
            stack.append(_Frame(_Part.FIELD, frame.quote, frame.raw))
            position = match.start() + 1
        elif mark[0] == "}" and frame.part is _Part.SPECIFICATION:
            stack.pop()
            position = match.start() + 1
        elif mark[0] in "'\"" and frame.part is _Part.TEXT and mark.startswith(frame.quote):
            stack.pop()
            position = match.start() + len(frame.quote)
        else:
            position = match.start() + 1 if mark in {"'''", '"""'} else position
            continue
        return Word(WordKind.STRING, start, text[start : match.start()]), position
    return Word(WordKind.STRING, start, text[start:]), len(text)
