"""Node classes of newer grammars: the interpreter's own where it has them, else stand-ins with the same fields."""

from __future__ import annotations

import ast
import sys
from typing import TYPE_CHECKING

_Text = str
"""A field of Interpolation is called `str`."""

if sys.version_info >= (3, 12):
    from ast import ParamSpec, TypeAlias, TypeVar, TypeVarTuple, type_param
else:

    class TypeAlias(ast.stmt):
        """`type X[T] = value` (PEP 695)."""

        _fields = ("name", "type_params", "value")
        name: ast.Name
        type_params: list[type_param]
        value: ast.expr

        if TYPE_CHECKING:

            def __init__(self, *, name: ast.Name, type_params: list[type_param], value: ast.expr) -> None: ...

    class type_param(ast.AST):
        """Base of the type parameters (PEP 695)."""

        _attributes = ("lineno", "col_offset", "end_lineno", "end_col_offset")
        lineno: int
        col_offset: int
        end_lineno: int
        end_col_offset: int

    class TypeVar(type_param):
        """`T`, `T: bound`, `T = default`."""

        _fields = ("name", "bound", "default_value")
        name: str
        bound: ast.expr | None
        default_value: ast.expr | None

        if TYPE_CHECKING:

            def __init__(self, *, name: str, bound: ast.expr | None) -> None: ...

    class ParamSpec(type_param):
        """`**P`."""

        _fields = ("name", "default_value")
        name: str
        default_value: ast.expr | None

        if TYPE_CHECKING:

            def __init__(self, *, name: str) -> None: ...

    class TypeVarTuple(type_param):
        """`*Ts`."""

        _fields = ("name", "default_value")
        name: str
        default_value: ast.expr | None

        if TYPE_CHECKING:

            def __init__(self, *, name: str) -> None: ...


if sys.version_info >= (3, 14):
    from ast import Interpolation, TemplateStr
else:

    class TemplateStr(ast.expr):
        """`t"..."` (PEP 750)."""

        _fields = ("values",)
        values: list[ast.expr]

        if TYPE_CHECKING:

            def __init__(self, *, values: list[ast.expr]) -> None: ...

    class Interpolation(ast.expr):
        """A replacement field of a template string."""

        _fields = ("value", "str", "conversion", "format_spec")
        value: ast.expr
        str: _Text
        conversion: int
        format_spec: ast.expr | None

        if TYPE_CHECKING:

            def __init__(
                self, *, value: ast.expr, str: _Text, conversion: int, format_spec: ast.expr | None
            ) -> None: ...


__all__ = ["Interpolation", "ParamSpec", "TemplateStr", "TypeAlias", "TypeVar", "TypeVarTuple", "type_param"]
