"""A distribution of somebody else, as files on the path: entry points and a module."""

from __future__ import annotations

from pathlib import Path

GATE = '''
"""Gates of somebody else."""

from dataclasses import dataclass
from typing import ClassVar

from archgates.domain.findings import Checked
from archgates.domain.gate import Gate, Outcome
from archgates.domain.requests import AllModules


@dataclass(frozen=True, kw_only=True)
class Theirs(Gate):
    """Always holds."""

    gate: ClassVar[str] = "theirs"

    def needs(self):
        return (AllModules(),)

    def check(self, facts):
        return Outcome(findings=(), checked=Checked(files=len(facts[AllModules()].modules)))
'''


def plant(folder: Path, module: str = GATE, **entry_points: str) -> Path:
    """Write the distribution `their-gates` with the module `their_gates` into a folder for the path."""
    folder.mkdir(exist_ok=True)
    (folder / "their_gates.py").write_text(module, encoding="utf-8")
    info = folder / "their_gates-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-gates\nVersion: 1.0\n", encoding="utf-8")
    points = entry_points or {"theirs": "their_gates:Theirs"}
    lines = ["[archgates.gates]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    return folder
