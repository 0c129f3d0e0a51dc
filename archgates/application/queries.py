"""Answers to queries: where a target is used, why a module imports another, which cycles there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from archgates.domain.location import Gap
from archgates.domain.sites import Site, SiteFacts, SiteKind


@dataclass(frozen=True, slots=True, kw_only=True)
class SitesReport:
    """Every use of one target."""

    command: ClassVar[str] = "sites"

    facts: SiteFacts

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """What could not be judged."""
        return self.facts.gaps

    def wire(self) -> dict[str, Any]:
        return {
            "target": self.facts.target.asked,
            "sites": [_wire_site(site) for site in sorted(self.facts.sites, key=_site_order)],
            "unresolved": [
                {"path": one.path, "line": one.line, "column": one.column, "reason": one.reason}
                for one in sorted(self.facts.unresolved, key=lambda one: (one.path, one.line, one.column, one.reason))
            ],
            "incomplete": wire_gaps(self.gaps),
        }


def wire_gaps(gaps: Iterable[Gap]) -> list[dict[str, str]]:
    """Gaps as every command writes them: sorted, each path and reason once."""
    pairs = sorted({(gap.path, gap.reason) for gap in gaps})
    return [{"path": path, "reason": reason} for path, reason in pairs]


def _site_order(site: Site) -> tuple[str, int, int, str]:
    return (site.path, site.line, site.column, site.kind.value)


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
