"""Whether the text of a file may call a function or method of its own; yes where it is not plain."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_CONSTRUCTION_HOOKS = frozenset({"__new__", "__init__", "__post_init__", "__prepare__", "__call__"})
_SUBCLASS_HOOKS = frozenset({"__init_subclass__", "__class_getitem__"})
_WINDOW = 400
"""Characters looked at around a name; white space between a name and its bracket is never that long."""


def may_call_function(text: str, name: str) -> bool:
    """Whether a function is called or used as a decorator anywhere in the text."""
    if _is_spelled_otherwise(text):
        return True
    return any(_is_call(text, at, end) for at, end in _occurrences(text, name))


def may_call_method(text: str, owner: str, name: str) -> bool:
    """Whether a method is called on its class, on a new instance, or by making a class or an instance."""
    if _is_spelled_otherwise(text):
        return True
    is_called = any(_is_call(text, at, end) for at, end in _occurrences(text, owner))
    if name in _CONSTRUCTION_HOOKS:
        return is_called or "metaclass" in text
    if name in _SUBCLASS_HOOKS:
        return text.count(owner) > 1
    receivers = (owner, ")") if is_called else (owner,)
    return any(_receiver(text, at).endswith(receivers) for at, _ in _occurrences(text, name))


def _is_spelled_otherwise(text: str) -> bool:
    """Whether Python would read some identifiers otherwise than they are spelled."""
    return not unicodedata.is_normalized("NFKC", text)


def _occurrences(text: str, name: str) -> Iterator[tuple[int, int]]:
    """Where a name stands as a whole word."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not (_is_word(text[at - 1 : at]) or _is_word(text[end : end + 1])):
            yield at, end
        at = text.find(name, end)


def _is_call(text: str, at: int, end: int) -> bool:
    before = text[max(at - _WINDOW, 0) : at].rstrip()
    if before.endswith("@"):
        return True
    return text[end : end + _WINDOW].lstrip().startswith("(") and not before.endswith((".", "def", "class"))


def _receiver(text: str, at: int) -> str:
    """What stands before the dot of an attribute; empty for a plain name."""
    before = text[max(at - _WINDOW, 0) : at].rstrip()
    return before[:-1].rstrip() if before.endswith(".") else ""


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"
