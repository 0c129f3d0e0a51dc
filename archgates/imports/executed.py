"""Which functions of a file are called while the file itself is being imported."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from archgates.syntax.walk import children

_CLASS_HOOKS = ("__new__", "__init__", "__post_init__")
_SUBCLASS_HOOKS = ("__init_subclass__", "__class_getitem__")
_METACLASS_HOOKS = ("__prepare__", "__new__", "__init__", "__call__")


FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Owner:
    """A function at the top of a file, or a method of a class there; an empty `function` is the class body."""

    class_name: str
    function: str


def executed_definitions(module: ast.Module) -> frozenset[Owner]:
    """Functions and methods of the file that its own top level calls, directly or through one another.

    Calls from other files and calls of values that are handed around are not followed.
    """
    definitions: dict[Owner, Sequence[ast.stmt]] = {}
    started: set[Owner] = set()
    for owner, node in _definitions(module.body):
        definitions[owner] = node.body
        if not _waits_to_be_driven(node):
            started.add(owner)
    classes = {owner.class_name for owner in definitions if owner.class_name}
    executed: set[Owner] = set()
    pending = list(_called(module.body, classes, started))
    while pending:
        owner = pending.pop()
        if owner in executed or owner not in definitions:
            continue
        executed.add(owner)
        pending.extend(_called(definitions[owner], classes, started))
    return frozenset(executed)


def _waits_to_be_driven(node: FunctionNode) -> bool:
    """Whether a call alone runs nothing of the body: a coroutine or a generator. A decorator may drive it."""
    if node.decorator_list:
        return False
    if isinstance(node, ast.AsyncFunctionDef):
        return True
    pending: list[ast.AST] = list(node.body)
    while pending:
        current = pending.pop()
        if isinstance(current, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(current, FunctionNode | ast.ClassDef | ast.Lambda):
            pending.extend(children(current))
    return False


def _definitions(body: Sequence[ast.stmt]) -> Iterator[tuple[Owner, FunctionNode]]:
    """Functions at the top and methods of classes at the top, `if` and `try` blocks included."""
    pending: list[tuple[ast.stmt, str]] = [(one, "") for one in body]
    while pending:
        node, class_name = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Owner(class_name, node.name), node
        elif isinstance(node, ast.ClassDef):
            if not class_name:
                pending.extend((one, node.name) for one in node.body)
        else:
            pending.extend((one, class_name) for one in children(node) if isinstance(one, ast.stmt))
            pending.extend(
                (one, class_name)
                for block in children(node)
                if isinstance(block, ast.ExceptHandler | ast.match_case)
                for one in block.body
            )


def _called(body: Iterable[ast.stmt], classes: set[str], started: set[Owner]) -> Iterator[Owner]:
    """What running these statements calls, as far as names tell. Bodies of inner functions do not run.

    A call whose result is thrown away runs those in `started` only.
    """
    pending: list[ast.AST] = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for decorator in node.decorator_list:
                yield from _owners(decorator, classes)
            pending.extend(node.decorator_list)
            pending.append(node.args)
            continue
        if isinstance(node, ast.Lambda):
            continue
        if isinstance(node, ast.ClassDef):
            for decorator in node.decorator_list:
                yield from _owners(decorator, classes)
            yield from _hooks_of_class(node, classes)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield from (one for one in _owners(node.value.func, classes) if one in started)
            pending.extend(children(node.value))
            continue
        elif isinstance(node, ast.Call):
            yield from _owners(node.func, classes)
        pending.extend(children(node))


def _owners(called: ast.expr, classes: set[str]) -> Iterator[Owner]:
    if isinstance(called, ast.Name):
        if called.id in classes:
            yield from (Owner(called.id, hook) for hook in _CLASS_HOOKS)
        else:
            yield Owner("", called.id)
    elif isinstance(called, ast.Attribute):
        if isinstance(called.value, ast.Name) and called.value.id in classes:
            yield Owner(called.value.id, called.attr)
        elif isinstance(called.value, ast.Call) and isinstance(called.value.func, ast.Name):
            yield Owner(called.value.func.id, called.attr)


def _hooks_of_class(node: ast.ClassDef, classes: set[str]) -> Iterator[Owner]:
    for base in node.bases:
        if isinstance(base, ast.Name) and base.id in classes:
            yield from (Owner(base.id, hook) for hook in _SUBCLASS_HOOKS)
    for keyword in node.keywords:
        value = keyword.value
        if keyword.arg == "metaclass" and isinstance(value, ast.Name) and value.id in classes:
            yield from (Owner(value.id, hook) for hook in _METACLASS_HOOKS)
