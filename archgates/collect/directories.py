"""Lists what stands directly in a package."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from archgates.domain.directories import DirectoryEntry, DirectoryFacts, DirectoryOf
from archgates.domain.errors import nearest
from archgates.domain.location import Gap
from archgates.domain.modules import ModuleTable

_COMPILED = (".pyc", ".pyo", ".pyd", ".so")
"""How the names of bytecode and of extension modules end."""


def list_directory(request: DirectoryOf, root: Path, table: ModuleTable) -> DirectoryFacts:
    """The entries of a package's directories, sorted by path. `root` is the project root."""
    directories = _directories(request.package, table)
    if not directories:
        packages = {one.name for one in table if one.is_package} | table.namespaces
        return DirectoryFacts(directories=(), nearest=nearest(request.package, packages))
    entries: list[DirectoryEntry] = []
    gaps: list[Gap] = []
    for directory in directories:
        try:
            entries += _entries(root, directory)
        except OSError as error:
            gaps.append(Gap(directory, f"the directory cannot be listed: {error.strerror or error}"))
    return DirectoryFacts(
        directories=directories, entries=tuple(sorted(entries, key=lambda one: one.path)), gaps=tuple(gaps)
    )


def _directories(package: str, table: ModuleTable) -> tuple[str, ...]:
    """Where the package's modules lie: beside its `__init__` file, or above its modules when it has none."""
    depth = package.count(".") + 1
    found = set()
    for module in table:
        if module.name == package and module.is_package:
            found.add(str(PurePosixPath(module.path).parent))
        elif package in table.namespaces and module.name.startswith(f"{package}."):
            below = module.name.count(".") + 1 - depth + (1 if module.is_package else 0)
            found.add(str(PurePosixPath(module.path).parents[below - 1]))
    return tuple(sorted(found))


def _entries(root: Path, directory: str) -> list[DirectoryEntry]:
    found = []
    for entry in (root / directory).iterdir():
        is_folder = entry.is_dir()
        is_compiled = entry.name == "__pycache__" if is_folder else entry.suffix in _COMPILED
        if is_compiled or entry.name.startswith("."):
            continue
        path = str(PurePosixPath(directory) / entry.name)
        found.append(DirectoryEntry(name=entry.name, path=path, is_folder=is_folder))
    return found
