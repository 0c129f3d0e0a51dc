"""Defects of archgates or of a gate that end as data: what broke and where, never a traceback."""

from __future__ import annotations

import traceback
from pathlib import PurePath

_WAYS_OUT = (KeyboardInterrupt, SystemExit, GeneratorExit)


def is_defect(error: BaseException) -> bool:
    """Whether an exception is a fault of the code that raised it, and no order to stop.

    Not only subclasses of Exception are: a panic in a native library arrives as a bare BaseException.
    """
    return not isinstance(error, _WAYS_OUT)


def describe_defect(error: BaseException) -> str:
    """The exception in one line, with the place that raised it."""
    text = "too deeply nested" if isinstance(error, RecursionError) else " ".join(_text(error).split())
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({'/'.join(PurePath(frames[-1].filename).parts[-3:])}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {text[:200]}{where}" if text else f"{type(error).__name__}{where}"


def _text(error: BaseException) -> str:
    """The text of an exception; some libraries' exceptions break while they are printed."""
    try:
        return str(error)
    except Exception:  # noqa: BLE001  # whatever it is, there is no text
        return ""
