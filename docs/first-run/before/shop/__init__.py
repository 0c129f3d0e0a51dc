"""A shop with one order book."""
