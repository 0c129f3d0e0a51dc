"""Pages of the shop."""

from __future__ import annotations

from shop.api import Book


def page() -> str:
    return ", ".join(Book().orders)
