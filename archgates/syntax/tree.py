"""The tree of one source file, whichever front end built it, with its text."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from archgates.domain.location import Location
from archgates.syntax.offsets import Offsets


class FrontEnd(Enum):
    """Which parser built a tree. Both give equal trees."""

    AST = "ast"
    LIBCST = "libcst"


@dataclass(frozen=True)
class Tree:
    """One parsed file: stdlib `ast` nodes (and those of `nodes.py` that this interpreter lacks) and the text.

    Positions in the nodes are `ast`'s own: lines from 1, `col_offset` from 0 in UTF-8 bytes of the line.
    """

    module: ast.Module
    text: str
    front_end: FrontEnd = FrontEnd.AST

    @cached_property
    def lines(self) -> tuple[str, ...]:
        r"""The text split at `\n` alone: a form feed or U+2028 ends no line in Python."""
        return tuple(self.text.split("\n"))

    def column(self, line: int, byte_offset: int) -> int:
        """The column, from 1 in code points, of a UTF-8 byte offset in a line."""
        return self._offsets.code_points(line, byte_offset) + 1

    def location(self, path: str, node: ast.AST) -> Location:
        """Where `node` starts. A node without a position of its own, such as the module, is at 1:1."""
        line: int = getattr(node, "lineno", 1)
        return Location(path, line, self.column(line, getattr(node, "col_offset", 0)))

    @cached_property
    def _offsets(self) -> Offsets:
        return Offsets(self.text)
