"""Pages of the shop."""

from __future__ import annotations

from shop.api import Book


def page() -> str:
    """What was ordered, on one line."""
    return ", ".join(Book().orders)
