"""The text of queries: one line per place, and a summary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from archgates.application.queries import CyclesReport, SitesReport, WhyReport, wire_gaps
from archgates.domain.imports import ImportEdge
from archgates.domain.location import Gap
from archgates.domain.sites import Hop, Site, Target
from archgates.domain.words import count
from archgates.reporters._ink import Ink, place


def sites(report: SitesReport, ink: Ink) -> Iterator[str]:
    """The uses of a target, what could not be decided, and how much was searched."""
    facts = report.facts
    yield _target(facts.target, ink) if isinstance(facts.target, Target) else ink.bold(facts.target.asked)
    for site in report.sites:
        yield _site(site, ink)
    if report.unresolved:
        yield ""
        yield ink.bold("Unresolved")
        for one in report.unresolved:
            yield f"  {ink.bold(place(one.path, one.line, one.column))}: {one.reason} {ink.dim(f'in {one.scope}')}"
    yield from gaps(report.gaps, ink)
    counting = sum(site.counts for site in facts.sites)
    yield ""
    yield (
        f"{count(len(facts.sites), 'site')}, {counting:,} of them counting; {len(facts.unresolved):,} unresolved; "
        f"{count(facts.files, 'file')} searched."
    )


def cycles(report: CyclesReport, ink: Ink) -> Iterator[str]:
    """Each cycle with its members, its imports, and the best cuts."""
    what = report.answer.level.value
    for number, cycle in enumerate(report.answer.cycles, start=1):
        yield ink.bold(f"Cycle {number}: {count(len(cycle.modules), what)}, {count(len(cycle.edges), 'import')}")
        yield f"  {', '.join(cycle.modules)}"
        for edge in cycle.edges:
            yield _edge(edge, ink)
        for cut in cycle.cuts:
            left = f"leaves {cut.leaves:,} in the largest cycle" if cut.leaves else "breaks the cycle"
            yield f"  cut {cut.importer} -> {cut.imported}: {left}"
        yield ""
    yield from gaps(report.gaps, ink)
    yield ""
    found = count(len(report.answer.cycles), f"cycle of {what}s", f"cycles of {what}s")
    yield f"{found} in the {report.answer.view.value} view; {count(report.files, 'file')} read."


def why(report: WhyReport, ink: Ink) -> Iterator[str]:
    """The chain, or that there is none."""
    answer = report.answer
    view = f"in the {answer.view.value} view"
    if answer.reachable:
        how = "directly" if answer.direct else f"through {count(len(answer.chain), 'import')}"
        yield f"{ink.bold(answer.importer)} reaches {ink.bold(answer.imported)} {how} {view}."
    else:
        yield f"{ink.bold(answer.importer)} does not reach {ink.bold(answer.imported)} {view}."
    for edge in answer.chain:
        yield _edge(edge, ink)
    if report.unresolved:
        yield ""
        yield ink.bold("Unresolved")
        for one in report.unresolved:
            yield f"  {ink.bold(place(one.path, one.line, one.column))}: {one.reason}"
    yield from gaps(report.gaps, ink)
    yield ""
    yield f"{count(report.files, 'file')} read."


def _edge(edge: ImportEdge, ink: Ink) -> str:
    return f"  {ink.bold(f'{edge.path}:{edge.line}')}: {edge.importer} -> {edge.imported} {ink.dim(edge.kind.value)}"


def gaps(found: Iterable[Gap], ink: Ink) -> Iterator[str]:
    """What could not be judged, if anything."""
    pairs = wire_gaps(found)
    if pairs:
        yield ""
        yield ink.bold(ink.paint("yellow", "Not judged"))
        for pair in pairs:
            yield f"  {ink.bold(pair['path'])}: {pair['reason']}"


def _target(target: Target, ink: Ink) -> str:
    asked = f", asked for as {target.asked}" if target.asked != target.canonical else ""
    where = f" {target.path}:{target.line}" if target.path else ""
    return f"{ink.bold(target.canonical)} {ink.dim(f'{target.kind.value}{where}{asked}')}"


def _site(site: Site, ink: Ink) -> str:
    text = f"  {ink.bold(place(site.path, site.line, site.column))}: {site.kind.value} in {site.scope}"
    if site.note:
        text += f" ({site.note})"
    if site.candidates:
        text += f", one of {', '.join(site.candidates)}"
    return text + ink.dim("".join(_hop(hop) for hop in site.via))


def _hop(hop: Hop) -> str:
    return f" via {hop.name} ({hop.path}:{hop.line})"
