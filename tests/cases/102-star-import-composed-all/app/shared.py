__all__ = ["five"]
five = 5
