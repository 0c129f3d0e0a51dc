"""Trees as text: one line a node with its position, equal on every Python that reads the same grammar."""

from __future__ import annotations

import ast
from collections.abc import Iterator

LATER_FIELDS = {
    "FunctionDef": ("type_params",),
    "AsyncFunctionDef": ("type_params",),
    "ClassDef": ("type_params",),
    "TypeVar": ("default_value",),
    "ParamSpec": ("default_value",),
    "TypeVarTuple": ("default_value",),
    "Import": ("is_lazy",),
    "ImportFrom": ("is_lazy",),
}
"""Fields that some interpreters lack, so that `_fields` does not name them there."""


def render(node: ast.AST) -> str:
    """The tree below `node`, without absent values, empty lists and the empty constants of Python 3.12."""
    return "\n".join(_lines(node, "", 0)) + "\n"


def _lines(node: ast.AST, label: str, depth: int) -> Iterator[str]:
    name = type(node).__name__
    fields = [*node._fields, *(one for one in LATER_FIELDS.get(name, ()) if one not in node._fields)]
    values = [(field, getattr(node, field, None)) for field in fields]
    plain = [f" {field}={value!r}" for field, value in values if not isinstance(value, ast.AST | list | None)]
    texts = [f" {field}={value!r}" for field, value in values if isinstance(value, list) and _is_text(value)]
    constant = " value=None" if name in {"Constant", "MatchSingleton"} and getattr(node, "value", 0) is None else ""
    yield f"{'  ' * depth}{label}{name}{_place(node)}{''.join(plain)}{''.join(texts)}{constant}"
    for field, value in values:
        below = value if isinstance(value, list) else [value]
        for one in below:
            if isinstance(one, ast.AST) and not _is_void(one):
                yield from _lines(one, f"{field}: ", depth + 1)
            elif one is None and isinstance(value, list):
                yield f"{'  ' * (depth + 1)}{field}: -"


def _is_void(node: ast.AST) -> bool:
    """Whether this is a constant of no characters in no place: Python 3.12 ends some format specs with one."""
    if not isinstance(node, ast.Constant) or node.value != "":
        return False
    return (node.lineno, node.col_offset) == (node.end_lineno, node.end_col_offset)


def _is_text(values: list[object]) -> bool:
    return bool(values) and all(isinstance(one, str) for one in values)


def _place(node: ast.AST) -> str:
    if not hasattr(node, "lineno"):
        return ""
    return f" {node.lineno}:{node.col_offset}-{node.end_lineno}:{node.end_col_offset}"  # type: ignore[attr-defined]
