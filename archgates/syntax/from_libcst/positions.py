"""Where each libcst node stands in the text."""

from __future__ import annotations

import ast
from types import TracebackType
from typing import TypeAlias, TypeVar

import libcst as cst
from libcst._nodes.internal import CodegenState

from archgates.syntax.errors import SourceError
from archgates.syntax.offsets import Offsets

NodeT = TypeVar("NodeT", bound=ast.AST)
Parenthesized: TypeAlias = cst.BaseExpression | cst.MatchPattern
"""What may stand in parentheses of its own."""

_BLANKS = frozenset(" \t\f\n\\")


class Positions:
    """Places `ast` nodes by the text that their libcst nodes were read from. Offsets count characters."""

    def __init__(self, module: cst.Module, text: str) -> None:
        recorder = _Recorder(module, text)
        module._codegen(recorder)
        self._spans = recorder.spans
        self._text = text
        self._offsets = Offsets(text)

    def start(self, node: cst.CSTNode) -> int:
        """Where the node starts, its own parentheses left out."""
        start = self._spans[id(node)][0]
        while self._text[start : start + 1] in _BLANKS:
            start += 1
        return start

    def end(self, node: cst.CSTNode) -> int:
        """Where the node ends, its own parentheses and white space behind it left out."""
        start, end = self._spans[id(node)]
        while end > start and self._text[end - 1] in _BLANKS:
            end -= 1
        return end

    def outer_start(self, node: Parenthesized) -> int:
        """Where the node starts, its parentheses included."""
        return self.start(node.lpar[0] if node.lpar else node)

    def outer_end(self, node: Parenthesized) -> int:
        """Where the node ends, its parentheses included."""
        return self.end(node.rpar[-1] if node.rpar else node)

    def span(self, node: cst.CSTNode) -> tuple[int, int]:
        """Start and end of the node with whatever white space it holds."""
        return self._spans[id(node)]

    def last_before(self, offset: int, character: str) -> int:
        """Where `character` stands for the last time before an offset."""
        return self._text.rindex(character, 0, offset)

    def text(self, start: int, end: int) -> str:
        """A slice of the source."""
        return self._text[start:end]

    def put(self, node: NodeT, start: int, end: int) -> NodeT:
        """`node` with the position of a slice of the source."""
        # Every node here has a position:
        node.lineno, node.col_offset = self._offsets.position(start)  # type: ignore[attr-defined]
        # Every node here has a position:
        node.end_lineno, node.end_col_offset = self._offsets.position(end)  # type: ignore[attr-defined]
        return node

    def put_at(self, node: NodeT, origin: cst.CSTNode) -> NodeT:
        """`node` with the position of the libcst node it was made from."""
        return self.put(node, self.start(origin), self.end(origin))

    def error(self, reason: str, origin: cst.CSTNode) -> SourceError:
        """An error at a libcst node."""
        return self.error_at(reason, self.start(origin))

    def error_at(self, reason: str, offset: int) -> SourceError:
        """An error at a character offset."""
        line_start = self._text.rfind("\n", 0, offset) + 1
        return SourceError(reason, self._text.count("\n", 0, offset) + 1, offset - line_start + 1)


class _Recorder(CodegenState):
    """Writes the module out, as libcst does for `Module.code`, and notes where each node begins and ends.

    libcst's own position providers do the same at about five times the cost. What is written is held against the
    text: libcst loses some white space (as in `except A :`), which is passed over; anything else is an error.
    """

    def __init__(self, module: cst.Module, text: str) -> None:
        super().__init__(module.default_indent, module.default_newline)
        self.spans: dict[int, tuple[int, int]] = {}
        self.offset = 0
        self._text = text
        self._open: list[int] = []

    def add_token(self, value: str) -> None:
        if self._text.startswith(value, self.offset):
            self.offset += len(value)
        else:
            self._resume(value)

    def _resume(self, value: str) -> None:
        """Go on behind white space that was lost; a line end behind the last line is libcst's own."""
        offset = self.offset
        while self._text[offset : offset + 1] in _BLANKS:
            offset += 1
        if self._text.startswith(value, offset):
            self.offset = offset + len(value)
        elif offset < len(self._text) or value != self.default_newline:
            where = self._text.count("\n", 0, offset) + 1
            raise SourceError("the fallback parser does not give this line back as it was", where)

    def add_indent_tokens(self) -> None:
        for token in self.indent_tokens:
            self.add_token(token)

    def pop_trailing_newline(self) -> None:
        """Nothing to take back: the text says where it ends."""

    def before_codegen(self, node: cst.CSTNode) -> None:
        self._open.append(self.offset)

    def after_codegen(self, node: cst.CSTNode) -> None:
        self.spans.setdefault(id(node), (self._open.pop(), self.offset))

    def record_syntactic_position(  # type: ignore[override] # a context manager, without contextlib's cost
        self, node: cst.CSTNode, *, start_node: cst.CSTNode | None = None, end_node: cst.CSTNode | None = None
    ) -> _Span:
        return _Span(self, node)


class _Span:
    """Notes what is written inside the `with` block as the place of a node, instead of all that it writes."""

    __slots__ = ("_node", "_recorder", "_start")

    def __init__(self, recorder: _Recorder, node: cst.CSTNode) -> None:
        self._recorder = recorder
        self._node = node
        self._start = 0

    def __enter__(self) -> None:
        self._start = self._recorder.offset

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._recorder.spans[id(self._node)] = (self._start, self._recorder.offset)
