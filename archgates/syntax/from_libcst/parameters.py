"""Parameters of functions and lambdas, and type parameters."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

import libcst as cst

from archgates.syntax import nodes
from archgates.syntax.from_libcst.grammar import TYPE_DEFAULTS, TYPE_PARAMETERS, Grammar
from archgates.syntax.from_libcst.names import identifier
from archgates.syntax.from_libcst.positions import Positions


class Parameters:
    """Turns libcst parameters into `ast.arguments` and PEP 695 type parameters."""

    def __init__(
        self, positions: Positions, grammar: Grammar, to_expression: Callable[[cst.BaseExpression], ast.expr]
    ) -> None:
        self._positions = positions
        self._grammar = grammar
        self._to_expression = to_expression

    def convert(self, node: cst.Parameters) -> ast.arguments:
        """The whole list between the parentheses."""
        positional = [*node.posonly_params, *node.params]
        return ast.arguments(
            posonlyargs=self._all(node.posonly_params),
            args=self._all(node.params),
            vararg=self._one(node.star_arg) if isinstance(node.star_arg, cst.Param) else None,
            kwonlyargs=self._all(node.kwonly_params),
            kw_defaults=[self._optional(one.default) for one in node.kwonly_params],
            kwarg=None if node.star_kwarg is None else self._one(node.star_kwarg),
            defaults=[self._to_expression(one.default) for one in positional if one.default is not None],
        )

    def types(self, node: cst.TypeParameters | None) -> list[nodes.type_param]:
        """The list between the square brackets of PEP 695."""
        return [] if node is None else [self._type(one) for one in node.params]

    def _all(self, parameters: Sequence[cst.Param]) -> list[ast.arg]:
        return [self._one(one) for one in parameters]

    def _one(self, node: cst.Param) -> ast.arg:
        start, end = self._positions.start(node.name), self._positions.end(node.name)
        annotation = None
        if node.annotation is not None:
            annotation = self._to_expression(node.annotation.annotation)
            end = self._positions.end(node.annotation)
        made = ast.arg(arg=identifier(node.name.value), annotation=annotation, type_comment=None)
        return self._positions.put(made, start, end)

    def _optional(self, node: cst.BaseExpression | None) -> ast.expr | None:
        return None if node is None else self._to_expression(node)

    def _type(self, node: cst.TypeParam) -> nodes.type_param:
        self._grammar.need(TYPE_PARAMETERS if node.default is None else TYPE_DEFAULTS)
        default = self._optional(node.default)
        start, end = self._positions.start(node.param), self._positions.end(node.param)
        if node.default is not None:
            end = self._positions.outer_end(node.default)
            if node.star and default is not None:
                default = self._starred(default, node.default, end)
        name = identifier(node.param.name.value)
        made: nodes.type_param
        if isinstance(node.param, cst.TypeVar):
            made = nodes.TypeVar(name=name, bound=self._optional(node.param.bound))
        elif isinstance(node.param, cst.TypeVarTuple):
            made = nodes.TypeVarTuple(name=name)
        else:
            made = nodes.ParamSpec(name=name)
        # Set apart because `ast` of Python 3.12 has no such field.
        made.default_value = default  # type: ignore[attr-defined, unused-ignore]  # from 3.13 on
        return self._positions.put(made, start, end)

    def _starred(self, value: ast.expr, origin: cst.BaseExpression, end: int) -> ast.expr:
        before = self._positions.outer_start(origin)
        star = self._positions.last_before(before, "*")
        return self._positions.put(ast.Starred(value=value, ctx=ast.Load()), star, end)
