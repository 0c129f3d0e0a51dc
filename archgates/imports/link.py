"""Turns the import statements of a file into edges between modules of the project."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from archgates.domain.imports import ImportEdge, ImportKind
from archgates.domain.location import Gap
from archgates.domain.modules import Module, SourceKind
from archgates.imports.names import Names, Node, absolute_name
from archgates.imports.statements import ImportStatement, LazyEntry, Scan, TopNames

_UNSEEN = frozenset({ImportKind.TYPING, ImportKind.STUB})
_MOST_LAZY_STEPS = 16
"""How many lazy attributes may lead to one another."""


class Linker:
    """Edges of one file after the other; gaps are reported through `record`.

    `scan_of` gives the scan of a module with its lazy entries, `names_of` the names at its top.
    """

    def __init__(
        self,
        names: Names,
        scan_of: Callable[[Module], Scan],
        names_of: Callable[[Module], TopNames],
        record: Callable[[Gap], None],
    ) -> None:
        self._names = names
        self._scan_of = scan_of
        self._names_of = names_of
        self._record = record
        self._attributes_of: dict[str, frozenset[str]] = {}
        self.ambiguous: set[str] = set()
        """Names that more than one root defines and that something imports."""

    def edges(self, module: Module, scan: Scan) -> Iterator[ImportEdge]:
        """Every edge that the file's own statements make."""
        importer = self._names.node_of(module)
        for statement in scan.statements:
            yield from self._edges_of(module, importer, statement)
        for use in scan.uses:
            name = absolute_name(module, use.level, use.module)
            for node in self._loaded_lazily(module, name, use) if name else ():
                if node.label != importer.label:
                    yield _edge(module, importer, node, use)
        for entry in scan.lazy:
            if entry.statement.is_guess:
                for node in self._entry_targets(module, entry, 0):
                    if node.label != importer.label:
                        yield _edge(module, importer, node, entry.statement)

    def parents(self, module: Module, edges: list[ImportEdge], nodes: dict[str, Node]) -> Iterator[ImportEdge]:
        """Packages that run because a module below them is imported, the importing module's own first."""
        importer = self._names.node_of(module)
        made: dict[tuple[str, bool], ImportEdge] = {}
        for package in self._names.ancestors(importer):
            edge = ImportEdge(
                importer=importer.label, imported=package.label, kind=ImportKind.PARENT, path=module.path, line=1
            )
            made[package.label, True] = edge
        for edge in edges:
            if edge.kind in _UNSEEN:
                continue
            for package in self._names.ancestors(nodes[edge.imported]):
                if package.label != importer.label and (package.label, True) not in made:
                    made.setdefault(
                        (package.label, edge.at_import),
                        ImportEdge(
                            importer=importer.label,
                            imported=package.label,
                            kind=ImportKind.PARENT,
                            path=edge.path,
                            line=edge.line,
                            column=edge.column,
                            at_import=edge.at_import,
                        ),
                    )
        yield from made.values()

    def _edges_of(self, module: Module, importer: Node, statement: ImportStatement) -> Iterator[ImportEdge]:
        name = absolute_name(module, statement.level, statement.module)
        if name is None:
            self._record(_above_the_top(module, statement))
            return
        for node, is_whole in self._targets(module, name, statement):
            is_self = node.label == importer.label
            if is_self and (not is_whole or module.kind is SourceKind.PYI):
                continue
            edge = _edge(module, importer, node, statement)
            yield replace(edge, at_import=False) if self._is_hidden(module, name, node, statement) else edge
        if statement.kind not in _UNSEEN and module.kind is not SourceKind.PYI and statement.name:
            for node in self._loaded_lazily(module, name, statement):
                if node.label != importer.label:
                    yield _edge(module, importer, node, statement, kind=ImportKind.LAZY)

    def _targets(self, module: Module, name: str, statement: ImportStatement) -> Iterator[tuple[Node, bool]]:
        """Modules that a statement names, each with whether it is named in full."""
        if statement.is_guess:
            found = self._names.exact(name, module.root)
            if found is not None and found.module is not None and "." in name and found.module.path != module.path:
                yield found, True
            return
        base, is_whole = self._names.longest(name, module.root)
        if base is None:
            self._note_ambiguity(module, name, statement)
            return
        self._note_ambiguity(module, base.name, statement, chosen=True)
        if not statement.name or not is_whole:
            yield base, is_whole
        elif statement.name == "*":
            yield from self._star(module, base)
        else:
            yield from self._taken(module, base, statement)

    def _star(self, module: Module, base: Node) -> Iterator[tuple[Node, bool]]:
        """`from base import *`: the module, and the submodules that its `__all__` makes CPython load."""
        if base.module is None:
            return
        yield base, True
        if base.is_package and base.module.kind is not SourceKind.CYTHON:
            names = self._names_of(base.module)
            for name in sorted(self._exported(base.module, set()) - names.bound):
                submodule = self._names.exact(f"{base.name}.{name}", module.root)
                if submodule is not None:
                    yield submodule, True

    def _exported(self, module: Module, seen: set[str]) -> set[str]:
        """Names of a module's `__all__`, those that it takes from other modules included."""
        names = self._names_of(module)
        found = set(names.exported)
        seen.add(module.path)
        for origin in names.exported_by:
            plain = origin.lstrip(".")
            name = absolute_name(module, len(origin) - len(plain), plain)
            node = self._names.exact(name, module.root) if name else None
            if node is not None and node.module is not None and node.module.path not in seen:
                found |= self._exported(node.module, seen)
        return found

    def _taken(self, module: Module, base: Node, statement: ImportStatement) -> Iterator[tuple[Node, bool]]:
        """`from base import name`: the submodule, else the attribute, and both where both exist."""
        submodule = self._names.exact(f"{base.name}.{statement.name}", module.root) if base.is_package else None
        if submodule is not None:
            yield submodule, True
        if base.module is None:
            return
        is_own = base.module.path == module.path
        if submodule is None:
            # An unknown name of the package itself is a compiled or generated submodule, not an import of itself.
            yield base, not is_own or statement.name in self._attributes(module)
        elif not is_own and statement.name in self._attributes(base.module):
            yield base, True

    def _is_hidden(self, module: Module, package: str, node: Node, statement: ImportStatement) -> bool:
        """Whether CPython takes an attribute of the package and leaves its submodule of that name alone.

        A module of the package may be imported before the package has bound the attribute.
        """
        if node.name != f"{package}.{statement.name}" or module.name.startswith(f"{package}."):
            return False
        base = self._names.exact(package, module.root)
        if base is None or base.module is None or base.module.kind is not SourceKind.PY:
            return False
        attributes = self._attributes(base.module)
        return statement.name in attributes and statement.name in self._names_of(base.module).certain

    def _attributes(self, package: Module) -> frozenset[str]:
        """Names that a package binds to something else than its submodule of that name."""
        if package.path not in self._attributes_of:
            names = self._names_of(package)
            imported = {
                one.binds
                for one in self._scan_of(package).statements
                if one.name != one.binds or absolute_name(package, one.level, one.module) != package.name
            }
            self._attributes_of[package.path] = names.defined | (names.bound & imported)
        return self._attributes_of[package.path]

    def _loaded_lazily(self, module: Module, name: str, statement: ImportStatement) -> Iterator[Node]:
        """What `from package import LazyName` makes the package's `__getattr__` load."""
        base = self._names.exact(name, module.root)
        if base is None or base.module is None or base.module.kind is not SourceKind.PY:
            return
        if not self._scan_of(base.module).lazy:
            return
        names = self._names_of(base.module)
        wanted = self._exported(base.module, set()) if statement.name == "*" else {statement.name}
        for one in sorted(wanted - names.bound):
            if self._names.exact(f"{base.name}.{one}", module.root) is None:
                yield from self._behind(base.module, one, 0)

    def _behind(self, package: Module, name: str, steps: int) -> Iterator[Node]:
        """Modules that asking a package for one attribute loads."""
        if steps > _MOST_LAZY_STEPS:
            return
        entries = self._scan_of(package).lazy
        named = [one for one in entries if one.names is not None and name in one.names]
        for entry in named or [one for one in entries if one.names is None]:
            yield from self._entry_targets(package, entry, steps + 1)

    def _entry_targets(self, package: Module, entry: LazyEntry, steps: int) -> Iterator[Node]:
        statement = entry.statement
        name = absolute_name(package, statement.level, statement.module)
        if name is None:
            return
        if statement.is_guess:
            node = self._names.exact(name, package.root)
            if node is not None and node.module is not None:
                yield node
            return
        for node, _ in self._targets(package, name, statement):
            yield node
            other = node.module if node.name == name and statement.name else None
            if other is None or other.path == package.path:
                continue
            if statement.name not in self._names_of(other).bound:
                yield from self._behind(other, statement.name, steps)

    def _note_ambiguity(self, module: Module, name: str, statement: ImportStatement, *, chosen: bool = False) -> None:
        parts = name.split(".")
        for length in range(1, len(parts) + 1):
            prefix = ".".join(parts[:length])
            if self._names.is_ambiguous(prefix):
                self.ambiguous.add(prefix)
                if not chosen and self._names.exact(prefix, module.root) is None:
                    reason = f"cannot tell which module {prefix!r} this imports: more than one source root defines it"
                    self._record(Gap(module.path, reason, statement.line, statement.column))
                    return


def _edge(
    module: Module, importer: Node, imported: Node, statement: ImportStatement, kind: ImportKind | None = None
) -> ImportEdge:
    is_stub = module.kind is SourceKind.PYI
    return ImportEdge(
        importer=importer.label,
        imported=imported.label,
        kind=ImportKind.STUB if is_stub else kind or statement.kind,
        path=module.path,
        line=statement.line,
        column=statement.column,
        at_import=statement.at_import and not is_stub,
    )


def _above_the_top(module: Module, statement: ImportStatement) -> Gap:
    where = f"the top-level package of {module.name}" if module.package else f"{module.name}, which is in no package"
    dots = "." * statement.level
    reason = f"relative import goes above the top-level package: {dots}{statement.module} leads out of {where}"
    return Gap(module.path, reason, statement.line, statement.column)
