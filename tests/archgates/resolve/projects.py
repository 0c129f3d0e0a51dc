"""Small projects for tests of resolution: the index over them, and what it says line by line."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from archgates.domain.sites import Site, SiteFacts, UnknownTarget
from archgates.project.discover import discover
from archgates.project.sources import Sources
from archgates.resolve.index import SymbolIndex
from archgates.resolve.rules import QUESTIONS, TERMS
from archgates.resolve.world import World


def written(root: Path, files: Mapping[str, str]) -> Path:
    """The folder with these files in it; every package gets its `__init__.py`."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        for parent in path.relative_to(root).parents:
            if parent.parts and not (root / parent / "__init__.py").exists():
                (root / parent / "__init__.py").write_text("", encoding="utf-8")
    return root


def index(root: Path, files: Mapping[str, str], *, everything: bool = False) -> SymbolIndex:
    """An index over a project of these files; with `everything`, nothing is filtered."""
    found = discover(written(root, files), ["."])
    return SymbolIndex(
        Sources(root, found.table, gaps=found.gaps, filtered=not everything, target_version=(3, 12)),
        everything=everything,
    )


def world(root: Path, files: Mapping[str, str]) -> World:
    """What the rules read, for a project of these files."""
    found = discover(written(root, files), ["."])
    return World(Sources(root, found.table, gaps=found.gaps, target_version=(3, 12)), QUESTIONS, TERMS)


def lines(sites: Iterable[Site], path: str | None = None) -> dict[str, str]:
    """`path:line`, or with a path only `line`, to the kinds there, joined by `+`."""
    found: dict[str, set[str]] = defaultdict(set)
    for site in sites:
        if path is None:
            found[f"{site.path}:{site.line}"].add(site.kind.value)
        elif site.path == path:
            found[f"{site.line}"].add(site.kind.value)
    return {place: "+".join(sorted(kinds)) for place, kinds in found.items()}


def noted(text: str) -> dict[str, str]:
    """The kinds that comments such as `# -> construct` at the ends of lines ask for, by line."""
    expected: dict[str, str] = {}
    for number, line in enumerate(textwrap.dedent(text).splitlines(), start=1):
        _, arrow, kinds = line.partition("# -> ")
        if arrow:
            expected[str(number)] = kinds.strip()
    return expected


def answered(facts: SiteFacts, path: str) -> dict[str, str]:
    """What an answer says of one file: kinds of sites, and `unresolved`, by line."""
    assert not isinstance(facts.target, UnknownTarget), facts.target
    found = lines(facts.sites, path)
    for one in facts.unresolved:
        if one.path == path:
            found[str(one.line)] = "+".join(filter(None, (found.get(str(one.line)), "unresolved")))
    return found


def told(facts: SiteFacts) -> tuple[object, ...]:
    """Everything that two equal answers share."""
    return facts.target, facts.sites, facts.unresolved, facts.gaps
