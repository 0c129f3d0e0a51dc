"""From the bytes of a source file to its tree."""

from __future__ import annotations

import ast

from archgates.syntax.decode import decode
from archgates.syntax.errors import SourceError
from archgates.syntax.limits import Limits
from archgates.syntax.tree import FrontEnd, Tree

__all__ = ["FrontEnd", "Limits", "SourceError", "Tree", "parse"]


def parse(data: bytes, limits: Limits = Limits()) -> Tree:  # noqa: B008 - frozen
    """The tree of one file. Raises SourceError, and nothing else, for whatever bytes may hold."""
    if len(data) > limits.bytes:
        raise SourceError(f"holds {len(data)} bytes, more than the limit of {limits.bytes}")
    text = decode(data)
    try:
        module = ast.parse(text)
    except SyntaxError as error:
        raise SourceError(f"syntax error: {error.msg}", error.lineno or 1, error.offset or 1) from None
    except (RecursionError, MemoryError):
        raise SourceError("nested too deeply to be parsed") from None
    return Tree(module, text)
