"""Puts the parts together: the only place that selects concrete ones. One function per command."""

from __future__ import annotations

import hashlib
import inspect
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from archgates.adapters.source_tree import identify_tree
from archgates.adapters.toml_configuration import find_configuration, read_configuration_file
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
from archgates.application.ports import Progress, Provider, each, silent
from archgates.application.queries import SitesReport
from archgates.application.report import CheckReport, Provenance
from archgates.application.run import run_gates
from archgates.domain.errors import ConfigurationError, UsageError, nearest
from archgates.domain.findings import run_verdict
from archgates.domain.requests import (
    AllModules,
    CallsOf,
    ConnectionsOf,
    ImportsIn,
    ProjectFacts,
    Request,
    SitesOf,
)
from archgates.domain.sites import TargetKind, UnknownTarget
from archgates.project.discover import Discovery, discover
from archgates.project.sources import Sources
from archgates.registry import GateRegistry

if TYPE_CHECKING:
    from archgates.imports import ImportIndex
    from archgates.resolve import SymbolIndex


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the command line says about the project: where it is, and how it is read."""

    root: Path
    source_roots: tuple[str, ...] = ()
    """Relative to the project root; they replace the configured ones."""
    configuration: Path | None = None
    run_foreign_code: bool = True

    def document(self) -> Document | None:
        """The named configuration, or the project's own if it has one."""
        if self.configuration is not None:
            return read_configuration_file(self.configuration, self.root)
        return find_configuration(self.root)


class Project:
    """The judged project with the parts that answer questions about it, each made when it is first used."""

    def __init__(self, discovery: Discovery, target_version: tuple[int, int] | None) -> None:
        self.discovery = discovery
        self.sources = Sources.of(discovery, target_version=target_version)

    @classmethod
    def open(cls, settings: Settings, options: ProjectOptions, progress: Progress) -> Project:
        """Find the modules. Raises UsageError when a root does not exist."""
        progress("finding modules")
        roots = settings.source_roots or options.roots
        return cls(discover(settings.root, roots, options.exclude), options.version)

    @cached_property
    def symbols(self) -> SymbolIndex:
        from archgates.resolve import SymbolIndex

        return SymbolIndex(self.sources)

    @cached_property
    def imports(self) -> ImportIndex:
        from archgates.imports import ImportIndex

        return ImportIndex(self.sources)

    def modules(self) -> ProjectFacts:
        """The module table, and what stood in the way of it."""
        return ProjectFacts(modules=self.discovery.table, gaps=self.discovery.gaps)

    def providers(self) -> dict[type[Request[Any]], Provider]:
        """Which part answers which request."""
        return {
            AllModules: each(lambda _: self.modules()),
            SitesOf: each(lambda request: self.symbols.sites(request.target)),
            CallsOf: each(lambda request: self.symbols.calls(request.target)),
            ConnectionsOf: each(lambda request: self.symbols.connections(request.source, request.to)),
            ImportsIn: each(lambda request: self.imports.facts(request.view)),
            **_collectors(self.discovery.root, self.sources),
        }


def _collectors(root: Path, sources: Sources) -> dict[type[Request[Any]], Provider]:
    """The parts that need neither names nor imports resolved."""
    from archgates.collect.directories import list_directory
    from archgates.collect.identifiers import find_identifiers
    from archgates.collect.outlines import count_lines, read_outlines
    from archgates.domain.directories import DirectoryOf
    from archgates.domain.identifiers import IdentifiersNamed
    from archgates.domain.outlines import ModuleSizes, Outlines

    return {
        DirectoryOf: each(lambda request: list_directory(request, root, sources.table)),
        IdentifiersNamed: each(lambda request: find_identifiers(request, sources)),
        ModuleSizes: each(lambda request: count_lines(request, sources)),
        Outlines: lambda requests: read_outlines(requests, sources),
    }


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
    reports = run_gates(chosen, FactBase(project.providers()), progress)
    progress("identifying the source tree")
    return CheckReport(verdict=run_verdict(reports), gates=reports, provenance=_provenance(project, document, chosen))


def sites(settings: Settings, target: str, progress: Progress = silent) -> SitesReport:
    """Every use of a class, function or method. Raises UsageError for a target that does not exist."""
    project = _open_for_query(settings, progress)
    progress(f"searching {len(project.discovery.table)} modules for {target}")
    found = project.symbols.target(target)
    if isinstance(found, UnknownTarget):
        raise UsageError(_no_such("target", found.asked, found.nearest))
    callables = {TargetKind.FUNCTION, TargetKind.METHOD}
    facts = project.symbols.calls(target) if found.kind in callables else project.symbols.sites(target)
    return SitesReport(facts=facts)


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
        raise UsageError(_no_such("gate", name, nearest(name, [*registry.names(), *ids])))
    gate = ids[name].gate
    if isinstance(gate, SkippedGate):
        raise UsageError(f"gate {name} is foreign code, and --no-exec keeps it from being loaded.")
    return explain_gate(type(gate), gate)


def _loaded(registry: GateRegistry, name: str) -> type[Any]:
    gate = registry.load(name)
    if gate is None:
        raise UsageError(f"gate {name} is foreign code, and --no-exec keeps it from being loaded.")
    return gate


def _no_such(what: str, name: str, close: str | None) -> str:
    return f"there is no {what} {name}" + (f"; did you mean {close}?" if close else ".")


def _open_for_query(settings: Settings, progress: Progress) -> Project:
    """The project for a query, which needs no configuration and of one reads only which files it is about."""
    document = settings.document()
    options = read_project(document) if document is not None else ProjectOptions()
    if document is not None:
        _require_roots(settings, document, options)
    return Project.open(settings, options, progress)


def _require_roots(settings: Settings, document: Document, options: ProjectOptions) -> None:
    """Refuse a configured root that does not exist, with its key."""
    for index, root in enumerate(options.roots or () if not settings.source_roots else ()):
        if not (settings.root / root).exists():
            folders = [path.name for path in settings.root.iterdir() if path.is_dir()]
            close = nearest(root, folders)
            place = document.place.key("roots").item(index)
            raise place.error(
                f"there is no folder {root} in the project.", f"Did you mean {close}?" if close else "Correct it."
            )


def _provenance(project: Project, document: Document, gates: Sequence[ConfiguredGate]) -> Provenance:
    return Provenance(
        tree=identify_tree(project.discovery.root, [module.path for module in project.discovery.table]),
        versions=_versions(),
        configuration=_digest(document.text.encode()),
        gates=_digest(*sorted({_source_of(one.gate) for one in gates})),
    )


def _versions() -> Mapping[str, str]:
    """The versions of everything that has a part in an answer."""
    from importlib.metadata import PackageNotFoundError, version

    versions = {"python": platform.python_version()}
    for name in ("archgates", "grimp", "libcst"):
        try:
            versions[name] = version(name)
        except PackageNotFoundError:  # run from a bare checkout
            versions[name] = "unknown"
    return versions


def _source_of(gate: object) -> bytes:
    try:
        return inspect.getsource(inspect.getmodule(type(gate)) or type(gate)).encode()
    except (OSError, TypeError):  # a gate without its source is known by its name
        return type(gate).__qualname__.encode()


def _digest(*parts: bytes) -> str:
    digest = hashlib.blake2b(digest_size=20)
    for part in parts:
        digest.update(hashlib.blake2b(part, digest_size=20).digest())
    return digest.hexdigest()
