"""What names mean in each scope of a file: what they were imported from, and which hold a condition."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from archgates.syntax.bound_names import bound_names
from archgates.syntax.conditions import UNKNOWN, Condition
from archgates.syntax.walk import children

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that a name is bound to."""

    origin: str | None = None
    """The dotted name that it was imported from; None for anything made here."""
    condition: Condition = UNKNOWN


UNTOLD = Meaning()
"""Something of which nothing is known."""


class NameScope:
    """The names of a module, a class body or a function, in the order in which they are bound.

    A binding inside a branch may not happen: the name then keeps what it meant before as well.
    """

    def __init__(
        self, outer: NameScope | None = None, *, function: FunctionNode | None = None, is_class: bool = False
    ) -> None:
        self.names: dict[str, tuple[Meaning, ...]] = {}
        self._outer = outer
        self._function = function
        self._is_class = is_class
        self._elsewhere: dict[str, NameScope] = {}

    def lookup(self, name: str) -> tuple[Meaning, ...] | None:
        """Everything that a name may mean here: nothing while it is unbound, None when no scope binds it."""
        scope: NameScope | None = self
        while scope is not None:
            scope = scope._elsewhere.get(name, scope)
            if name in scope.names:
                return scope.names[name]
            if name in scope._own and name not in self._elsewhere:
                return ()
            scope = scope.around
        return None

    @property
    def around(self) -> NameScope | None:
        """The scope whose names functions and classes inside this one's scope see too: never a class body."""
        scope = self._outer
        while scope is not None and scope._is_class:
            scope = scope._outer
        return scope

    def bind(self, name: str, meaning: Meaning, *, is_sure: bool) -> None:
        """Bind a name; where the binding is not sure to happen, to its former meanings too."""
        scope = self._elsewhere.get(name, self)
        kept = () if is_sure and scope is self else scope.names.get(name, ())
        scope.names[name] = tuple(dict.fromkeys((*kept, meaning)))

    def declare(self, node: ast.Global | ast.Nonlocal) -> None:
        """Take a `global` or `nonlocal` statement: its names are bound in another scope."""
        for name in node.names:
            scope = self.around
            while scope is not None and scope.around is not None:
                if isinstance(node, ast.Nonlocal) and (name in scope.names or name in scope._own):
                    break
                scope = scope.around
            if scope is not None:
                self._elsewhere[name] = scope

    @cached_property
    def _own(self) -> frozenset[str]:
        """Names that a function binds anywhere: they hide those around it from its first line on."""
        if self._function is None:
            return frozenset()
        every = ast.walk(self._function.args)
        parameters = (one.arg for one in every if isinstance(one, ast.arg))
        return frozenset((*parameters, *bound_names(self._function.body)))


def bound_by(node: ast.stmt) -> Iterable[str]:
    """Names that a statement itself binds; imports, `global` and blocks below it left out."""
    if isinstance(node, FunctionNode | ast.ClassDef):
        return (node.name,)
    if isinstance(node, ast.Try | ast.TryStar):
        return (one.name for one in node.handlers if one.name)
    if isinstance(node, ast.With | ast.AsyncWith):
        return bound_names(one.optional_vars for one in node.items if one.optional_vars is not None)
    if isinstance(node, ast.Match):
        return bound_names(one.pattern for one in node.cases)
    if isinstance(node, ast.Assign | ast.Delete):
        plain = [one.id for one in node.targets if isinstance(one, ast.Name)]
        return plain if len(plain) == len(node.targets) else bound_names(node.targets)
    if isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For | ast.AsyncFor):
        return bound_names([node.target])
    return ()


def walk_expressions(node: ast.stmt) -> Iterator[ast.AST]:
    """Everything in a statement's own expressions; blocks below it and lambdas left out."""
    pending = children(node)[::-1]
    while pending:
        current = pending.pop()
        if isinstance(current, ast.match_case):
            pending.extend(one for one in (current.guard, current.pattern) if one is not None)
        elif not isinstance(current, ast.stmt | ast.ExceptHandler | ast.Lambda):
            yield current
            pending.extend(reversed(children(current)))
