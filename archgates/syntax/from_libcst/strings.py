"""String literals, formatted strings and template strings."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, TypeAlias

import libcst as cst

from archgates.syntax import nodes
from archgates.syntax.from_libcst.grammar import FORMATTED_STRINGS, TEMPLATE_STRINGS, Grammar
from archgates.syntax.from_libcst.positions import Positions
from archgates.syntax.quiet import parse_quietly

ToExpression: TypeAlias = Callable[[cst.BaseExpression], ast.expr]
StringPart: TypeAlias = cst.SimpleString | cst.FormattedString | cst.TemplatedString
Field: TypeAlias = cst.FormattedStringExpression | cst.TemplatedStringExpression
Content: TypeAlias = cst.BaseFormattedStringContent | cst.BaseTemplatedStringContent

_PLAIN = re.compile(r"""([uU]?)('''|\"""|'|")([^\\]*)\2""")
_TO_QUOTE = re.compile(r'\\.|"|\n', re.DOTALL)
_COMMENT = re.compile(r"""('[^'\n]*'|"[^"\n]*")|\#[^\n]*""")
_QUOTED = {'"': r"\"", "\n": r"\n"}


class _Piece(NamedTuple):
    """A constant or a replacement field, from one character offset to another."""

    node: ast.expr
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Frame:
    """What the literal around a replacement field says about it."""

    raw: bool
    quote: str

    @property
    def refused(self) -> tuple[str, ...]:
        """What no expression held before PEP 701: backslash, comment, the quote of its string or its line's end."""
        marks = ("\\", "#", self.quote)
        return marks if len(self.quote) == 3 else (*marks, "\n")


class Strings:
    """Turns libcst strings into the nodes that Python 3.13 makes of them."""

    def __init__(self, positions: Positions, grammar: Grammar, to_expression: ToExpression) -> None:
        self._positions = positions
        self._grammar = grammar
        self._to_expression = to_expression

    def convert(self, node: cst.BaseString) -> ast.expr:
        """One literal, or several that stand side by side and are one."""
        parts = _flattened(node)
        start, end = self._positions.start(parts[0]), self._positions.end(parts[-1])
        pieces = [piece for part in parts for piece in self._pieces(part)]
        if any(isinstance(part, cst.TemplatedString) for part in parts):
            return self._positions.put(nodes.TemplateStr(values=self._merged(pieces)), start, end)
        if any(isinstance(part, cst.FormattedString) for part in parts):
            return self._positions.put(ast.JoinedStr(values=self._merged(pieces)), start, end)
        return self._joined(pieces)

    def _pieces(self, part: StringPart) -> Iterator[_Piece]:
        """Constants and replacement fields of one literal, each with its place in the text."""
        if isinstance(part, cst.SimpleString):
            yield _Piece(self._literal(part), self._positions.start(part), self._positions.end(part))
        else:
            if isinstance(part, cst.TemplatedString):
                self._grammar.need(TEMPLATE_STRINGS)
            yield from self._contents(part.parts, _Frame(raw="r" in part.start.lower(), quote=part.end))

    def _contents(self, contents: Sequence[Content], frame: _Frame) -> Iterator[_Piece]:
        for content in contents:
            start, end = self._positions.span(content)
            if isinstance(content, cst.FormattedStringText | cst.TemplatedStringText):
                text = content.value.replace("{{", "{").replace("}}", "}")
                decoded = self._decoded(text, content, raw=frame.raw)
                yield _Piece(ast.Constant(value=decoded, kind=None), start, end)
            elif isinstance(content, cst.FormattedStringExpression | cst.TemplatedStringExpression):
                yield from self._field(content, start, end, frame)

    def _field(self, field: Field, start: int, end: int, frame: _Frame) -> Iterator[_Piece]:
        """A replacement field, and before it the text that `{value=}` shows."""
        spec, colon = self._format_spec(field, end - 1, frame)
        if any(mark in self._positions.text(start, colon) for mark in frame.refused):
            self._grammar.need(FORMATTED_STRINGS)
        conversion = field.conversion
        if field.equal is not None:
            shown = colon - len(f"!{conversion}" if conversion else "")
            text = _COMMENT.sub(r"\1", self._positions.text(start + 1, shown))
            yield _Piece(ast.Constant(value=text, kind=None), start + 1, shown)
            if spec is None and conversion is None:
                conversion = "r"
        value = self._to_expression(field.expression)
        code = ord(conversion) if conversion else -1
        made: ast.expr
        if isinstance(field, cst.TemplatedStringExpression):
            source = self._positions.text(
                self._positions.outer_start(field.expression), self._positions.outer_end(field.expression)
            )
            made = nodes.Interpolation(value=value, str=source, conversion=code, format_spec=spec)
        else:
            made = ast.FormattedValue(value=value, conversion=code, format_spec=spec)
        yield _Piece(self._positions.put(made, start, end), start, end)

    def _format_spec(self, field: Field, end: int, frame: _Frame) -> tuple[ast.JoinedStr | None, int]:
        """What follows the colon of a field, and where the colon, or else the closing brace, stands."""
        if field.format_spec is None:
            return None, end
        parts: Sequence[Content] = field.format_spec
        colon = self._positions.span(parts[0])[0] - 1 if parts else end - 1
        values = self._merged(list(self._contents(parts, frame)))
        return self._positions.put(ast.JoinedStr(values=values), colon, end), colon

    def _merged(self, pieces: Sequence[_Piece]) -> list[ast.expr]:
        """Neighbouring constants become one, empty ones go."""
        merged: list[ast.expr] = []
        for constant, run in groupby(pieces, key=lambda piece: isinstance(piece.node, ast.Constant)):
            if not constant:
                merged += [piece.node for piece in run]
                continue
            joined = self._joined(list(run))
            if joined.value:
                merged.append(joined)
        return merged

    def _joined(self, run: Sequence[_Piece]) -> ast.Constant:
        """One constant for several side by side."""
        constants = [piece.node for piece in run if isinstance(piece.node, ast.Constant)]
        texts = [one.value for one in constants if isinstance(one.value, str)]
        raws = [one.value for one in constants if isinstance(one.value, bytes)]
        if texts and raws:
            raise self._positions.error_at("syntax error: cannot mix bytes and nonbytes literals", run[0].start)
        whole = ast.Constant(value="".join(texts) if texts else b"".join(raws), kind=constants[0].kind)
        return self._positions.put(whole, run[0].start, run[-1].end)

    def _literal(self, node: cst.SimpleString) -> ast.Constant:
        plain = _PLAIN.fullmatch(node.value)
        if plain:
            return ast.Constant(value=plain[3], kind="u" if plain[1] == "u" else None)
        return self._evaluated(node.value, node)

    def _decoded(self, text: str, node: cst.CSTNode, *, raw: bool) -> str:
        """The text of a formatted string with its escape sequences replaced."""
        if raw or "\\" not in text:
            return text
        quoted = _TO_QUOTE.sub(lambda found: _QUOTED.get(found[0], found[0]), text)
        # A backslash before a replacement field is a backslash.
        trailing = len(quoted) - len(quoted.rstrip("\\"))
        return str(self._evaluated(f'"{quoted}{chr(92) if trailing % 2 else ""}"', node).value)

    def _evaluated(self, literal: str, node: cst.CSTNode) -> ast.Constant:
        """The constant that the interpreter makes of a literal."""
        try:
            statement = parse_quietly(literal).body[0]
        except SyntaxError as error:
            raise self._positions.error(f"syntax error: {error.msg}", node) from None
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            return ast.Constant(value=statement.value.value, kind=statement.value.kind)
        raise self._positions.error("this literal is no constant", node)


def _flattened(node: cst.BaseString) -> list[StringPart]:
    """The literals of a concatenation from left to right; libcst nests them to the right."""
    parts: list[StringPart] = []
    pending: list[cst.BaseString] = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, cst.ConcatenatedString):
            pending += [current.right, current.left]
        elif isinstance(current, cst.SimpleString | cst.FormattedString | cst.TemplatedString):
            parts.append(current)
    return parts
