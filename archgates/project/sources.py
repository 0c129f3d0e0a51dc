"""Reads the files of a project, each at most once, and parses them on demand."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections import OrderedDict
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from archgates.domain.location import Gap
from archgates.domain.modules import Module, ModuleTable, SourceKind
from archgates.project.discover import Discovery
from archgates.project.files import read_regular, why
from archgates.syntax.decode import decode
from archgates.syntax.parse import Limits, SourceError, Tree, parse

_TREES_KEPT = 48
_FOREIGN_WORD = re.compile("[0-9A-Za-z_]*[\x80-\U0010ffff][0-9A-Za-z_\x80-\U0010ffff]*")
_ANY_WORD = re.compile("[0-9A-Za-z_\x80-\U0010ffff]+")
_COOKIE = re.compile(rb"coding[:=][ \t]*([-\w.]+)")
_LIKE_ASCII = re.compile(rb"utf-?8.*|us-ascii|ascii|latin-?1|iso-8859-\d+|cp125\d", re.IGNORECASE)


class Sources:
    """The text of every module, and what could not be read.

    Bytes stay in memory for the run, trees only while they are among the last few used. A failure is recorded as a
    gap the first time, and the module answers None from then on.
    """

    def __init__(
        self,
        root: Path,
        table: ModuleTable,
        *,
        gaps: Iterable[Gap] = (),
        limits: Limits | None = None,
        target_version: tuple[int, int] | None = None,
        filtered: bool = True,
    ) -> None:
        """`target_version` decides `sys.version_info` branches; the running interpreter's unless given.

        `filtered=False` makes `mentioning` return every module: slower, never different in what it leads to.
        """
        self.root = root
        self.table = table
        self.target_version = target_version or sys.version_info[:2]
        self._limits = limits or Limits()
        self._filtered = filtered
        self._gaps: set[Gap] = set(gaps)
        self._data: dict[str, bytes | None] = {}
        self._trees: OrderedDict[str, Tree] = OrderedDict()
        self._unparsable: set[str] = set()

    @classmethod
    def of(cls, discovery: Discovery, *, target_version: tuple[int, int] | None = None) -> Sources:
        """The sources of a discovered project; its gaps are kept."""
        return cls(discovery.root, discovery.table, gaps=discovery.gaps, target_version=target_version)

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """Everything that could not be found, read or parsed so far; sorted."""
        return tuple(sorted(self._gaps))

    def data(self, module: Module) -> bytes | None:
        """The bytes of a module's file, or None when it cannot be read."""
        path = module.path
        if path not in self._data:
            self._data[path] = self._read(path)
        return self._data[path]

    def tree(self, module: Module) -> Tree | None:
        """The tree of a module, or None when it cannot be parsed. Cython has no tree and is no gap here."""
        path = module.path
        kept = self._trees.get(path)
        if kept is not None:
            self._trees.move_to_end(path)
            return kept
        data = self.data(module)
        if data is None or module.kind is SourceKind.CYTHON or path in self._unparsable:
            return None
        try:
            tree = parse(data, self._limits)
        except SourceError as error:
            self._unparsable.add(path)
            self.record(Gap(path, f"not parsed: {error.reason}", error.line, error.column))
            return None
        self._trees[path] = tree
        if len(self._trees) > _TREES_KEPT:
            self._trees.popitem(last=False)
        return tree

    def record(self, gap: Gap) -> None:
        """Add something that stood in the way of judging a file."""
        self._gaps.add(gap)

    def mentioning(self, names: Iterable[str]) -> tuple[Module, ...]:
        """Modules whose text contains one of the identifiers, perhaps as a part of a longer word.

        A module that cannot be decoded is among them, so that parsing it records the gap.
        """
        if not self._filtered:
            return tuple(one for one in self.table if self.data(one) is not None)
        wanted = tuple(dict.fromkeys(names))
        plain = [one.encode() for one in wanted if one.isascii()]
        spelled = frozenset(unicodedata.normalize("NFKC", one) for one in wanted)
        found: set[int] = set()
        for name in plain:
            found.update([place for place, (_, data) in enumerate(self._texts) if name in data])
        if any(place not in found for place in self._foreign):
            for place, words in self._foreign.items():
                if place not in found and (words is None or any(name in words for name in spelled)):
                    found.add(place)
        return tuple(self._texts[place][0] for place in sorted(found))

    @cached_property
    def _texts(self) -> tuple[tuple[Module, bytes], ...]:
        """Every readable module with its bytes."""
        read = ((module, self.data(module)) for module in self.table)
        return tuple((module, data) for module, data in read if data is not None)

    @cached_property
    def _foreign(self) -> dict[int, str | None]:
        """Identifiers that do not stand in the bytes as Python reads them, by place; None: they cannot be known."""
        found: dict[int, str | None] = {}
        for place, (_, data) in enumerate(self._texts):
            if not _is_plain(data):
                words = _words_as_python_reads_them(data)
                if words is None or words:
                    found[place] = None if words is None else " ".join(sorted(words))
        return found

    def _read(self, path: str) -> bytes | None:
        try:
            return read_regular(self.root / path, self._limits.bytes)
        except FileNotFoundError:
            self.record(Gap(path, "vanished while the project was being read"))
        except OSError as error:
            self.record(Gap(path, f"cannot be read: {why(error)}"))
        return None


def _is_plain(data: bytes) -> bool:
    """ASCII in an encoding that extends ASCII: every identifier stands there byte for byte."""
    if not data.isascii():
        return False
    cookie = _COOKIE.search(data[:1024]) if b"coding" in data[:1024] else None
    return cookie is None or _LIKE_ASCII.fullmatch(cookie.group(1)) is not None


def _words_as_python_reads_them(data: bytes) -> frozenset[str] | None:
    """Words of the text that bytes may not show, in the form that Python compares; None: cannot be decoded.

    In UTF-8 these are the words with letters outside ASCII (NFKC, as Python does with identifiers).
    """
    try:
        text = decode(data)
    except SourceError:
        return None
    pattern = _ANY_WORD if b"coding" in data[:1024] else _FOREIGN_WORD
    return frozenset(unicodedata.normalize("NFKC", one) for one in set(pattern.findall(text)))
