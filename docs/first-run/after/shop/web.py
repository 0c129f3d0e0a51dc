"""Pages of the shop."""

from __future__ import annotations

from shop.assembly import book


def page() -> str:
    return ", ".join(book.orders)
