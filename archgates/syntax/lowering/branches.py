"""Which branches of an `if` run, which only type checkers read, and which never happen (DESIGN 2.2 rule 3)."""

from __future__ import annotations

import ast
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from archgates.syntax.attributes import chain
from archgates.syntax.conditions import TYPE_CHECKING, UNKNOWN, Condition, Conditions
from archgates.syntax.form import Binding, BindingKind


class Reach(Enum):
    """Whether a branch is read by running the program."""

    RUNS = "runs"
    TYPING = "typing"
    NEVER = "never"


class Branches(NamedTuple):
    """The two branches of an `if`."""

    body: Reach
    orelse: Reach


Lookup = Callable[[str], tuple[Binding, ...]]
"""The bindings of a name that reach the place of the test."""


class ReachingConditions(Conditions):
    """Judges tests by the bindings that reach them."""

    def __init__(self, lookup: Lookup, version: tuple[int, int]) -> None:
        self._bindings = _Bindings(lookup)
        super().__init__(self._bindings, version)

    def assign(self, target: ast.Name, value: ast.expr) -> None:
        """Remember an assignment at the top of the file that gives a name a condition."""
        self._bindings.held[target.id, target.lineno] = self.assigned(target.id, value)


class _Bindings:
    """What names mean, as far as one file tells. Any imported `TYPE_CHECKING` is taken as the flag."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self.held: dict[tuple[str, int], Condition] = {}
        """Conditions by the name that holds them and the line where it is assigned."""

    def known(self, name: str) -> Condition | None:
        bindings = self._lookup(name)
        if not bindings:
            return TYPE_CHECKING if name == "TYPE_CHECKING" else UNKNOWN
        found = {self._of(one) for one in bindings}
        return found.pop() if len(found) == 1 else UNKNOWN

    def _of(self, binding: Binding) -> Condition | None:
        """The condition of one binding; None for an import, whose origin tells."""
        if binding.kind is BindingKind.IMPORT:
            return None
        if binding.kind is BindingKind.FROM:
            return TYPE_CHECKING if self.is_flag(binding.attribute) else None
        return self.held.get((binding.name, binding.line), UNKNOWN) if binding.scope == 0 else UNKNOWN

    def qualified(self, node: ast.expr) -> str | None:
        taken = chain(node, self.is_builtin)
        if taken is None:
            return None
        name, parts = taken
        for binding in self._lookup(name):
            if binding.kind is BindingKind.IMPORT:
                return ".".join([binding.module, *parts])
            if binding.kind is BindingKind.FROM:
                return ".".join([binding.module, binding.attribute, *parts])
        return None

    def is_flag(self, origin: str) -> bool:
        return origin.rpartition(".")[2] == "TYPE_CHECKING"

    def is_builtin(self, name: str) -> bool:
        return not self._lookup(name)


def branches(judge: Conditions, test: ast.expr) -> Branches:
    """How far the two branches under a test are read."""
    condition = judge.judge(test)
    return Branches(_reach(condition), _reach(condition.negated()))


def _reach(condition: Condition) -> Reach:
    if condition.runtime is not False:
        return Reach.RUNS
    return Reach.NEVER if condition.typing is False else Reach.TYPING
