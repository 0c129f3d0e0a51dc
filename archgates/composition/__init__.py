"""Puts the parts together: the only package that selects concrete ones. One function per command."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from archgates.application.configuration import (
    ConfiguredGate,
    Document,
    ProjectOptions,
    SkippedGate,
    choose_gates,
    read_configuration,
    read_project,
)
from archgates.application.explain import ExplainReport, GateList, explain_gate, summary
from archgates.application.facts import FactBase
from archgates.application.ports import Progress, silent
from archgates.application.queries import CyclesReport, SitesReport, WhyReport
from archgates.application.report import CheckReport
from archgates.application.run import run_gates
from archgates.application.subjects import undecided
from archgates.composition.project import Project
from archgates.composition.provenance import provenance
from archgates.composition.settings import Settings
from archgates.domain.cycles import GraphLevel
from archgates.domain.errors import ConfigurationError, UsageError, nearest
from archgates.domain.findings import run_verdict
from archgates.domain.gate import Gate
from archgates.domain.imports import View
from archgates.domain.sites import TargetKind, UnknownTarget
from archgates.domain.toml_words import written
from archgates.project.discover import Discovery
from archgates.project.files import exists, folders_in, is_folder
from archgates.registry import GateRegistry

__all__ = ["Settings", "check", "cycles", "explain", "sites", "why"]


def check(settings: Settings, gate_ids: Sequence[str] = (), progress: Progress = silent) -> CheckReport:
    """Judge the project by its configuration. Raises ArchgatesError for wrong usage or configuration."""
    document = settings.document()
    if document is None:
        raise ConfigurationError(
            source=str(settings.root),
            key="",
            problem="there is neither an archgates.toml nor a [tool.archgates] in a pyproject.toml.",
            remedy="Write one, or name one with --config; `archgates explain` lists the gates.",
        )
    configuration = read_configuration(document, GateRegistry(run_foreign_code=settings.run_foreign_code))
    chosen = choose_gates(configuration, gate_ids)
    _require_roots(settings, document, configuration.project)
    project = Project.open(settings, configuration.project, progress)
    _require_paths(project, document, configuration.project)
    reports = run_gates(chosen, FactBase(project.providers()), progress)
    progress("identifying the source tree")
    return CheckReport(
        verdict=run_verdict(reports),
        gates=reports,
        provenance=provenance(project.discovery, document, [one.gate for one in chosen]),
    )


def sites(settings: Settings, target: str, progress: Progress = silent) -> SitesReport:
    """Every use of a class, function or method. Raises UsageError for a target that does not exist."""
    if not all(part.isidentifier() for part in target.rpartition("::")[2].split(".")):
        raise UsageError(f"{target!r} is no dotted name; write one like app.engine.Engine.")
    project = _open_for_query(settings, progress)
    progress(f"searching {len(project.discovery.table)} modules for {target}")
    found = project.symbols.target(target)
    if isinstance(found, UnknownTarget):
        raise UsageError(_no_such_target(found, project))
    if found.kind is TargetKind.OTHER:
        is_module = target.rpartition("::")[2] in project.discovery.table
        what = "a module, not" if is_module else "neither"
        raise UsageError(f"{target} is {what} a class {'or' if is_module else 'nor'} a callable, so it has no sites.")
    callables = {TargetKind.FUNCTION, TargetKind.METHOD}
    facts = project.symbols.calls(target) if found.kind in callables else project.symbols.sites(target)
    return SitesReport(facts=facts)


def why(settings: Settings, importer: str, imported: str, view: View, progress: Progress = silent) -> WhyReport:
    """How one module reaches another. Raises UsageError for a module that does not exist."""
    from archgates.imports import queries

    for name in (importer, imported):
        if not name.rpartition("::")[2].strip():
            raise UsageError(f"{name!r} is no name of a module; write one like app.engine.")
    project = _open_for_query(settings, progress)
    progress(f"reading the imports of {len(project.discovery.table)} modules")
    return WhyReport(answer=queries.why(project.imports, importer, imported, view), files=len(project.discovery.table))


def cycles(settings: Settings, view: View, level: GraphLevel, progress: Progress = silent) -> CyclesReport:
    """The cycles of the import graph."""
    from archgates.imports import queries

    project = _open_for_query(settings, progress)
    progress(f"reading the imports of {len(project.discovery.table)} modules")
    return CyclesReport(answer=queries.cycles(project.imports, view, level), files=len(project.discovery.table))


def explain(settings: Settings, name: str | None) -> ExplainReport | GateList:
    """The documentation of a kind of gate, or of a configured gate by its id; of all kinds when none is named."""
    registry = GateRegistry(run_foreign_code=settings.run_foreign_code)
    if name is None:
        loaded = [(kind, registry.load(kind)) for kind in registry.names()]
        return GateList(gates=tuple((kind, summary(gate) if gate else "") for kind, gate in loaded))
    if name in registry:
        return explain_gate(_loaded(registry, name))
    document = settings.document()
    ids: dict[str, ConfiguredGate] = {}
    if document is not None:
        ids = {one.gate.id: one for one in read_configuration(document, registry).gates}
    if name not in ids:
        close = nearest(name, [*registry.names(), *ids])
        raise UsageError(_no_such("gate", name, close) + ("" if close else " `archgates explain` lists the kinds."))
    gate = ids[name].gate
    if isinstance(gate, SkippedGate):
        raise UsageError(f"gate {name} is foreign code, and --no-exec keeps it from being loaded.")
    return explain_gate(type(gate), gate)


def _loaded(registry: GateRegistry, name: str) -> type[Gate]:
    gate = registry.load(name)
    if gate is None:
        raise UsageError(f"gate {name} is foreign code, and --no-exec keeps it from being loaded.")
    return gate


def _no_such_target(target: UnknownTarget, project: Project) -> str:
    hidden = undecided(target.asked, project.discovery.table, project.sources.gaps)
    if not hidden:
        return _no_such("target", target.asked, target.nearest)
    return f"{target.asked} is not found, and {hidden[0].path} could not be judged: {hidden[0].reason}"


def _no_such(what: str, name: str, close: str | None) -> str:
    return f"there is no {what} {name}" + (f"; did you mean {close}?" if close else ".")


def _open_for_query(settings: Settings, progress: Progress) -> Project:
    """The project for a query, which needs no configuration and of one reads only which files it is about."""
    document = settings.document()
    options = read_project(document) if document is not None else ProjectOptions()
    if document is not None:
        _require_roots(settings, document, options)
    project = Project.open(settings, options, progress)
    if document is not None:
        _require_paths(project, document, options)
    if not project.discovery.table and not project.discovery.gaps:
        raise UsageError(_nothing_found(project.discovery, options))
    return project


def _nothing_found(discovery: Discovery, options: ProjectOptions) -> str:
    excluded = f", apart from what {', '.join(options.exclude)} excludes" if options.exclude else ""
    places = "" if discovery.roots == (".",) else f" in {', '.join(discovery.roots)}"
    return f"there is no Python file under {discovery.root}{places}{excluded}; name the project with --root."


def _require_roots(settings: Settings, document: Document, options: ProjectOptions) -> None:
    """Refuse a configured root that is absolute or no folder, with its key."""
    for index, root in enumerate(options.roots or () if not settings.source_roots else ()):
        folder = settings.root / root
        place = document.place.key("roots").item(index)
        if Path(root).is_absolute():
            raise place.error(f"{root} is an absolute path.", "Write it relative to the project root.")
        if not is_folder(folder):
            if exists(folder):
                raise place.error(f"{root} is no folder.", "Name the folder that holds the packages.")
            close = nearest(root, folders_in(settings.root))
            raise place.error(
                f"there is no folder {root} in the project.", f"Did you mean {close}?" if close else "Correct it."
            )


def _require_paths(project: Project, document: Document, options: ProjectOptions) -> None:
    """Refuse an exclusion that names a module, which is still there since only paths are excluded."""
    table = project.discovery.table
    for index, pattern in enumerate(options.exclude):
        name = pattern.rstrip("*.")
        if "/" not in pattern and "." in pattern and name in table:
            path = next((one.path for one in table.named(name)), f"{name.replace('.', '/')}/**")
            place = document.place.key("exclude").item(index)
            raise place.error(f"{pattern} names a module, but `exclude` takes paths.", f"Write {written(path)}.")
