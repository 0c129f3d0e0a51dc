"""Which branches of an `if` run, which only type checkers read, and which never happen (DESIGN 2.2 rule 3)."""

from __future__ import annotations

import ast
import operator
from enum import Enum
from typing import NamedTuple

from archgates.syntax.form import BindingKind
from archgates.syntax.lowering.builder import Builder

_TYPING_MODULES = frozenset({"typing", "typing_extensions"})
_FLAG = "TYPE_CHECKING"
_COMPARE = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


class Truth(Enum):
    """What is known of a condition when the program runs."""

    TRUE = "true"
    FALSE = "false"
    FLAG = "flag"
    """False when the program runs, true for type checkers."""
    NOT_FLAG = "not-flag"
    UNKNOWN = "unknown"


class Reach(Enum):
    """Whether a branch is read by running the program."""

    RUNS = "runs"
    TYPING = "typing"
    NEVER = "never"


class Branches(NamedTuple):
    """The two branches of an `if`."""

    body: Reach
    orelse: Reach


_BRANCHES = {
    Truth.TRUE: Branches(Reach.RUNS, Reach.NEVER),
    Truth.FALSE: Branches(Reach.NEVER, Reach.RUNS),
    Truth.FLAG: Branches(Reach.TYPING, Reach.RUNS),
    Truth.NOT_FLAG: Branches(Reach.RUNS, Reach.TYPING),
    Truth.UNKNOWN: Branches(Reach.RUNS, Reach.RUNS),
}


def branches(b: Builder, test: ast.expr) -> Branches:
    """How far the two branches under a condition are read."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        truths = [truth(b, part) for part in test.values]
        if Truth.FALSE in truths:
            return _BRANCHES[Truth.FALSE]
        if Truth.FLAG in truths:  # the body needs the flag; the rest may run for want of another part
            return Branches(Reach.TYPING, Reach.RUNS)
    return _BRANCHES[truth(b, test)]


def truth(b: Builder, test: ast.expr) -> Truth:
    """What is known of a condition."""
    if isinstance(test, ast.Constant):
        return Truth.TRUE if test.value else Truth.FALSE
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _NEGATED[truth(b, test.operand)]
    if isinstance(test, ast.Name | ast.Attribute):
        return Truth.FLAG if _is_flag(b, test) else Truth.UNKNOWN
    if isinstance(test, ast.Compare):
        return _version(b, test)
    if isinstance(test, ast.BoolOp):
        return _combined(test.op, [truth(b, part) for part in test.values])
    return Truth.UNKNOWN


_NEGATED = {
    Truth.TRUE: Truth.FALSE,
    Truth.FALSE: Truth.TRUE,
    Truth.FLAG: Truth.NOT_FLAG,
    Truth.NOT_FLAG: Truth.FLAG,
    Truth.UNKNOWN: Truth.UNKNOWN,
}


def _combined(op: ast.boolop, parts: list[Truth]) -> Truth:
    absorbing, neutral = (Truth.FALSE, Truth.TRUE) if isinstance(op, ast.And) else (Truth.TRUE, Truth.FALSE)
    if absorbing in parts:
        return absorbing
    rest = {part for part in parts if part is not neutral}
    if not rest:
        return neutral
    return rest.pop() if len(rest) == 1 else Truth.UNKNOWN


def _is_flag(b: Builder, node: ast.Name | ast.Attribute) -> bool:
    """`TYPE_CHECKING` by any name that an import gave it; the plain spelling also when a project sets it itself."""
    if isinstance(node, ast.Name):
        for number in b.frames[0].env.get(node.id, ()) + b.frame.env.get(node.id, ()):
            binding = b.bindings[number]
            if binding.kind is BindingKind.FROM:
                return node.id == _FLAG or (binding.module in _TYPING_MODULES and binding.attribute == _FLAG)
        return node.id == _FLAG
    if node.attr != _FLAG or not isinstance(node.value, ast.Name):
        return False
    for number in b.frames[0].env.get(node.value.id, ()) + b.frame.env.get(node.value.id, ()):
        binding = b.bindings[number]
        if binding.kind is BindingKind.IMPORT:
            return binding.module in _TYPING_MODULES
    return False


def _version(b: Builder, test: ast.Compare) -> Truth:
    """`sys.version_info >= (3, 12)` and `sys.version_info[0] == 3`, decided by the target version."""
    if len(test.ops) != 1:
        return Truth.UNKNOWN
    left, right = test.left, test.comparators[0]
    compare = _COMPARE.get(type(test.ops[0]))
    whole = _is_version_info(left)
    major = isinstance(left, ast.Subscript) and _is_version_info(left.value) and _number(left.slice) == 0
    if compare is None or not (whole or major):
        return Truth.UNKNOWN
    if major:
        wanted = _number(right)
        return Truth.UNKNOWN if wanted is None else _known(compare(b.version[0], wanted))
    if not isinstance(right, ast.Tuple) or not 1 <= len(right.elts) <= 2:
        return Truth.UNKNOWN
    numbers = [_number(part) for part in right.elts]
    known = tuple(number for number in numbers if number is not None)
    if len(known) != len(numbers):
        return Truth.UNKNOWN
    return _known(compare((*b.version, 0), known))


def _is_version_info(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "version_info" and isinstance(node.value, ast.Name)


def _number(node: ast.expr) -> int | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else None


def _known(answer: bool) -> Truth:
    return Truth.TRUE if answer else Truth.FALSE
