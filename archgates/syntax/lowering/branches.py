"""Which branches of an `if` run, which only type checkers read, and which never happen (DESIGN 2.2 rule 3)."""

from __future__ import annotations

import ast
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from archgates.syntax.conditions import Condition, Conditions
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


def conditions(lookup: Lookup, version: tuple[int, int]) -> Conditions:
    """Judges tests by the imports that reach them. Any `TYPE_CHECKING` that is imported is taken as the flag."""
    return Conditions(lambda node: _qualified(lookup, node), lambda origin: origin.endswith("TYPE_CHECKING"), version)


def branches(judge: Conditions, test: ast.expr) -> Branches:
    """How far the two branches under a test are read."""
    condition = judge.judge(test)
    return Branches(_reach(condition), _reach(condition.negated()))


def _reach(condition: Condition) -> Reach:
    if condition.runtime is not False:
        return Reach.RUNS
    return Reach.NEVER if condition.typing is False else Reach.TYPING


def _qualified(lookup: Lookup, node: ast.expr) -> str | None:
    """The dotted name that a name or attribute chain was imported from; None for anything local."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    for binding in lookup(node.id):
        if binding.kind is BindingKind.IMPORT:
            return ".".join([binding.module, *reversed(parts)])
        if binding.kind is BindingKind.FROM:
            return ".".join([binding.module, binding.attribute, *reversed(parts)])
    return None
