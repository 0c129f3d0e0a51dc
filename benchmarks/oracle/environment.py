"""The interpreter that runs the judged packages: a virtual environment of its own, pinned by hash."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

REQUIREMENTS = Path(__file__).with_name("requirements.txt")


def interpreter(folder: Path) -> Path:
    """The environment's Python; built on first use, and anew when the requirements or this Python change."""
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes() + sys.version.encode()).hexdigest()
    stamp = folder / ".requirements.sha256"
    python = folder / "bin" / "python"
    if not (stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted):
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run(
            [str(python), "-m", "pip", "install", "--quiet", "--require-hashes", "--requirement", str(REQUIREMENTS)],
            check=True,
        )
        stamp.write_text(wanted, encoding="utf-8")
    return python


def variables(python_path: str, extra: tuple[tuple[str, str], ...] = ()) -> dict[str, str]:
    """The environment variables of a judged run: fixed hash seed, no byte code written, the given import path."""
    kept = {name: value for name, value in os.environ.items() if name not in {"PYTHONHOME", "PYTHONSTARTUP"}}
    return {**kept, "PYTHONPATH": python_path, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", **dict(extra)}
