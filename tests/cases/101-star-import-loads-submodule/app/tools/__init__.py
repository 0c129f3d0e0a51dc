__all__ = ["hammer", "WEIGHT"]
WEIGHT = 3
