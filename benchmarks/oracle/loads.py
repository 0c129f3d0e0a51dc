"""What importing one module really executes: the project's modules that a fresh interpreter has loaded after it."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.oracle.environment import variables
from benchmarks.oracle.subjects import Subject

MODULES_PER_SUBJECT = 40
_SECONDS = 60
_PROGRAM = """
import importlib, json, sys
name, roots = sys.argv[1], tuple(sys.argv[2].split(","))
before = set(sys.modules)
importlib.import_module(name)
print("\\n" + json.dumps(sorted(
    key for key, module in list(sys.modules.items())
    if key not in before and (getattr(module, "__file__", None) or "").startswith(roots)
    and getattr(getattr(module, "__spec__", None), "name", key) == key
)))
"""


@dataclass(frozen=True, slots=True)
class Load:
    """One module imported alone, and the project's modules that were loaded by it, itself among them."""

    module: str
    loaded: tuple[str, ...]


def chosen(modules: Sequence[str]) -> list[str]:
    """At most MODULES_PER_SUBJECT of the sorted names, at equal distances."""
    ordered = sorted(modules)
    step = max(1, -(-len(ordered) // MODULES_PER_SUBJECT))
    return ordered[::step]


def record(
    subject: Subject, root: Path, python: Path, modules: Sequence[str], keep: Path
) -> tuple[list[Load], dict[str, str]]:
    """Import each module alone. Second answer: the modules that could not be imported here, with the last line said."""
    digest = hashlib.sha256(repr((subject.archive.sha256, subject.roots, modules, _PROGRAM)).encode()).hexdigest()[:16]
    out = keep / f"{subject.name}-loads-{digest}.json"
    written: dict[str, list[str] | str] = json.loads(out.read_text(encoding="utf-8")) if out.is_file() else {}
    for module in modules:
        if module not in written:
            written[module] = _import_alone(subject, root, python, module)
            keep.mkdir(parents=True, exist_ok=True)
            out.write_text(json.dumps(written, indent=1, sort_keys=True), encoding="utf-8")
    loads = [Load(name, tuple(answer)) for name, answer in sorted(written.items()) if isinstance(answer, list)]
    failed = {name: answer for name, answer in sorted(written.items()) if isinstance(answer, str)}
    return loads, failed


def _import_alone(subject: Subject, root: Path, python: Path, module: str) -> list[str] | str:
    roots = ",".join(str(root / one) for one in subject.roots)
    done = subprocess.run(
        [str(python), "-c", _PROGRAM, module, roots],
        cwd=root,
        env=variables(subject.python_path(root), subject.load_environment),
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
    if done.returncode != 0:
        return (done.stderr.strip().splitlines() or ["no message"])[-1]
    loaded: list[str] = json.loads(done.stdout.splitlines()[-1])
    return loaded
