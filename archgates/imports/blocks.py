"""Which blocks (functions, classes, `if`) stand around a line, read from indentation alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

_HEADER = re.compile(r"(?:async[ \t]+)?(def|class|if|elif|else|try|except|finally|for|while|with|match|case)\b")
_NAMED = re.compile(r"(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.ASCII)
_ALONE = frozenset({"else", "elif", "except", "finally"})


@dataclass(frozen=True, slots=True)
class Block:
    """A compound statement whose body holds the line."""

    keyword: str
    header: str
    """Its first line without indentation; strings and comments blanked."""
    name: str = ""
    """The name that it defines."""
    tests: tuple[str, ...] = ()
    """The headers of the `if` chain up to this branch."""
    is_else_of_loop_or_try: bool = False


class Blocks:
    """The lines of a text without strings and comments. Multi-line strings have become one line."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._lines: list[str] = []
        self._number = 0
        self._counted = 0

    def around(self, start: int, indent: int) -> list[Block] | None:
        """Blocks around the line that begins at offset `start`, outermost first; None where it is not plain.

        Asked for growing offsets.
        """
        if not self._lines:
            self._lines = self._code.split("\n")
        self._number += self._code.count("\n", self._counted, start)
        self._counted = start
        chain: list[Block] = []
        number = self._number
        while indent > 0:
            number = self._header_above(number, indent)
            if number < 0:
                return None
            block = self._block(number)
            if block is None:
                return None
            chain.append(block)
            indent = _indent(self._lines[number])
        return chain[::-1]

    def _header_above(self, number: int, indent: int) -> int:
        """The line that opens the block of lines indented by `indent`, -1 where it is not plain."""
        for above in range(number - 1, -1, -1):
            line = self._lines[above]
            stripped = line.strip()
            if not stripped:
                continue
            found = _indent(line)
            if found < 0:
                return -1
            if found >= indent:
                continue
            if not stripped.endswith(":"):
                return -1
            if stripped[0] in ")]}":
                return self._opening(above, found)
            return above if _HEADER.match(stripped) else -1
        return -1

    def _opening(self, number: int, indent: int) -> int:
        """The first line of a header that ends in a line such as `) -> int:`."""
        for above in range(number - 1, -1, -1):
            line = self._lines[above]
            stripped = line.strip()
            if not stripped:
                continue
            found = _indent(line)
            if found > indent:
                continue
            is_header = found == indent and _HEADER.match(stripped) and stripped[-1] in "([{"
            return above if is_header else -1
        return -1

    def _block(self, number: int) -> Block | None:
        header = self._lines[number].strip()
        found = _HEADER.match(header)
        if found is None:
            return None
        keyword = found.group(1)
        if keyword in ("def", "class"):
            named = _NAMED.match(header)
            return Block(keyword, header, named.group(1)) if named else None
        if keyword in ("if", "elif", "else"):
            return self._branch(number, keyword, header)
        return Block(keyword, header)

    def _branch(self, number: int, keyword: str, header: str) -> Block | None:
        """A branch with every test of its chain; headers of several lines are not plain."""
        tests: list[str] = []
        current = keyword
        while True:
            line = self._lines[number].strip()
            if not line.endswith(":"):
                return None
            if current != "else":
                tests.append(line)
            if current not in _ALONE:
                return Block(keyword, header, tests=tuple(tests))
            number = self._sibling_above(number)
            found = _HEADER.match(self._lines[number].strip()) if number >= 0 else None
            if found is None:
                return None
            current = found.group(1)
            if current not in ("if", "elif"):
                is_known = keyword == "else" and current in ("for", "while", "except")
                return Block(keyword, header, is_else_of_loop_or_try=True) if is_known else None

    def _sibling_above(self, number: int) -> int:
        indent = _indent(self._lines[number])
        for above in range(number - 1, -1, -1):
            if self._lines[above].strip():
                found = _indent(self._lines[above])
                if found == indent:
                    return above
                if found < indent:
                    return -1
        return -1


def _indent(line: str) -> int:
    """Leading spaces; -1 where other white space stands among them."""
    indent = len(line) - len(line.lstrip(" "))
    return -1 if line[indent : indent + 1] in ("\t", "\f") else indent
