"""The public names of the shop."""

from __future__ import annotations

from shop.orders import OrderBook as Book

__all__ = ["Book"]
