"""Small projects written by a test, and their import graph."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import dedent

from archgates.domain.imports import ImportEdge, ImportFacts, View
from archgates.imports.index import ImportIndex
from archgates.project.discover import discover
from archgates.project.sources import Sources


def write(root: Path, files: Mapping[str, str]) -> Path:
    """Write files, with the packages that their folders need nothing more than being there."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
    return root


def index_of(root: Path, files: Mapping[str, str], roots: Sequence[str] | None = None) -> ImportIndex:
    """The import graph of a project made of `files`."""
    return ImportIndex(Sources.of(discover(write(root, files), roots)))


def short(edges: Sequence[ImportEdge]) -> list[tuple[str, str, str, int]]:
    """Edges as importer, imported, kind and line."""
    return [(one.importer, one.imported, one.kind.value, one.line) for one in edges]


def pairs(facts: ImportFacts) -> set[tuple[str, str]]:
    """Edges as importer and imported."""
    return {(one.importer, one.imported) for one in facts.edges}


def loaded_by_cpython(root: Path, module: str, roots: Sequence[str] = (".",)) -> set[str]:
    """Names in `sys.modules` after importing a module in a fresh interpreter."""
    paths = [str(root / one) for one in roots]
    script = (
        f"import sys, json; sys.path[:0] = {paths!r}; before = set(sys.modules); import {module}; "
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=False, cwd=root)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout))


def views(index: ImportIndex) -> dict[View, set[tuple[str, str]]]:
    """The pairs of every view."""
    return {view: pairs(index.facts(view)) for view in View}
