"""Projects for tests of the collectors."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

from archgates.project.discover import discover
from archgates.project.sources import Sources


def sources(root: Path, files: Mapping[str, str]) -> Sources:
    """The sources of a project with these files."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
    return Sources.of(discover(root))
