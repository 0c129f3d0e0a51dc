"""Statements."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TypeVar

import libcst as cst

from archgates.syntax import nodes
from archgates.syntax.from_libcst.expressions import Expressions
from archgates.syntax.from_libcst.grammar import (
    EXCEPT_WITHOUT_PARENTHESES,
    LAZY_IMPORTS,
    TYPE_PARAMETERS,
    Grammar,
)
from archgates.syntax.from_libcst.names import dotted, identifier
from archgates.syntax.from_libcst.operators import AUGMENTED
from archgates.syntax.from_libcst.patterns import Patterns
from archgates.syntax.from_libcst.positions import Positions

StatementT = TypeVar("StatementT", bound=ast.stmt | ast.excepthandler)


class Statements:
    """Turns libcst statements into `ast` statements. Every method takes the node that it is named after."""

    def __init__(self, positions: Positions, grammar: Grammar) -> None:
        self._positions = positions
        self._grammar = grammar
        self._expressions = Expressions(positions, grammar)
        self._patterns = Patterns(positions, self._expressions)
        self._ends: dict[int, int] = {}
        """Where each statement ends for the block around it: behind the semicolon, if one follows."""

    def convert(self, block: Sequence[cst.CSTNode]) -> list[ast.stmt]:
        """Statements of a block; a line of several gives several."""
        made: list[ast.stmt] = []
        for node in block:
            made += self._line(node.body) if isinstance(node, cst.SimpleStatementLine) else [self._statement(node)]
        return made

    def _line(self, statements: Sequence[cst.BaseSmallStatement]) -> list[ast.stmt]:
        made = [self._statement(one) for one in statements]
        semicolon = statements[-1].semicolon
        if isinstance(semicolon, cst.Semicolon):
            self._ends[id(made[-1])] = self._positions.end(semicolon)
        return made

    def _statement(self, node: cst.CSTNode) -> ast.stmt:
        method = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            raise self._positions.error(f"the fallback parser does not know {type(node).__name__}", node)
        made: ast.stmt = method(node)
        if not hasattr(made, "lineno"):
            self._positions.put_at(made, node)
        self._ends.setdefault(id(made), self._positions.end(node))
        return made

    def _suite(self, node: cst.BaseSuite) -> list[ast.stmt]:
        return self._line(node.body) if isinstance(node, cst.SimpleStatementSuite) else self.convert(node.body)

    def _else(self, node: cst.Else | cst.Finally | None) -> list[ast.stmt]:
        return [] if node is None else self._suite(node.body)

    def _load(self, node: cst.BaseExpression | None) -> ast.expr | None:
        return None if node is None else self._expressions.load(node)

    def _block(
        self, made: StatementT, origin: cst.CSTNode, *blocks: Sequence[ast.stmt | ast.excepthandler]
    ) -> StatementT:
        """`made` from its first word to the end of its last block."""
        last = next(block[-1] for block in reversed(blocks) if block)
        self._ends[id(made)] = end = self._ends[id(last)]
        return self._positions.put(made, self._positions.start(origin), end)

    # Simple statements

    def _Expr(self, node: cst.Expr) -> ast.stmt:
        return ast.Expr(value=self._expressions.load(node.value))

    def _Pass(self, node: cst.Pass) -> ast.stmt:
        return ast.Pass()

    def _Break(self, node: cst.Break) -> ast.stmt:
        return ast.Break()

    def _Continue(self, node: cst.Continue) -> ast.stmt:
        return ast.Continue()

    def _Return(self, node: cst.Return) -> ast.stmt:
        return ast.Return(value=self._load(node.value))

    def _Raise(self, node: cst.Raise) -> ast.stmt:
        return ast.Raise(exc=self._load(node.exc), cause=None if node.cause is None else self._load(node.cause.item))

    def _Assert(self, node: cst.Assert) -> ast.stmt:
        return ast.Assert(test=self._expressions.load(node.test), msg=self._load(node.msg))

    def _Global(self, node: cst.Global) -> ast.stmt:
        return ast.Global(names=[identifier(one.name.value) for one in node.names])

    def _Nonlocal(self, node: cst.Nonlocal) -> ast.stmt:
        return ast.Nonlocal(names=[identifier(one.name.value) for one in node.names])

    def _Del(self, node: cst.Del) -> ast.stmt:
        if isinstance(node.target, cst.Tuple) and not node.target.lpar:
            return ast.Delete(targets=[self._expressions.delete(one.value) for one in node.target.elements])
        return ast.Delete(targets=[self._expressions.delete(node.target)])

    def _Assign(self, node: cst.Assign) -> ast.stmt:
        targets = [self._expressions.store(one.target) for one in node.targets]
        return ast.Assign(targets=targets, value=self._expressions.load(node.value), type_comment=None)

    def _AugAssign(self, node: cst.AugAssign) -> ast.stmt:
        target, value = self._expressions.store(node.target), self._expressions.load(node.value)
        assert isinstance(target, ast.Name | ast.Attribute | ast.Subscript)  # the grammar allows nothing else
        return ast.AugAssign(target=target, op=AUGMENTED[type(node.operator)](), value=value)

    def _AnnAssign(self, node: cst.AnnAssign) -> ast.stmt:
        target = self._expressions.store(node.target)
        assert isinstance(target, ast.Name | ast.Attribute | ast.Subscript)  # the grammar allows nothing else
        return ast.AnnAssign(
            target=target,
            annotation=self._expressions.load(node.annotation.annotation),
            value=self._load(node.value),
            simple=int(isinstance(target, ast.Name) and not node.target.lpar),
        )

    def _TypeAlias(self, node: cst.TypeAlias) -> ast.stmt:
        self._grammar.need(TYPE_PARAMETERS)
        name = self._expressions.store(node.name)
        assert isinstance(name, ast.Name)  # the grammar allows nothing else
        parameters = self._expressions.parameters.types(node.type_parameters)
        made = nodes.TypeAlias(name=name, type_params=parameters, value=self._expressions.load(node.value))
        # libcst counts a semicolon as part of this statement.
        return self._positions.put(made, self._positions.start(node), self._positions.outer_end(node.value))

    # Imports

    def _Import(self, node: cst.Import) -> ast.stmt:
        return ast.Import(names=[self._alias(one) for one in node.names])

    def _ImportFrom(self, node: cst.ImportFrom | cst.LazyImportFrom) -> ast.stmt:
        if isinstance(node.names, cst.ImportStar):
            names = [self._positions.put_at(ast.alias(name="*", asname=None), node.names)]
        else:
            names = [self._alias(one) for one in node.names]
        module = None if node.module is None else dotted(node.module)
        return ast.ImportFrom(module=module, names=names, level=len(node.relative))

    def _LazyImport(self, node: cst.LazyImport) -> ast.stmt:
        return self._lazy(ast.Import(names=[self._alias(one) for one in node.names]))

    def _LazyImportFrom(self, node: cst.LazyImportFrom) -> ast.stmt:
        return self._lazy(self._ImportFrom(node))

    def _lazy(self, made: ast.stmt) -> ast.stmt:
        self._grammar.need(LAZY_IMPORTS)
        made.is_lazy = True  # type: ignore[attr-defined, unused-ignore] # a field of Python 3.15
        return made

    def _alias(self, node: cst.ImportAlias) -> ast.alias:
        if node.asname is None:
            made, end = ast.alias(name=dotted(node.name), asname=None), self._positions.end(node.name)
        else:
            bound = dotted(node.asname.name)
            made, end = ast.alias(name=dotted(node.name), asname=bound), self._positions.end(node.asname.name)
        return self._positions.put(made, self._positions.start(node), end)

    # Compound statements

    def _If(self, node: cst.If) -> ast.stmt:
        test, body = self._expressions.load(node.test), self._suite(node.body)
        orelse = [self._If(node.orelse)] if isinstance(node.orelse, cst.If) else self._else(node.orelse)
        return self._block(ast.If(test=test, body=body, orelse=orelse), node, body, orelse)

    def _While(self, node: cst.While) -> ast.stmt:
        test, body, orelse = self._expressions.load(node.test), self._suite(node.body), self._else(node.orelse)
        return self._block(ast.While(test=test, body=body, orelse=orelse), node, body, orelse)

    def _For(self, node: cst.For) -> ast.stmt:
        target, iterable = self._expressions.store(node.target), self._expressions.load(node.iter)
        body, orelse = self._suite(node.body), self._else(node.orelse)
        kind = ast.For if node.asynchronous is None else ast.AsyncFor
        made = kind(target=target, iter=iterable, body=body, orelse=orelse, type_comment=None)
        return self._block(made, node, body, orelse)

    def _With(self, node: cst.With) -> ast.stmt:
        items = [
            ast.withitem(
                context_expr=self._expressions.load(one.item),
                optional_vars=None if one.asname is None else self._expressions.store(one.asname.name),
            )
            for one in node.items
        ]
        body = self._suite(node.body)
        kind = ast.With if node.asynchronous is None else ast.AsyncWith
        return self._block(kind(items=items, body=body, type_comment=None), node, body)

    def _Try(self, node: cst.Try | cst.TryStar) -> ast.stmt:
        body = self._suite(node.body)
        handlers = [self._handler(one) for one in node.handlers]
        orelse, final = self._else(node.orelse), self._else(node.finalbody)
        kind = ast.Try if isinstance(node, cst.Try) else ast.TryStar
        made = kind(body=body, handlers=handlers, orelse=orelse, finalbody=final)
        return self._block(made, node, body, handlers, orelse, final)

    _TryStar = _Try

    def _handler(self, node: cst.ExceptHandler | cst.ExceptStarHandler) -> ast.ExceptHandler:
        if isinstance(node.type, cst.Tuple) and not node.type.lpar:
            self._grammar.need(EXCEPT_WITHOUT_PARENTHESES)
        kind = self._load(node.type)
        bound = None if node.name is None else dotted(node.name.name)
        body = self._suite(node.body)
        return self._block(ast.ExceptHandler(type=kind, name=bound, body=body), node, body)

    def _Match(self, node: cst.Match) -> ast.stmt:
        subject = self._expressions.load(node.subject)
        cases = [
            ast.match_case(
                pattern=self._patterns.convert(one.pattern), guard=self._load(one.guard), body=self._suite(one.body)
            )
            for one in node.cases
        ]
        return self._block(ast.Match(subject=subject, cases=cases), node, cases[-1].body)

    # Definitions

    def _decorators(self, decorators: Sequence[cst.Decorator]) -> list[ast.expr]:
        return [self._expressions.load(one.decorator) for one in decorators]

    def _FunctionDef(self, node: cst.FunctionDef) -> ast.stmt:
        decorators = self._decorators(node.decorators)
        kind = ast.FunctionDef if node.asynchronous is None else ast.AsyncFunctionDef
        body = self._suite(node.body)
        made = kind(
            name=identifier(node.name.value),
            args=self._expressions.parameters.convert(node.params),
            body=body,
            decorator_list=decorators,
            returns=None if node.returns is None else self._load(node.returns.annotation),
            type_comment=None,
        )
        # From 3.12 on:
        made.type_params = self._expressions.parameters.types(node.type_parameters)  # type: ignore[union-attr]
        return self._block(made, node, body)

    def _ClassDef(self, node: cst.ClassDef) -> ast.stmt:
        bases, keywords = self._expressions.arguments([*node.bases, *node.keywords])
        body = self._suite(node.body)
        made = ast.ClassDef(
            name=identifier(node.name.value),
            bases=bases,
            keywords=keywords,
            body=body,
            decorator_list=self._decorators(node.decorators),
        )
        # From 3.12 on:
        made.type_params = self._expressions.parameters.types(node.type_parameters)  # type: ignore[attr-defined]
        return self._block(made, node, body)
