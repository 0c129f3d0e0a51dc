"""Which expression of a running frame makes the call in progress, and how it reaches the class that is made.

Used by the recorder inside the judged interpreter: the standard library only.
"""

from __future__ import annotations

import ast
import dis
import functools
import inspect
import linecache
import types
from collections import namedtuple
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, FrameType, ModuleType
from typing import Any

_UNKNOWN = object()
_C_CALLABLES = (
    types.BuiltinFunctionType,
    types.MethodWrapperType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
)
_TupleField = type(vars(namedtuple("_Row", "field"))["field"])
_C_FIELDS = (types.MemberDescriptorType, _TupleField)
"""Slots, and fields of named tuples."""
_BY_C_CODE = "call by C code"
_HANDED_IN = "callee handed in by code outside the judged source"
_CALLS = ("CALL", "PRECALL", "RAISE_VARARGS")


@dataclass(frozen=True)
class Route:
    """Where a call starts (line and column from 1, in code points) and how its callee reaches the class.

    `how` is `direct`, `alias` (another name than the class's own), `re-export` (through a module that does not define
    it), `lazy` (a module attribute made by `__getattr__`), `partial`, `new` (a call of `__new__`) or `value` (any other
    expression).
    """

    line: int
    column: int
    how: str
    text: str
    not_ours: str = ""
    """Why no line of the judged source is responsible for the call, empty when one is."""


@lru_cache(maxsize=512)
def _calls_by_end(filename: str) -> dict[tuple[int, int], ast.Call]:
    """Calls of a file by end position; an end belongs to one call alone, a start may be shared."""
    try:
        tree = ast.parse("".join(linecache.getlines(filename)))
    except SyntaxError:
        return {}
    return {
        (node.end_lineno or 0, node.end_col_offset or 0): node for node in ast.walk(tree) if isinstance(node, ast.Call)
    }


@lru_cache(maxsize=512)
def _imported_from(filename: str) -> dict[str, str]:
    """Local names that `from X import name` binds anywhere in a file, with the last part of X."""
    try:
        tree = ast.parse("".join(linecache.getlines(filename)))
    except SyntaxError:
        return {}
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for name in node.names:
                found[name.asname or name.name] = "." * node.level + (node.module or "")
    return found


def route(frame: FrameType, klass: type, roots: tuple[str, ...]) -> Route:
    """Describe the call that `frame` has in progress and that made a `klass`; `roots` hold the judged source."""
    code, offset = frame.f_code, frame.f_lasti
    positions = list(code.co_positions())[offset // 2]
    line, end_line, column, end_column = positions
    operation = dis.opname[code.co_code[offset]]
    line = line or frame.f_lineno
    text = linecache.getline(code.co_filename, line).strip()
    if not operation.startswith(_CALLS):
        return Route(line, 1, "value", text, not_ours=_BY_C_CODE)
    call = _calls_by_end(code.co_filename).get((end_line or 0, end_column or 0))
    if call is None:  # a decorator, or `raise Engine` without a call: the position is the expression's own
        return Route(line, _characters(code.co_filename, line, column or 0), _decorated(operation), text)
    start = _characters(code.co_filename, call.lineno, call.col_offset)
    value = _value(call.func, frame)
    text = linecache.getline(code.co_filename, call.lineno).strip()
    if _is_handed_in(call.func, frame, roots):
        return Route(call.lineno, start, "value", text, not_ours=_HANDED_IN)
    if isinstance(value, functools.partial):
        return Route(call.lineno, start, "partial", text)
    if value is not klass and isinstance(value, (*_C_CALLABLES, type)):
        is_new = isinstance(call.func, ast.Attribute) and call.func.attr == "__new__"
        return Route(call.lineno, start, "new" if is_new else "value", text, not_ours="" if is_new else _BY_C_CODE)
    return Route(call.lineno, start, _how(call.func, value, frame, klass), text)


def _is_handed_in(node: ast.expr, frame: FrameType, roots: tuple[str, ...]) -> bool:
    """Whether the callee is an argument that code of elsewhere passed: a fixture that pytest hands to a test."""
    caller, code = frame.f_back, frame.f_code
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    is_parameter = isinstance(node, ast.Name) and not {node.id, *_mangled(node.id, code)}.isdisjoint(parameters)
    return is_parameter and (caller is None or not caller.f_code.co_filename.startswith(roots))


def _mangled(name: str, code: CodeType) -> list[str]:
    """What a private name (`__name`) may be called at run time: with the class in front that its code stands in."""
    if not name.startswith("__") or name.endswith("__"):
        return []
    around = code.co_qualname.split(".")[:-1]
    return [f"_{part.lstrip('_')}{name}" for part in around if part.strip("_") and part != "<locals>"]


def _decorated(operation: str) -> str:
    return "value" if operation == "RAISE_VARARGS" else "direct"


def _characters(filename: str, line: int, byte_offset: int) -> int:
    """The column from 1 in code points of a byte offset as compilers count it."""
    return len(linecache.getline(filename, line).encode()[:byte_offset].decode(errors="replace")) + 1


def _value(node: ast.expr, frame: FrameType) -> Any:
    """The value of a plain name or attribute chain, found without running any code of the program."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        for name in (node.id, *_mangled(node.id, frame.f_code)):
            for scope in (frame.f_locals, frame.f_globals, frame.f_builtins):
                if name in scope:
                    return scope[name]
        return _UNKNOWN
    if isinstance(node, ast.Attribute):
        owner = _value(node.value, frame)
        if owner is _UNKNOWN:
            return _UNKNOWN
        try:
            found = inspect.getattr_static(owner, node.attr)
            if isinstance(found, _C_FIELDS):  # reading one runs no code of the program
                return found.__get__(owner)
        except (AttributeError, TypeError):  # an empty slot, or a field looked up on the class
            return _UNKNOWN
        return found if not isinstance(found, (property, classmethod)) else _UNKNOWN
    return _UNKNOWN


def _how(node: ast.expr, value: object, frame: FrameType, klass: type) -> str:
    if isinstance(node, ast.Attribute):
        if node.attr == "__new__":
            return "new"
        owner = _value(node.value, frame)
        if isinstance(owner, ModuleType):
            if node.attr != klass.__name__:
                return "alias"
            if owner.__name__ == klass.__module__:
                return "direct"
            return "re-export" if node.attr in vars(owner) else "lazy"
        return "value"
    if not isinstance(node, ast.Name):
        return "value"
    if value is not klass:
        return "value"
    if node.id in frame.f_locals and frame.f_code.co_flags & inspect.CO_NEWLOCALS:
        source = _imported_from(frame.f_code.co_filename).get(node.id)
        if source is None:
            return "value"
    if node.id != klass.__name__:
        return "alias"
    source = _imported_from(frame.f_code.co_filename).get(node.id)
    if source is None:
        return "direct"
    origin = source.lstrip(".")
    return "direct" if not origin or klass.__module__.endswith(origin) else "re-export"
