"""Which branches of an `if` run, and which a type checker reads (DESIGN 2.3)."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

FLAG_NAMES = frozenset({"TYPE_CHECKING", "MYPY"})
"""Names that type checkers take as true although the program sets them to False."""
_TYPING = frozenset({"typing", "typing_extensions"})
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


class Conditions:
    """Judges tests by what the file has imported and assigned so far.

    `qualified` turns a name or an attribute chain into the dotted name that it was imported from, None when it is
    local; `is_flag` says whether the `TYPE_CHECKING` of another module is the flag.
    """

    def __init__(
        self,
        qualified: Callable[[ast.expr], str | None],
        is_flag: Callable[[str], bool],
        version: tuple[int, int],
    ) -> None:
        self._qualified = qualified
        self._is_flag = is_flag
        self._version = version
        self._named: dict[str, Condition] = {}
        self._constants_decide = True

    def assign(self, name: str, value: ast.expr) -> None:
        """Remember a name that holds a condition, such as `TC = TYPE_CHECKING` or `TYPE_CHECKING = False`."""
        if name in FLAG_NAMES and isinstance(value, ast.Constant) and not value.value:
            self._named[name] = TYPE_CHECKING
            return
        self._constants_decide = False
        condition = self.judge(value)
        self._constants_decide = True
        if condition != UNKNOWN or name in FLAG_NAMES:
            self._named[name] = condition
        else:
            self._named.pop(name, None)

    def flags(self) -> frozenset[str]:
        """Names assigned so far that hold the typing flag."""
        return frozenset(name for name, condition in self._named.items() if condition == TYPE_CHECKING)

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
        if isinstance(test, ast.Name | ast.Attribute):
            return self._named_condition(test)
        return UNKNOWN

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
        if isinstance(test, ast.Name) and test.id in self._named:
            return self._named[test.id]
        last = test.attr if isinstance(test, ast.Attribute) else test.id if isinstance(test, ast.Name) else ""
        origin = self._qualified(test)
        if origin is None:
            return TYPE_CHECKING if last == "TYPE_CHECKING" else UNKNOWN
        module, _, name = origin.rpartition(".")
        if name == "TYPE_CHECKING" and (module in _TYPING or self._is_flag(origin)):
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
        if isinstance(node, ast.Subscript) and self._qualified(node.value) == "sys.version_info":
            if isinstance(node.slice, ast.Slice):
                stop = _constant(node.slice.upper) if node.slice.upper is not None else None
                from_start = node.slice.lower is None or _constant(node.slice.lower) == 0
                if from_start and node.slice.step is None and isinstance(stop, int) and stop in (1, 2):
                    return self._version[:stop]
                return None
            index = _constant(node.slice)
            return self._version[index] if isinstance(index, int) and index in (0, 1) else None
        origin = self._qualified(node) if isinstance(node, ast.Name | ast.Attribute) else None
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
