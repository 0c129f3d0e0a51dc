"""The import graph of a project: scans every file once and answers per view (DESIGN 2.3)."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from archgates.domain.errors import UsageError
from archgates.domain.imports import ImportEdge, ImportFacts, ImportKind, UnresolvedImport, View
from archgates.domain.location import Gap
from archgates.domain.modules import Module, SourceKind
from archgates.imports.cython import scan_cython
from archgates.imports.flags import Flags
from archgates.imports.helpers import Helpers, module_strings
from archgates.imports.link import Linker
from archgates.imports.names import Names, Node, absolute_name
from archgates.imports.scan import scan_tree
from archgates.imports.statements import LazyEntry, Scan, TopNames
from archgates.imports.text import scan_text
from archgates.project.files import read_regular, why
from archgates.project.sources import Sources
from archgates.syntax.decode import decode
from archgates.syntax.errors import SourceError
from archgates.syntax.quiet import is_surely_valid
from archgates.syntax.tree import Tree

_EMPTY = Scan(names=TopNames())


class ImportIndex:
    """Every import of the project. Files are scanned on the first question; nothing changes afterwards."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._names = Names(sources.table)
        self._flags = Flags(sources, self._names, self._names_for_flags)
        self._scans: dict[str, Scan] = {}
        self._full: dict[str, Scan] = {}
        self._in_progress: set[str] = set()
        self._gaps: set[Gap] = set()
        self._facts: dict[View, ImportFacts] = {}

    def facts(self, view: View) -> ImportFacts:
        """The import graph in one view."""
        if view not in self._facts:
            every = self._all_edges if view in (View.LOAD, View.ALL) else self._direct_edges
            self._facts[view] = ImportFacts(
                view=view,
                modules=self.modules,
                edges=tuple(one for one in every if one.counts_in(view)),
                unresolved=self._unresolved,
                gaps=tuple(sorted({*self._gaps, *self._sources.gaps})),
            )
        return self._facts[view]

    @cached_property
    def modules(self) -> tuple[str, ...]:
        """Labels of every module and namespace package, sorted."""
        return tuple(sorted(self.nodes))

    @cached_property
    def nodes(self) -> dict[str, Node]:
        """Every module and namespace package by its label."""
        found = {node.label: node for node in map(self._names.node_of, self._sources.table)}
        found.update((name, Node(name, name)) for name in self._sources.table.namespaces)
        return found

    def label(self, name: str) -> str:
        """The label of the module that a person names; `root::name` where two roots define the name.

        Raises UsageError for an unknown name, with the nearest one, and for a name that two roots define.
        """
        if name in self.nodes:
            return name
        doubled = self._sources.table.ambiguous.get(name)
        if doubled:
            choices = " or ".join(sorted({self._sources.table.label(one) for one in doubled}))
            raise UsageError(f"more than one source root defines {name}; write {choices}")
        close = self._sources.table.nearest(name)
        hint = f"; the nearest module is {close}" if close else ""
        raise UsageError(f"no module of the project is named {name}{hint}")

    @cached_property
    def _linker(self) -> Linker:
        return Linker(self._names, self._scan, self._top_names, self._gaps.add)

    @cached_property
    def _direct_edges(self) -> tuple[ImportEdge, ...]:
        edges: set[ImportEdge] = set()
        self._read_again()
        for module in self._sources.table:
            edges.update(self._linker.edges(module, self._scan(module)))
        for name in sorted(self._linker.ambiguous):
            self._gaps.add(self._ambiguity(name))
        return tuple(sorted(edges, key=_order))

    @cached_property
    def _all_edges(self) -> tuple[ImportEdge, ...]:
        by_path: dict[str, list[ImportEdge]] = {}
        for edge in self._direct_edges:
            by_path.setdefault(edge.path, []).append(edge)
        parents = {
            edge
            for module in self._sources.table
            for edge in self._linker.parents(module, by_path.get(module.path, []), self.nodes)
        }
        return tuple(sorted({*self._direct_edges, *parents}, key=_order))

    @cached_property
    def _unresolved(self) -> tuple[UnresolvedImport, ...]:
        found = []
        for module in self._sources.table:
            scan = self._scan(module)
            for one in scan.unreadable:
                if not (one.lazy and any(entry.statement.is_guess for entry in scan.lazy)):
                    label = self._names.node_of(module).label
                    found.append(
                        UnresolvedImport(
                            importer=label, path=module.path, line=one.line, column=one.column, reason=one.reason
                        )
                    )
        return tuple(sorted(found, key=lambda one: (one.path, one.line, one.column)))

    def _scan(self, module: Module) -> Scan:
        path = module.path
        if path not in self._scans:
            self._scans[path] = self._read(module)
        return self._scans[path]

    def _read(self, module: Module) -> Scan:
        if module.kind is SourceKind.CYTHON:
            return self._read_cython(module)
        data = self._sources.data(module)
        if data is not None and module.path not in self._flag_paths:
            try:
                text = decode(data)
            except SourceError:
                return self._read_fully(module)
            scan = scan_text(text)
            if scan is not None and is_surely_valid(text):
                return scan
        return self._read_fully(module)

    def _read_fully(self, module: Module) -> Scan:
        """The scan of the parsed file, with the names at its top."""
        path = module.path
        if path not in self._full:
            tree = self._sources.tree(module)
            self._in_progress.add(path)
            self._full[path] = self._scanned(tree, module) if tree else _EMPTY
            self._in_progress.discard(path)
        return self._full[path]

    def _read_again(self) -> None:
        """Scan the trees of files whose expressions matter too.

        They call functions of the project that import by a name they are given, or they take attributes of a package
        that loads some of them lazily.
        """
        helpers = Helpers(self._names, self._scan)
        lazy: set[str] = set()
        for module in self._sources.table:
            scan = self._scan(module)
            if scan.unreadable:
                helpers.add(module, scan.unreadable, self._top_names(module))
            if scan.lazy:
                lazy.add(module.path)
        calling = {one.path for one in self._sources.mentioning(helpers.names)} if helpers.names else set()
        names_a_module = module_strings(self._sources.table)
        for module in self._sources.table if calling or lazy else ():
            data = self._sources.data(module)
            if module.kind is not SourceKind.PY or data is None:
                continue
            calls = module.path in calling and names_a_module(data)
            takes = bool(lazy) and self._takes_attributes(module, data, lazy)
            tree = self._sources.tree(module) if calls or takes else None
            if tree is not None:
                scan = self._scanned(tree, module, helpers.of(module) if calls else None, with_uses=takes)
                self._scans[module.path] = self._full[module.path] = scan

    def _takes_attributes(self, module: Module, data: bytes, packages: set[str]) -> bool:
        """Whether a file binds one of the packages to a name and takes attributes of it."""
        for one in self._scan(module).statements:
            if not one.binds or one.kind is ImportKind.TYPING:
                continue
            name = absolute_name(module, one.level, f"{one.module}.{one.name}".strip("."))
            parts = (name or "").split(".")
            shortest = len(parts) if one.name or one.binds != parts[0] else 1
            for length in range(shortest, len(parts) + 1):
                node = self._names.exact(".".join(parts[:length]), module.root)
                is_lazy = node is not None and node.module is not None and node.module.path in packages
                if is_lazy and f"{one.binds}.".encode() in data:
                    return True
        return False

    def _scanned(
        self,
        tree: Tree,
        module: Module,
        is_helper: Callable[[str], bool] | None = None,
        *,
        with_uses: bool = False,
    ) -> Scan:
        version = self._sources.target_version
        scan = scan_tree(
            tree, module, version, lambda name: self._flags.is_flag(module, name), is_helper, with_uses=with_uses
        )
        return self._with_stub(module, scan)

    def _with_stub(self, module: Module, scan: Scan) -> Scan:
        """The scan with what `lazy_loader.attach_stub` reads from the stub beside the file."""
        stub = self._sources.table.stub(module.name, module.root)
        if stub is None or not any(entry.from_stub for entry in scan.lazy):
            return scan
        statements = tuple(
            replace(one, kind=ImportKind.LAZY, at_import=False) for one in self._read_fully(stub).statements
        )
        entries = tuple(LazyEntry(frozenset({one.binds}), one) for one in statements)
        place = next(entry.statement for entry in scan.lazy if entry.from_stub)
        shown = tuple(replace(one, line=place.line, column=place.column) for one in statements)
        kept = tuple(entry for entry in scan.lazy if not entry.from_stub)
        return replace(scan, statements=scan.statements + shown, lazy=kept + entries)

    def _top_names(self, module: Module) -> TopNames:
        if module.kind is SourceKind.CYTHON:
            return TopNames()
        return self._read_fully(module).names or TopNames()

    def _names_for_flags(self, module: Module) -> TopNames | None:
        return None if module.path in self._in_progress else self._top_names(module)

    @cached_property
    def _flag_paths(self) -> frozenset[str]:
        """Files with the typing flag under a name of the project's own; they are read with all such names known."""
        self._flags.find()
        if self._flags.names:
            self._full.clear()
        return self._flags.paths

    def _read_cython(self, module: Module) -> Scan:
        data = self._sources.data(module)
        if data is None:
            return Scan()
        try:
            text = decode(data)
        except SourceError as error:
            self._gaps.add(Gap(module.path, f"not read: {error.reason}", error.line, error.column))
            return Scan()
        return scan_cython(text, lambda name: self._included(module, name))

    def _included(self, module: Module, name: str) -> str | None:
        """The text of a file that a Cython file includes."""
        path = self._sources.root / posixpath.join(posixpath.dirname(module.path), name)
        try:
            return decode(read_regular(path))
        except (OSError, ValueError, SourceError) as error:
            reason = why(error) if isinstance(error, OSError) else error
            self._gaps.add(Gap(module.path, f"the included file {name} cannot be read: {reason}"))
            return None

    def _ambiguity(self, name: str) -> Gap:
        modules = self._sources.table.ambiguous[name]
        files = ", ".join(one.path for one in modules)
        return Gap(
            modules[0].path,
            f"module {name!r} is defined twice ({files}); an import of it means the importer's own root's, "
            "and from elsewhere either: name fewer source roots, or exclude one",
        )


def _order(edge: ImportEdge) -> tuple[str, int, int, str, str, str]:
    return (edge.path, edge.line, edge.column, edge.imported, edge.kind.value, edge.importer)
