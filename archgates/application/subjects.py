"""Which files decide whether a name exists, so that a file that could not be judged is not taken for a missing name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from archgates.domain.location import Gap
from archgates.domain.modules import ModuleTable

_SOURCE_SUFFIXES = frozenset({"py", "pyi", "pyx", "pxd"})


def undecided(name: str, modules: ModuleTable, gaps: Iterable[Gap]) -> tuple[Gap, ...]:
    """The gaps that may hide a name: a dotted one, a path, or a pattern of either.

    A name is in the longest module that it begins with, or in what that module re-exports, and a package re-exports
    from the modules below it. What could not even be listed may hold every module that it would be the folder of.
    """
    root, _, written = name.rpartition("::")
    parts = _parts(written)
    home = _home(parts, modules)
    files = {module.path for module in modules if home and _begins(module.name, home) and root in {"", module.root}}
    return tuple(
        gap
        for gap in gaps
        if gap.path in files or (modules.at(gap.path) is None and _may_hold(gap.path, home or parts, bool(home)))
    )


def _parts(written: str) -> list[str]:
    """The parts of a name before the first that is a pattern."""
    if "/" in written or written.rpartition(".")[2] in _SOURCE_SUFFIXES:
        parts = _path_parts(written)[0]
    else:
        parts = written.split(".")
    return list(takewhile(lambda part: "*" not in part, parts))


def _home(parts: Sequence[str], modules: ModuleTable) -> Sequence[str]:
    """The longest beginning of the name that is a module, or nothing."""
    return next((parts[:length] for length in range(len(parts), 0, -1) if ".".join(parts[:length]) in modules), ())


def _begins(name: str, home: Sequence[str]) -> bool:
    return f"{name}.".startswith(f"{'.'.join(home)}.")


def _may_hold(path: str, wanted: Sequence[str], is_home: bool) -> bool:
    """Whether a file or folder that is no module may be, or lie above or below, what is wanted.

    Any folder around it may be the source root; so may a folder itself, where nothing of the name is known.
    """
    inside, is_file = _path_parts(path)
    tails = (inside[start:] for start in range(len(inside)))
    if any(all(one == other for one, other in zip(tail, wanted, strict=False)) for tail in tails):
        return True
    return not is_file and not is_home


def _path_parts(path: str) -> tuple[list[str], bool]:
    """The parts of a path as those of a dotted name, and whether it is one of a source file."""
    stem, _, suffix = path.rpartition(".")
    is_file = suffix in _SOURCE_SUFFIXES
    parts = [part for part in (stem if is_file else path).split("/") if part not in {"", ".", ".."}]
    return (parts[:-1] if is_file and parts[-1:] == ["__init__"] else parts), is_file
