"""Follows a dotted name through imports to the statement that defines it; no more than tables and enums need."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from archgates.collect.gaps import gaps_of
from archgates.domain.errors import nearest
from archgates.domain.location import Gap
from archgates.domain.modules import Module, SourceKind
from archgates.project.sources import Sources
from archgates.syntax.nodes import TypeAlias
from archgates.syntax.tree import Tree

_MOST_HOPS = 64
_Body = list[ast.stmt]


@dataclass(frozen=True, slots=True)
class Definition:
    """What a name of the project is bound to: one statement, in a module or in a class body."""

    module: Module
    tree: Tree
    node: ast.stmt
    name: str
    """Canonical dotted name."""
    count: int = 1
    """How many statements bind the name; the last one is `node`."""


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
    _bindings: dict[str, dict[str, list[ast.stmt]]] = field(default_factory=dict)
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

    def inside(self, module: Module, parts: list[str], hops: int = 0) -> Found:
        """What `parts`, read in the top-level scope of a module, are bound to."""
        if hops > _MOST_HOPS:
            return Unfound(f"{'.'.join(parts)} is imported in a circle")
        tree = self._tree(module)
        if tree is None:
            return Unfound(f"{module.path} cannot be read")
        head, rest = parts[0], parts[1:]
        bound = self._top_level(module, tree).get(head, [])
        if not bound:
            return self._unbound(module, tree, parts, hops)
        node = bound[-1]
        if isinstance(node, ast.Import | ast.ImportFrom):
            return self._imported(module, node, head, rest, hops)
        name = f"{module.name}.{head}"
        return self._within(Definition(module, tree, node, name, len(bound)), rest)

    def _tree(self, module: Module) -> Tree | None:
        self._visited[module.path] = module
        return None if module.kind is SourceKind.CYTHON else self.sources.tree(module)

    def _top_level(self, module: Module, tree: Tree) -> dict[str, list[ast.stmt]]:
        known = self._bindings.get(module.path)
        if known is None:
            known = self._bindings[module.path] = bindings_in(tree.module.body)
        return known

    def _within(self, found: Definition, rest: list[str]) -> Found:
        """Follow attributes of a class down its bodies."""
        for part in rest:
            if not isinstance(found.node, ast.ClassDef):
                return Unfound(f"{found.name} is no class, so it has no {part} that can be read")
            inner = bindings_in(found.node.body)
            if part not in inner:
                close = nearest(part, inner)
                return Unfound(f"{found.name} defines no {part}", f"{found.name}.{close}" if close else None)
            name = f"{found.name}.{part}"
            found = Definition(found.module, found.tree, inner[part][-1], name, len(inner[part]))
        return found

    def _imported(
        self, module: Module, node: ast.Import | ast.ImportFrom, head: str, rest: list[str], hops: int
    ) -> Found:
        for alias in node.names:
            if isinstance(node, ast.ImportFrom):
                if (alias.asname or alias.name) == head:
                    return self._attribute(f"{_origin(module, node)}.{alias.name}", rest, hops)
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
                origin = self.sources.table.find(_origin(module, node), module.root)
                found = self.inside(origin, parts, hops + 1) if origin else Unfound("")
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
        tree = self._tree(module) if module else None
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


def bindings_in(body: _Body) -> dict[str, list[ast.stmt]]:
    """The statements that bind each name of a body, branches included, functions and classes not entered."""
    bound: dict[str, list[ast.stmt]] = {}
    for node in _flat(body):
        for name in _bound_names(node):
            bound.setdefault(name, []).append(node)
    return bound


def _flat(body: _Body) -> Iterator[ast.stmt]:
    stack = list(reversed(body))
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, ast.If | ast.Try | ast.With | ast.For | ast.While):
            inner = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt)]
            handlers = node.handlers if isinstance(node, ast.Try) else []
            stack.extend(reversed([*inner, *(one for handler in handlers for one in handler.body)]))


def _bound_names(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in names)
        case ast.ImportFrom(names=names):
            yield from (alias.asname or alias.name for alias in names if alias.name != "*")
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case TypeAlias():
            yield node.name.id
        case ast.Assign(targets=targets):
            yield from _stored(*targets)
        case ast.AnnAssign(target=target, value=ast.expr()) | ast.AugAssign(target=target) | ast.For(target=target):
            yield from _stored(target)
        case ast.With(items=items):
            yield from _stored(*(item.optional_vars for item in items if item.optional_vars))


def _stored(*targets: ast.expr) -> Iterator[str]:
    for target in targets:
        for node in ast.walk(target):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id


def _origin(module: Module, node: ast.ImportFrom) -> str:
    """The absolute name of the module that a from-import reads."""
    if not node.level:
        return node.module or ""
    parts = module.package.split(".")
    base = parts[: max(0, len(parts) - node.level + 1)]
    return ".".join([*base, node.module] if node.module else base)
