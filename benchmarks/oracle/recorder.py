"""Runs a program and writes down every construction of a package's classes: the class and the calling expression.

For an interpreter that has nothing of this project installed, started with this project first on PYTHONPATH:

    python benchmarks/oracle/recorder.py OUT.json PACKAGE[,UNWATCHED...] ROOT[,...] -- (-m MODULE | SCRIPT) [ARG ...]

Each class that the code under PACKAGE defines, and not under UNWATCHED, gets a `__new__` that notes the frame which
called it. A construction is noted when the object's class is exactly that class and the call stands in a file under
one of the ROOTs. A call that a frame of elsewhere made, or that C code made on the frame's behalf
(`map(Engine, rows)`), is counted and left aside: no line of the judged source makes it. So is a call of an argument
that came from elsewhere, such as a fixture that pytest passes: nothing in the judged source says what it is.
"""

from __future__ import annotations

import atexit
import builtins
import enum
import json
import os
import runpy
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from benchmarks.oracle import callee

_TYPING = os.path.join(os.path.dirname(os.__file__), "typing.py")  # noqa: PTH118, PTH120  (compared with co_filename)


class Recorder:
    """Notes constructions from the moment that it is installed."""

    def __init__(self, package: str, roots: tuple[str, ...], unwatched: tuple[str, ...] = ()) -> None:
        """All are folders: of the classes, of the judged source, and of classes that are left as they are."""
        self._package = package
        self._unwatched = unwatched
        self._roots = roots
        self._seen: Counter[tuple[type, CodeType, int]] = Counter()
        self._routes: dict[tuple[type, CodeType, int], callee.Route] = {}
        self._skipped: Counter[str] = Counter()
        self._classes: set[type] = set()
        self._build: Callable[..., Any] = builtins.__build_class__

    def install(self) -> None:
        """Watch every class statement from now on."""
        build = self._build = builtins.__build_class__

        def build_and_watch(body: Any, name: str, /, *bases: Any, **keywords: Any) -> Any:
            made = build(body, name, *bases, **keywords)
            file = body.__code__.co_filename
            if isinstance(made, type) and file.startswith(self._package) and not file.startswith(self._unwatched):
                self._watch(made)
            return made

        builtins.__build_class__ = build_and_watch

    def uninstall(self) -> None:
        """Watch no further class statements; classes already watched go on being noted."""
        builtins.__build_class__ = self._build

    def _watch(self, cls: type) -> None:
        if issubclass(cls, (type, enum.Enum)) or type(cls).__module__ == "typing" or "<locals>" in cls.__qualname__:
            return
        own = cls.__dict__.get("__new__")
        original = own.__func__ if isinstance(own, staticmethod) else own

        def __new__(klass: type, /, *arguments: Any, **keywords: Any) -> Any:  # noqa: N807
            if klass.__dict__.get("__new__") is marker:
                self._note(klass, sys._getframe(1))
            if original is not None:
                return original(klass, *arguments, **keywords)
            # A decorator may have copied the class (dataclass and attrs with slots): look for the present owner.
            owner = next(one for one in klass.__mro__ if one.__dict__.get("__new__") is marker)
            following = super(owner, klass).__new__  # type: ignore[arg-type]  # owner is a class
            return following(klass) if following is object.__new__ else following(klass, *arguments, **keywords)

        marker = staticmethod(__new__)
        try:
            type.__setattr__(cls, "__new__", marker)
        except TypeError:
            self._skipped["class that cannot be watched"] += 1

    def _note(self, klass: type, frame: FrameType | None) -> None:
        self._classes.add(klass)
        while frame is not None and _passes_on(frame, klass):
            frame = frame.f_back
        if frame is None or not frame.f_code.co_filename.startswith(self._roots):
            self._skipped["call outside the judged source"] += 1
            return
        key = (klass, frame.f_code, frame.f_lasti)
        self._seen[key] += 1
        if key not in self._routes:
            self._routes[key] = callee.route(frame, klass, self._roots)

    def report(self) -> dict[str, Any]:
        """Sites by class, sorted; each site once, with how often it ran and how the class was reached."""
        sites: dict[tuple[str, str, int, int], dict[str, Any]] = {}
        aside: dict[tuple[str, str, int, int], dict[str, Any]] = {}
        for key, times in self._seen.items():
            klass, code, _ = key
            route = self._routes[key]
            if route.not_ours:
                self._skipped[route.not_ours] += times
            name = f"{klass.__module__}.{klass.__qualname__}"
            place = (name, code.co_filename, route.line, route.column)
            site = (aside if route.not_ours else sites).setdefault(
                place,
                {
                    "class": name,
                    "path": code.co_filename,
                    "line": route.line,
                    "column": route.column,
                    "scope": code.co_qualname,
                    "how": route.how,
                    "text": route.text,
                    "times": 0,
                },
            )
            site["times"] += times
        return {
            "sites": [sites[place] for place in sorted(sites)],
            "aside": [aside[place] for place in sorted(aside)],
            "skipped": dict(sorted(self._skipped.items())),
            "constructed": sorted(f"{one.__module__}.{one.__qualname__}" for one in self._classes),
        }


def _passes_on(frame: FrameType, klass: type) -> bool:
    """Whether a frame only hands a call on: the `__call__` of a metaclass, or of `Box[int]` in typing."""
    code = frame.f_code
    if code.co_name != "__call__" or not code.co_argcount:
        return False
    if code.co_filename == _TYPING:
        return True
    return frame.f_locals.get(code.co_varnames[0]) is klass


def _leave_import_path() -> None:
    """Take this project off the import path, of child processes too, so that the program finds only its own modules."""
    project = str(Path(__file__).resolve().parents[2])
    sys.path[:] = [one for one in sys.path if one != project]
    parts = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    os.environ["PYTHONPATH"] = os.pathsep.join(part for part in parts if part != project)


def main() -> None:
    """Install, run the program as `python` would, and write the report whatever the program's end."""
    out, folders, roots, dashes, *program = sys.argv[1:]
    if dashes != "--" or not program:
        raise SystemExit(__doc__)
    _leave_import_path()
    package, *unwatched = folders.split(",")
    recorder = Recorder(package, tuple(roots.split(",")), tuple(unwatched))
    owner = os.getpid()

    def write() -> None:
        if os.getpid() == owner:  # a forked child of the program leaves the file to its parent
            Path(out).write_text(json.dumps(recorder.report(), indent=1), encoding="utf-8")

    atexit.register(write)
    recorder.install()
    sys.path[0] = ""
    if program[0] == "-m":
        sys.argv = program[1:]
        runpy.run_module(program[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = program
        sys.path[0] = str(Path(program[0]).resolve().parent)
        runpy.run_path(program[0], run_name="__main__")


if __name__ == "__main__":
    main()
