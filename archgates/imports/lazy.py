"""Modules that a package loads only when an attribute is asked for: module `__getattr__` and its helpers (PEP 562)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from archgates.domain.imports import ImportKind
from archgates.domain.modules import Module
from archgates.imports.constants import blocks
from archgates.imports.statements import ImportStatement, LazyEntry
from archgates.syntax.tree import Tree
from archgates.syntax.walk import children

MARKS = ("__getattr__", "sys.modules[__name__]")
"""A file whose text has none of these loads nothing lazily."""
_MOST_STRINGS = 64
"""Strings read from one row of a table; a longer one is data, not names of modules."""


def lazy_entries(tree: Tree, module: Module, qualified: Callable[[ast.expr], str | None]) -> tuple[LazyEntry, ...]:
    """What the file's module `__getattr__` may load.

    Read are import statements in its body, with the attribute names that the `if` around them compares; literal
    tables that it, or the call that makes it, mentions; `lazy_loader.attach`; and a lazy module object put into
    `sys.modules[__name__]`. Strings of tables count as modules where the project has a module of that name.
    """
    if not any(mark in tree.text for mark in MARKS):
        return ()
    reader = _Reader(tree, module, qualified)
    return tuple(reader.entries())


class _Reader:
    def __init__(self, tree: Tree, module: Module, qualified: Callable[[ast.expr], str | None]) -> None:
        self._tree = tree
        self._module = module
        self._qualified = qualified
        self._tables = _literal_tables(tree.module.body)

    def entries(self) -> Iterator[LazyEntry]:
        for node in _top_statements(self._tree.module.body):
            if isinstance(node, ast.FunctionDef) and node.name == "__getattr__":
                yield from self._statements(node.body, None)
                yield from self._tables_in([node])
            elif isinstance(node, ast.Assign) and any(_is_hook(one) for one in node.targets):
                yield from self._tables_in([node.value])
                if isinstance(node.value, ast.Call) and _last_name(node.value.func) == "attach_stub":
                    yield LazyEntry(frozenset(), self._place(node, "", ""), from_stub=True)

    def _statements(self, body: Sequence[ast.stmt], names: frozenset[str] | None) -> Iterator[LazyEntry]:
        """Import statements of the hook; `names` are what the tests around them allow."""
        for node in body:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield LazyEntry(names, self._place(node, alias.name, ""))
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    place = self._place(node, node.module or "", alias.name, node.level or 0)
                    yield LazyEntry(names, place)
            elif isinstance(node, ast.If):
                compared = _compared_names(node.test)
                yield from self._statements(node.body, compared if compared is not None else names)
                yield from self._statements(node.orelse, names)
            elif isinstance(node, ast.Match):
                for case in node.cases:
                    yield from self._statements(case.body, _pattern_names(case.pattern) or names)
            elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                for block in blocks(node):
                    yield from self._statements(block, names)

    def _tables_in(self, nodes: Iterable[ast.AST]) -> Iterator[LazyEntry]:
        """Rows of every literal table that stands in the nodes or is named there."""
        seen: set[str] = set()
        pending = list(nodes)
        while pending:
            node = pending.pop()
            if isinstance(node, ast.Dict | ast.List | ast.Set):
                yield from self._rows(node)
                continue
            if isinstance(node, ast.Name) and node.id in self._tables and node.id not in seen:
                seen.add(node.id)
                for table in self._tables[node.id]:
                    yield from self._rows(table)
            pending.extend(children(node))

    def _rows(self, table: ast.expr) -> Iterator[LazyEntry]:
        if isinstance(table, ast.Dict):
            rows: list[list[ast.expr]] = [
                [key, value] for key, value in zip(table.keys, table.values, strict=True) if key is not None
            ]
        elif isinstance(table, ast.List | ast.Tuple | ast.Set):
            rows = [[one] for one in table.elts]
        else:
            rows = []
        for row in rows:
            texts = [text for one in row for text in _strings(one)]
            if 0 < len(texts) <= _MOST_STRINGS or isinstance(table, ast.Dict):
                names = frozenset(texts)
                for node, text in ((one, text) for one in row for text in _strings(one)):
                    yield from self._row_target(node, text, names)

    def _row_target(self, node: ast.expr, text: str, names: frozenset[str]) -> Iterator[LazyEntry]:
        plain = text.partition(":")[0]
        rest = plain.lstrip(".")
        if not all(part.isidentifier() for part in rest.split(".")):
            return
        level = len(plain) - len(rest)
        yield LazyEntry(names, self._place(node, rest, "", level or 1, is_guess=True))
        if not level and "." in rest:
            yield LazyEntry(names, self._place(node, rest, "", 0, is_guess=True))

    def _place(
        self, node: ast.stmt | ast.expr, module: str, name: str, level: int = 0, *, is_guess: bool = False
    ) -> ImportStatement:
        column = self._tree.column(node.lineno, node.col_offset)
        return ImportStatement(
            ImportKind.LAZY, node.lineno, column, level, module, name, at_import=False, is_guess=is_guess
        )


def _literal_tables(body: Sequence[ast.stmt]) -> Mapping[str, list[ast.expr]]:
    """Literals by the name that the top of the file binds them to, rows added later included."""
    tables: dict[str, list[ast.expr]] = {}
    for node in _top_statements(body):
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, ast.AnnAssign | ast.AugAssign) and node.value is not None:
            targets, value = [node.target], node.value
        else:
            continue
        for target in targets:
            if isinstance(target, ast.Name) and isinstance(value, ast.Dict | ast.List | ast.Tuple | ast.Set):
                tables.setdefault(target.id, []).append(value)
            elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
                row = ast.Dict(keys=[target.slice], values=[value])
                tables.setdefault(target.value.id, []).append(row)
    return tables


def _top_statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements outside functions and classes, `if` and `try` blocks included."""
    pending = list(reversed(body))
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for block in reversed(blocks(node)):
                pending.extend(reversed(block))


def _is_hook(target: ast.expr) -> bool:
    """`__getattr__ = ...`, a tuple with it (lazy_loader), or `sys.modules[__name__] = ...`."""
    if isinstance(target, ast.Tuple):
        return any(_is_hook(one) for one in target.elts)
    if isinstance(target, ast.Subscript):
        is_own = isinstance(target.slice, ast.Name) and target.slice.id == "__name__"
        return is_own and _last_name(target.value) == "modules"
    return isinstance(target, ast.Name) and target.id == "__getattr__"


def _compared_names(test: ast.expr) -> frozenset[str] | None:
    """Attribute names that a test allows: `name == "X"`, `name in ("X", "Y")`, and `or` of these."""
    if isinstance(test, ast.BoolOp):
        parts = [one for one in map(_compared_names, test.values) if one is not None]
        return frozenset().union(*parts) if parts else None
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq | ast.In):
        texts = frozenset([*_strings(test.left), *_strings(test.comparators[0])])
        return texts or None
    return None


def _pattern_names(pattern: ast.pattern) -> frozenset[str] | None:
    patterns = pattern.patterns if isinstance(pattern, ast.MatchOr) else [pattern]
    values = [one.value for one in patterns if isinstance(one, ast.MatchValue)]
    return frozenset(text for one in values for text in _strings(one)) or None


def _strings(node: ast.expr) -> list[str]:
    """Constant strings in a literal, one level of nesting after the other."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return [text for one in node.elts for text in _strings(one)]
    return []


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
