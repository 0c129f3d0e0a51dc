class Broken(Exception):
    """It broke."""
