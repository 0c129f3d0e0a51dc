"""What was ordered."""

from __future__ import annotations


class OrderBook:
    """Every order of the shop. There is one, so that no order is lost."""

    def __init__(self) -> None:
        self.orders: list[str] = []
