"""From the bytes of a source file to its tree."""

from __future__ import annotations

import ast
from functools import partial

from archgates.syntax.decode import decode
from archgates.syntax.deep import with_big_stack
from archgates.syntax.errors import SourceError
from archgates.syntax.limits import Limits
from archgates.syntax.quiet import parse_quietly
from archgates.syntax.tree import FrontEnd, Tree
from archgates.syntax.walk import walk

__all__ = ["FrontEnd", "Limits", "SourceError", "Tree", "parse"]

_DEFAULT_LIMITS = Limits()


def parse(data: bytes, limits: Limits = _DEFAULT_LIMITS) -> Tree:
    """The tree of one file. Raises SourceError, and nothing else, for whatever `data` may hold."""
    if len(data) > limits.bytes:
        raise SourceError(f"holds {len(data):,} bytes, more than the limit of {limits.bytes:,}")
    text = decode(data)
    tree = _parsed(text)
    _refuse_too_many_nodes(tree, limits)
    return tree


def _parsed(text: str) -> Tree:
    try:
        return Tree(_parsed_at_any_depth(text), text)
    except SyntaxError as error:
        message = f"syntax error: {error.msg}"
        raise SourceError(message, max(error.lineno or 1, 1), max(error.offset or 1, 1)) from None


def _parsed_at_any_depth(text: str) -> ast.Module:
    """`ast.parse`, again with a big stack where the interpreter's defaults are too small.

    SystemError is how some interpreters report that the depth count went wrong after a RecursionError.
    """
    try:
        return parse_quietly(text)
    except (RecursionError, MemoryError, SystemError):
        pass
    try:
        return with_big_stack(partial(parse_quietly, text))
    except (RecursionError, MemoryError, SystemError):
        raise SourceError("nested too deeply to be parsed; split the deepest expression or block") from None


def _refuse_too_many_nodes(tree: Tree, limits: Limits) -> None:
    """A node takes at least one character, so that only long texts need counting."""
    if len(tree.text) <= limits.nodes:
        return
    count = sum(1 for _ in walk(tree.module))
    if count > limits.nodes:
        raise SourceError(f"holds {count:,} syntax nodes, more than the limit of {limits.nodes:,}")
