"""Which branches of an `if` run, and which a type checker reads (DESIGN 2.3)."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

FLAG_NAMES = frozenset({"TYPE_CHECKING", "MYPY"})
"""Names that type checkers take as true although the program sets them to False."""
FLAGS = frozenset({"typing.TYPE_CHECKING", "typing_extensions.TYPE_CHECKING"})
_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], object]] = MappingProxyType(
    {
        ast.Lt: operator.lt,
        ast.LtE: operator.le,
        ast.Gt: operator.gt,
        ast.GtE: operator.ge,
        ast.Eq: operator.eq,
        ast.NotEq: operator.ne,
    }
)


@dataclass(frozen=True, slots=True)
class Condition:
    """What is known about a test: its value when the program runs, and for a type checker; None is unknown."""

    runtime: bool | None = None
    typing: bool | None = None
    script: bool = False
    """True when it holds only for the file that is run as a script (`__name__ == "__main__"`)."""

    def negated(self) -> Condition:
        """The condition of the `else` branch."""
        return Condition(_not(self.runtime), _not(self.typing))


UNKNOWN = Condition()
_DEEPEST = 30
TYPE_CHECKING = Condition(runtime=False, typing=True)


class Environment(Protocol):
    """What the names of a file mean at the place of a test."""

    def known(self, name: str) -> Condition | None:
        """The condition that a name holds; None where what it was imported from tells."""
        ...

    def qualified(self, node: ast.expr) -> str | None:
        """The dotted name that a name or attribute chain was imported from; None when it is local."""
        ...

    def is_flag(self, origin: str) -> bool:
        """Whether a dotted name outside `typing` is the typing flag."""
        ...

    def is_builtin(self, name: str) -> bool:
        """Whether a name means the built-in of that name."""
        ...


class Conditions:
    """Judges tests by what the names in them mean."""

    def __init__(self, environment: Environment, version: tuple[int, int]) -> None:
        self._names = environment
        self._version = version
        self._constants_decide = True

    def assigned(self, name: str, value: ast.expr) -> Condition:
        """The condition that a name holds after `name = value`, such as `TC = TYPE_CHECKING`."""
        if name in FLAG_NAMES and isinstance(value, ast.Constant) and not value.value:
            return TYPE_CHECKING
        self._constants_decide = False
        condition = self.judge(value)
        self._constants_decide = True
        return condition

    def judge(self, test: ast.expr, depth: int = 0) -> Condition:
        """What is known about a test; nothing about one that is nested deeper than people write."""
        negations = 0
        while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test = test.operand
            negations += 1
        condition = self._judged(test, depth) if depth < _DEEPEST else UNKNOWN
        return condition.negated() if negations % 2 else condition

    def _judged(self, test: ast.expr, depth: int) -> Condition:
        if isinstance(test, ast.Constant):
            if not self._constants_decide:
                return UNKNOWN
            # `if False:` was how imports for type comments were written before the flag existed.
            return Condition(runtime=bool(test.value))
        if isinstance(test, ast.BoolOp):
            return self._joined(test, depth)
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            return self._compared(test.left, test.ops[0], test.comparators[0], depth)
        if isinstance(test, ast.NamedExpr):
            return self.judge(test.value, depth + 1)
        if isinstance(test, ast.Call) and self._is_bool(test):
            return self.judge(test.args[0], depth + 1)
        return self._named_condition(test)

    def _is_bool(self, call: ast.Call) -> bool:
        is_named = isinstance(call.func, ast.Name) and call.func.id == "bool" and self._names.is_builtin("bool")
        return is_named and len(call.args) == 1 and not call.keywords and not isinstance(call.args[0], ast.Starred)

    def _joined(self, test: ast.BoolOp, depth: int) -> Condition:
        parts = [self.judge(one, depth + 1) for one in test.values]
        is_and = isinstance(test.op, ast.And)
        join = _all if is_and else _any
        scripts = [one.script for one in parts]
        return Condition(
            join([one.runtime for one in parts]),
            join([one.typing for one in parts]),
            any(scripts) if is_and else all(scripts),
        )

    def _named_condition(self, test: ast.expr) -> Condition:
        known = self._names.known(test.id) if isinstance(test, ast.Name) else None
        if known is not None:
            return known
        origin = self._names.qualified(test)
        if origin is not None and (origin in FLAGS or self._names.is_flag(origin)):
            return TYPE_CHECKING
        return UNKNOWN

    def _compared(self, left: ast.expr, comparison: ast.cmpop, right: ast.expr, depth: int) -> Condition:
        if _constant(left) is not None and _constant(right) is None:
            mirrored = _MIRRORED.get(type(comparison))
            return self._compared(right, mirrored(), left, depth) if mirrored else UNKNOWN
        if isinstance(left, ast.Name) and left.id == "__name__" and _constant(right) == "__main__":
            if isinstance(comparison, ast.Eq):
                return Condition(script=True)
            return UNKNOWN
        if isinstance(right, ast.Constant) and isinstance(right.value, bool):
            same = isinstance(comparison, ast.Is | ast.Eq)
            if same or isinstance(comparison, ast.IsNot | ast.NotEq):
                judged = self.judge(left, depth + 1)
                return judged if same == right.value else judged.negated()
        return self._version_compared(left, comparison, right)

    def _version_compared(self, left: ast.expr, comparison: ast.cmpop, right: ast.expr) -> Condition:
        compare = _COMPARISONS.get(type(comparison))
        actual, wanted = self._version_value(left), _constant(right)
        if compare is None or actual is None or wanted is None:
            return UNKNOWN
        if isinstance(wanted, tuple) and isinstance(actual, tuple) and _depends_on_micro(actual, wanted):
            return UNKNOWN
        try:
            value = bool(compare(actual, wanted))
        except TypeError:
            return UNKNOWN
        return Condition(runtime=value, typing=value)

    def _version_value(self, node: ast.expr) -> int | tuple[int, ...] | None:
        """The value of `sys.version_info`, or of its first parts, in the target version."""
        if isinstance(node, ast.Subscript) and self._names.qualified(node.value) == "sys.version_info":
            if isinstance(node.slice, ast.Slice):
                stop = _constant(node.slice.upper) if node.slice.upper is not None else None
                from_start = node.slice.lower is None or _constant(node.slice.lower) == 0
                if from_start and node.slice.step is None and isinstance(stop, int) and stop in (1, 2):
                    return self._version[:stop]
                return None
            index = _constant(node.slice)
            return self._version[index] if isinstance(index, int) and index in (0, 1) else None
        origin = self._names.qualified(node) if isinstance(node, ast.Name | ast.Attribute) else None
        if origin == "sys.version_info":
            return (*self._version, 0)
        if origin in ("sys.version_info.major", "sys.version_info.minor"):
            return self._version[0 if origin.endswith("major") else 1]
        return None


_MIRRORED: Mapping[type[ast.cmpop], type[ast.cmpop]] = MappingProxyType(
    {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE, ast.Eq: ast.Eq, ast.NotEq: ast.NotEq}
)


def _depends_on_micro(actual: tuple[int, ...], wanted: tuple[object, ...]) -> bool:
    """Whether more than major and minor version decide: `>= (3, 11, 4)` on 3.11."""
    return len(actual) > 2 and len(wanted) > 2 and wanted[:2] == actual[:2]


def _constant(node: ast.expr) -> str | int | tuple[object, ...] | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str | int):
        return node.value
    if isinstance(node, ast.Tuple):
        parts = [_constant(one) for one in node.elts]
        return None if any(one is None for one in parts) else tuple(parts)
    return None


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _all(values: list[bool | None]) -> bool | None:
    if False in values:
        return False
    return None if None in values else True


def _any(values: list[bool | None]) -> bool | None:
    if True in values:
        return True
    return None if None in values else False
