"""The verdict cases under tests/cases, and one way to put a question about a case to the command line."""

from __future__ import annotations

import contextlib
import io
import json
import runpy
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

CASES = Path(__file__).resolve().parent.parent / "cases"
COUNTING = frozenset({"construct", "escape", "escape-ctor"})
"""Kinds of site that count as a construction by default."""
CALLING = frozenset({*COUNTING, "call", "maybe"})
"""Kinds of site that count as a use of a function or method by default."""


@dataclass(frozen=True, slots=True)
class Case:
    """One folder of tests/cases: its sources and the answers in its case.json."""

    id: str
    folder: Path
    spec: Mapping[str, Any]

    def __str__(self) -> str:
        return self.id

    @property
    def kind(self) -> str:
        """Which questions the case asks: symbol, import, cycle, ident or size."""
        kind: str = self.spec["kind"]
        return kind

    @property
    def roots(self) -> tuple[str, ...]:
        """Source roots relative to the case; `.` alone when the case names none."""
        return tuple(self.spec.get("roots", ["."]))

    def gaps(self) -> frozenset[str]:
        """Files, or `file:line`, that must be reported as not judged."""
        return frozenset(self.spec.get("gaps", ()))

    def built(self, scratch: Path) -> Path:
        """The folder to judge: the case itself, or a copy in `scratch` when links or a script complete it."""
        links: Mapping[str, str] = self.spec.get("symlinks", {})
        script = self.folder / "make.py"
        if not links and not script.exists():
            return self.folder
        root = scratch / self.id
        if script.exists():
            root.mkdir()
            with contextlib.chdir(root):
                runpy.run_path(str(script))
            return root
        shutil.copytree(self.folder, root)
        for link, target in links.items():
            (root / link).symlink_to(target, target_is_directory=True)
        return root


def cases(*kinds: str) -> list[Case]:
    """Every case of these kinds, in order; all of them when none is named."""
    found = [
        Case(folder.name, folder, json.loads((folder / "case.json").read_text(encoding="utf-8")))
        for folder in sorted(CASES.iterdir())
        if folder.is_dir()
    ]
    return [case for case in found if not kinds or case.kind in kinds]


def numbered(number: str) -> Case:
    """The case whose id begins with this number."""
    (found,) = (one for one in cases() if one.id.startswith(f"{number}-"))
    return found


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command said: exit code, standard output and standard error."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """The JSON document on standard output, which must hold nothing else."""
        parsed: dict[str, Any] = json.loads(self.out)
        return parsed

    def gaps(self) -> set[str]:
        """Paths of `incomplete`."""
        return {gap["path"] for gap in self.document["incomplete"]}


def archgates(*arguments: str) -> Answer:
    """Run the command line in this process."""
    from archgates.cli import main

    out, err = io.StringIO(), io.StringIO()
    code: object = 0
    with (
        mock.patch.object(sys, "argv", ["archgates", *arguments]),
        mock.patch.object(sys, "unraisablehook", sys.unraisablehook),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            code = main()
        except SystemExit as exit_:
            code = exit_.code
    return Answer(code if isinstance(code, int) else 0 if code is None else 1, out.getvalue(), err.getvalue())


def ask(command: str, root: Path, roots: Sequence[str], *arguments: str) -> Answer:
    """Put one question about a project to the command line, as JSON."""
    source_roots = [part for one in roots for part in ("--source-root", str(root / one))]
    return archgates(command, *arguments, "--root", str(root), *source_roots, "--json")
