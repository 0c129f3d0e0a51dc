"""Small words of messages: whole sentences, and numbers with their nouns."""

from __future__ import annotations


def sentence(text: str) -> str:
    """The text with an end: a full stop, unless it ends like a sentence already."""
    whole = text.strip()
    return whole if whole.endswith((".", "?", "!")) else f"{whole}."


def visible(text: str, *, lines: bool = False) -> str:
    """The text without what a terminal would obey: control characters and the like as escapes.

    Names of files may hold any of them. `lines` keeps line ends, for text that is written in lines.
    """
    if text.isprintable():
        return text
    return "".join(
        one if one.isprintable() or (lines and one == "\n") else one.encode("unicode_escape").decode() for one in text
    )


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 site`, `2,000 sites`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
