"""From the bytes of a source file to its tree: `ast` first, libcst for grammar newer than the interpreter's."""

from __future__ import annotations

import ast
import sys
from functools import partial

from archgates.syntax.decode import decode
from archgates.syntax.deep import with_big_stack
from archgates.syntax.errors import SourceError
from archgates.syntax.formatted import mend_formatted_strings
from archgates.syntax.limits import Limits
from archgates.syntax.quiet import parse_quietly
from archgates.syntax.screen import screen
from archgates.syntax.tree import FrontEnd, Tree
from archgates.syntax.walk import walk

__all__ = ["FrontEnd", "Limits", "SourceError", "Tree", "parse"]

_DEFAULT_LIMITS = Limits()
_TOO_DEEP = "nested too deeply to be parsed; split its longest expression or deepest block"


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
        module = _parsed_by_ast(text)
    except SyntaxError as error:
        return Tree(_parsed_by_libcst(text, _refusal(error, text)), text, FrontEnd.LIBCST)
    return Tree(module, text, FrontEnd.AST)


def _parsed_by_ast(text: str) -> ast.Module:
    """`ast.parse`, once more with a big stack where the interpreter's defaults are too small.

    SystemError is how some interpreters report that the depth count went wrong after a RecursionError.
    """
    try:
        return _read(text)
    except (RecursionError, MemoryError, SystemError):
        pass
    try:
        return with_big_stack(partial(_read, text))
    except (RecursionError, MemoryError, SystemError):
        raise SourceError(_TOO_DEEP) from None


def _read(text: str) -> ast.Module:
    module = parse_quietly(text)
    if sys.version_info < (3, 12):
        mend_formatted_strings(module, text)
    return module


def _refusal(error: SyntaxError, text: str) -> SourceError:
    """What `ast` has against a file."""
    line, column = max(error.lineno or 1, 1), max(error.offset or 1, 1)
    shown = (error.text or "").strip()
    if sys.version_info < (3, 12) and error.msg.startswith("f-string: ") and shown[:1] == "(":
        # Python 3.11 counts within the replacement field, which it shows in parentheses.
        lines = text.split("\n")
        found = text.find(shown[1:].removesuffix(")"), sum(len(one) + 1 for one in lines[: line - 1]))
        if found >= 0:
            before = text[: found + max(column - 2, 0)]
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return SourceError(f"syntax error: {error.msg}", line, column)


def _parsed_by_libcst(text: str, refusal: SourceError) -> ast.Module:
    """The tree of a file that `ast` refused, if newer grammar than the interpreter's is the reason.

    libcst is more lenient than any Python: a file that needs no newer grammar is broken, whatever libcst says.
    """
    try:
        screen(text)
    except SourceError as error:
        raise SourceError(f"{refusal.reason}; {error.reason}", refusal.line, refusal.column) from None
    from archgates.syntax.from_libcst.front_end import convert

    try:
        converted = with_big_stack(partial(convert, text))
    except SourceError:
        raise refusal from None
    except RecursionError:
        raise SourceError(_TOO_DEEP) from None
    if converted.needed <= sys.version_info[:2]:
        raise refusal
    return converted.module


def _refuse_too_many_nodes(tree: Tree, limits: Limits) -> None:
    """A node takes at least one character, so that only long texts need counting."""
    if len(tree.text) <= limits.nodes:
        return
    count = sum(1 for _ in walk(tree.module))
    if count > limits.nodes:
        raise SourceError(f"holds {count:,} syntax nodes, more than the limit of {limits.nodes:,}")
