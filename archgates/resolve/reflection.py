"""Text filters, once a file: look-ups by computed names, questions for a class, star imports, protocols."""

from __future__ import annotations

import re

_CALLED = re.compile(
    rb"(?:getattr|vars|globals)\s*\(\s*(?P<asked>[\w\x80-\xff][\w\x80-\xff.]*)?"
    rb"(?P<text>\s*,\s*(?P<quote>[\"'])\w*(?P=quote)\s*[,)])?"
)
"""A look-up; with `text` the name is one text, and not the beginning of an expression such as `"{}_x".format(y)`."""
_MEMBERS = re.compile(rb"(?P<asked>[\w\x80-\xff][\w\x80-\xff.]*)?\s*\.\s*__dict__\b")
_WORDS = (b"getattr", b"vars", b"globals")
_IMPORTS = re.compile(
    rb"(?:^|;|:)[ \t]*(?:from\b[^\n]*?\bimport\b[ \t]*\([^)]*\)|(?:from|import)\b[^\n]*)", re.MULTILINE
)
_STAR = re.compile(rb"\bimport[ \t\\\r\n]*\(?[ \t\r\n]*\*")
_ALIAS = re.compile(rb"(\w+)\s+as\s+(\w+)")
_WORD = re.compile(rb"\w+")
_BY_NAME = (b"import_module", b"sys.modules", b"__import__")


class Looked:
    """The modules that one file may look up, as far as its text tells: by the last parts of their names."""

    def __init__(self, data: bytes) -> None:
        asked: list[re.Match[bytes]] = []
        if any(word in data for word in _WORDS):
            asked.extend(match for match in _CALLED.finditer(data) if match["text"] is None)
        if b"__dict__" in data:
            asked.extend(_MEMBERS.finditer(data))
        spelled_otherwise = any(not match[0].isascii() for match in asked)
        self.anything = bool(asked) and (spelled_otherwise or any(marker in data for marker in _BY_NAME))
        self.words = frozenset(_named(data, asked)) if asked else frozenset[bytes]()
        self.itself = any(not match["asked"] for match in asked)
        """Whether the file may look up its own names: `globals()[name]`."""

    def reaches(self, tail: bytes) -> bool:
        """Whether a module whose dotted name ends in `tail` may be looked up."""
        return self.anything or tail in self.words


def _named(data: bytes, asked: list[re.Match[bytes]]) -> set[bytes]:
    """The imported names that are asked, and what they were called before `as`."""
    imported: set[bytes] = set()
    originals: dict[bytes, set[bytes]] = {}
    for statement in _IMPORTS.findall(data.replace(b"\\\n", b" ")):
        imported.update(_WORD.findall(statement))
        for original, alias in _ALIAS.findall(statement):
            originals.setdefault(alias, set()).add(original)
    words: set[bytes] = set()
    for match in asked:
        parts = (match["asked"] or b"").split(b".")
        if parts[0] in imported:
            words.update(parts)
            words.update(originals.get(parts[0], ()))
    return words


_ASKS = re.compile(
    rb"\btype\s*\([^()]*\)\s*(?:[(,)]|\.\s*__new__|#|$)|\.\s*__class__\s*(?:[(,)]|\.\s*__new__|#|$)", re.MULTILINE
)


def has_star_import(data: bytes) -> bool:
    """Whether a file may hold `from m import *`."""
    return b"*" in data and _STAR.search(data) is not None


def asks_for_class(data: bytes) -> bool:
    """Whether a file may call `type(x)` or `x.__class__`, pass it on or keep it in a name."""
    return _ASKS.search(data) is not None


_PROTOCOL = re.compile(rb"\bclass\s+(\w+)\s*\([^)]*\bProtocol\b")
_TYPED = re.compile(rb"\b(?:[tT]ype\s*\[[^\]]*|issubclass\s*\([^)]*)")


def protocols(data: bytes) -> set[bytes]:
    """The names of the protocols that a file may define."""
    return set(_PROTOCOL.findall(data)) if b"Protocol" in data else set()


def typed_words(data: bytes) -> set[bytes]:
    """The words inside `type[...]` and `issubclass(...)`."""
    return {word for part in _TYPED.findall(data) for word in _WORD.findall(part)}
