"""CPython makes a class somewhere in a project, and the answer about the class must list every such place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from tests.archgates.cpython import constructions
from tests.archgates.resolve.projects import index, written

ENGINE = "class Engine: ...\nclass Other: ...\n"
_NO_CALLS = frozenset({"alias", "escape", "escape-ctor"})


class Project(NamedTuple):
    """`app/lib.py` that does not know the class by itself or hands it out, and `app/use.py` that runs."""

    lib: str
    use: str
    target: str = "app.engine.Engine"
    engine: str = ENGINE
    """`app/engine.py`, which has the class."""
    more: Mapping[str, str] = MappingProxyType({})
    """Further files by path."""


@dataclass(frozen=True, slots=True)
class Places:
    """`path:line` of calls: where CPython made the class, and what the two modes of searching say."""

    made: frozenset[str]
    filtered: frozenset[str]
    unfiltered: frozenset[str]


def places(root: Path, project: Project) -> Places:
    """Run the project and ask about it. A place counts as told by a site of a call or as unresolved."""
    files = {"app/engine.py": project.engine, "app/lib.py": project.lib, "app/use.py": project.use, **project.more}
    made = constructions(written(root, files), ["."], project.target, "import app.use")
    return Places(
        frozenset(made),
        _told(root, files, project.target, everything=False),
        _told(root, files, project.target, everything=True),
    )


def _told(root: Path, files: dict[str, str], target: str, *, everything: bool) -> frozenset[str]:
    facts = index(root, files, everything=everything).sites(target)
    calls = {f"{site.path}:{site.line}" for site in facts.sites if site.kind.value not in _NO_CALLS}
    return frozenset(calls | {f"{one.path}:{one.line}" for one in facts.unresolved})
