"""Strings that an expression can have, read from literals, names bound to literals, and loops over literals."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from archgates.domain.modules import Module

_MOST_VALUES = 2_000
"""More strings than any table of modules holds; past it the expression counts as unreadable."""
_MOST_STEPS = 24
"""Depth of names that refer to names, and of nested expressions."""

_COPIERS = frozenset({"list", "tuple", "set", "frozenset", "sorted", "reversed", "iter"})


class Constants:
    """Evaluates expressions of one scope to sets of strings; every assignment to a name in its scope counts."""

    def __init__(self, module: Module, body: Sequence[ast.stmt], outer: Constants | None = None) -> None:
        self._module = module
        self._outer = outer
        self._known: Mapping[str, str] = {"__name__": module.name, "__package__": module.package}
        self._values: dict[str, list[ast.expr]] = defaultdict(list)
        self._items: dict[str, list[ast.expr]] = defaultdict(list)
        self._opaque: set[str] = set()
        for statement in _statements_of_scope(body):
            self._learn(statement)

    def inside(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Constants:
        """The scope of a function that stands in this one."""
        inner = Constants(self._module, function.body, self)
        inner._opaque.update(_parameters(function.args))
        return inner

    def _binder(self, name: str) -> Constants | None:
        """The scope that binds a name."""
        scope: Constants | None = self
        while scope is not None:
            if name in scope._values or name in scope._items or name in scope._opaque:
                return scope
            scope = scope._outer
        return None

    def strings(self, node: ast.expr | None, depth: int = 0) -> frozenset[str] | None:
        """Every string that the expression can be; None when something else or anything is possible."""
        if node is None or depth > _MOST_STEPS:
            return None
        found = self._strings(node, depth + 1)
        return found if found is None or len(found) <= _MOST_VALUES else None

    def elements(self, node: ast.expr, depth: int = 0) -> list[ast.expr] | None:
        """The expressions that a loop over `node` goes through; None when they cannot be read."""
        if depth > _MOST_STEPS:
            return None
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            return None if any(isinstance(one, ast.Starred) for one in node.elts) else list(node.elts)
        if isinstance(node, ast.Dict):
            keys = [one for one in node.keys if one is not None]
            return keys if len(keys) == len(node.keys) else None
        if isinstance(node, ast.Name):
            scope = self._binder(node.id)
            return scope._joined_elements(node.id, depth) if scope is not None else None
        if isinstance(node, ast.Call) and not node.keywords:
            return self._elements_of_call(node, depth)
        return None

    def _joined_elements(self, name: str, depth: int) -> list[ast.expr] | None:
        values = self._values.get(name)
        if not values or name in self._opaque or name in self._items:
            return None
        joined: list[ast.expr] = []
        for value in values:
            items = self.elements(value, depth + 1)
            if items is None:
                return None
            joined.extend(items)
        return joined

    def _elements_of_call(self, node: ast.Call, depth: int) -> list[ast.expr] | None:
        function = node.func
        if isinstance(function, ast.Name) and function.id in _COPIERS and len(node.args) == 1:
            return self.elements(node.args[0], depth + 1)
        if isinstance(function, ast.Attribute) and not node.args and function.attr in {"keys", "values"}:
            return self._table(function.value, keys=function.attr == "keys")
        return None

    def _table(self, node: ast.expr, *, keys: bool) -> list[ast.expr] | None:
        """Keys or values of a dictionary literal, named or in place."""
        scope = self._binder(node.id) if isinstance(node, ast.Name) else None
        if isinstance(node, ast.Name) and scope is not None and node.id not in scope._opaque:
            values = scope._values.get(node.id, [])
            node = values[0] if len(values) == 1 else node
        if not isinstance(node, ast.Dict):
            return None
        return [one for one in (node.keys if keys else node.values) if one is not None]

    def _strings(self, node: ast.expr, depth: int) -> frozenset[str] | None:
        if isinstance(node, ast.Constant):
            return frozenset({node.value}) if isinstance(node.value, str) else None
        if isinstance(node, ast.Name):
            return self._named(node.id, depth)
        if isinstance(node, ast.JoinedStr):
            return self._joined(node.values, depth)
        if isinstance(node, ast.BinOp):
            return self._operation(node, depth)
        if isinstance(node, ast.IfExp):
            return _union(self.strings(node.body, depth), self.strings(node.orelse, depth))
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            return _union(*(self.strings(one, depth) for one in node.values))
        if isinstance(node, ast.Subscript):
            return self._entries(node.value, depth)
        if isinstance(node, ast.NamedExpr):
            return self.strings(node.value, depth)
        if isinstance(node, ast.Call):
            return self._call(node, depth)
        return None

    def _named(self, name: str, depth: int) -> frozenset[str] | None:
        scope = self._binder(name)
        if scope is None:
            return frozenset({self._known[name]}) if name in self._known else None
        if name in scope._opaque:
            return None
        found = [scope.strings(one, depth) for one in scope._values.get(name, [])]
        for loop in scope._items.get(name, []):
            items = scope.elements(loop, depth)
            found.append(None if items is None else _union(*(scope.strings(one, depth) for one in items)))
        return _union(*found)

    def _joined(self, parts: Sequence[ast.expr], depth: int) -> frozenset[str] | None:
        texts: frozenset[str] | None = frozenset({""})
        for part in parts:
            if isinstance(part, ast.FormattedValue):
                if part.format_spec is not None or part.conversion not in (-1, ord("s")):
                    return None
                part = part.value
            texts = _product(texts, self.strings(part, depth))
        return texts

    def _operation(self, node: ast.BinOp, depth: int) -> frozenset[str] | None:
        left = self.strings(node.left, depth)
        if isinstance(node.op, ast.Add):
            return _product(left, self.strings(node.right, depth))
        if isinstance(node.op, ast.Mod) and left is not None and not isinstance(node.right, ast.Tuple | ast.Dict):
            right = self.strings(node.right, depth)
            if right is not None and all(one.count("%") == 1 and "%s" in one for one in left):
                return frozenset(one.replace("%s", value) for one in left for value in right)
        return None

    def _entries(self, node: ast.expr, depth: int) -> frozenset[str] | None:
        values = self._table(node, keys=False)
        return _union(*(self.strings(one, depth) for one in values)) if values else None

    def _call(self, node: ast.Call, depth: int) -> frozenset[str] | None:
        function = node.func
        if not isinstance(function, ast.Attribute):
            return None
        if function.attr == "get" and node.args:
            return self._entries(function.value, depth)
        if function.attr == "format" and not node.keywords and len(node.args) == 1:
            texts, value = self.strings(function.value, depth), self.strings(node.args[0], depth)
            if texts is not None and value is not None and all(one.count("{") == 1 and "{}" in one for one in texts):
                return frozenset(one.replace("{}", part) for one in texts for part in value)
        return None

    def _learn(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._bind(target, node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._bind(node.target, node.value)
        elif isinstance(node, ast.AugAssign):
            self._hide(node.target)
        elif isinstance(node, ast.For | ast.AsyncFor):
            self._loop(node.target, node.iter)
        elif isinstance(node, ast.With | ast.AsyncWith):
            for item in node.items:
                if item.optional_vars is not None:
                    self._hide(item.optional_vars)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._opaque.add(node.name)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            self._opaque.update(node.names)

    def comprehension(self, node: ast.comprehension) -> None:
        """Learn what the loop variable of a comprehension goes through."""
        self._loop(node.target, node.iter)

    def _bind(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._values[target.id].append(value)
        elif isinstance(target, ast.Tuple | ast.List | ast.Starred):
            self._hide(target)

    def _loop(self, target: ast.expr, iterated: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._items[target.id].append(iterated)
        else:
            self._hide(target)

    def _hide(self, target: ast.expr) -> None:
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                self._opaque.add(node.id)


def _parameters(parameters: ast.arguments) -> Iterator[str]:
    every = [*parameters.posonlyargs, *parameters.args, *parameters.kwonlyargs]
    every += [one for one in (parameters.vararg, parameters.kwarg) if one is not None]
    return (one.arg for one in every)


def _statements_of_scope(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements at any depth that bind in the same scope; a class body counts as part of it."""
    pending = list(reversed(body))
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for block in reversed(blocks(node)):
                pending.extend(reversed(block))


def blocks(node: ast.stmt) -> list[list[ast.stmt]]:
    """The blocks directly below a statement, in source order."""
    found = [getattr(node, "body", None)]
    found += [one.body for one in getattr(node, "handlers", ())]
    found += [one.body for one in getattr(node, "cases", ())]
    found += [getattr(node, "orelse", None), getattr(node, "finalbody", None)]
    return [one for one in found if isinstance(one, list)]


def _union(*sets: frozenset[str] | None) -> frozenset[str] | None:
    joined: set[str] = set()
    for one in sets:
        if one is None:
            return None
        joined |= one
    return frozenset(joined)


def _product(left: frozenset[str] | None, right: frozenset[str] | None) -> frozenset[str] | None:
    if left is None or right is None or len(left) * len(right) > _MOST_VALUES:
        return None
    return frozenset(one + two for one in left for two in right)
