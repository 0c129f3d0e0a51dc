"""Which calls the recorder leaves aside: those of an argument that code outside the judged source passed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.oracle.recorder import Recorder

JUDGED = """
class Engine: ...
class Context:
    def call(__self, __obj, *args):
        if hasattr(__obj, "made"):
            __obj = __obj.made
        return __obj(*args)
    def own(self, other):
        __kind = Engine
        return __kind()
    def inner(self, __obj):
        def deeper(__kind):
            return __kind()
        return deeper(__obj)
class _Hidden:
    def call(self, __obj):
        return __obj()
def plain(obj):
    return obj()
def inside():
    return Context().call(Engine), plain(Engine)
"""
RUNS: dict[str, tuple[Callable[[dict[str, Any]], object], bool]] = {
    "an argument from outside": (lambda judged: judged["plain"](judged["Engine"]), False),
    "under a private name": (lambda judged: judged["Context"]().call(judged["Engine"]), False),
    "in a class whose name begins with an underscore": (
        lambda judged: judged["_Hidden"]().call(judged["Engine"]),
        False,
    ),
    "a private name that is no argument": (lambda judged: judged["Context"]().own(1), True),
    "an argument that the judged source passed on": (lambda judged: judged["Context"]().inner(judged["Engine"]), True),
    "an argument from the judged source": (lambda judged: judged["inside"](), True),
}


@pytest.mark.parametrize("run", RUNS)
def test_calls_of_arguments_from_outside_are_left_aside(tmp_path: Path, run: str) -> None:
    path = tmp_path / "judged.py"
    path.write_text(JUDGED, encoding="utf-8")
    recorder = Recorder(str(tmp_path), (str(tmp_path),))
    recorder.install()
    try:
        judged: dict[str, Any] = {"__name__": "judged"}
        exec(compile(JUDGED, str(path), "exec"), judged)
    finally:
        recorder.uninstall()
    start, counted = RUNS[run]
    start(judged)
    report = recorder.report()
    made = [site for site in report["sites"] if site["class"] == "judged.Engine"]
    assert bool(made) is counted
    assert bool([site for site in report["aside"] if site["class"] == "judged.Engine"]) is not counted
