"""Answers to queries: where a target is used, why a module imports another, which cycles there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from archgates.domain.cycles import Cycle
from archgates.domain.imports import ImportEdge, UnresolvedImport
from archgates.domain.location import Gap
from archgates.domain.sites import Site, SiteFacts, SiteKind, Unresolved
from archgates.imports.queries import Cycles, Why


@dataclass(frozen=True, slots=True, kw_only=True)
class SitesReport:
    """Every use of one target."""

    command: ClassVar[str] = "sites"

    facts: SiteFacts

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """What could not be judged."""
        return self.facts.gaps

    @property
    def sites(self) -> list[Site]:
        """The sites, sorted by place."""
        return sorted(self.facts.sites, key=lambda one: (one.path, one.line, one.column, one.kind.value))

    @property
    def unresolved(self) -> list[Unresolved]:
        """What may be the target and cannot be decided, sorted by place."""
        return sorted(self.facts.unresolved, key=_place)

    def wire(self) -> dict[str, Any]:
        return {
            "target": self.facts.target.asked,
            "sites": [_wire_site(site) for site in self.sites],
            "unresolved": [_wire_unresolved(one) for one in self.unresolved],
            "incomplete": wire_gaps(self.gaps),
            "checked": {"files": self.facts.files},
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class CyclesReport:
    """The cycles of the import graph in one view, of modules or of packages."""

    command: ClassVar[str] = "cycles"

    answer: Cycles
    files: int
    """How many files the graph was read from."""

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """What could not be judged."""
        return self.answer.gaps

    def wire(self) -> dict[str, Any]:
        return {
            "view": self.answer.view.value,
            "level": self.answer.level.value,
            "cycles": [_wire_cycle(cycle) for cycle in self.answer.cycles],
            "incomplete": wire_gaps(self.gaps),
            "checked": {"files": self.files},
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyReport:
    """Whether and how one module reaches another by imports."""

    command: ClassVar[str] = "why"

    answer: Why
    files: int
    """How many files the graph was read from."""

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """What could not be judged."""
        return self.answer.gaps

    @property
    def unresolved(self) -> list[UnresolvedImport]:
        """Imports that may be a further path, sorted by place."""
        return sorted(self.answer.unresolved, key=_place)

    def wire(self) -> dict[str, Any]:
        return {
            "importer": self.answer.importer,
            "imported": self.answer.imported,
            "view": self.answer.view.value,
            "reachable": self.answer.reachable,
            "direct": self.answer.direct,
            "chain": [_wire_edge(edge) for edge in self.answer.chain],
            "unresolved": [_wire_unresolved(one) for one in self.unresolved],
            "incomplete": wire_gaps(self.gaps),
            "checked": {"files": self.files},
        }


def wire_gaps(gaps: Iterable[Gap]) -> list[dict[str, str]]:
    """Gaps as every command writes them: sorted, each once, the reason with its place in the file if it has one."""
    found = sorted({(gap.path, gap.line, gap.column, gap.reason) for gap in gaps})
    return [
        {"path": path, "reason": f"{reason} (line {line}, column {column})" if line else reason}
        for path, line, column, reason in found
    ]


def _place(one: Unresolved | UnresolvedImport) -> tuple[str, int, int, str]:
    return (one.path, one.line, one.column, one.reason)


def _wire_unresolved(one: Unresolved | UnresolvedImport) -> dict[str, Any]:
    return {"path": one.path, "line": one.line, "column": one.column, "reason": one.reason}


def _wire_site(site: Site) -> dict[str, Any]:
    wire: dict[str, Any] = {
        "path": site.path,
        "line": site.line,
        "column": site.column,
        "kind": site.kind.value,
        "counts": site.counts,
        "canonical": site.canonical,
        "scope": site.scope,
        "via": [{"name": hop.name, "path": hop.path, "line": hop.line} for hop in site.via],
    }
    if site.kind is SiteKind.MAYBE:
        wire["candidates"] = sorted(site.candidates)
    return wire


def _wire_cycle(cycle: Cycle) -> dict[str, Any]:
    return {
        "modules": list(cycle.modules),
        "edges": [_wire_edge(edge) for edge in cycle.edges],
        "cuts": [{"importer": cut.importer, "imported": cut.imported, "leaves": cut.leaves} for cut in cycle.cuts],
    }


def _wire_edge(edge: ImportEdge) -> dict[str, Any]:
    return {
        "importer": edge.importer,
        "imported": edge.imported,
        "kind": edge.kind.value,
        "path": edge.path,
        "line": edge.line,
    }
