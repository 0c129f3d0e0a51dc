"""Reads the imports of a file from its text, without a parse, where the text leaves no doubt.

Most files have imports at the top and in functions, and parsing them costs ten times what reading these lines does.
`scan_text` answers what `scan_tree` would, or None for whatever it does not recognise at once: a test compares the
two on every file at hand. It takes for granted that the file is valid Python; the caller checks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archgates.domain.imports import ImportKind
from archgates.imports import dynamic, lazy
from archgates.imports.blocks import Block, Blocks
from archgates.imports.mentions import may_call_function, may_call_method
from archgates.imports.statements import ImportStatement, Scan

_STRING = "\x01"
"""Stands for each character of a string, so that offsets stay as they are."""
_LINE = re.compile(r"^([ \t\f]*)(from|import)\b", re.MULTILINE)
_INLINE_START = re.compile(r"[;:][ \t\f]*(?:from[ \t.]*[\w.]*[ \t]*)?$")
_LAZY_LINE = re.compile(r"^[ \t\f]*lazy[ \t]+(?:from|import)\b", re.MULTILINE)
_NAME = r"[A-Za-z_]\w*"
_DOTTED = rf"{_NAME}(?:\.{_NAME})*"
_AS = rf"(?:[ \t]+as[ \t]+{_NAME})?"
_END = r"[ \t]*(?:#[^\n]*)?(?:\n|\Z)"
_IMPORT = re.compile(rf"import[ \t]+({_DOTTED}{_AS}(?:[ \t]*,[ \t]*{_DOTTED}{_AS})*){_END}", re.ASCII)
_FROM = re.compile(
    rf"from(?:[ \t]+(\.*)[ \t]*|(\.+)[ \t]*)({_DOTTED})?[ \t]+import\b[ \t]*"
    rf"(?:(\*)|\(([^()\\]*)\)|({_NAME}{_AS}(?:[ \t]*,[ \t]*{_NAME}{_AS})*)){_END}",
    re.ASCII,
)
_ALIAS = re.compile(rf"({_DOTTED})(?:\s+as\s+({_NAME}))?", re.ASCII)
_TOKEN = re.compile(
    r"#[^\n]*"
    r"|(?:\b([rRbBuUfFtT]{1,2}))?"
    r"(?:\"\"\"(?:[^\\\"]|\\.|\"(?!\"\"))*\"\"\"|'''(?:[^\\']|\\.|'(?!''))*'''"
    r"|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')",
    re.DOTALL,
)
_ASSIGNED_SCRIPT_TEST = re.compile(r"^(?![ \t\f]*(?:el)?if\b)[^\n]*(?:__name__\s*[!=]=|[!=]=\s*__name__)", re.MULTILINE)
_PLAIN_FLAG_LINE = re.compile(
    r"[ \t]*if[ \t]+(?:typing\.)?TYPE_CHECKING:"
    r"|from[^\n]*\bimport\b[^\n]*\bTYPE_CHECKING\b|[ \t]+TYPE_CHECKING,[ \t]*(?:\n|\Z)"
)
_RENAMED_TYPING = re.compile(r"\btyping\b[^\n=]*=(?!=)|\bas[ \t]+(?:TYPE_CHECKING|typing)\b")

_BARE_CONSTANT = re.compile(
    r"(?:\bif|\band|\bor|\bnot|\()[ \t(]*(?:True|False|None|Ellipsis|\.\.\.|[\d.][\w.]*|\x01+)[ \t)]*"
    r"(?::[ \t]*$|\band\b|\bor\b|$)"
)


def scan_text(text: str) -> Scan | None:
    """Every import of a valid file, or None when only its tree can tell."""
    if not _is_plain(text):
        return None
    lines = list(_LINE.finditer(text))
    if not lines:
        return Scan()
    code = _code_before(text, lines[-1].end())
    if code is None:
        return None
    reader = _Reader(text, code)
    statements: list[ImportStatement] = []
    for line in lines:
        if code.startswith(line.group(2), line.start(2)):
            found = reader.read(line)
            if found is None:
                return None
            statements.extend(found)
    return Scan(tuple(statements))


def _is_plain(text: str) -> bool:
    """Whether imports can only stand on lines of their own, and none is made by a call or a hook."""
    if dynamic.may_import(text) or lazy.MARKS[1] in text:
        return False
    if text.count(lazy.MARKS[0]) > text.count("def __getattr__(self"):
        return False
    return not ("lazy" in text and _LAZY_LINE.search(text)) and not any(
        _is_inline(text, at) for at in _places(text, "import")
    )


def _places(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


def _line_before(text: str, at: int) -> tuple[int, str]:
    start = text.rfind("\n", 0, at) + 1
    return start, text[start:at]


def _is_inline(text: str, at: int) -> bool:
    """Whether the word `import` at an offset may belong to a statement that does not begin its line."""
    start, before = _line_before(text, at)
    if not before or before.isspace():
        return False
    if _INLINE_START.search(before):
        return True
    return text[max(start - 2, 0) : start] == "\\\n"


def _code_before(text: str, end: int) -> str | None:
    """The text up to `end` with strings and comments blanked; None when a quote is left over."""
    pieces: list[str] = []
    at = 0
    for token in _TOKEN.finditer(text):
        start, stop = token.span()
        if start >= end:
            break
        pieces.append(text[at:start])
        is_comment = text[start] == "#"
        if not is_comment and _may_nest(token, text):
            return None
        pieces.append((" " if is_comment else _STRING) * (stop - start))
        at = stop
    pieces.append(text[at:end])
    code = "".join(pieces)
    return None if '"' in code or "'" in code else code


def _may_nest(token: re.Match[str], text: str) -> bool:
    """Whether an f-string may have ended later than it seems: quotes may stand inside its braces (PEP 701)."""
    prefix = token.group(1)
    if not prefix or prefix.lower().strip("rb") not in {"f", "t"} or "{" not in token.group():
        return False
    following = text[token.end() : token.end() + 1]
    body = token.group()
    return following.isalnum() or following in {'"', "'", "_", "{", "}", "\\"} or body.count("{") != body.count("}")


@dataclass(frozen=True, slots=True)
class _Place:
    kind: ImportKind
    at_import: bool


class _Reader:
    """Turns one import line after the other into statements."""

    def __init__(self, text: str, code: str) -> None:
        self._text = text
        self._code = code
        self._blocks = Blocks(code)
        self._line = 1
        self._counted = 0
        self._flag_is_plain: bool | None = None
        self._flags: set[str] = set()

    def read(self, line: re.Match[str]) -> list[ImportStatement] | None:
        """The statements of a line; None when only the tree can tell."""
        start = line.start(2)
        indent = line.group(1)
        self._line += self._text.count("\n", self._counted, start)
        self._counted = start
        if "\t" in indent or "\f" in indent or self._code[max(line.start() - 2, 0) : line.start()] == "\\\n":
            return None
        names = _names_of(self._text, start, line.group(2))
        if names is None:
            return None
        place = self._place(line.start(), len(indent))
        if place is None or not self._learn(names, is_top=not indent):
            return None
        column = len(indent) + 1
        return [
            ImportStatement(
                ImportKind.STAR if name == "*" and place.kind is ImportKind.MODULE else place.kind,
                self._line,
                column,
                level,
                module,
                name,
                place.at_import,
                bound,
            )
            for level, module, name, bound in names
        ]

    def _learn(self, names: Sequence[tuple[int, str, str, str]], *, is_top: bool) -> bool:
        """Note what the typing flag is called; False when it is bound in a way that the text does not settle."""
        for level, module, name, bound in names:
            if bound == "TYPE_CHECKING" or (bound == "typing" and (name or module != "typing")):
                if not (is_top and level == 0 and module in ("typing", "typing_extensions") and name == bound):
                    return False
                self._flags.add(bound)
            elif bound == "typing" and is_top:
                self._flags.add(bound)
            elif name == "TYPE_CHECKING":
                return False
        return True

    def _place(self, start: int, indent: int) -> _Place | None:
        if indent == 0:
            return _Place(ImportKind.MODULE, at_import=True)
        chain = self._blocks.around(start, indent)
        if chain is None:
            return None
        kind = ImportKind.MODULE
        for block in chain:
            inner = self._within(kind, block)
            if inner is None:
                return None
            kind = inner
        if kind is ImportKind.DEFERRED and not self._never_called(chain):
            return None
        return _Place(kind, at_import=kind is ImportKind.MODULE)

    def _within(self, kind: ImportKind, block: Block) -> ImportKind | None:
        """The kind of an import inside one more block; None when only the tree can tell."""
        word = block.keyword
        if word == "def":
            return ImportKind.DEFERRED if kind is ImportKind.MODULE else kind
        if word in ("class", "for", "while", "match", "case"):
            return kind
        if word in ("try", "except", "finally"):
            return None if kind is ImportKind.MODULE else kind
        if word == "with":
            return None if kind is ImportKind.MODULE and "suppress" in block.header else kind
        if block.is_else_of_loop_or_try:
            return None if kind is ImportKind.MODULE else kind
        if block.header in ("if TYPE_CHECKING:", "if typing.TYPE_CHECKING:"):
            flag = block.header[3:-1].partition(".")[0]
            return ImportKind.TYPING if flag in self._flags and self._uses_flag_plainly() else None
        return kind if self._decides_nothing(block.tests) else None

    def _uses_flag_plainly(self) -> bool:
        """Whether the typing flag is only imported under its own name and tested alone."""
        if self._flag_is_plain is None:
            text = self._text
            uses = list(_places(text, "TYPE_CHECKING"))
            lines = [_line_before(text, at)[0] for at in uses]
            plain = len(set(lines)) == len(lines) and all(_PLAIN_FLAG_LINE.match(text, start) for start in lines)
            self._flag_is_plain = plain and not (uses and _RENAMED_TYPING.search(text))
        return self._flag_is_plain

    def _decides_nothing(self, tests: Sequence[str]) -> bool:
        """Whether the tests of an `if` chain depend on what happens when the program runs."""
        if "version_info" in self._text or "MYPY" in self._text or _ASSIGNED_SCRIPT_TEST.search(self._text):
            return False
        if not self._uses_flag_plainly():
            return False
        return not any("TYPE_CHECKING" in one or "__name__" in one or _BARE_CONSTANT.search(one) for one in tests)

    def _never_called(self, chain: Sequence[Block]) -> bool:
        """Whether nothing in the file can call the function around an import while the file is imported."""
        definitions = [one for one in chain if one.keyword in ("def", "class")]
        words = [one.keyword for one in definitions]
        if words == ["def"]:
            return not may_call_function(self._text, definitions[0].name)
        if words == ["class", "def"]:
            return not may_call_method(self._text, definitions[0].name, definitions[1].name)
        # What stands deeper runs by calls that no reading of names can tell.
        return True


def _names_of(text: str, start: int, word: str) -> list[tuple[int, str, str, str]] | None:
    """Level, module, name and local name of each thing that the statement at `start` imports."""
    if word == "import":
        found = _IMPORT.match(text, start)
        if found is None:
            return None
        return [(0, name, "", bound or name.partition(".")[0]) for name, bound in _aliases(found.group(1))]
    found = _FROM.match(text, start)
    if found is None:
        return None
    level = len(found.group(1) or found.group(2) or "")
    module = found.group(3) or ""
    if not level and not module:
        return None
    if found.group(4):
        return [(level, module, "*", "")]
    listed = found.group(6) if found.group(6) is not None else re.sub(r"#[^\n]*", "", found.group(5)).strip()
    if not re.fullmatch(rf"{_NAME}(?:\s+as\s+{_NAME})?(?:\s*,\s*{_NAME}(?:\s+as\s+{_NAME})?)*\s*,?", listed, re.ASCII):
        return None
    return [(level, module, name, bound or name) for name, bound in _aliases(listed)]


def _aliases(listed: str) -> Iterator[tuple[str, str]]:
    for found in _ALIAS.finditer(listed):
        yield found.group(1), found.group(2) or ""
