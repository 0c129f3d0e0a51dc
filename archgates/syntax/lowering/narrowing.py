"""What a test tells of the names in it: `isinstance(x, C)`, `issubclass(x, C)`, `isclass(x)` (PEP 647 in spirit)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, MutableMapping
from typing import NamedTuple

from archgates.syntax.form import Binding, BindingKind
from archgates.syntax.lowering.builder import Builder, Environment
from archgates.syntax.lowering.reading import tested
from archgates.syntax.lowering.shapes import called_name
from archgates.syntax.terms import NOTHING, Narrowed

_DEEPEST = 20
"""Tests nested deeper in `not`, `and` and `or` than this tell nothing."""


class _Told(NamedTuple):
    """One name of a test, and what the test says of it."""

    name: str
    by: ast.expr | None
    """The classes it was tested against; None when only that it is a class is known."""
    is_class: bool


def narrow(b: Builder, test: ast.expr, *, holds: bool) -> Mapping[str, tuple[int, ...]]:
    """Bind the names that a test tells of anew, for the code behind it. Gives what they were bound to before."""
    before: dict[str, tuple[int, ...]] = {}
    for told in _told(test, holds, _DEEPEST):
        environment = _binder(b, told.name)
        if environment is not None:
            before.setdefault(told.name, environment[told.name])
            environment[told.name] = (_bound(b, told, test, environment[told.name]),)
            b.frame.shared = None
    return before


def restore(b: Builder, before: Mapping[str, tuple[int, ...]]) -> None:
    """Leave the code behind a test: its names are bound as before, unless that code has bound them."""
    for name, bindings in before.items():
        environment = _binder(b, name)
        if environment is not None and all(_is_narrowed(b.bindings[one]) for one in environment[name]):
            environment[name] = bindings
            b.frame.shared = None


def widened(b: Builder, environments: list[Environment]) -> None:
    """Where ways meet again, what one test told of a name holds no longer: take it back where the ways differ."""
    for environment in environments:
        for name, bindings in environment.items():
            if len(bindings) == 1 and any(other.get(name) != bindings for other in environments):
                bound = b.bindings[bindings[0]]
                while _is_narrowed(bound) and len(bound.operands) == 1:
                    bindings = bound.operands
                    bound = b.bindings[bindings[0]]
                environment[name] = bound.operands if _is_narrowed(bound) else bindings


def _is_narrowed(binding: Binding) -> bool:
    return binding.kind is BindingKind.NARROWED


def _binder(b: Builder, name: str) -> MutableMapping[str, tuple[int, ...]] | None:
    """What binds a name here, unless it is the object or class of a method, or bound elsewhere."""
    for overlay in reversed(b.frame.overlays):
        if name in overlay:
            return overlay
    if name in b.scope.globals or name in b.scope.nonlocals or name == b.scope.first_parameter:
        return None
    return b.frame.env if name in b.frame.env else None


def _bound(b: Builder, told: _Told, test: ast.expr, operands: tuple[int, ...]) -> int:
    """A binding of the name, for the code that the test guards."""
    b.silent += 1
    of = b.load(told.name)
    by = NOTHING if told.by is None else tested(b, told.by)
    b.silent -= 1
    term = b.over(Narrowed(of, by, told.is_class), (of, by))
    return b.narrowed(told.name, test, operands, term)


def _told(test: ast.expr, holds: bool, depth: int) -> Iterator[_Told]:
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, holds = test.operand, not holds
    if isinstance(test, ast.BoolOp):
        if isinstance(test.op, ast.And if holds else ast.Or) and depth > 0:
            for part in test.values:
                yield from _told(part, holds, depth - 1)
    elif isinstance(test, ast.Call) and test.args and isinstance(test.args[0], ast.Name) and not test.keywords:
        yield from _by_call(test, test.args[0].id, holds)


def _by_call(test: ast.Call, name: str, holds: bool) -> Iterator[_Told]:
    function = called_name(test.func)
    if function == "isclass" and len(test.args) == 1 and holds:
        yield _Told(name, None, True)
    elif len(test.args) != 2 or not isinstance(test.func, ast.Name):
        return
    elif function == "issubclass":  # it raises for what is no class: the name is one whatever the answer
        yield _Told(name, test.args[1] if holds else None, True)
    elif function == "isinstance" and holds:
        of_type = isinstance(test.args[1], ast.Name) and test.args[1].id == "type"
        yield _Told(name, None if of_type else test.args[1], of_type)
