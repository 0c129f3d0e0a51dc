"""Imports by a call: `importlib.import_module` and `__import__`, with names that can be read and that cannot."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from archgates.domain.imports import ImportKind
from archgates.domain.modules import Module
from archgates.imports.constants import Constants
from archgates.imports.statements import ImportStatement, Unreadable
from archgates.syntax.attributes import attribute
from archgates.syntax.tree import Tree
from archgates.syntax.walk import children

_MARKS = ("import_module", "__import__")
_INDIRECT = ("getattr", "vars", "__dict__")
_IMPORT_MODULE = "importlib.import_module"
_BUILTIN = frozenset({"__import__", "builtins.__import__", "importlib.__import__"})
_REFERENCES = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)
_IMPORTERS = _BUILTIN | {_IMPORT_MODULE}


def may_import(text: str) -> bool:
    """Whether a file of this text may import by a call."""
    if any(mark in text for mark in _MARKS):
        return True
    return "importlib" in text and any(mark in text for mark in _INDIRECT)


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
        self._may_import = may_import(tree.text)
        self._wanted = is_helper is not None or self._may_import
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
        aliases = _plainly_assigned(node)
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
            below: Sequence[ast.AST] = children(current)
            if isinstance(current, ast.Call) and self._imports(current.func):
                below = [*current.args, *current.keywords]
            elif isinstance(current, ast.NamedExpr):
                below = children(current.value) if self._imports(current.value) else below
            elif isinstance(current, ast.expr) and current is not aliases and self._note_value(current, place):
                continue
            if isinstance(current, ast.Call):
                call = _Call(current, scope, place, place.at_import and not later)
                yield from ((one, later) for one in self._call(call))
            inside = later or isinstance(current, ast.Lambda)
            pending.extend((one, inside) for one in reversed(below))

    def _imports(self, node: ast.expr) -> bool:
        """Whether an expression is `import_module` or `__import__` itself."""
        return self._function(node) in _IMPORTERS

    def _function(self, node: ast.expr) -> str | None:
        function = self._qualified(node)
        is_free = function is None and isinstance(node, ast.Name) and node.id == "__import__"
        return "__import__" if is_free else function

    def _note_value(self, node: ast.expr, place: Place) -> bool:
        """List a function that imports and is handed on: who calls it, and with which names, cannot be read."""
        if not self._may_import or not isinstance(node, _REFERENCES):
            return False
        if not isinstance(node, ast.Call) and not isinstance(node.ctx, ast.Load):
            return False
        if self._imports(node):
            self._cannot_read(node, place, "a function that imports is handed on as a value")
            return True
        taken = attribute(node, lambda name: self._qualified(ast.Name(name)) is None)
        if taken is not None and taken.name is None and self._qualified(taken.owner) == "importlib":
            self._cannot_read(node, place, "which function of importlib this is, is not constant")
            return True
        return isinstance(node, ast.Attribute) and self._qualified(node) is not None

    def _call(self, call: _Call) -> Iterator[ImportStatement]:
        function = self._function(call.node.func)
        if function == _IMPORT_MODULE:
            yield from self._import_module(call)
        elif function in _BUILTIN:
            yield from self._builtin(call)
        elif function is not None and self._is_helper is not None and self._is_helper(function):
            yield from self._helper(call)

    def _import_module(self, call: _Call) -> Iterator[ImportStatement]:
        names = call.strings(0, "name")
        if names is None:
            self._cannot_read(call.node, call.place, "the name given to import_module is not constant")
            return
        has_anchor = _argument(call.node, 1, "package") is not None
        anchors = call.strings(1, "package") if has_anchor else None
        for name in sorted(names):
            if not name.startswith("."):
                yield self._statement(call, name)
            elif not anchors:
                problem = "the package is not constant" if has_anchor else "there is no package argument"
                self._cannot_read(call.node, call.place, f"import_module of the relative name {name!r}: {problem}")
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
                self._cannot_read(
                    call.node, call.place, f"the relative name {name!r} goes above the top-level package of {anchor}"
                )
            else:
                base = parts[: len(parts) - dots + 1]
                yield self._statement(call, ".".join([*base, rest] if rest else base))

    def _builtin(self, call: _Call) -> Iterator[ImportStatement]:
        names = call.strings(0, "name")
        level = _argument(call.node, 4, "level")
        dots = 0 if level is None else _whole_number(level)
        if names is None or dots is None:
            what = "name" if names is None else "level"
            self._cannot_read(call.node, call.place, f"the {what} given to __import__ is not constant")
            return
        from_list = _argument(call.node, 3, "fromlist")
        taken = call.from_list(from_list) if from_list is not None else []
        for name in sorted(names):
            for one in taken or [""]:
                yield self._statement(call, name, one, dots)

    def _statement(self, call: _Call, module: str, name: str = "", level: int = 0) -> ImportStatement:
        line, column = call.node.lineno, self._tree.column(call.node.lineno, call.node.col_offset)
        return ImportStatement(call.kind, line, column, level, module, name, call.at_import)

    def _cannot_read(self, node: ast.expr, place: Place, reason: str) -> None:
        line, column = node.lineno, self._tree.column(node.lineno, node.col_offset)
        self.unreadable.append(Unreadable(line, column, reason, place.kind is ImportKind.LAZY, place.definition))


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


def _plainly_assigned(node: ast.stmt) -> ast.expr | None:
    """The value that a statement gives to plain names, which stand for it from then on."""
    if isinstance(node, ast.Assign) and all(isinstance(one, ast.Name) for one in node.targets):
        return node.value
    return node.value if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) else None
