"""Patterns of module names and of paths, as written in configurations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache


def matches_module(pattern: str, name: str) -> bool:
    """Whether a dotted name fits: `*` is one component or a part of one, `**` one or more components.

    The rules are import-linter's: `adf.**` is everything below `adf`, not `adf` itself; `adf.*.contract` skips one
    level. A label `root::name` is matched by its name too.
    """
    return bool(_module_expression(pattern).fullmatch(name)) or (
        "::" in name and "::" not in pattern and matches_module(pattern, name.partition("::")[2])
    )


def matches_path(pattern: str, path: str) -> bool:
    """Whether a path relative to the project root fits, or lies below a directory that does.

    `*` and `?` stay inside one name, `**` is any number of directories: `tests/**` and `tests` are everything
    below `tests`, `**/test_*.py` is such a file anywhere.
    """
    return bool(_path_expression(pattern).fullmatch(path))


def module_matcher(patterns: Iterable[str]) -> Callable[[str], bool]:
    """A test whether a dotted name fits one of the patterns."""
    chosen = tuple(patterns)
    return lambda name: any(matches_module(pattern, name) for pattern in chosen)


def path_matcher(patterns: Iterable[str]) -> Callable[[str], bool]:
    """A test whether a path fits one of the patterns."""
    chosen = tuple(patterns)
    return lambda path: any(matches_path(pattern, path) for pattern in chosen)


def is_pattern(text: str) -> bool:
    """Whether the text is a pattern and not a plain name."""
    return any(mark in text for mark in "*?[")


@lru_cache(maxsize=4096)
def _module_expression(pattern: str) -> re.Pattern[str]:
    parts = []
    for part in pattern.split("."):
        if part == "**":
            parts.append(r"[^.]+(?:\.[^.]+)*")
        else:
            parts.append("[^.]*".join(re.escape(piece) for piece in part.split("*")) if part != "*" else "[^.]+")
    return re.compile(r"\.".join(parts))


@lru_cache(maxsize=4096)
def _path_expression(pattern: str) -> re.Pattern[str]:
    names = [name for name in pattern.replace("\\", "/").split("/") if name not in {"", "."}]
    text = ""
    for position, name in enumerate(names):
        last = position == len(names) - 1
        if name == "**":
            text += "[^/]+(?:/[^/]+)*" if last else "(?:[^/]+/)*"
        else:
            text += _one_name(name) + ("" if last else "/")
    return re.compile(text + "(?:/.*)?", re.DOTALL)


def _one_name(name: str) -> str:
    """The expression of one directory or file name with `*`, `?` and `[...]`."""
    pieces = re.split(r"(\*+|\?|\[!?[^\]/]+\])", name)
    return "".join(_one_piece(piece) for piece in pieces)


def _one_piece(piece: str) -> str:
    if piece.startswith("*"):
        return "[^/]*"
    if piece == "?":
        return "[^/]"
    if piece.startswith("[") and piece.endswith("]") and len(piece) > 2:
        inner = piece[1:-1].replace("\\", "\\\\")
        choice = f"[^/{inner[1:]}]" if inner.startswith("!") else f"[{inner}]"
        return choice if _compiles(choice) else re.escape(piece)
    return re.escape(piece)


def _compiles(expression: str) -> bool:
    """False for a range that runs backwards: such a text is taken as it stands, like in a shell."""
    try:
        re.compile(expression)
    except re.error:
        return False
    return True
