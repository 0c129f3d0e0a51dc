"""CPython as the judge of constructions: a project is run, and the line of each call that made an object is noted."""

from __future__ import annotations

import builtins
import importlib
from pathlib import Path
from unittest import mock

from tests.archgates.resolve.seen import importable

NOTES = """
import sys
def note():
    frame = sys._getframe(2)
    made.append((frame.f_code.co_filename, frame.f_lineno))
class Base: ...
class Engine(Base):
    def __init__(self, *arguments, **options):
        note()
class Other:
    def __init__(self, *arguments, **options): ...
"""
"""A module whose class `Engine` notes the caller of its `__init__`; `Other` does not."""


def constructions(root: Path, script: str = "app.use") -> set[str]:
    """`path:line` of each construction of a class that notes its callers, while a module of the project is run."""
    found: list[tuple[str, int]] = []
    with mock.patch.object(builtins, "made", found, create=True), importable(root):
        importlib.import_module(script)
    return {f"{Path(path).relative_to(root).as_posix()}:{line}" for path, line in found}
