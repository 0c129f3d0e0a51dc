"""Reads every import of one file from its tree: kind, place, and whether it runs at import time."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from archgates.domain.imports import ImportKind
from archgates.domain.modules import Module
from archgates.imports.constants import Constants
from archgates.imports.dynamic import DynamicImports
from archgates.imports.executed import Owner, executed_definitions
from archgates.imports.lazy import lazy_entries
from archgates.imports.meanings import Meanings
from archgates.imports.scopes import UNTOLD, Meaning, NameScope, bound_by, walk_expressions
from archgates.imports.statements import ImportStatement, LazyEntry, Scan, TopNames
from archgates.imports.uses import AttributeUses
from archgates.syntax.conditions import TYPE_CHECKING, Condition, Conditions
from archgates.syntax.tree import Tree
from archgates.syntax.walk import walk

_IMPORT_ERRORS = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})
_STRENGTH = (ImportKind.MODULE, ImportKind.FALLBACK, ImportKind.DEFERRED, ImportKind.LAZY, ImportKind.TYPING)

_BRANCHING = (ast.If, ast.Try, ast.TryStar, ast.For, ast.AsyncFor, ast.While, ast.Match)


@dataclass(frozen=True, slots=True)
class Context:
    """Where a statement stands."""

    kind: ImportKind = ImportKind.MODULE
    at_import: bool = True
    owner: Owner | None = None
    """The class at the top of the file that the statement stands in, or the function that runs it."""
    scope: Constants | None = None
    """The constants of the function around it; None at the top of the file."""
    definition: str = ""
    """The function or class at the top of the file around it."""
    names: NameScope = field(default_factory=NameScope)
    in_branch: bool = False
    """True where an `if`, a loop or a `try` of the same scope decides whether the statement runs."""
    nested: bool = False
    """True where no call at the top of the file can be told to run the statement."""

    @property
    def is_top(self) -> bool:
        """Whether names bound here are attributes of the module."""
        return self.owner is None and not self.nested and self.kind in (ImportKind.MODULE, ImportKind.FALLBACK)

    def within(self, kind: ImportKind) -> Context:
        """The context inside a construct that makes imports `kind`, unless the place is stronger already."""
        stronger = kind if _STRENGTH.index(kind) > _STRENGTH.index(self.kind) else self.kind
        runs = self.at_import and kind in (ImportKind.MODULE, ImportKind.FALLBACK)
        return replace(self, kind=stronger, at_import=runs)


def scan_tree(
    tree: Tree,
    module: Module,
    version: tuple[int, int],
    is_flag: Callable[[str], bool | None] = lambda _: None,
    is_helper: Callable[[str], bool] | None = None,
    *,
    with_uses: bool = False,
) -> Scan:
    """Every import of a file.

    `is_flag` tells whether `pkg.compat.CHECKING` is the typing flag, None where the project does not define it;
    `is_helper` whether a function of the project imports modules by the names that it is given. `with_uses` adds the
    attributes taken from modules.
    """
    scanner = _Scanner(tree, module, version, is_flag)
    if with_uses:
        scanner.uses = AttributeUses(tree, scanner.qualified)
    scanner.run(DynamicImports(tree, module, scanner.qualified, is_helper))
    return scanner.result()


class _Scanner:
    """Walks the statements of one file; function bodies after everything that runs at import."""

    def __init__(
        self, tree: Tree, module: Module, version: tuple[int, int], is_flag: Callable[[str], bool | None]
    ) -> None:
        self._tree = tree
        self._module = module
        self._meanings = Meanings(is_flag)
        self._conditions = Conditions(self._meanings, version)
        self._has_walrus = ":=" in tree.text
        self._found: list[tuple[ImportStatement, Owner | None]] = []
        self._bodies: deque[tuple[Sequence[ast.stmt], Context]] = deque()
        self.uses: AttributeUses | None = None
        self._used: list[tuple[ImportStatement, Owner | None]] = []
        self._lazy: list[LazyEntry] = []
        self._bound: set[str] = set()
        self._defined: set[str] = set()
        self._doubtful: set[str] = set()
        self._exported: set[str] = set()
        self._exported_by: set[str] = set()
        self._made_of: list[tuple[str, str]] = []

    def run(self, dynamic: DynamicImports) -> None:
        """Walk the file."""
        self._dynamic = dynamic
        for statement in self._tree.module.body:
            known = self._bound | self._defined if isinstance(statement, _BRANCHING) else None
            self._walk([statement], Context(names=self._meanings.top))
            if known is not None:
                self._doubtful |= (self._bound | self._defined) - known
        while self._bodies:
            self._walk(*self._bodies.popleft())
        self._meanings.scope = self._meanings.top

    def result(self) -> Scan:
        """What was found, in source order."""
        owned = any(owner for _, owner in (*self._found, *self._used))
        executed = executed_definitions(self._tree.module) if owned else frozenset()
        statements = [replace(one, at_import=True) if owner in executed else one for one, owner in self._found]
        uses = [replace(one, at_import=True) if owner in executed else one for one, owner in self._used]
        lazy = lazy_entries(self._tree, self._module, self.qualified)
        return Scan(
            tuple(sorted(statements, key=lambda one: (one.line, one.column))),
            (*lazy, *self._lazy),
            tuple(sorted(self._dynamic.unreadable, key=lambda one: (one.line, one.column))),
            tuple(dict.fromkeys(uses)),
            self._top_names(),
        )

    def _top_names(self) -> TopNames:
        return TopNames(
            bound=frozenset(self._bound | self._defined),
            defined=frozenset(self._defined),
            certain=frozenset((self._bound | self._defined) - self._doubtful),
            exported=frozenset(self._exported),
            exported_by=frozenset(self._exported_by),
            made_of=tuple(self._made_of),
            flags=self._flags(),
            origins=self._meanings.origins(),
            stars=tuple(self._meanings.stars),
        )

    def _flags(self) -> frozenset[str]:
        names = (name for name in self._meanings.top.names if self._meanings.may_be_flag(name))
        return frozenset(name for name in names if self._conditions.judge(ast.Name(name)) == TYPE_CHECKING)

    def qualified(self, node: ast.expr) -> str | None:
        """The dotted name that a name or attribute chain was imported from; None when it is local."""
        return self._meanings.qualified(node)

    def _walk(self, body: Sequence[ast.stmt], context: Context) -> None:
        pending: list[tuple[ast.stmt, Context]] = [(one, context) for one in reversed(body)]
        while pending:
            statement, place = pending.pop()
            below = self._visit(statement, place)
            for inner, inner_place in reversed(below):
                pending.extend((one, inner_place) for one in reversed(inner))

    def _visit(self, node: ast.stmt, context: Context) -> list[tuple[Sequence[ast.stmt], Context]]:
        """Take one statement; return the blocks below it, each with its context, in source order."""
        self._meanings.scope = context.names
        if isinstance(node, ast.Import):
            self._take_import(node, context)
            return []
        if isinstance(node, ast.ImportFrom):
            self._take_from(node, context)
            return []
        if context.is_top:
            self._learn_names(node)
        if self.uses is not None and context.kind is not ImportKind.TYPING:
            for use, is_later in self.uses.visit(node, at_import=context.at_import):
                self._used.append((use, context.owner if not is_later else None))
        for found, is_later in self._dynamic.visit(node, context):
            if found.kind is ImportKind.LAZY:
                self._lazy.append(LazyEntry(None, found))
            self._keep(found, replace(context, nested=True, owner=None) if is_later else context)
        self._bind_names(node, context)
        below = self._below(node, context)
        if isinstance(node, _BRANCHING) and not context.in_branch:
            return [(body, replace(place, in_branch=True)) for body, place in below]
        return below

    def _below(self, node: ast.stmt, context: Context) -> list[tuple[Sequence[ast.stmt], Context]]:
        if isinstance(node, ast.If):
            return self._branches(node, context)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            inside = self._inside_function(node, context)
            self._bodies.append((node.body, replace(inside, definition=context.definition or node.name)))
            return []
        if isinstance(node, ast.ClassDef):
            inside = self._inside_class(node, context)
            return [(node.body, replace(inside, definition=context.definition or node.name))]
        if isinstance(node, ast.Try | ast.TryStar):
            return self._attempts(node, context)
        if isinstance(node, ast.With | ast.AsyncWith):
            return [(node.body, context.within(ImportKind.FALLBACK) if self._suppresses(node) else context)]
        if isinstance(node, ast.For | ast.AsyncFor | ast.While):
            return [(node.body, context), (node.orelse, context)]
        if isinstance(node, ast.Match):
            return [(case.body, context) for case in node.cases]
        return []

    def _branches(self, node: ast.If, context: Context) -> list[tuple[Sequence[ast.stmt], Context]]:
        """Both branches. An `elif` chain is walked without recursion, as its `else` is a list of one `if`."""
        condition = self._conditions.judge(node.test)
        branches: list[tuple[Sequence[ast.stmt], Context]] = []
        for body, one in ((node.body, condition), (node.orelse, condition.negated())):
            place = _branch_context(context, one)
            if place is not None and body:
                branches.append((body, place))
        return branches

    def _inside_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, context: Context) -> Context:
        inner = replace(
            context.within(ImportKind.DEFERRED),
            scope=self._dynamic.scope(node, context.scope),
            names=NameScope(context.names, function=node),
            in_branch=False,
        )
        owner = context.owner
        if context.nested or context.kind not in (ImportKind.MODULE, ImportKind.FALLBACK):
            return replace(inner, owner=None, nested=True)
        if owner is None and node.name == "__getattr__":
            return replace(inner, kind=ImportKind.LAZY, nested=True)
        return replace(inner, owner=Owner(owner.class_name if owner else "", node.name))

    def _inside_class(self, node: ast.ClassDef, context: Context) -> Context:
        context = replace(context, names=NameScope(context.names, is_class=True), in_branch=False)
        if context.owner is None and not context.nested:
            return replace(context, owner=Owner(node.name, ""))
        return replace(context, owner=None, nested=True)

    def _attempts(self, node: ast.Try | ast.TryStar, context: Context) -> list[tuple[Sequence[ast.stmt], Context]]:
        fallback = context.within(ImportKind.FALLBACK)
        caught = any(self._catches_import_error(one.type) for one in node.handlers)
        return [
            (node.body, fallback if caught else context),
            *((handler.body, fallback) for handler in node.handlers),
            (node.orelse, context),
            (node.finalbody, context),
        ]

    def _catches_import_error(self, caught: ast.expr | None) -> bool:
        if caught is None:
            return True
        names = caught.elts if isinstance(caught, ast.Tuple) else [caught]
        return any(_last_name(one) in _IMPORT_ERRORS for one in names)

    def _suppresses(self, node: ast.With | ast.AsyncWith) -> bool:
        calls = [one.context_expr for one in node.items if isinstance(one.context_expr, ast.Call)]
        return any(
            _last_name(call.func) == "suppress" and any(self._catches_import_error(one) for one in call.args)
            for call in calls
        )

    def _bind_names(self, node: ast.stmt, context: Context) -> None:
        """Take what a statement binds; names may stand for an imported thing or for a condition."""
        scope, is_sure = context.names, not context.in_branch
        if self._has_walrus:
            for one in walk_expressions(node):
                if isinstance(one, ast.NamedExpr) and isinstance(one.target, ast.Name):
                    self._meanings.bind(scope, one.target.id, self._meaning(one.target.id, one.value), is_sure=False)
        if isinstance(node, ast.Global | ast.Nonlocal):
            scope.declare(node)
            return
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if value is None and isinstance(node, ast.AnnAssign):
            return
        named = {one.id: self._meaning(one.id, value) for one in targets if value and isinstance(one, ast.Name)}
        is_always = is_sure and not isinstance(node, _BRANCHING)
        for name in bound_by(node):
            self._meanings.bind(scope, name, named.get(name, UNTOLD), is_sure=is_always)

    def _meaning(self, name: str, value: ast.expr) -> Meaning:
        return Meaning(self.qualified(value), self._conditions.assigned(name, value))

    def _take_import(self, node: ast.Import, context: Context) -> None:
        for alias in node.names:
            bound = alias.asname or alias.name.partition(".")[0]
            origin = alias.name if alias.asname else bound
            self._meanings.bind(context.names, bound, Meaning(origin), is_sure=not context.in_branch)
            self._meanings.modules.add(alias.name)
            self._add(node, context, 0, alias.name, "", bound)

    def _take_from(self, node: ast.ImportFrom, context: Context) -> None:
        level, module = node.level or 0, node.module or ""
        for alias in node.names:
            bound = alias.asname or alias.name
            dots = "." * level
            origin = f"{dots}{module}.{alias.name}" if module else f"{dots}{alias.name}"
            if alias.name == "*":
                self._meanings.stars.append(f"{dots}{module}")
            else:
                self._meanings.bind(context.names, bound, Meaning(origin), is_sure=not context.in_branch)
                self._meanings.taken.add(origin)
            self._add(node, context, level, module, alias.name, "" if alias.name == "*" else bound)

    def _add(self, node: ast.stmt, context: Context, level: int, module: str, name: str, bound: str) -> None:
        kind, at_import = context.kind, context.at_import
        is_plain = kind in (ImportKind.MODULE, ImportKind.FALLBACK)
        is_lazy = is_plain and bool(getattr(node, "is_lazy", False))
        if is_lazy:
            kind, at_import = ImportKind.LAZY, False
        elif is_plain and name == "*":
            kind = ImportKind.STAR
        column = self._tree.column(node.lineno, node.col_offset)
        statement = ImportStatement(kind, node.lineno, column, level, module, name, at_import, bound)
        self._keep(statement, context)
        if is_lazy:
            self._lazy.append(LazyEntry(frozenset({bound}), statement))
        elif context.is_top and bound:
            self._bound.add(bound)

    def _learn_names(self, node: ast.stmt) -> None:
        """Names that a statement at the top binds, and what it adds to `__all__`."""
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._defined.add(node.name)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self._bind(target, node.value)
        elif isinstance(node, ast.AnnAssign | ast.AugAssign) and node.value is not None:
            self._bind(node.target, node.value)
        elif isinstance(node, ast.For | ast.AsyncFor):
            self._bind(node.target, node.iter)
        elif isinstance(node, ast.With | ast.AsyncWith):
            for item in node.items:
                if item.optional_vars is not None:
                    self._bind(item.optional_vars, item.context_expr)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called = node.value.func
            if isinstance(called, ast.Attribute) and _last_name(called.value) == "__all__":
                for one in node.value.args:
                    self._export(one)

    def _bind(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._defined.add(target.id)
            source = _first_name(value)
            if source:
                self._made_of.append((target.id, source))
            if target.id == "__all__":
                self._export(value)
        elif isinstance(target, ast.Tuple | ast.List):
            for one in target.elts:
                self._bind(one, value)
        elif isinstance(target, ast.Starred):
            self._bind(target.value, value)

    def _export(self, value: ast.expr) -> None:
        """Add an expression to `__all__`: its strings, and the modules whose `__all__` it takes."""
        for one in walk(value):
            if isinstance(one, ast.Constant) and isinstance(one.value, str):
                self._exported.add(one.value)
            elif isinstance(one, ast.Attribute | ast.Name):
                origin = self.qualified(one) or ""
                if origin.endswith(".__all__"):
                    self._exported_by.add(origin.removesuffix(".__all__"))

    def _keep(self, statement: ImportStatement, context: Context) -> None:
        owner = context.owner
        self._found.append((statement, owner if owner is not None and owner.function else None))


def _branch_context(context: Context, condition: Condition) -> Context | None:
    """The context of a branch; None when neither the program nor a type checker reads it."""
    if condition.runtime is not False:
        return context.within(ImportKind.DEFERRED) if condition.script else context
    return None if condition.typing is False else context.within(ImportKind.TYPING)


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _first_name(node: ast.expr) -> str:
    """`a` of `a`, `a.b`, `a()` and `a.b().c`."""
    while isinstance(node, ast.Attribute | ast.Call):
        node = node.value if isinstance(node, ast.Attribute) else node.func
    return node.id if isinstance(node, ast.Name) else ""
