"""How fields, types and values of options are named and written in messages about TOML."""

from __future__ import annotations

import dataclasses
import datetime
import json
import re
import types
from collections.abc import Mapping
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin


class Shape(Enum):
    """The TOML type of a value, named as in a sentence."""

    STRING = "a string"
    INTEGER = "an integer"
    FLOAT = "a float"
    BOOLEAN = "a boolean"
    DATE_TIME = "a date-time"
    DATE = "a date"
    TIME = "a time"
    ARRAY = "an array"
    TABLE = "a table"

    @classmethod
    def of_value(cls, value: object) -> Shape:
        """The type of a value that a TOML parser produced."""
        for python, shape in _PYTHON_TYPES:
            if isinstance(value, python):
                return shape
        raise TypeError(f"{type(value).__name__} is no type of TOML.")


# Subclasses first: a bool is an int, a date-time is a date.
_PYTHON_TYPES: tuple[tuple[type | tuple[type, ...], Shape], ...] = (
    (str, Shape.STRING),
    (bool, Shape.BOOLEAN),
    (int, Shape.INTEGER),
    (float, Shape.FLOAT),
    (datetime.datetime, Shape.DATE_TIME),
    (datetime.date, Shape.DATE),
    (datetime.time, Shape.TIME),
    ((list, tuple), Shape.ARRAY),
    (Mapping, Shape.TABLE),
)
_SAMPLES = {
    Shape.STRING: '"..."',
    Shape.INTEGER: "1",
    Shape.FLOAT: "0.5",
    Shape.BOOLEAN: "true",
    Shape.DATE_TIME: "2027-03-31T12:00:00Z",
    Shape.DATE: "2027-03-31",
    Shape.TIME: "12:00:00",
}
_LONGEST = 60


def option_key(field: dataclasses.Field[Any]) -> str:
    """How a field is written in TOML: its name, without the trailing `_` that keeps it apart from a keyword."""
    return field.name.rstrip("_")


def is_required(field: dataclasses.Field[Any]) -> bool:
    """Whether a table must have the key of this field."""
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def shape_of(hint: Any) -> Shape:
    """The TOML type that a field's type is read from. Raises TypeError for a type that options cannot have."""
    origin = get_origin(hint)
    if origin is Literal:
        return Shape.of_value(get_args(hint)[0])
    if origin in {tuple, frozenset}:
        return Shape.ARRAY
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return Shape.TABLE
    if isinstance(hint, type):
        if issubclass(hint, Enum):
            return Shape.of_value(next(iter(hint)).value)
        if dataclasses.is_dataclass(hint):
            return Shape.TABLE
        for python, shape in _PYTHON_TYPES:
            if hint is python:
                return shape
    raise TypeError(f"{hint!r} is no type that an option can have.")


def arms(hint: Any) -> tuple[Any, ...]:
    """The alternatives of a union, without None: TOML has no null, a key is left out instead."""
    if get_origin(hint) in {Union, types.UnionType}:
        return tuple(arm for arm in get_args(hint) if arm is not type(None))
    return (hint,)


def expected(hint: Any) -> str:
    """A field's type in a sentence: `an array of strings`, `one of "error", "warn"`."""
    return " or ".join(_expected_arm(arm) for arm in arms(hint))


def _expected_arm(hint: Any) -> str:
    choices = choices_of(hint)
    if choices:
        return f"one of {', '.join(written(choice) for choice in choices)}"
    shape = shape_of(hint)
    if shape is Shape.ARRAY:
        return f"an array of {_plural(get_args(hint)[0])}"
    if shape is Shape.TABLE and get_origin(hint) is not None:
        return f"a table of {_plural(get_args(hint)[1])}"
    return str(shape.value)


def _plural(hint: Any) -> str:
    choices = choices_of(hint)
    if choices:
        return " or ".join(written(choice) for choice in choices)
    return " or ".join(f"{shape_of(arm).value.partition(' ')[2]}s" for arm in arms(hint))


def choices_of(hint: Any) -> tuple[object, ...]:
    """The values that an enum or a literal allows, as written in TOML; empty for other types."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return tuple(one.value for one in hint)
    return ()


def example_of(hint: Any, given: object = None) -> str:
    """A value of this type in TOML; one that holds what was given, where that is what was likely meant."""
    first = arms(hint)[0]
    choices = choices_of(first)
    if choices:
        return written(choices[0])
    shape = shape_of(first)
    if shape is Shape.ARRAY:
        items = get_args(first)
        if given is not None and shape_of(arms(items[0])[0]) is Shape.of_value(given):
            return f"[{written(given)}]"
        return f"[{', '.join(example_of(item) for item in items if item is not Ellipsis)}]"
    if shape is Shape.TABLE:
        return _example_table(first)
    if shape is Shape.STRING and isinstance(given, int | float | datetime.date):
        return f'"{written(given)}"'
    if isinstance(given, str) and shape in {Shape.INTEGER, Shape.BOOLEAN} and _reads_as(given, shape):
        return given
    return _SAMPLES[shape]


def _example_table(hint: Any) -> str:
    if not dataclasses.is_dataclass(hint):
        return "{ name = ... }"
    names = [option_key(field) for field in dataclasses.fields(hint) if is_required(field)]
    return "{ " + ", ".join(f"{name} = ..." for name in names or ["..."]) + " }"


def _reads_as(text: str, shape: Shape) -> bool:
    pattern = r"-?\d{1,18}" if shape is Shape.INTEGER else "true|false"
    return re.fullmatch(pattern, text, re.ASCII) is not None


def describe_value(value: object) -> str:
    """A value in a sentence: its TOML type and, where short, the value."""
    shape = Shape.of_value(value)
    return shape.value if shape in {Shape.ARRAY, Shape.TABLE} else f"{shape.value} ({written(value)})"


def written(value: object) -> str:
    """A value as TOML writes it, shortened when long."""
    if isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, str):
        text = json.dumps(value, ensure_ascii=not value.isprintable())
    elif isinstance(value, list | tuple):
        text = "[...]" if value else "[]"
    elif isinstance(value, Mapping):
        text = "{...}" if value else "{}"
    elif isinstance(value, int):
        text = str(value) if abs(value) < 10**_LONGEST else "..."
    else:
        text = str(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def bare_key(key: str) -> str:
    """A key as TOML writes it: bare where it may be, else quoted."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=not key.isprintable())
