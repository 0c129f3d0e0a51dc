"""Runs of the judged packages under the recorder, kept by content: an interrupted run goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.oracle.environment import REQUIREMENTS, variables
from benchmarks.oracle.subjects import Program, Subject

_PROJECT = Path(__file__).resolve().parents[2]
_RECORDER = tuple(Path(__file__).with_name(name) for name in ("recorder.py", "callee.py"))
PROGRAM_SECONDS = 1500
"""A ceiling that stops a hung test suite; what was recorded up to then is lost and the run fails."""


class RunError(Exception):
    """A program under the recorder did not end, or left no record."""


@dataclass(frozen=True, slots=True, order=True)
class Construction:
    """A line of the judged source that constructed a class while it ran."""

    path: str
    """Relative to the subject's root."""
    line: int
    column: int
    cls: str
    """Module and qualified name of the class, as CPython has them."""
    how: str
    scope: str
    text: str
    times: int


@dataclass(frozen=True, slots=True)
class Record:
    """What one run of a subject's programs constructed."""

    constructions: tuple[Construction, ...]
    skipped: dict[str, int]


def record(subject: Subject, root: Path, python: Path, keep: Path) -> Record:
    """Run every program of `subject`, or read what an earlier run of the same inputs wrote."""
    constructions: dict[tuple[str, str, int, int], Construction] = {}
    skipped: dict[str, int] = {}
    for program in subject.programs:
        written = _run(subject, program, root, python, keep)
        for reason, times in written["skipped"].items():
            skipped[reason] = skipped.get(reason, 0) + times
        for site in written["sites"]:
            path = str(Path(site["path"]).relative_to(root))
            made = Construction(
                path,
                site["line"],
                site["column"],
                site["class"],
                site["how"],
                site["scope"],
                site["text"],
                site["times"],
            )
            constructions[made.cls, made.path, made.line, made.column] = made
    return Record(tuple(sorted(constructions.values())), skipped)


def _run(subject: Subject, program: Program, root: Path, python: Path, keep: Path) -> dict[str, Any]:
    out = keep / f"{subject.name}-{program.name}-{_digest(subject, program, root)}.json"
    if not out.is_file():
        keep.mkdir(parents=True, exist_ok=True)
        unfinished = out.with_suffix(".partial")
        roots = ",".join(str(root / one) for one in subject.roots)
        command = [str(python), str(_RECORDER[0]), str(unfinished.resolve())]
        watched = ",".join(str(root / one) for one in (subject.package, *subject.unwatched))
        judged = [watched, roots]
        with (keep / f"{subject.name}-{program.name}.log").open("w", encoding="utf-8") as log:
            subprocess.run(
                [*command, *judged, "--", *program.arguments],
                cwd=root / program.folder,
                env=variables(str(_PROJECT) + os.pathsep + subject.python_path(root)),
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                timeout=PROGRAM_SECONDS,
                check=False,  # tests may fail for want of a service; what ran has been recorded
            )
        if not unfinished.is_file():
            raise RunError(f"{subject.name} {program.name}: no record was written, see {log.name}.")
        unfinished.rename(out)
    result: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return result


def _digest(subject: Subject, program: Program, root: Path) -> str:
    """Changes with whatever the record depends on: archive, layout, program, recorder, environment."""
    parts = [
        subject.archive.sha256,
        repr(subject.roots),
        subject.package,
        repr(subject.unwatched),
        repr(program),
        str(root),
    ]
    contents = [one.read_bytes() for one in (*_RECORDER, REQUIREMENTS)]
    return hashlib.sha256(b"\0".join([*(part.encode() for part in parts), *contents])).hexdigest()[:16]
