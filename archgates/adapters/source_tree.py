"""Tells which source was judged: the git tree of the project root, or a digest of the judged files."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

from archgates.application.report import Tree
from archgates.project.files import read_regular


def identify_tree(root: Path, files: Iterable[str]) -> Tree:
    """Identify the source under `root`; `files` are the judged ones, relative to it.

    A directory that git does not track, such as an unpacked archive or an ignored folder, is identified by content.
    """
    tree = _git(root, "rev-parse", "--verify", "--quiet", "HEAD:./")
    if tree is None:
        return Tree(kind="content", id=_digest(root, files), dirty=None)
    changes = _git(root, "status", "--porcelain", "--untracked-files=normal", "--", ".")
    return Tree(kind="git", id=tree.strip(), dirty=changes is None or bool(changes))


def _git(root: Path, *arguments: str) -> str | None:
    """The output of a git command, or None when it fails or there is no git.

    Nothing that the repository configures is run: no hooks, no file system monitor.
    """
    safe = ("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
    try:
        done = subprocess.run(
            ["git", *safe, *arguments],
            cwd=root,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except OSError:
        return None
    return done.stdout.decode(errors="replace") if done.returncode == 0 else None


def _environment() -> dict[str, str]:
    """The environment without what a hook of another repository sets, and without taking locks."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**kept, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}


def _digest(root: Path, files: Iterable[str]) -> str:
    """One digest over the names and contents of the files; a file that cannot be read counts by its name."""
    digest = hashlib.blake2b(digest_size=20)
    for name in sorted(set(files)):
        digest.update(os.fsencode(name) + b"\0")
        try:
            content = read_regular(root / name)
        except OSError:
            content = b""
        digest.update(hashlib.blake2b(content, digest_size=20).digest())
    return digest.hexdigest()
