"""Imports by a call: `importlib.import_module` and `__import__`, with names that can be read and that cannot."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from archgates.domain.imports import ImportKind
from archgates.domain.modules import Module
from archgates.imports.constants import Constants
from archgates.imports.statements import ImportStatement, Unreadable
from archgates.syntax.tree import Tree
from archgates.syntax.walk import children

MARKS = ("import_module", "__import__")
"""A file whose text has none of these imports nothing by a call."""
_BUILTIN = frozenset({"__import__", "builtins.__import__", "importlib.__import__"})


class Place(Protocol):
    """What a call needs to know about where it stands."""

    @property
    def kind(self) -> ImportKind:
        """The kind of an import statement that would stand there."""
        ...

    @property
    def at_import(self) -> bool:
        """Whether it runs while the file is being imported."""
        ...

    @property
    def definition(self) -> str:
        """The function or class at the top of the file around it."""
        ...

    @property
    def scope(self) -> Constants | None:
        """The constants of the function around it; None at the top of the file."""
        ...


class DynamicImports:
    """Finds the calls in the expressions of one file."""

    def __init__(
        self,
        tree: Tree,
        module: Module,
        qualified: Callable[[ast.expr], str | None],
        is_helper: Callable[[str], bool] | None = None,
    ) -> None:
        self.unreadable: list[Unreadable] = []
        self._tree = tree
        self._module = module
        self._qualified = qualified
        self._is_helper = is_helper
        self._wanted = is_helper is not None or any(mark in tree.text for mark in MARKS)
        self._top = Constants(module, tree.module.body) if self._wanted else None

    def scope(self, node: ast.FunctionDef | ast.AsyncFunctionDef, outer: Constants | None) -> Constants | None:
        """The constants inside a function; None when the file has no dynamic import."""
        around = outer or self._top
        return around.inside(node) if around is not None else None

    def visit(self, node: ast.stmt, place: Place) -> Iterator[tuple[ImportStatement, bool]]:
        """Imports by a call in the expressions of a statement, blocks below it left out.

        The flag is True for a call inside a lambda, which does not run where it stands.
        """
        if self._top is None or place.kind is ImportKind.TYPING:
            return
        scope = place.scope or self._top
        pending: list[tuple[ast.AST, bool]] = [
            (one, False) for one in reversed(children(node)) if not isinstance(one, ast.stmt | ast.ExceptHandler)
        ]
        while pending:
            current, later = pending.pop()
            if isinstance(current, ast.match_case):
                pending.extend((one, later) for one in children(current) if not isinstance(one, ast.stmt))
                continue
            if isinstance(current, ast.comprehension):
                scope.comprehension(current)
            if isinstance(current, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
                for loop in current.generators:
                    scope.comprehension(loop)
            if isinstance(current, ast.Call):
                call = _Call(current, scope, place, place.at_import and not later)
                yield from ((one, later) for one in self._call(call))
            inside = later or isinstance(current, ast.Lambda)
            pending.extend((one, inside) for one in reversed(children(current)))

    def _call(self, call: _Call) -> Iterator[ImportStatement]:
        function = self._qualified(call.node.func)
        if function is None and isinstance(call.node.func, ast.Name) and call.node.func.id == "__import__":
            function = "__import__"
        if function == "importlib.import_module":
            yield from self._import_module(call)
        elif function in _BUILTIN:
            yield from self._builtin(call)
        elif function is not None and self._is_helper is not None and self._is_helper(function):
            yield from self._helper(call)

    def _import_module(self, call: _Call) -> Iterator[ImportStatement]:
        names = call.strings(0, "name")
        if names is None:
            self._cannot_read(call, "the name given to import_module is not constant")
            return
        has_anchor = _argument(call.node, 1, "package") is not None
        anchors = call.strings(1, "package") if has_anchor else None
        for name in sorted(names):
            if not name.startswith("."):
                yield self._statement(call, name)
            elif not anchors:
                problem = "the package is not constant" if has_anchor else "there is no package argument"
                self._cannot_read(call, f"import_module of the relative name {name!r}: {problem}")
            else:
                yield from self._relative(call, name, sorted(anchors))

    def _helper(self, call: _Call) -> Iterator[ImportStatement]:
        """A call of a function of the project that imports by names it is given: its constant arguments."""
        for argument in (*call.node.args, *(one.value for one in call.node.keywords)):
            for name in sorted(call.scope.strings(argument) or ()):
                if all(part.isidentifier() for part in name.split(".")):
                    yield replace(self._statement(call, name), is_guess=True)

    def _relative(self, call: _Call, name: str, anchors: list[str]) -> Iterator[ImportStatement]:
        rest = name.lstrip(".")
        dots = len(name) - len(rest)
        for anchor in anchors:
            parts = anchor.split(".")
            if dots > len(parts):
                self._cannot_read(call, f"the relative name {name!r} goes above the top-level package of {anchor}")
            else:
                base = parts[: len(parts) - dots + 1]
                yield self._statement(call, ".".join([*base, rest] if rest else base))

    def _builtin(self, call: _Call) -> Iterator[ImportStatement]:
        names = call.strings(0, "name")
        level = _argument(call.node, 4, "level")
        dots = 0 if level is None else _whole_number(level)
        if names is None or dots is None:
            what = "name" if names is None else "level"
            self._cannot_read(call, f"the {what} given to __import__ is not constant")
            return
        from_list = _argument(call.node, 3, "fromlist")
        taken = call.from_list(from_list) if from_list is not None else []
        for name in sorted(names):
            for one in taken or [""]:
                yield self._statement(call, name, one, dots)

    def _statement(self, call: _Call, module: str, name: str = "", level: int = 0) -> ImportStatement:
        line, column = call.node.lineno, self._tree.column(call.node.lineno, call.node.col_offset)
        return ImportStatement(call.kind, line, column, level, module, name, call.at_import)

    def _cannot_read(self, call: _Call, reason: str) -> None:
        line, column = call.node.lineno, self._tree.column(call.node.lineno, call.node.col_offset)
        self.unreadable.append(Unreadable(line, column, reason, call.kind is ImportKind.LAZY, call.place.definition))


@dataclass(frozen=True, slots=True)
class _Call:
    """A call that may import, and what is known where it stands."""

    node: ast.Call
    scope: Constants
    place: Place
    at_import: bool

    @property
    def kind(self) -> ImportKind:
        """Dynamic, but lazy inside a module `__getattr__`."""
        return ImportKind.LAZY if self.place.kind is ImportKind.LAZY else ImportKind.DYNAMIC

    def strings(self, position: int, keyword: str) -> frozenset[str] | None:
        """Every string that an argument can be."""
        return self.scope.strings(_argument(self.node, position, keyword))

    def from_list(self, node: ast.expr) -> list[str]:
        """Names of a constant `fromlist`; what cannot be read leaves the module itself."""
        texts: set[str] = set()
        for one in self.scope.elements(node) or ():
            texts |= self.scope.strings(one) or frozenset()
        return sorted(texts)


def _argument(node: ast.Call, position: int, keyword: str) -> ast.expr | None:
    for one in node.keywords:
        if one.arg == keyword:
            return one.value
    if position < len(node.args) and not any(isinstance(one, ast.Starred) for one in node.args[: position + 1]):
        return node.args[position]
    return None


def _whole_number(node: ast.expr) -> int | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return max(node.value, 0)
    return None
