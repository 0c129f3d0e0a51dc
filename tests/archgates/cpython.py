"""CPython as the judge of a small project: which modules a script loads, and where it makes a class."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PRELUDE = """
import importlib, json, os, sys
root, roots, target, script = json.loads(sys.argv[1])
sys.path[:0] = [os.path.normpath(os.path.join(root, one)) for one in roots]
"""

LOADS = (
    PRELUDE
    + """
exec(compile(script, "<script>", "exec"), {})
inside = root + os.sep
print(json.dumps(sorted(
    name for name, module in sys.modules.items()
    if (getattr(module, "__file__", None) or "").startswith(inside)
)))
"""
)

CONSTRUCTIONS = (
    PRELUDE
    + """
def load(dotted):
    parts = dotted.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            found = getattr(found, part)
        return found

class_ = load(target)
original = class_.__new__
seen = set()

def record(cls, *arguments, **keywords):
    if cls is class_:
        frame = sys._getframe(1)
        while not frame.f_code.co_filename.startswith(root + os.sep):
            frame = frame.f_back
            if frame is None:
                break
        if frame is not None:
            seen.add((os.path.relpath(frame.f_code.co_filename, root).replace(os.sep, "/"), frame.f_lineno))
    return original(cls) if original is object.__new__ else original(cls, *arguments, **keywords)

class_.__new__ = record
exec(compile(script, "<script>", "exec"), {})
print(json.dumps(sorted(seen)))
"""
)


def loaded(root: Path, roots: Sequence[str], script: str) -> set[str]:
    """Names of the project's modules that a fresh interpreter has loaded after running `script`."""
    names: list[str] = _run(LOADS, root, roots, "", script)
    return set(names)


def constructions(root: Path, roots: Sequence[str], target: str, script: str) -> set[str]:
    """`file:line` of every place in the project that made an instance of `target` itself while `script` ran.

    A place is the innermost frame of the project below the class's `__new__`. The class must be importable, and what
    its own module does before that is not seen.
    """
    places: list[tuple[str, int]] = _run(CONSTRUCTIONS, root, roots, target, script)
    return {f"{path}:{line}" for path, line in places}


def _run(program: str, root: Path, roots: Sequence[str], target: str, script: str) -> Any:
    question = json.dumps([str(root), list(roots), target, script])
    done = subprocess.run(
        [sys.executable, "-I", "-B", "-W", "ignore", "-c", program, question],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
