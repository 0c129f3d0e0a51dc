"""Imports of Cython files, read line by line: `cimport`, `import` and `include`. Cython has no parser here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from archgates.domain.imports import ImportKind
from archgates.imports.statements import ImportStatement, Scan

_MOST_INCLUDES = 100
_FUNCTION = re.compile(
    r"(?:(?:async\s+)?def|cpdef|cdef(?!\s+(?:\w+\s+)*(?:class|extern|struct|enum|union)\b))\s+[^=]*\("
)
_FROM = re.compile(r"from\s+(\.*)\s*([\w.]*)\s+(c?import)\s+(.+)", re.DOTALL)
_PLAIN = re.compile(r"(c?import)\s+(.+)", re.DOTALL)
_INCLUDE = re.compile(r"include\s+(['\"])(.+?)\1")
_NOT_CODE = re.compile(
    r"#[^\n]*" r'|"""(?:[^\\]|\\.)*?"""' r"|'''(?:[^\\]|\\.)*?'''" r'|"(?:[^"\\\n]|\\.)*"' r"|'(?:[^'\\\n]|\\.)*'",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class _Line:
    """One logical line: brackets and backslashes joined, comments gone."""

    number: int
    indent: int
    text: str


def scan_cython(text: str, included: Callable[[str], str | None] = lambda _: None) -> Scan:
    """Every import of a Cython file. `included` gives the text of an included file, None when there is none.

    Imports of an included file count where the `include` stands, as Cython pastes its text there.
    """
    statements: list[ImportStatement] = []
    pending = [(text, 0)]
    seen: set[str] = set()
    while pending:
        current, at = pending.pop()
        for line, inside_function in _lines_with_scope(current):
            found = _INCLUDE.match(line.text)
            if found and found.group(2) not in seen and len(seen) < _MOST_INCLUDES:
                seen.add(found.group(2))
                pasted = included(found.group(2))
                if pasted is not None:
                    pending.append((pasted, at or line.number))
            statements.extend(_statements(line, at or line.number, inside_function=inside_function))
    return Scan(tuple(sorted(statements, key=lambda one: (one.line, one.column))))


def _statements(line: _Line, number: int, *, inside_function: bool) -> Iterator[ImportStatement]:
    column = line.indent + 1
    found = _FROM.match(line.text)
    if found:
        dots, module, word, names = found.groups()
        kind, at_import = _kind(word, inside_function=inside_function)
        for name in names.strip("() \t\n").split(","):
            imported = name.split(" as ")[0].strip()
            if imported:
                star = imported == "*" and kind is ImportKind.MODULE
                chosen = ImportKind.STAR if star else kind
                yield ImportStatement(chosen, number, column, len(dots), module, imported, at_import)
        return
    found = _PLAIN.match(line.text)
    if found:
        kind, at_import = _kind(found.group(1), inside_function=inside_function)
        for name in found.group(2).split(","):
            module = name.split(" as ")[0].strip()
            if module and all(part.isidentifier() for part in module.split(".")):
                yield ImportStatement(kind, number, column, 0, module, "", at_import)


def _kind(word: str, *, inside_function: bool) -> tuple[ImportKind, bool]:
    if word == "cimport":
        # The compiled module imports the other one's C interface when it is loaded, wherever the line stands.
        return ImportKind.CYTHON, True
    return (ImportKind.DEFERRED, False) if inside_function else (ImportKind.MODULE, True)


def _lines_with_scope(text: str) -> Iterator[tuple[_Line, bool]]:
    """Logical lines, each with whether it stands in a function."""
    functions: list[int] = []
    for line in _logical_lines(text):
        while functions and functions[-1] >= line.indent:
            functions.pop()
        yield line, bool(functions)
        if _FUNCTION.match(line.text) and line.text.rstrip().endswith(":"):
            functions.append(line.indent)


def _logical_lines(text: str) -> Iterator[_Line]:
    start, depth = 1, 0
    pieces: list[str] = []
    for number, line in enumerate(_NOT_CODE.sub(_without_text, text).split("\n"), start=1):
        if not pieces:
            start = number
        pieces.append(line.removesuffix("\\"))
        depth += sum(map(line.count, "([{")) - sum(map(line.count, ")]}"))
        if depth > 0 or line.endswith("\\"):
            continue
        depth = 0
        whole = " ".join(pieces)
        pieces.clear()
        stripped = whole.lstrip(" \t\f")
        if stripped:
            yield _Line(start, len(whole) - len(stripped), stripped)


def _without_text(found: re.Match[str]) -> str:
    """A comment as nothing, a string of several lines as its line breaks; a short string may name an include."""
    text = found.group(0)
    if text.startswith("#"):
        return ""
    return '""' + "\n" * text.count("\n") if text.startswith(('"""', "'''")) else text
