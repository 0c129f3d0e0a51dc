"""Puts the shop together."""

from __future__ import annotations

from shop.orders import OrderBook

book = OrderBook()
