"""Follows a dotted name through imports to the statement that defines it; no more than tables and enums need."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace

from archgates.collect.bindings import Binding, Place, bindings_in, live, place_of, value_given
from archgates.collect.gaps import gaps_of
from archgates.domain.errors import nearest
from archgates.domain.location import Gap
from archgates.domain.modules import Module, SourceKind
from archgates.project.sources import Sources
from archgates.syntax.tree import Tree

_MOST_HOPS = 64


@dataclass(frozen=True, slots=True)
class Definition:
    """What a name of the project is bound to: one statement, in a module or in a class body."""

    module: Module
    tree: Tree
    node: ast.stmt
    name: str
    """Canonical dotted name."""
    count: int = 1
    """How many statements may hold the name in the end; the last one is `node`."""
    owner: ast.ClassDef | None = None
    """The class in whose body the statement stands."""

    @property
    def value(self) -> ast.expr | None:
        """The expression that the name is bound to; None where none is written out."""
        return value_given(self.node, self.name.rpartition(".")[2])

    @property
    def place(self) -> Place:
        """Where the statement begins."""
        return place_of(self.node)


@dataclass(frozen=True, slots=True)
class Foreign:
    """A name from outside the project."""

    name: str


@dataclass(frozen=True, slots=True)
class Unfound:
    """A name that nothing binds, with a reason and the nearest name that exists."""

    reason: str
    nearest: str | None = None


Found = Definition | Foreign | Unfound


@dataclass(slots=True)
class Names:
    """Looks names up in the modules of a project. Keeps what it learned about each module's top level."""

    sources: Sources
    _bindings: dict[str, dict[str, list[Binding]]] = field(default_factory=dict)
    _visited: dict[str, Module] = field(default_factory=dict)

    def gaps_on_the_way(self) -> tuple[Gap, ...]:
        """The files that look-ups needed since the last call of this method and that could not be read."""
        gaps = gaps_of(self.sources, self._visited.values())
        self._visited.clear()
        return gaps

    def absolute(self, dotted: str, hops: int = 0) -> Found:
        """What a full dotted name such as `adf.lifecycle.PROFILES` is bound to."""
        parts = dotted.split(".")
        for length in range(len(parts) - 1, 0, -1):
            name = ".".join(parts[:length])
            module = self.sources.table.find(name)
            if module is not None:
                return self.inside(module, parts[length:], hops)
            if name in self.sources.table.ambiguous:
                return Unfound(f"{name} is defined under more than one source root")
        if parts[0] in self.sources.table:
            return Unfound(f"no module {'.'.join(parts[:-1])} exists", self.nearest(dotted))
        return Foreign(dotted)

    def inside(self, module: Module, parts: list[str], hops: int = 0, before: Place | None = None) -> Found:
        """What `parts`, read in the top-level scope of a module, are bound to: at its end, or before a place."""
        if hops > _MOST_HOPS:
            return Unfound(f"{'.'.join(parts)} is imported in a circle")
        tree = self.tree(module)
        if tree is None:
            return Unfound(f"{module.path} cannot be read")
        head, rest = parts[0], parts[1:]
        bound = live(self._top_level(module, tree).get(head, []), before)
        if not bound:
            return self._unbound(module, tree, parts, hops)
        node = bound[-1]
        if isinstance(node, ast.Import | ast.ImportFrom):
            return self._imported(module, node, head, rest, hops)
        name = f"{module.name}.{head}"
        return self._within(Definition(module, tree, node, name, len(bound)), rest, hops)

    def seen_from(self, found: Definition, parts: list[str], hops: int = 0) -> Found:
        """What `parts` are bound to where a definition stands: in its class, else its module; nothing further down."""
        bound = live(bindings_in(found.owner.body).get(parts[0], []), found.place) if found.owner else []
        if not bound:
            return self.inside(found.module, parts, hops, found.place)
        node = bound[-1]
        if isinstance(node, ast.Import | ast.ImportFrom):
            return self._imported(found.module, node, parts[0], parts[1:], hops)
        name = f"{found.name.rpartition('.')[0]}.{parts[0]}"
        return self._within(replace(found, node=node, name=name, count=len(bound)), parts[1:], hops)

    def aliased(self, found: Definition, rest: list[str], hops: int = 0) -> Found:
        """What `rest` names in what a definition stands for: `Kind = kinds.Kind` stands for the class there."""
        value = found.value if found.count == 1 else None
        parts = dotted(value) if value is not None else None
        if parts is None:
            return (
                self._within(found, rest, hops) if isinstance(found.node, ast.ClassDef) or not rest else _lacks(found)
            )
        other = self.seen_from(found, [*parts, *rest], hops + 1)
        if isinstance(other, Definition):
            return self.aliased(other, [], hops + 1)
        return found if isinstance(other, Unfound) and not rest else other

    def tree(self, module: Module) -> Tree | None:
        """The tree of a module, which then counts among what was needed; None where it cannot be read."""
        self._visited[module.path] = module
        return None if module.kind is SourceKind.CYTHON else self.sources.tree(module)

    def _top_level(self, module: Module, tree: Tree) -> dict[str, list[Binding]]:
        known = self._bindings.get(module.path)
        if known is None:
            known = self._bindings[module.path] = bindings_in(tree.module.body)
        return known

    def _within(self, found: Definition, rest: list[str], hops: int) -> Found:
        """Follow attributes of a class down its bodies."""
        for position, part in enumerate(rest):
            if not isinstance(found.node, ast.ClassDef):
                return self.aliased(found, rest[position:], hops)
            inner = bindings_in(found.node.body)
            bound = live(inner.get(part, []))
            if not bound:
                close = nearest(part, inner)
                return Unfound(f"{found.name} defines no {part}", f"{found.name}.{close}" if close else None)
            found = Definition(found.module, found.tree, bound[-1], f"{found.name}.{part}", len(bound), found.node)
        return found

    def _imported(
        self, module: Module, node: ast.Import | ast.ImportFrom, head: str, rest: list[str], hops: int
    ) -> Found:
        for alias in node.names:
            if isinstance(node, ast.ImportFrom):
                if (alias.asname or alias.name) == head:
                    return self._attribute(f"{origin(module, node)}.{alias.name}", rest, hops)
            elif alias.asname == head:
                return self._attribute(alias.name, rest, hops)
            elif alias.asname is None and alias.name.partition(".")[0] == head:
                return self._attribute(head, rest, hops)
        return Unfound(f"{head} is not bound")

    def _attribute(self, base: str, rest: list[str], hops: int) -> Found:
        dotted = ".".join([base, *rest])
        if not rest and base in self.sources.table:
            return Unfound(f"{base} is a module")
        return self.absolute(dotted, hops + 1)

    def _unbound(self, module: Module, tree: Tree, parts: list[str], hops: int) -> Found:
        """A name that only a star import or a submodule can bring."""
        for node in tree.module.body:
            if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
                star = self.sources.table.find(origin(module, node), module.root)
                found = self.inside(star, parts, hops + 1) if star else Unfound("")
                if not isinstance(found, Unfound):
                    return found
        dotted = f"{module.name}.{'.'.join(parts)}"
        close = nearest(parts[0], self._top_level(module, tree))
        return Unfound(
            f"{module.name} defines no {parts[0]}", f"{module.name}.{close}" if close else self.nearest(dotted)
        )

    def nearest(self, dotted: str) -> str | None:
        """A top-level name of the project that looks like this one, in the module that looks like its module."""
        module_name, _, last = dotted.rpartition(".")
        module = self.sources.table.find(self.sources.table.nearest(module_name) or "")
        tree = self.tree(module) if module else None
        if module is None or tree is None:
            return None
        close = nearest(last, self._top_level(module, tree))
        return f"{module.name}.{close}" if close else None


def dotted(node: ast.expr) -> list[str] | None:
    """The parts of a dotted name, or None for any other expression."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return [node.id, *reversed(parts)] if isinstance(node, ast.Name) else None


def _lacks(found: Definition) -> Unfound:
    return Unfound(f"{found.name} is no class, so it has no attributes that can be read")


def origin(module: Module, node: ast.ImportFrom) -> str:
    """The absolute name of the module that a from-import reads."""
    if not node.level:
        return node.module or ""
    parts = module.package.split(".")
    base = parts[: max(0, len(parts) - node.level + 1)]
    return ".".join([*base, node.module] if node.module else base)
