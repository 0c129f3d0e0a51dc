"""Small projects on disk, and the command line in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
SHORT_FILES = """
[[gates]]
id = "short-files"
gate = "size"
module = 3
reason = "Short files are read."
"""
FILES = {
    "app/__init__.py": "",
    "app/engine.py": "class Engine:\n    pass\n",
    "app/main.py": "from app.engine import Engine\n\nengine = Engine()\n",
}


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files under a folder."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def environment(*on_the_path: Path, **variables: str) -> dict[str, str]:
    """The environment of this process with the repository on the path, and without what colours depend on."""
    kept = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "TERM"}}
    path = os.pathsep.join(map(str, [REPOSITORY, *on_the_path]))
    return {**kept, "PYTHONPATH": path, **variables}


def start(
    *arguments: str, folder: Path, env: Mapping[str, str] | None = None, stdout: int = subprocess.PIPE
) -> subprocess.Popen[bytes]:
    """Start `python -m archgates` in a folder."""
    return subprocess.Popen(
        [sys.executable, "-m", "archgates", *arguments],
        cwd=folder,
        env=env or environment(),
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
    )
