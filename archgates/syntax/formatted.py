"""Mends the positions that Python 3.11 gives to the insides of formatted strings.

Until PEP 701, `ast` placed constants and replacement fields at the whole string, and the nodes of expressions
relative to it, sometimes in other lines. Python 3.12 and newer are right and need nothing of this.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from archgates.syntax.fields import Field, Text, parts
from archgates.syntax.offsets import Offsets
from archgates.syntax.quiet import parse_quietly
from archgates.syntax.walk import children, walk

_PREFIX = re.compile(r"""[fF][rR]?['"]""")
"""Finds every prefix, and also text that only looks like one."""
_BLANKS = " \t\f\n"


def mend_formatted_strings(module: ast.Module, text: str) -> None:
    """Give every node inside a formatted string the position that Python 3.13 gives it; changes the tree."""
    starts = [found.start() for found in _PREFIX.finditer(text)]
    if not starts:
        return
    mender = _Mender(text)
    lines = sorted({mender.offsets.position(start)[0] for start in starts})
    for joined in _outermost(module, lines):
        mender.mend(joined)


def _outermost(module: ast.Module, lines: Sequence[int]) -> Iterator[ast.JoinedStr]:
    """Formatted strings that are in no other; `lines` are those where any starts, so that the rest is skipped."""
    stack: list[ast.AST] = [module]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.JoinedStr):
            yield node
        elif _touches(node, lines):
            stack += children(node)


def _touches(node: ast.AST, lines: Sequence[int]) -> bool:
    last = getattr(node, "end_lineno", None)
    if last is None:
        return True
    decorators = getattr(node, "decorator_list", None)
    first: int = decorators[0].lineno if decorators else node.lineno  # type: ignore[attr-defined] # with its end
    following = bisect_left(lines, first)
    return following < len(lines) and lines[following] <= last


class _Mender:
    """Mends one string after the other of one text."""

    def __init__(self, text: str) -> None:
        self.offsets = Offsets(text)
        self._text = text

    def mend(self, joined: ast.JoinedStr) -> None:
        """Place everything inside a string whose own position is right."""
        if joined.end_lineno is None or joined.end_col_offset is None:
            return
        start = self.offsets.offset(joined.lineno, joined.col_offset)
        end = self.offsets.offset(joined.end_lineno, joined.end_col_offset)
        self._place_values(joined.values, parts(self._text, start, end))

    def _place_values(self, values: Sequence[ast.expr], found: Iterator[Text | Field] | Sequence[Text | Field]) -> None:
        """Neighbouring texts are one constant, and none where they are empty."""
        remaining = iter(values)
        value = next(remaining, None)
        run: list[Text] = []
        for part in found:
            if isinstance(part, Text):
                run.append(part)
                continue
            if isinstance(value, ast.Constant) and run:
                self._put(value, run[0].start, run[-1].end)
                value = next(remaining, None)
            if isinstance(value, ast.FormattedValue):
                self._place_field(value, part)
                value = next(remaining, None)
            run = []
        if isinstance(value, ast.Constant) and run:
            self._put(value, run[0].start, run[-1].end)

    def _place_field(self, value: ast.FormattedValue, field: Field) -> None:
        self._put(value, field.start, field.end)
        value.value = self._expression(value.value, field.expression_start, field.expression_end)
        if isinstance(value.format_spec, ast.JoinedStr) and field.colon is not None:
            self._put(value.format_spec, field.colon, field.end - 1)
            self._place_values(value.format_spec.values, field.spec)
        for node in _strings_inside(value.value):
            self.mend(node)

    def _expression(self, node: ast.expr, start: int, end: int) -> ast.expr:
        """The expression of a field as it is, if it is where it should be, else parsed again from its own text."""
        source = self._text[start:end]
        first = start + len(source) - len(source.lstrip(_BLANKS))
        # An expression that starts with a parenthesis may itself start later.
        if self._text[first] != "(" and (node.lineno, node.col_offset) == self.offsets.position(first):
            return node
        statement = parse_quietly(f"({source})").body[0]
        if not isinstance(statement, ast.Expr):
            return node
        again = statement.value
        line, column = self.offsets.position(start)
        in_parentheses = (again.lineno, again.col_offset) == (1, 0)
        for inner in walk(again):
            _shift(inner, line - 1, column - 1)
        if in_parentheses:
            # The parentheses around a bare tuple are not in the text.
            self._put(again, first, start + len(source.rstrip(_BLANKS)))
        return again

    def _put(self, node: ast.expr, start: int, end: int) -> None:
        node.lineno, node.col_offset = self.offsets.position(start)
        node.end_lineno, node.end_col_offset = self.offsets.position(end)


def _shift(node: ast.AST, lines: int, columns: int) -> None:
    """Move a node by lines, and on the first line by columns."""
    if not isinstance(node, ast.expr | ast.arg | ast.keyword):
        return
    if node.end_lineno is not None and node.end_col_offset is not None:
        node.end_col_offset += columns if node.end_lineno == 1 else 0
        node.end_lineno += lines
    node.col_offset += columns if node.lineno == 1 else 0
    node.lineno += lines


def _strings_inside(node: ast.expr) -> Iterator[ast.JoinedStr]:
    """Formatted strings in an expression that are in no other."""
    stack: list[ast.AST] = [node]
    while stack:
        current = stack.pop()
        if isinstance(current, ast.JoinedStr):
            yield current
        else:
            stack += children(current)
