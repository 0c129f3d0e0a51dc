"""Which folders of a project are source roots, where nobody says so (decision 0050)."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from archgates.project.files import read_regular

PROJECT_FILES = frozenset({"pyproject.toml", "setup.py", "setup.cfg"})
"""A folder with one of these is a project of its own."""
PACKAGE_FILES = frozenset({"__init__.py", "__init__.pyi", "__init__.pyx"})
"""A folder with one of these is a regular package."""
_LAYOUT_NAMES = frozenset({"src", "lib", "python"})
_GENERATED_NAMES = frozenset({"build", "dist", "node_modules", "site-packages", "__pypackages__"})
_FILES_ASKED = 200
"""How many files are read to learn whether a folder named `src` is imported by that name."""


def is_never_source(name: str) -> bool:
    """Hidden folders and caches: nothing in them can be imported."""
    return name.startswith(".") or name == "__pycache__"


def is_generated(name: str, files: frozenset[str]) -> bool:
    """A folder of build results or of an environment, unless it is a regular package."""
    if files & PACKAGE_FILES:
        return False
    return name in _GENERATED_NAMES or name.endswith(".egg-info") or "pyvenv.cfg" in files


def is_source_root(folder: Path, files: frozenset[str], declared: frozenset[str], relative: str) -> bool:
    """Whether a folder outside every package holds packages and modules of its own.

    The rules in turn: its project file says so; it is a regular package (no); it is a project; its name is no
    identifier, so that it can only be on the path; it is named `src`, `lib` or `python` and its own files do not
    import it by that name.
    """
    if relative in declared:
        return True
    if files & PACKAGE_FILES:
        return False
    if files & PROJECT_FILES or not _could_be_package(folder.name):
        return True
    return folder.name in _LAYOUT_NAMES and not _imports_itself(folder)


def package_of(root: Path) -> tuple[Path, str] | None:
    """For a project root that is itself a package: the folder above its topmost package, and its dotted name.

    A repository with a stray `__init__.py` beside its project file is no package.
    """
    folder = root
    names: list[str] = []
    while _is_inner_package(folder):
        names.append(folder.name)
        folder = folder.parent
    return (folder, ".".join(reversed(names))) if names else None


def declared_roots(folder: Path) -> Iterator[str]:
    """Source folders that the project file in `folder` names for setuptools, Poetry or PDM; relative to it."""
    try:
        tool = tomllib.loads(read_regular(folder / "pyproject.toml").decode()).get("tool", {})
    except (OSError, ValueError, RecursionError):
        return
    setuptools = _table(tool, "setuptools")
    directories = [
        *_table(setuptools, "package-dir").values(),
        *_strings(_table(setuptools, "packages", "find").get("where")),
        *(_table(one).get("from") for one in _list(_table(tool, "poetry").get("packages"))),
        _table(tool, "pdm", "build").get("package-dir"),
    ]
    for directory in directories:
        if isinstance(directory, str) and not directory.startswith(("/", "..")):
            yield os.path.normpath(directory).replace(os.sep, "/")


def _is_inner_package(folder: Path) -> bool:
    try:
        files = frozenset(one.name for one in folder.iterdir())
    except OSError:
        return False
    project = files & PROJECT_FILES or ".git" in files or any(one.endswith(".dist-info") for one in files)
    return bool(files & PACKAGE_FILES) and not project and folder.name.isidentifier()


def _could_be_package(name: str) -> bool:
    return name.isidentifier() or (name.endswith("-stubs") and name.removesuffix("-stubs").isidentifier())


def _imports_itself(folder: Path) -> bool:
    """Whether a file in `folder` imports by the folder's name: then the folder is a namespace package."""
    name = folder.name.encode()
    statement = re.compile(rb"^[ \t]*(?:from|import)[ \t]+" + re.escape(name) + rb"\b", re.MULTILINE)
    for number, path in enumerate(_python_files(folder)):
        if number >= _FILES_ASKED:
            return False
        try:
            data = read_regular(path)
        except OSError:
            continue
        if name in data and statement.search(data):
            return True
    return False


def _python_files(folder: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        folders.sort()
        yield from (Path(parent, one) for one in sorted(files) if one.endswith(".py"))


def _table(value: object, *keys: str) -> Mapping[str, Any]:
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _strings(value: object) -> list[Any]:
    return [value] if isinstance(value, str) else _list(value)
