"""Finds what changes a value after it is bound, or binds its name anew: in functions, in loops, in other modules."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from archgates.collect.names import Definition, Names, dotted, origin
from archgates.domain.location import Gap
from archgates.domain.modules import Module
from archgates.syntax.tree import Tree

_CHANGES = frozenset(
    [
        *("add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "setdefault", "update"),
        *("difference_update", "intersection_update", "symmetric_difference_update"),
        *("__setitem__", "__delitem__", "__ior__", "__iadd__", "__iand__", "__isub__", "__ixor__"),
    ]
)
_RECEIVERS = frozenset({"cls", "self"})
_BUILT_IN = frozenset({"dict", "list", "set"})
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
Parts = list[str]


def changes_at_home(found: Definition) -> Iterator[ast.AST]:
    """Where the module that binds the name changes what it holds, after the statement that binds it."""
    own = found.name[len(found.module.name) + 1 :].split(".")
    yield from _Walk(lambda parts: parts == own, after=found).changes(found.tree.module)
    if found.owner is not None:
        inside = ([own[-1]], ["cls", own[-1]], ["self", own[-1]])
        yield from _Walk(lambda parts: parts in inside, after=found).changes(found.owner)


def changes_elsewhere(found: Definition, names: Names) -> Iterator[Gap]:
    """Where other modules change what the name holds, and which of those that mention it cannot be read."""
    last = found.name.rpartition(".")[2]
    for module in names.sources.mentioning([last]):
        tree = None if module.path == found.module.path else names.tree(module)
        if tree is None:
            continue
        is_it = _same(found, names, module, tree)
        for node in _Walk(is_it).changes(tree.module):
            at = tree.location(module.path, node)
            yield Gap(at.path, f"{found.name} is changed here, so it is not what is written", at.line, at.column)


def _same(found: Definition, names: Names, module: Module, tree: Tree) -> Callable[[Parts], bool]:
    """A test whether dotted names of another module mean the definition."""
    imported = {name: full for node in ast.walk(tree.module) for name, full in _imports(module, node)}
    last = found.name.rpartition(".")[2]

    def is_it(parts: Parts) -> bool:
        full = imported.get(parts[0])
        if full is None or (last != parts[-1] and last != full.rpartition(".")[2]):
            other = names.inside(module, parts) if last == parts[-1] else None
        else:
            other = names.absolute(".".join([full, *parts[1:]]))
        return isinstance(other, Definition) and other.name == found.name

    return is_it


def _imports(module: Module, node: ast.AST) -> Iterator[tuple[str, str]]:
    """The names that an import statement binds, each with the full name that it stands for."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            head = alias.name.partition(".")[0]
            yield (alias.asname, alias.name) if alias.asname else (head, head)
    elif isinstance(node, ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name, f"{origin(module, node)}.{alias.name}"


@dataclass(frozen=True, slots=True)
class _Around:
    """What the functions and comprehensions around a node say about names."""

    hidden: frozenset[str] = frozenset()
    """Names that are local, whatever they mean further out."""
    shared: frozenset[str] | None = None
    """The names that the function around the node declares global; None outside functions."""
    same: frozenset[str] = frozenset()
    """Names that are bound to the value as it is."""


@dataclass(frozen=True, slots=True)
class _Walk:
    """Walks one module, and knows where a function has a local name of the same spelling."""

    is_it: Callable[[Parts], bool]
    after: Definition | None = None
    """At home, what runs with the module before this statement does not count, and names bound there do not either:
    which of them hold is known from the definition."""

    def changes(self, top: ast.AST) -> Iterator[ast.AST]:
        """The nodes below `top` that change the value, in the order of the source."""
        stack = [(top, _Around(same=self._same(top, _Around())))]
        while stack:
            node, around = stack.pop()
            if self._changes(node, around):
                yield node
            if isinstance(node, (*_FUNCTIONS, *_COMPREHENSIONS)):
                around = self._inside(node, around)
            stack.extend((one, around) for one in reversed([*ast.iter_child_nodes(node)]))

    def _inside(self, node: ast.AST, around: _Around) -> _Around:
        """What holds in the body of a function or comprehension."""
        own, declared = _scope(node)
        hidden = (around.hidden | own) - declared
        inner = _Around(hidden, declared if isinstance(node, _FUNCTIONS) else around.shared, around.same - own)
        return replace(inner, same=inner.same | self._same(node, inner))

    def _same(self, scope: ast.AST, around: _Around) -> frozenset[str]:
        """The plain names to which the scope itself binds the value."""
        return frozenset(
            target.id
            for node in _own_parts(scope)
            if isinstance(node, ast.Assign) and self._means(node.value, around)
            for target in node.targets
            if isinstance(target, ast.Name) and not (self.after is not None and node is self.after.node)
        )

    def _changes(self, node: ast.AST, around: _Around) -> bool:
        if self.after is not None and around.shared is None and self._is_earlier(node):
            return False
        match node:
            case ast.Subscript(value=ast.Call(func=ast.Name(id="globals")), slice=ast.Constant(value=str(name))):
                return not isinstance(node.ctx, ast.Load) and self.after is not None and self.is_it([name])
            case ast.Subscript(value=held, ctx=ast.Store() | ast.Del()):
                return self._means(_held(held), around)
            case ast.AugAssign(target=target):
                is_binding = self.after is not None and isinstance(target, ast.Name) and target.id not in around.same
                return not is_binding and self._means(_held(target), around)
            case ast.Attribute(ctx=ast.Store() | ast.Del(), value=ast.Name(id="self")):
                return False
            case ast.Attribute(ctx=ast.Store() | ast.Del()):
                return self._means(node, around)
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                return self.after is not None and name in (around.shared or ()) and self.is_it([name])
            case ast.Call():
                return self._calls(node, around)
        return False

    def _calls(self, node: ast.Call, around: _Around) -> bool:
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=kind), attr=method), args=[held, *_]) if (
                kind in _BUILT_IN and method in _CHANGES
            ):
                return self._means(_held(held), around)
            case ast.Call(func=ast.Attribute(value=held, attr=method)) if method in _CHANGES:
                return self._means(_held(held), around)
            case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[owner, ast.Constant(value=str(name)), *_]):
                parts = dotted(owner)
                return parts is not None and parts[0] not in around.hidden and self.is_it([*parts, name])
        return False

    def _means(self, node: ast.expr, around: _Around) -> bool:
        parts = dotted(node)
        if parts is None:
            return False
        is_hidden = parts[0] in around.hidden and parts[0] not in _RECEIVERS
        return (len(parts) == 1 and parts[0] in around.same) or (not is_hidden and self.is_it(parts))

    def _is_earlier(self, node: ast.AST) -> bool:
        line, column = getattr(node, "lineno", None), getattr(node, "col_offset", 0)
        return self.after is not None and line is not None and (line, column) < self.after.place


def _held(node: ast.expr) -> ast.expr:
    """What a chain of subscripts starts from: a change of a row is a change of its table."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node


def _scope(node: ast.AST) -> tuple[frozenset[str], frozenset[str]]:
    """The names that a function or comprehension has of its own, and those that it declares global."""
    bound: set[str] = set()
    declared: set[str] = set()
    for part in _own_parts(node):
        match part:
            case ast.Global(names=names):
                declared.update(names)
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                bound.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                bound.add(name)
    return frozenset(bound - declared), frozenset(declared)


def _own_parts(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope without the bodies of the functions and classes in it."""
    stack = [*ast.iter_child_nodes(scope)]
    while stack:
        part = stack.pop()
        yield part
        if not isinstance(part, (*_FUNCTIONS, ast.ClassDef)):
            stack.extend(ast.iter_child_nodes(part))
