"""The parts that answer questions about a project, and which part answers which request."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from archgates.application.configuration import ProjectOptions
from archgates.application.ports import Progress, Provider, each
from archgates.composition.settings import Settings
from archgates.domain.requests import AllModules, CallsOf, ConnectionsOf, ImportsIn, ProjectFacts, Request, SitesOf
from archgates.project.discover import Discovery, discover
from archgates.project.sources import Sources

if TYPE_CHECKING:
    from archgates.imports.index import ImportIndex
    from archgates.resolve.index import SymbolIndex


class Project:
    """The judged project with the parts that answer questions about it, each made when it is first used."""

    def __init__(self, discovery: Discovery, target_version: tuple[int, int] | None, progress: Progress) -> None:
        self.discovery = discovery
        self._progress = progress
        self.sources = Sources.of(discovery, target_version=target_version)

    @classmethod
    def open(cls, settings: Settings, options: ProjectOptions, progress: Progress) -> Project:
        """Find the modules. Raises UsageError when a root does not exist."""
        progress("finding modules")
        roots = settings.source_roots or options.roots
        return cls(discover(settings.root, roots, options.exclude), options.version, progress)

    @cached_property
    def symbols(self) -> SymbolIndex:
        from archgates.resolve.index import SymbolIndex

        return SymbolIndex(self.sources)

    @cached_property
    def imports(self) -> ImportIndex:
        from archgates.imports.index import ImportIndex

        return ImportIndex(self.sources)

    def modules(self) -> ProjectFacts:
        """The module table, and what stood in the way of it."""
        return ProjectFacts(modules=self.discovery.table, gaps=self.discovery.gaps)

    def providers(self) -> dict[type[Request[Any]], Provider]:
        """Which part answers which request."""
        return {
            AllModules: each(lambda _: self.modules()),
            SitesOf: each(lambda request: self.symbols.sites(request.target), self._progress),
            CallsOf: each(lambda request: self.symbols.calls(request.target), self._progress),
            ConnectionsOf: each(lambda request: self.symbols.connections(request.source, request.to), self._progress),
            ImportsIn: each(lambda request: self.imports.facts(request.view)),
            **_collectors(self.discovery.root, self.sources),
        }


def _collectors(root: Path, sources: Sources) -> dict[type[Request[Any]], Provider]:
    """The parts that need neither names nor imports resolved."""
    from archgates.collect.data_files import read_data_file
    from archgates.collect.directories import list_directory
    from archgates.collect.identifiers import find_identifiers
    from archgates.collect.literals import read_literal
    from archgates.collect.members import read_members
    from archgates.collect.names import Names
    from archgates.collect.outlines import count_lines, read_outlines
    from archgates.domain.directories import DirectoryOf
    from archgates.domain.identifiers import IdentifiersNamed
    from archgates.domain.literals import LiteralInFile, LiteralNamed, MembersOf
    from archgates.domain.outlines import ModuleSizes, Outlines

    names = Names(sources)
    return {
        DirectoryOf: each(lambda request: list_directory(request, root, sources.table)),
        IdentifiersNamed: each(lambda request: find_identifiers(request, sources)),
        LiteralInFile: each(lambda request: read_data_file(request, root)),
        LiteralNamed: each(lambda request: read_literal(request, names)),
        MembersOf: each(lambda request: read_members(request, names)),
        ModuleSizes: each(lambda request: count_lines(request, sources)),
        Outlines: lambda requests: read_outlines(requests, sources),
    }
