"""Small words of messages: whole sentences, and numbers with their nouns."""

from __future__ import annotations


def sentence(text: str) -> str:
    """The text with an end: a full stop, unless it ends like a sentence already."""
    whole = text.strip()
    return whole if whole.endswith((".", "?", "!")) else f"{whole}."


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 site`, `2,000 sites`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
