"""Compares what CPython constructed and loaded with what the resolver and the import graph say."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from archgates.domain.imports import ImportFacts
from archgates.domain.sites import SiteFacts, SiteKind, UnknownTarget
from archgates.project.discover import discover
from archgates.project.sources import Sources
from archgates.resolve.index import SymbolIndex
from benchmarks.oracle.loads import Load
from benchmarks.oracle.runs import Construction
from benchmarks.oracle.subjects import Subject

CLASSES_PER_SUBJECT = 150


@dataclass(frozen=True, slots=True)
class ClassResult:
    """The static answer for one class, held against the constructions that were recorded."""

    cls: str
    sites: int
    """Sites of any kind but alias, wherever they stand."""
    unresolved: int
    in_sites: tuple[Construction, ...]
    in_unresolved: tuple[Construction, ...]
    missed: tuple[Construction, ...]
    unknown: bool = False
    """The resolver knows no class of this name."""

    @property
    def unresolved_bound(self) -> int:
        """How many undecided expressions one target may have."""
        return max(10, self.sites // 10)


@dataclass(frozen=True, slots=True)
class LoadResult:
    """The modules that importing one module loaded and that the `load` view does not reach from it."""

    module: str
    loaded: int
    missed: tuple[str, ...]
    in_unresolved: tuple[str, ...]
    """Those that an import may have loaded whose module the graph lists as undecided, on the way from `module`."""


def project(subject: Subject, root: Path, *, filtered: bool = True) -> Sources:
    """The subject's source as the tool sees it."""
    found = discover(root, subject.roots, subject.exclude)
    return Sources(root, found.table, gaps=found.gaps, filtered=filtered)


def chosen(constructions: Iterable[Construction]) -> list[str]:
    """The classes to ask for: every class that was constructed in the judged source.

    Sorted by name; of more than CLASSES_PER_SUBJECT, that many at equal distances. Nobody picks.
    """
    names = sorted({one.cls for one in constructions})
    step = max(1, -(-len(names) // CLASSES_PER_SUBJECT))
    return names[::step]


def compare_classes(
    index: SymbolIndex, names: Sequence[str], constructions: Iterable[Construction]
) -> list[ClassResult]:
    """One result per class, in the order of `names`."""
    by_class: dict[str, list[Construction]] = defaultdict(list)
    for one in constructions:
        by_class[one.cls].append(one)
    return [compare_class(name, index.sites(name), by_class[name]) for name in names]


def compare_class(name: str, facts: SiteFacts, recorded: Sequence[Construction]) -> ClassResult:
    """Sort the recorded constructions into found, undecided and missed. A place is a path and a line."""
    places = {(site.path, site.line) for site in facts.sites if site.kind is not SiteKind.ALIAS}
    undecided = {(one.path, one.line) for one in facts.unresolved}
    found = tuple(one for one in recorded if (one.path, one.line) in places)
    rest = tuple(one for one in recorded if (one.path, one.line) not in places)
    return ClassResult(
        name,
        sites=sum(site.kind is not SiteKind.ALIAS for site in facts.sites),
        unresolved=len(facts.unresolved),
        in_sites=found,
        in_unresolved=tuple(one for one in rest if (one.path, one.line) in undecided),
        missed=tuple(one for one in rest if (one.path, one.line) not in undecided),
        unknown=isinstance(facts.target, UnknownTarget),
    )


def compare_loads(facts: ImportFacts, loads: Iterable[Load]) -> list[LoadResult]:
    """What each import loaded against what the graph reaches. `facts` are those of the `load` view."""
    imported: dict[str, set[str]] = defaultdict(set)
    for edge in facts.edges:
        imported[edge.importer].add(edge.imported)
    undecided = {one.importer for one in facts.unresolved}
    results = []
    for load in loads:
        reached = _reachable(imported, load.module)
        unreached = tuple(name for name in load.loaded if name not in reached)
        is_open = not undecided.isdisjoint(reached)
        results.append(
            LoadResult(
                load.module,
                len(load.loaded),
                missed=() if is_open else unreached,
                in_unresolved=unreached if is_open else (),
            )
        )
    return results


def _reachable(imported: dict[str, set[str]], start: str) -> set[str]:
    reached, pending = {start}, deque([start])
    while pending:
        for name in imported[pending.popleft()] - reached:
            reached.add(name)
            pending.append(name)
    return reached
