"""Expressions."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import libcst as cst

from archgates.syntax.errors import SourceError
from archgates.syntax.from_libcst.grammar import UNPACKING_IN_COMPREHENSIONS, Grammar
from archgates.syntax.from_libcst.names import identifier
from archgates.syntax.from_libcst.operators import BINARY, BOOLEAN, COMPARISON, UNARY
from archgates.syntax.from_libcst.parameters import Parameters
from archgates.syntax.from_libcst.positions import Positions
from archgates.syntax.from_libcst.strings import Strings
from archgates.syntax.quiet import parse_quietly

_CONSTANTS: dict[str, bool | None] = {"True": True, "False": False, "None": None}
Element: TypeAlias = cst.BaseElement | cst.SubscriptElement


class Expressions:
    """Turns libcst expressions into `ast` expressions. Every method takes the node that it is named after."""

    def __init__(self, positions: Positions, grammar: Grammar) -> None:
        self._positions = positions
        self._grammar = grammar
        self._strings = Strings(positions, grammar, self.load)
        self.parameters = Parameters(positions, grammar, self.load)

    def load(self, node: cst.BaseExpression) -> ast.expr:
        """An expression that is read."""
        method = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            raise self._positions.error(f"the fallback parser does not know {type(node).__name__}", node)
        made: ast.expr = method(node)
        if not hasattr(made, "lineno"):
            self._positions.put_at(made, node)
        return made

    def store(self, node: cst.BaseExpression) -> ast.expr:
        """An expression that is assigned to."""
        return _in_context(self.load(node), ast.Store())

    def delete(self, node: cst.BaseExpression) -> ast.expr:
        """An expression that is deleted."""
        return _in_context(self.load(node), ast.Del())

    def arguments(self, arguments: Sequence[cst.Arg]) -> tuple[list[ast.expr], list[ast.keyword]]:
        """Positional and keyword arguments of a call or of a class definition."""
        positional: list[ast.expr] = []
        keywords: list[ast.keyword] = []
        for argument in arguments:
            value = self.load(argument.value)
            start, end = self._positions.start(argument), self._positions.outer_end(argument.value)
            if argument.keyword is not None or argument.star == "**":
                name = None if argument.keyword is None else identifier(argument.keyword.value)
                keywords.append(self._positions.put(ast.keyword(arg=name, value=value), start, end))
            elif argument.star:
                starred = ast.Starred(value=value, ctx=ast.Load())
                positional.append(self._positions.put(starred, start, end))
            else:
                positional.append(value)
        return positional, keywords

    # Names and literals

    def _Name(self, node: cst.Name) -> ast.expr:
        if self._positions.text(*self._positions.span(node)) != node.value:
            raise SourceError("the fallback parser lost its place")
        if node.value in _CONSTANTS:
            return ast.Constant(value=_CONSTANTS[node.value], kind=None)
        return ast.Name(id=identifier(node.value), ctx=ast.Load())

    def _Ellipsis(self, node: cst.Ellipsis) -> ast.expr:
        return ast.Constant(value=..., kind=None)

    def _Integer(self, node: cst.Integer | cst.Float | cst.Imaginary) -> ast.expr:
        try:
            statement = parse_quietly(node.value).body[0]
        except SyntaxError as error:
            raise self._positions.error(f"syntax error: {error.msg}", node) from None
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            return ast.Constant(value=statement.value.value, kind=None)
        raise self._positions.error("this number is no constant", node)

    _Float = _Integer
    _Imaginary = _Integer

    def _SimpleString(self, node: cst.BaseString) -> ast.expr:
        return self._strings.convert(node)

    _ConcatenatedString = _SimpleString
    _FormattedString = _SimpleString
    _TemplatedString = _SimpleString

    # Collections

    def _Tuple(self, node: cst.Tuple) -> ast.expr:
        made = ast.Tuple(elts=self._elements(node.elements), ctx=ast.Load())
        if node.lpar:
            return self._positions.put(made, self._positions.start(node.lpar[-1]), self._positions.end(node.rpar[0]))
        return self._positions.put(made, self._positions.start(node), self._end_with_comma(node.elements[-1]))

    def _List(self, node: cst.List) -> ast.expr:
        return ast.List(elts=self._elements(node.elements), ctx=ast.Load())

    def _Set(self, node: cst.Set) -> ast.expr:
        return ast.Set(elts=self._elements(node.elements))

    def _Dict(self, node: cst.Dict) -> ast.expr:
        keys: list[ast.expr | None] = []
        values: list[ast.expr] = []
        for element in node.elements:
            keys.append(self.load(element.key) if isinstance(element, cst.DictElement) else None)
            values.append(self.load(element.value))
        return ast.Dict(keys=keys, values=values)

    def _elements(self, elements: Sequence[cst.BaseElement]) -> list[ast.expr]:
        return [
            self.load(element if isinstance(element, cst.StarredElement) else element.value) for element in elements
        ]

    def _StarredElement(self, node: cst.StarredElement) -> ast.expr:
        made = ast.Starred(value=self.load(node.value), ctx=ast.Load())
        return self._positions.put(made, self._positions.start(node), self._positions.outer_end(node.value))

    def _end_with_comma(self, element: Element) -> int:
        if isinstance(element.comma, cst.Comma):
            return self._positions.end(element.comma)
        if isinstance(element, cst.SubscriptElement):
            return self._slice_end(element)
        return self._positions.outer_end(element.value)

    # Comprehensions

    def _GeneratorExp(self, node: cst.GeneratorExp) -> ast.expr:
        made = ast.GeneratorExp(elt=self._element(node.elt), generators=self._generators(node.for_in))
        if node.lpar:
            return self._positions.put(made, self._positions.start(node.lpar[-1]), self._positions.end(node.rpar[0]))
        return made

    def _ListComp(self, node: cst.ListComp) -> ast.expr:
        return ast.ListComp(elt=self._element(node.elt), generators=self._generators(node.for_in))

    def _SetComp(self, node: cst.SetComp) -> ast.expr:
        return ast.SetComp(elt=self._element(node.elt), generators=self._generators(node.for_in))

    def _DictComp(self, node: cst.DictComp) -> ast.expr:
        key, value = self.load(node.key), self.load(node.value)
        return ast.DictComp(key=key, value=value, generators=self._generators(node.for_in))

    def _StarredDictComp(self, node: cst.StarredDictComp) -> ast.expr:
        self._grammar.need(UNPACKING_IN_COMPREHENSIONS)
        absent: Any = None  # as Python 3.15 has it
        return ast.DictComp(key=self.load(node.value), value=absent, generators=self._generators(node.for_in))

    def _element(self, node: cst.BaseExpression) -> ast.expr:
        if isinstance(node, cst.StarredElement):
            self._grammar.need(UNPACKING_IN_COMPREHENSIONS)
        return self.load(node)

    def _generators(self, first: cst.CompFor) -> list[ast.comprehension]:
        made: list[ast.comprehension] = []
        current: cst.CompFor | None = first
        while current is not None:
            made.append(
                ast.comprehension(
                    target=self.store(current.target),
                    iter=self.load(current.iter),
                    ifs=[self.load(condition.test) for condition in current.ifs],
                    is_async=int(current.asynchronous is not None),
                )
            )
            current = current.inner_for_in
        return made

    # Operators

    def _UnaryOperation(self, node: cst.UnaryOperation) -> ast.expr:
        return ast.UnaryOp(op=UNARY[type(node.operator)](), operand=self.load(node.expression))

    def _BinaryOperation(self, node: cst.BinaryOperation) -> ast.expr:
        left, right = self.load(node.left), self.load(node.right)
        return ast.BinOp(left=left, op=BINARY[type(node.operator)](), right=right)

    def _BooleanOperation(self, node: cst.BooleanOperation) -> ast.expr:
        kind = type(node.operator)
        values = [self.load(node.right)]
        left = node.left
        while isinstance(left, cst.BooleanOperation) and type(left.operator) is kind and not left.lpar:
            values.append(self.load(left.right))
            left = left.left
        values.append(self.load(left))
        return ast.BoolOp(op=BOOLEAN[kind](), values=values[::-1])

    def _Comparison(self, node: cst.Comparison) -> ast.expr:
        return ast.Compare(
            left=self.load(node.left),
            ops=[COMPARISON[type(target.operator)]() for target in node.comparisons],
            comparators=[self.load(target.comparator) for target in node.comparisons],
        )

    def _IfExp(self, node: cst.IfExp) -> ast.expr:
        return ast.IfExp(test=self.load(node.test), body=self.load(node.body), orelse=self.load(node.orelse))

    def _NamedExpr(self, node: cst.NamedExpr) -> ast.expr:
        target = self.store(node.target)
        assert isinstance(target, ast.Name)  # the grammar allows nothing else
        return ast.NamedExpr(target=target, value=self.load(node.value))

    def _Lambda(self, node: cst.Lambda) -> ast.expr:
        return ast.Lambda(args=self.parameters.convert(node.params), body=self.load(node.body))

    def _Await(self, node: cst.Await) -> ast.expr:
        return ast.Await(value=self.load(node.expression))

    def _Yield(self, node: cst.Yield) -> ast.expr:
        if isinstance(node.value, cst.From):
            return ast.YieldFrom(value=self.load(node.value.item))
        return ast.Yield(value=None if node.value is None else self.load(node.value))

    # Trailers

    def _Attribute(self, node: cst.Attribute) -> ast.expr:
        return ast.Attribute(value=self.load(node.value), attr=identifier(node.attr.value), ctx=ast.Load())

    def _Call(self, node: cst.Call) -> ast.expr:
        function = self.load(node.func)
        positional, keywords = self.arguments(node.args)
        if len(node.args) == 1 and isinstance(node.args[0].value, cst.GeneratorExp) and not node.args[0].value.lpar:
            # A generator expression that is the only argument has the parentheses of the call.
            start = self._positions.span(node.whitespace_before_args)[0] - 1
            self._positions.put(positional[0], start, self._positions.end(node))
        return ast.Call(func=function, args=positional, keywords=keywords)

    def _Subscript(self, node: cst.Subscript) -> ast.expr:
        parts = [self._slice(element) for element in node.slice]
        index = parts[0]
        if len(parts) > 1 or isinstance(node.slice[0].comma, cst.Comma) or isinstance(index, ast.Starred):
            index = ast.Tuple(elts=parts, ctx=ast.Load())
            self._positions.put(index, self._positions.start(node.slice[0]), self._end_with_comma(node.slice[-1]))
        return ast.Subscript(value=self.load(node.value), slice=index, ctx=ast.Load())

    def _slice(self, element: cst.SubscriptElement) -> ast.expr:
        part = element.slice
        start, end = self._positions.start(element), self._slice_end(element)
        if isinstance(part, cst.Slice):
            lower, upper, step = (
                None if bound is None else self.load(bound) for bound in (part.lower, part.upper, part.step)
            )
            return self._positions.put(ast.Slice(lower=lower, upper=upper, step=step), start, end)
        if not isinstance(part, cst.Index):
            raise self._positions.error(f"the fallback parser does not know {type(part).__name__}", element)
        value = self.load(part.value)
        if part.star:
            return self._positions.put(ast.Starred(value=value, ctx=ast.Load()), start, end)
        return value

    def _slice_end(self, element: cst.SubscriptElement) -> int:
        part = element.slice
        if isinstance(part, cst.Index):
            return self._positions.outer_end(part.value)
        if not isinstance(part, cst.Slice):
            return self._positions.end(element)
        if part.step is not None:
            return self._positions.outer_end(part.step)
        if isinstance(part.second_colon, cst.Colon):
            return self._positions.end(part.second_colon)
        if part.upper is not None:
            return self._positions.outer_end(part.upper)
        return self._positions.end(part.first_colon)


def _in_context(node: ast.expr, context: ast.Store | ast.Del) -> ast.expr:
    """The same expression as a target, with the targets inside it."""
    for target in _targets(node):
        target.ctx = context  # type: ignore[attr-defined] # every target has one
    return node


def _targets(node: ast.expr) -> Iterator[ast.expr]:
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, ast.Name | ast.Attribute | ast.Subscript):
            yield current
        elif isinstance(current, ast.Tuple | ast.List):
            yield current
            pending += current.elts
        elif isinstance(current, ast.Starred):
            yield current
            pending.append(current.value)
