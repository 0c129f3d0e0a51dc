"""Patterns of match statements."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import libcst as cst

from archgates.syntax.from_libcst.expressions import Expressions
from archgates.syntax.from_libcst.names import identifier
from archgates.syntax.from_libcst.positions import Positions

_SINGLETONS: dict[str, bool | None] = {"True": True, "False": False, "None": None}


class Patterns:
    """Turns libcst patterns into `ast` patterns. Every method takes the node that it is named after."""

    def __init__(self, positions: Positions, expressions: Expressions) -> None:
        self._positions = positions
        self._expressions = expressions

    def convert(self, node: cst.MatchPattern) -> ast.pattern:
        """One pattern with all that it holds."""
        method = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            raise self._positions.error(f"the fallback parser does not know {type(node).__name__}", node)
        made: ast.pattern = method(node)
        if not hasattr(made, "lineno"):
            self._positions.put_at(made, node)
        return made

    def _MatchValue(self, node: cst.MatchValue) -> ast.pattern:
        made = ast.MatchValue(value=self._expressions.load(node.value))
        return self._positions.put_at(made, node.value)

    def _MatchSingleton(self, node: cst.MatchSingleton) -> ast.pattern:
        return self._positions.put_at(ast.MatchSingleton(value=_SINGLETONS[node.value.value]), node.value)

    def _MatchAs(self, node: cst.MatchAs) -> ast.pattern:
        pattern = None if node.pattern is None else self.convert(node.pattern)
        return ast.MatchAs(pattern=pattern, name=None if node.name is None else identifier(node.name.value))

    def _MatchOr(self, node: cst.MatchOr) -> ast.pattern:
        return ast.MatchOr(patterns=[self.convert(one.pattern) for one in node.patterns])

    def _MatchList(self, node: cst.MatchList) -> ast.pattern:
        made = ast.MatchSequence(patterns=self._sequence(node.patterns))
        if node.lbracket is not None or not node.patterns:
            return made
        return self._positions.put(made, self._positions.start(node), self._end_with_comma(node.patterns[-1]))

    def _MatchTuple(self, node: cst.MatchTuple) -> ast.pattern:
        made = ast.MatchSequence(patterns=self._sequence(node.patterns))
        return self._positions.put(made, self._positions.start(node.lpar[-1]), self._positions.end(node.rpar[0]))

    def _sequence(self, elements: Sequence[cst.MatchSequenceElement | cst.MatchStar]) -> list[ast.pattern]:
        return [self._star(one) if isinstance(one, cst.MatchStar) else self.convert(one.value) for one in elements]

    def _star(self, node: cst.MatchStar) -> ast.pattern:
        start = self._positions.start(node)
        if node.name is None:
            end = self._positions.span(node.whitespace_before_name)[1] + 1
            return self._positions.put(ast.MatchStar(name=None), start, end)
        made = ast.MatchStar(name=identifier(node.name.value))
        return self._positions.put(made, start, self._positions.end(node.name))

    def _end_with_comma(self, element: cst.MatchSequenceElement | cst.MatchStar) -> int:
        return self._positions.end(element.comma if isinstance(element.comma, cst.Comma) else element)

    def _MatchMapping(self, node: cst.MatchMapping) -> ast.pattern:
        return ast.MatchMapping(
            keys=[self._expressions.load(one.key) for one in node.elements],
            patterns=[self.convert(one.pattern) for one in node.elements],
            rest=None if node.rest is None else identifier(node.rest.value),
        )

    def _MatchClass(self, node: cst.MatchClass) -> ast.pattern:
        return ast.MatchClass(
            cls=self._expressions.load(node.cls),
            patterns=[self.convert(one.value) for one in node.patterns],
            kwd_attrs=[identifier(one.key.value) for one in node.kwds],
            kwd_patterns=[self.convert(one.pattern) for one in node.kwds],
        )
