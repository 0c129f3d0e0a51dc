"""Runs programs under CPython, many in one child process, and notes constructions, executed lines and loads.

The child: `python running.py OUT.json PLAN.json`; the plan holds, per fragment, what to import and where.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from benchmarks.generated.program import Fragment, Program
from benchmarks.oracle.recorder import Recorder

_SECONDS = 300
_PROJECT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Ran:
    """What CPython did with one fragment; paths are relative to the program's folder."""

    constructed: frozenset[tuple[str, str, int]]
    """Class (module and qualified name), path and line of each call that constructed."""
    by_c_code: frozenset[tuple[str, str, int]]
    """The same for constructions that C code made during a call on that line."""
    executed: frozenset[tuple[str, int]]
    loads: dict[str, frozenset[str]]
    """For every module that was imported alone: the modules of the fragment that were loaded then."""


def run(programs: Iterable[Program], folder: Path) -> dict[tuple[int, str], Ran]:
    """Run programs that were written to `folder/<seed>`; answers by seed and fragment name."""
    plan = [_plan(program.seed, fragment, folder) for program in programs for fragment in program.fragments]
    plan_file, out = folder / "plan.json", folder / "ran.json"
    plan_file.write_text(json.dumps(plan), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-B", __file__, str(out), str(plan_file)],
        env={"PYTHONPATH": str(_PROJECT), "PYTHONHASHSEED": "0", "PATH": ""},
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"a generated program does not run:\n{done.stderr[-4000:]}")
    ran: dict[tuple[int, str], Ran] = {}
    for answer in json.loads(out.read_text(encoding="utf-8")):
        ran[answer["seed"], answer["fragment"]] = Ran(
            frozenset((cls, path, line) for cls, path, line in answer["constructed"]),
            frozenset((cls, path, line) for cls, path, line in answer["by_c_code"]),
            frozenset((path, line) for path, line in answer["executed"]),
            {name: frozenset(loaded) for name, loaded in answer["loads"].items()},
        )
    return ran


def _plan(seed: int, fragment: Fragment, folder: Path) -> dict[str, Any]:
    return {
        "seed": seed,
        "fragment": fragment.name,
        "folder": str(folder / str(seed)),
        "path": fragment.path,
        "package": fragment.package,
        "run": fragment.run,
        "loads": fragment.exact_loads,
    }


def _perform(step: dict[str, Any]) -> dict[str, Any]:
    """In the child: run one fragment."""
    folder = step["folder"] + "/"
    recorder = Recorder(folder, (folder,))
    executed: set[tuple[str, int]] = set()

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        filename = frame.f_code.co_filename
        if not filename.startswith(folder):
            return None
        if event == "line":
            executed.add((filename[len(folder) :], frame.f_lineno))
        return trace

    recorder.install()
    try:
        sys.settrace(trace)
        for number, module in enumerate(step["run"]):
            entry = step["path"][min(number, len(step["path"]) - 1)]
            _forget(folder)
            with _ImportPath(_entry(folder, entry)):
                importlib.import_module(module).run()
    finally:
        sys.settrace(None)
        recorder.uninstall()
    report = recorder.report()
    loads = {name: _loaded(name, folder, _entry(folder, step["path"][0])) for name in step["loads"]}
    return {
        "seed": step["seed"],
        "fragment": step["fragment"],
        "constructed": [[one["class"], one["path"][len(folder) :], one["line"]] for one in report["sites"]],
        "by_c_code": [[one["class"], one["path"][len(folder) :], one["line"]] for one in report["aside"]],
        "executed": sorted(executed),
        "loads": loads,
    }


def _entry(folder: str, root: str) -> str:
    return folder.rstrip("/") if root == "." else folder + root


class _ImportPath:
    """One more entry at the front of the import path."""

    def __init__(self, entry: str) -> None:
        self._entry = entry

    def __enter__(self) -> None:
        sys.path.insert(0, self._entry)
        importlib.invalidate_caches()

    def __exit__(self, *problem: object) -> None:
        sys.path.remove(self._entry)


def _own(folder: str) -> list[str]:
    """Loaded modules of the program; a namespace package has a path and no file."""
    return sorted(
        name
        for name, module in list(sys.modules.items())
        if (getattr(module, "__file__", None) or "").startswith(folder)
        or any(str(one).startswith(folder) for one in getattr(module, "__path__", ()))
    )


def _forget(folder: str) -> None:
    """Let every module of the program be imported anew."""
    for name in _own(folder):
        del sys.modules[name]


def _loaded(name: str, folder: str, entry: str) -> list[str]:
    _forget(folder)
    with _ImportPath(entry):
        importlib.import_module(name)
    found = _own(folder)
    _forget(folder)
    return found


def main() -> None:
    """In the child: perform the plan."""
    out, plan = sys.argv[1:]
    steps = json.loads(Path(plan).read_text(encoding="utf-8"))
    Path(out).write_text(json.dumps([_perform(step) for step in steps]), encoding="utf-8")


if __name__ == "__main__":
    main()
