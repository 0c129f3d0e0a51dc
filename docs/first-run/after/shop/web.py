"""Pages of the shop."""

from __future__ import annotations

from shop.assembly import book


def page() -> str:
    """What was ordered, on one line."""
    return ", ".join(book.orders)
