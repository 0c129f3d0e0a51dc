import importlib

_LAZY = {"Engine": "app.engine", "Wheel": "app.wheel"}


def __getattr__(name):
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(name)
