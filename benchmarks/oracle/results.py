"""Runs one package through recording and comparison, and holds all results against the bounds of the project."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from archgates.domain.imports import View
from archgates.imports.index import ImportIndex
from archgates.resolve.index import SymbolIndex
from benchmarks.oracle import loads, runs
from benchmarks.oracle.compare import ClassResult, LoadResult, chosen, compare_classes, compare_loads, project
from benchmarks.oracle.environment import interpreter
from benchmarks.oracle.runs import Construction
from benchmarks.oracle.subjects import Subject

CLASSES_PER_PACKAGE = 30
SITES_IN_ALL = 500
ROUNDABOUT_SITES = 20
SHARE_IN_SITES = 0.98
MODULES_PER_PACKAGE = 10
_ROUNDABOUT = frozenset({"alias", "re-export", "partial", "lazy"})


@dataclass(frozen=True, slots=True)
class SubjectResult:
    """Everything that was found out about one package."""

    name: str
    classes: tuple[ClassResult, ...]
    loads: tuple[LoadResult, ...]
    skipped: dict[str, int]
    not_importable: dict[str, str]

    @property
    def sites(self) -> tuple[Construction, ...]:
        """Every recorded construction of a chosen class."""
        return tuple(
            one for result in self.classes for one in (*result.in_sites, *result.in_unresolved, *result.missed)
        )

    @property
    def in_sites(self) -> int:
        """How many of them the answer lists."""
        return sum(len(one.in_sites) for one in self.classes)

    @property
    def in_unresolved(self) -> int:
        """How many of them it lists as undecided."""
        return sum(len(one.in_unresolved) for one in self.classes)

    @property
    def missed(self) -> tuple[Construction, ...]:
        """Those that it does not mention."""
        return tuple(one for result in self.classes for one in result.missed)

    @property
    def missed_loads(self) -> tuple[tuple[str, str], ...]:
        """Pairs: the module that was imported, and a module that it loaded without our knowing."""
        return tuple((one.module, name) for one in self.loads for name in one.missed)


def judge(subject: Subject, folder: Path) -> SubjectResult:
    """Record what CPython does with `subject` (once), and compare it with the static answers."""
    root = subject.prepare(folder / "trees")
    python = interpreter(folder / "venv")
    recorded = runs.record(subject, root, python, folder / "records")
    sources = project(subject, root)
    classes = compare_classes(SymbolIndex(sources), chosen(recorded.constructions), recorded.constructions)
    own = [module.name for module in sources.table if module.path.startswith(subject.package + "/")]
    real, failed = loads.record(subject, root, python, loads.chosen(own), folder / "records")
    graph = ImportIndex(sources).facts(View.LOAD)
    return SubjectResult(subject.name, tuple(classes), tuple(compare_loads(graph, real)), recorded.skipped, failed)


def routes(results: Sequence[SubjectResult]) -> Counter[str]:
    """How the recorded calls reached their classes."""
    return Counter(one.how for result in results for one in result.sites)


def broken(results: Sequence[SubjectResult], *, whole: bool) -> list[str]:
    """The bounds that do not hold, in words. The bounds on volume concern the `whole` run alone."""
    problems = [
        f"{result.name}: {len(result.classes)} classes were recorded, at least {CLASSES_PER_PACKAGE} are needed"
        for result in results
        if len(result.classes) < CLASSES_PER_PACKAGE
    ]
    sites = sum(len(result.sites) for result in results)
    found = sum(result.in_sites for result in results)
    roundabout = sum(times for how, times in routes(results).items() if how in _ROUNDABOUT)
    if whole and sites < SITES_IN_ALL:
        problems.append(f"{sites} sites were recorded, at least {SITES_IN_ALL} are needed")
    if whole and roundabout < ROUNDABOUT_SITES:
        problems.append(f"{roundabout} sites go through an alias, a re-export, a partial or a lazy module")
    if found < SHARE_IN_SITES * sites:
        problems.append(f"{found} of {sites} recorded constructions are in sites, {SHARE_IN_SITES:.0%} are needed")
    for result in results:
        if len(result.loads) < MODULES_PER_PACKAGE:
            problems.append(f"{result.name}: only {len(result.loads)} modules could be imported alone")
        problems += [f"{result.name}: missed {one.cls} at {one.path}:{one.line}: {one.text}" for one in result.missed]
        problems += [
            f"{result.name}: {one.cls} has {one.unresolved} unresolved, at most {one.unresolved_bound} are allowed"
            for one in result.classes
            if one.unresolved > one.unresolved_bound
        ]
        problems += [f"{result.name}: the resolver knows no {one.cls}" for one in result.classes if one.unknown]
        problems += [
            f"{result.name}: importing {module} loads {loaded}, which the load view does not reach"
            for module, loaded in result.missed_loads
        ]
    return problems
