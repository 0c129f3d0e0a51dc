from app import shared

__all__ = ["one"] + shared.__all__
__all__ += ("two",)
__all__.extend(["three"])
__all__.append("four")
