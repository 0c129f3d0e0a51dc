"""Finds where names are written: as identifiers, and by option inside strings and comments."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from archgates.collect.definitions import Extent, definitions, scope_at
from archgates.collect.gaps import gaps_of
from archgates.collect.tokens import Word, WordKind, words
from archgates.domain.identifiers import IdentifierFacts, IdentifierKind, IdentifiersNamed, IdentifierUse
from archgates.domain.location import Gap
from archgates.domain.modules import Module, SourceKind
from archgates.project.sources import Sources
from archgates.syntax.decode import decode
from archgates.syntax.errors import SourceError

_KINDS = {
    WordKind.IDENTIFIER: IdentifierKind.IDENTIFIER,
    WordKind.STRING: IdentifierKind.STRING,
    WordKind.COMMENT: IdentifierKind.COMMENT,
}


class _Mention(NamedTuple):
    """A name and the offset where it is written."""

    name: str
    start: int
    kind: IdentifierKind


def find_identifiers(request: IdentifiersNamed, sources: Sources) -> IdentifierFacts:
    """Every place where a name of the request is written; in Cython files without the definition around it."""
    names = {unicodedata.normalize("NFKC", name) for name in request.names}
    candidates = [one for one in sources.mentioning(names) if request.scope.holds(one.path, sources.table.label(one))]
    uses: list[IdentifierUse] = []
    for module in candidates:
        read = _read(module, sources)
        if read is not None:
            uses += _uses_in(module, sources.table.label(module), *read, names, request)
    return IdentifierFacts(
        uses=tuple(sorted(uses, key=lambda one: (one.path, one.line, one.column))),
        gaps=gaps_of(sources, candidates),
    )


def _read(module: Module, sources: Sources) -> tuple[str, tuple[Extent, ...]] | None:
    """The text of a module and its definitions; None, and a gap, when it cannot be read."""
    if module.kind is not SourceKind.CYTHON:
        tree = sources.tree(module)
        return None if tree is None else (tree.text, definitions(tree))
    try:
        return decode(sources.data(module) or b""), ()
    except SourceError as error:
        sources.record(Gap(module.path, f"not decoded: {error.reason}", error.line, error.column))
        return None


def _uses_in(
    module: Module, label: str, text: str, around: tuple[Extent, ...], names: set[str], request: IdentifiersNamed
) -> Iterator[IdentifierUse]:
    line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
    mentions = _mentions(text, names, strings=request.strings, comments=request.comments)
    for mention in mentions:
        line = bisect_right(line_starts, mention.start)
        column = mention.start - line_starts[line - 1] + 1
        yield IdentifierUse(
            path=module.path,
            line=line,
            column=column,
            name=mention.name,
            kind=mention.kind,
            module=label,
            scope=scope_at(around, line, column),
        )


def _mentions(text: str, names: set[str], *, strings: bool, comments: bool) -> Iterator[_Mention]:
    inside = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names)))})(?!\w)")
    for word in words(text):
        kind = _KINDS[word.kind]
        if word.kind is WordKind.IDENTIFIER:
            name = _normal(word)
            if name in names:
                yield _Mention(name, word.start, kind)
        elif strings if word.kind is WordKind.STRING else comments:
            for match in inside.finditer(word.text):
                yield _Mention(match.group(), word.start + match.start(), kind)


def _normal(word: Word) -> str:
    """An identifier as Python compares it."""
    return word.text if word.text.isascii() else unicodedata.normalize("NFKC", word.text)
