"""Whether a name of the standard library exists, as far as this interpreter can tell."""

from __future__ import annotations

import difflib
import importlib
import sys
from fnmatch import fnmatchcase

_NEVER_IMPORTED = frozenset({"antigravity", "this", "idlelib", "turtle", "turtledemo", "test", "__main__", "lib2to3"})
_ALIKE = 0.8
"""How like an existing name a missing one must be to be a misspelling; others may exist on another platform."""


def misspelt(name: str) -> str | None:
    """The name that was probably meant, when the standard library has no such name; None when it may exist.

    Only modules of the standard library are imported, never the judged project's.
    """
    owner, _, last = name.rpartition(".")
    top = owner.partition(".")[0]
    if not owner or top not in sys.stdlib_module_names or top in _NEVER_IMPORTED:
        return None
    known = _members(owner)
    if known is None or any(fnmatchcase(one, last) for one in known):
        return None
    close = difflib.get_close_matches(last.replace("*", ""), known, n=1, cutoff=_ALIKE)
    return f"{owner}.{close[0]}" if close else None


def _members(owner: str) -> list[str] | None:
    """The attributes of a module or class of the standard library."""
    parts = owner.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ImportError:
            continue
        for part in parts[length:]:
            found = getattr(found, part, None)
        return None if found is None else dir(found)
    return None
