"""Holds the tool's answers about a program against what CPython did when it ran it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from archgates.domain.imports import View
from archgates.domain.sites import SiteFacts, SiteKind, UnknownTarget
from archgates.imports.index import ImportIndex
from archgates.project.discover import discover
from archgates.project.sources import Sources
from archgates.resolve.index import SymbolIndex
from benchmarks.generated.program import Expectation, Fragment, Program
from benchmarks.generated.running import Ran

MENTIONS = frozenset({SiteKind.ALIAS, SiteKind.SUBCLASS})
"""Kinds that state no construction of the target itself."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One place where tool and CPython differ, or where the generator itself is wrong."""

    seed: int
    fragment: str
    path: str
    line: int
    what: str
    text: str = ""

    def __str__(self) -> str:
        return f"seed {self.seed} {self.fragment} {self.path}:{self.line}: {self.what}: {self.text.strip()}"


def judge(
    program: Program, folder: Path, expected: Mapping[str, Sequence[Expectation]], ran: Mapping[str, Ran]
) -> list[Disagreement]:
    """Every disagreement about one program; `folder` holds it, `ran` is keyed by fragment name."""
    symbols, imports = _indexes(program, folder, filtered=True)
    everything, _ = _indexes(program, folder, filtered=False)
    found: list[Disagreement] = []
    for fragment in program.fragments:
        about = _Judged(program.seed, fragment, folder, ran[fragment.name])
        if fragment.target is not None:
            facts = symbols.sites(fragment.target)
            found.extend(about.sites(facts, expected[fragment.name]))
            found.extend(about.filtering(facts, everything.sites(fragment.target)))
        found.extend(about.imports(imports))
    return found


def _indexes(program: Program, folder: Path, *, filtered: bool) -> tuple[SymbolIndex, ImportIndex]:
    discovery = discover(folder, program.roots)
    sources = Sources(folder, discovery.table, gaps=discovery.gaps, filtered=filtered)
    return SymbolIndex(sources, everything=not filtered), ImportIndex(sources)


class _Judged:
    """One fragment under judgement."""

    def __init__(self, seed: int, fragment: Fragment, folder: Path, ran: Ran) -> None:
        self._seed = seed
        self._fragment = fragment
        self._folder = folder
        self._ran = ran

    def disagreement(self, path: str, line: int, what: str) -> Disagreement:
        """A disagreement with its source line."""
        text = (self._folder / path).read_text(encoding="utf-8").split("\n")[line - 1] if path and line else ""
        return Disagreement(self._seed, self._fragment.name, path, line, what, text)

    def sites(self, facts: SiteFacts, expected: Sequence[Expectation]) -> Iterator[Disagreement]:
        """Constructions, kinds and precision."""
        if isinstance(facts.target, UnknownTarget):
            yield self.disagreement("", 0, f"the target {self._fragment.target} is unknown")
            return
        kinds: dict[tuple[str, int], set[str]] = defaultdict(set)
        for site in facts.sites:
            kinds[site.path, site.line].add(site.kind.value)
        open_ = {(one.path, one.line) for one in facts.unresolved}
        wanted = {(one.path, one.line): one.kinds for one in expected}
        name = self._fragment.target
        constructed = {(path, line) for cls, path, line in self._ran.constructed if cls == name}
        within_c = {(path, line) for cls, path, line in self._ran.by_c_code if cls == name}
        for place in sorted(constructed):
            stated = kinds[place] - {one.value for one in MENTIONS}
            fits = wanted.get(place)
            if fits is None or fits <= {"none", "subclass"}:
                yield self.disagreement(*place, "GENERATOR: constructed without a mark")
            elif not stated and place not in open_:
                yield self.disagreement(*place, "constructed, neither a site nor unresolved")
            elif stated and not stated & fits:
                yield self.disagreement(*place, f"constructed, stated as {sorted(stated)}, fitting are {sorted(fits)}")
        for place in sorted(self._ran.executed - constructed - within_c):
            if SiteKind.CONSTRUCT.value in kinds[place]:
                yield self.disagreement(*place, "ran without constructing, stated as construct")
        for place, fits in sorted(wanted.items()):
            counting = kinds[place] & {"construct", "escape", "escape-ctor"}
            if "none" in fits and counting - fits:
                yield self.disagreement(*place, f"no use of the class, stated as {sorted(counting)}")
            if fits <= {"construct"} and place in self._ran.executed and place not in constructed | within_c:
                yield self.disagreement(*place, "GENERATOR: marked as a construction, CPython made none")
            if fits == {"subclass"} and "subclass" not in kinds[place]:
                yield self.disagreement(*place, "a subclass is constructed and not stated")

    def filtering(self, filtered: SiteFacts, everything: SiteFacts) -> Iterator[Disagreement]:
        """The text filter must not change the answer."""
        with_filter, without = _told(filtered), _told(everything)
        for path, line, kind in sorted(with_filter ^ without):
            which = "with" if (path, line, kind) in with_filter else "without"
            yield self.disagreement(path, line, f"{kind} only {which} the filter")

    def imports(self, index: ImportIndex) -> Iterator[Disagreement]:
        """Kinds of edges, and what importing each module loads."""
        if not self._fragment.exact_loads:
            return
        stated = {(edge.importer, edge.imported, edge.kind.value) for edge in index.facts(View.ALL).edges}
        for edge in self._fragment.edges:
            if (edge.importer, edge.imported, edge.kind) not in stated:
                kinds = sorted(kind for one, other, kind in stated if (one, other) == (edge.importer, edge.imported))
                path = edge.importer.replace(".", "/") + ".py"
                yield self.disagreement(path, 1, f"import of {edge.imported} is {edge.kind}, stated as {kinds}")
        reached = _reachability(index)
        for module, loaded in sorted(self._ran.loads.items()):
            missing, surplus = loaded - reached(module), reached(module) - loaded
            if missing or surplus:
                path = module.replace(".", "/") + ".py"
                yield self.disagreement(path, 1, f"loads also {sorted(missing)}, loads not {sorted(surplus)}")


def _told(facts: SiteFacts) -> set[tuple[str, int, str]]:
    """Everything that an answer lists."""
    return {(one.path, one.line, one.kind.value) for one in facts.sites} | {
        (one.path, one.line, "unresolved") for one in facts.unresolved
    }


def _reachability(index: ImportIndex) -> Callable[[str], frozenset[str]]:
    imported: dict[str, set[str]] = defaultdict(set)
    for edge in index.facts(View.LOAD).edges:
        imported[edge.importer].add(edge.imported)

    def reached(start: str) -> frozenset[str]:
        seen, pending = {start}, [start]
        while pending:
            new = imported[pending.pop()] - seen
            seen |= new
            pending.extend(new)
        return frozenset(seen)

    return reached
