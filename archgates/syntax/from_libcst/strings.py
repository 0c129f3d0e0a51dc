"""String literals, formatted strings and template strings."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

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
        return self._plain(pieces, node)

    def _plain(self, pieces: Sequence[tuple[ast.expr, int, int]], node: cst.BaseString) -> ast.Constant:
        constants = [piece for piece, _, _ in pieces if isinstance(piece, ast.Constant)]
        values = [constant.value for constant in constants]
        texts = [value for value in values if isinstance(value, str)]
        raws = [value for value in values if isinstance(value, bytes)]
        if texts and raws:
            raise self._positions.error("syntax error: cannot mix bytes and nonbytes literals", node)
        joined = "".join(texts) if texts else b"".join(raws)
        whole = ast.Constant(value=joined, kind=constants[0].kind)
        return self._positions.put(whole, pieces[0][1], pieces[-1][2])

    def _pieces(self, part: StringPart) -> Iterator[tuple[ast.expr, int, int]]:
        """Constants and replacement fields of one literal, each with its place in the text."""
        if isinstance(part, cst.SimpleString):
            yield self._literal(part), self._positions.start(part), self._positions.end(part)
        else:
            self._note_grammar(part)
            yield from self._contents(part.parts, raw="r" in part.start.lower())

    def _note_grammar(self, part: cst.FormattedString | cst.TemplatedString) -> None:
        r"""Before PEP 701 a field held no backslash, no `#`, and neither quote nor end of line of its string."""
        if isinstance(part, cst.TemplatedString):
            self._grammar.need(TEMPLATE_STRINGS)
        refused = ["\\", "#", part.end]
        if len(part.end) == 1:
            refused.append("\n")
        for content in part.parts:
            if isinstance(content, cst.FormattedStringExpression):
                field = self._positions.text(*self._positions.span(content))
                if any(mark in field for mark in refused):
                    self._grammar.need(FORMATTED_STRINGS)

    def _contents(self, contents: Sequence[Content], *, raw: bool) -> Iterator[tuple[ast.expr, int, int]]:
        for content in contents:
            start, end = self._positions.span(content)
            if isinstance(content, cst.FormattedStringText | cst.TemplatedStringText):
                text = content.value.replace("{{", "{").replace("}}", "}")
                yield ast.Constant(value=self._decoded(text, content, raw=raw), kind=None), start, end
            elif isinstance(content, cst.FormattedStringExpression | cst.TemplatedStringExpression):
                yield from self._field(content, start, end, raw=raw)

    def _field(self, field: Field, start: int, end: int, *, raw: bool) -> Iterator[tuple[ast.expr, int, int]]:
        """A replacement field, and before it the text that `{value=}` shows."""
        spec, colon = self._format_spec(field, end - 1, raw=raw)
        conversion = field.conversion
        if field.equal is not None:
            shown = colon - len(f"!{conversion}" if conversion else "")
            text = _COMMENT.sub(r"\1", self._positions.text(start + 1, shown))
            yield ast.Constant(value=text, kind=None), start + 1, shown
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
        yield self._positions.put(made, start, end), start, end

    def _format_spec(self, field: Field, end: int, *, raw: bool) -> tuple[ast.JoinedStr | None, int]:
        """What follows the colon of a field, and where the colon, or else the closing brace, stands."""
        if field.format_spec is None:
            return None, end
        parts: Sequence[Content] = field.format_spec
        colon = self._positions.span(parts[0])[0] - 1 if parts else end - 1
        values = self._merged(list(self._contents(parts, raw=raw)))
        return self._positions.put(ast.JoinedStr(values=values), colon, end), colon

    def _merged(self, pieces: Sequence[tuple[ast.expr, int, int]]) -> list[ast.expr]:
        """Neighbouring constants become one, empty ones go."""
        merged: list[ast.expr] = []
        run: list[tuple[ast.Constant, int, int]] = []
        for piece, start, end in pieces:
            if isinstance(piece, ast.Constant):
                run.append((piece, start, end))
            else:
                merged += self._joined(run)
                merged.append(piece)
                run = []
        return merged + self._joined(run)

    def _joined(self, run: Sequence[tuple[ast.Constant, int, int]]) -> list[ast.expr]:
        text = "".join(str(constant.value) for constant, _, _ in run)
        if not text:
            return []
        return [self._positions.put(ast.Constant(value=text, kind=run[0][0].kind), run[0][1], run[-1][2])]

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
