"""`ast.parse` that keeps the warnings about judged source, such as invalid escapes, to itself."""

from __future__ import annotations

import ast
import symtable
import warnings

_FILE_NAME = "<archgates source>"
_MODULE_PATTERN = r"<archgates source>$"


def parse_quietly(text: str) -> ast.Module:
    """`ast.parse(text)` without SyntaxWarning or DeprecationWarning, even where warnings are errors."""
    _ignore_warnings_of_judged_source()
    return ast.parse(text, filename=_FILE_NAME)


def is_surely_valid(text: str) -> bool:
    """Whether the interpreter accepts the text; half the cost of a parse, as no nodes are made for Python.

    False leaves it open: the text may be valid for `ast.parse` all the same, or for a newer grammar.
    """
    _ignore_warnings_of_judged_source()
    try:
        symtable.symtable(text, _FILE_NAME, "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError, SystemError):
        return False
    return True


def _ignore_warnings_of_judged_source() -> None:
    """Put one filter, which matches nothing but this module's file name, in front of the others.

    `warnings.catch_warnings` would be no better: it swaps the process-wide list of filters, and a thread that
    does the same at the same time may leave the wrong list behind. This filter can stay, since no other code
    ever warns under that name.
    """
    filters = warnings.filters
    module = filters[0][3] if filters else None
    if getattr(module, "pattern", module) != _MODULE_PATTERN:
        warnings.filterwarnings("ignore", module=_MODULE_PATTERN)
