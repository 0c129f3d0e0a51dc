import importlib

_NAMES = {"Engine": "app.engine"}


def __getattr__(name: str):
    if name not in _NAMES:
        raise AttributeError(name)
    return getattr(importlib.import_module(_NAMES[name]), name)
