"""Reads the shape of modules: top-level statements, and how long modules and functions are."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Sequence

from archgates.collect.definitions import Function, definitions
from archgates.collect.gaps import gaps_of
from archgates.domain.modules import Module, SourceKind
from archgates.domain.outlines import (
    FunctionSize,
    ModuleOutline,
    ModuleSize,
    ModuleSizes,
    OutlineFacts,
    Outlines,
    SizeFacts,
    Statement,
    StatementKind,
)
from archgates.project.sources import Sources
from archgates.syntax.nodes import TypeAlias
from archgates.syntax.tree import Tree

_WRITTEN_OUT = (ast.Constant, ast.Dict, ast.List, ast.Set, ast.Tuple, ast.UnaryOp, ast.unaryop, ast.Load)
_ALIAS_ANNOTATIONS = ("TypeAlias",)
_ENVIRONMENT = ("TYPE_CHECKING", "version_info", "platform", "name")
"""Last names of what a branch may ask at the top without being more than a choice of declarations."""


def read_outlines(requests: Sequence[Outlines], sources: Sources) -> dict[Outlines, OutlineFacts]:
    """Answers every request with one parse of each file."""
    chosen = {request: request.scope.modules(sources.table) for request in requests}
    wanted = {module.path: module for modules in chosen.values() for module in modules}
    read = {path: _outline(wanted[path], sources) for path in sorted(wanted)}
    return {
        request: OutlineFacts(
            modules=tuple(outline for module in modules if (outline := read[module.path]) is not None),
            gaps=gaps_of(sources, modules),
        )
        for request, modules in chosen.items()
    }


def count_lines(request: ModuleSizes, sources: Sources) -> SizeFacts:
    """How many lines each module in the scope has."""
    modules = request.scope.modules(sources.table)
    sizes = [
        ModuleSize(module=sources.table.label(module), path=module.path, lines=_lines_of_bytes(data))
        for module in modules
        if (data := sources.data(module)) is not None
    ]
    return SizeFacts(modules=tuple(sizes), gaps=gaps_of(sources, modules))


def _lines_of_bytes(data: bytes) -> int:
    r"""Lines as an editor counts them: `\n`, `\r\n` and `\r` end one, and the last need not be ended."""
    text = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return text.count(b"\n") + (not text.endswith(b"\n") and bool(text))


def _outline(module: Module, sources: Sources) -> ModuleOutline | None:
    data = sources.data(module)
    tree = sources.tree(module)
    label = sources.table.label(module)
    if data is not None and module.kind is SourceKind.CYTHON:
        return ModuleOutline(module=label, path=module.path, lines=_lines_of_bytes(data), statements=(), functions=())
    if data is None or tree is None:
        return None
    return ModuleOutline(
        module=label,
        path=module.path,
        lines=_lines_of_bytes(data),
        statements=tuple(_statements(tree)),
        functions=tuple(
            FunctionSize(
                name=extent.name,
                line=extent.node.lineno,
                column=tree.column(extent.node.lineno, extent.node.col_offset),
                lines=extent.end - extent.node.lineno + 1,
            )
            for extent in definitions(tree)
            if isinstance(extent.node, Function)
        ),
    )


def _statements(tree: Tree) -> Iterator[Statement]:
    """The top-level statements; branches that only choose between declarations are replaced by their content."""
    stack = tree.module.body[::-1]
    while stack:
        node = stack.pop()
        inner = _branches(node)
        if inner is not None:
            stack.extend(reversed(inner))
            continue
        kind, name = _classify(node)
        yield Statement(kind=kind, name=name, line=node.lineno, column=tree.column(node.lineno, node.col_offset))


def _branches(node: ast.stmt) -> list[ast.stmt] | None:
    """The statements inside a choice between declarations; None for anything else."""
    if isinstance(node, ast.If) and _asks_the_environment(node.test):
        return [*node.body, *node.orelse]
    if isinstance(node, ast.Try):
        handled = [one for handler in node.handlers for one in handler.body]
        return [*node.body, *handled, *node.orelse, *node.finalbody]
    return None


def _asks_the_environment(test: ast.expr) -> bool:
    if any(isinstance(node, ast.Call) for node in ast.walk(test)):
        return False
    named = [_last_name(node) for node in ast.walk(test) if isinstance(node, ast.Name | ast.Attribute)]
    return any(name in _ENVIRONMENT for name in named)


def _classify(node: ast.stmt) -> tuple[StatementKind, str]:
    match node:
        case ast.Expr(value=ast.Constant(value=str())):
            return StatementKind.DOCSTRING, ""
        case ast.Expr(value=ast.Constant()) | ast.Pass():
            return StatementKind.EMPTY, ""
        case ast.Import() | ast.ImportFrom():
            return StatementKind.IMPORT, ""
        case ast.FunctionDef(name="__getattr__" | "__dir__" as name):
            return StatementKind.LAZY_EXPORT, name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return StatementKind.FUNCTION, name
        case ast.ClassDef(name=name):
            return StatementKind.CLASS, name
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="__all__")))):
            return StatementKind.EXPORTS, "__all__"
        case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
            return _classify_assignment(node)
        case TypeAlias():
            return StatementKind.TYPE_ALIAS, getattr(node.name, "id", "")
    return StatementKind.STATEMENT, ""


def _classify_assignment(node: ast.Assign | ast.AnnAssign | ast.AugAssign) -> tuple[StatementKind, str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = [one.id for one in targets if isinstance(one, ast.Name)]
    name = names[0] if names else ""
    if len(names) != len(targets):
        return StatementKind.ASSIGNMENT, name
    if names == ["__all__"]:
        return StatementKind.EXPORTS, name
    if isinstance(node, ast.AnnAssign) and _last_name(node.annotation) in _ALIAS_ANNOTATIONS:
        return StatementKind.TYPE_ALIAS, name
    if isinstance(node, ast.AnnAssign) and node.value is None:
        return StatementKind.CONSTANT, name
    if node.value is not None and _is_written_out(node.value):
        return StatementKind.CONSTANT, name
    if isinstance(node, ast.Assign) and _is_type_expression(node.value):
        return StatementKind.TYPE_ALIAS, name
    return StatementKind.ASSIGNMENT, name


def _is_written_out(value: ast.expr) -> bool:
    """Whether a value consists of constants and displays alone."""
    return all(isinstance(node, _WRITTEN_OUT) for node in ast.walk(value))


def _is_type_expression(value: ast.expr) -> bool:
    """Whether a value reads like a composed type, such as `A | None` or `dict[str, A]`."""
    if not isinstance(value, ast.Subscript | ast.BinOp):
        return False
    stack: list[ast.expr] = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            stack += [node.left, node.right]
        elif not _is_type_operand(node.value if isinstance(node, ast.Subscript) else node):
            return False
    return True


def _is_type_operand(value: ast.expr) -> bool:
    if isinstance(value, ast.Constant):
        return value.value is None or isinstance(value.value, str)
    return _is_type_name(_last_name(value))


def _is_type_name(name: str) -> bool:
    """Whether a name is spelled like a class: a built-in type, or capitalised without being a constant."""
    if name[:1].isupper():
        return len(name) == 1 or not name.isupper()
    return isinstance(getattr(builtins, name, None), type)


def _last_name(node: ast.expr | ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""
