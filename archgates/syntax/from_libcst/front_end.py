"""One file through libcst."""

from __future__ import annotations

import ast
from dataclasses import dataclass

import libcst as cst

from archgates.syntax.errors import SourceError
from archgates.syntax.from_libcst.grammar import Grammar, Version
from archgates.syntax.from_libcst.positions import Positions
from archgates.syntax.from_libcst.statements import Statements


@dataclass(frozen=True, slots=True)
class Converted:
    """A tree, and the first Python that reads the file it was made from."""

    module: ast.Module
    needed: Version


def convert(text: str) -> Converted:
    """The tree that Python 3.13 would make of `text`, with the nodes of `nodes.py` for newer grammar.

    Recursive: call it with a big stack. Raises SourceError, and RecursionError when the stack is not enough.
    """
    parsed = _parsed(text)
    grammar = Grammar()
    statements = Statements(Positions(parsed, text), grammar)
    module = ast.Module(body=statements.convert(parsed.body), type_ignores=[])
    return Converted(module, grammar.needed)


def _parsed(text: str) -> cst.Module:
    """The tree of libcst itself. Some text makes it fail in ways of its own, down to a panic of its native part."""
    try:
        return cst.parse_module(text)
    except cst.ParserSyntaxError as error:
        raise SourceError(f"syntax error: {error.message}", error.raw_line, error.raw_column + 1) from None
    except (RecursionError, KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # noqa: BLE001 - a panic is no Exception
        raise SourceError(f"the fallback parser failed: {type(error).__name__}") from None
