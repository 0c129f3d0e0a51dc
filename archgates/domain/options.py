"""Typed options: a TOML table becomes a frozen dataclass by its fields' types, or an error that says what to write."""

from __future__ import annotations

import dataclasses
import re
import types
from collections.abc import Collection, Mapping
from enum import Enum
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from archgates.domain.errors import ConfigurationError, nearest
from archgates.domain.toml_words import (
    Shape,
    bare_key,
    choices_of,
    describe_value,
    example_of,
    expected,
    is_required,
    option_key,
    shape_of,
    written,
)
from archgates.domain.words import count

T = TypeVar("T")
_LAST_KEY = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^.]*)$')
"""The key or index that a path ends with; a quoted key may hold a dot."""


class OptionError(ValueError):
    """A value has the right type and still makes no sense. Raise it in `__post_init__` of a gate or nested table.

    `key` is the option as written in TOML, empty for the table as a whole.
    """

    def __init__(self, key: str, problem: str, remedy: str = "") -> None:
        super().__init__(f"{key}: {problem} {remedy}".strip())
        self.key = key
        self.problem = problem
        self.remedy = remedy


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """Where in a configuration a value stands: the file and the path of keys, such as `gates[3].allow`."""

    source: str
    path: str = ""

    def key(self, name: str) -> Place:
        """The place of a key in this table."""
        return Place(self.source, f"{self.path}.{bare_key(name)}" if self.path else bare_key(name))

    def item(self, index: int) -> Place:
        """The place of an item, from 0, in this array."""
        return Place(self.source, f"{self.path}[{index}]")

    def error(self, problem: str, remedy: str = "") -> ConfigurationError:
        """The error that something is wrong here."""
        return ConfigurationError(source=self.source, key=self.path, problem=problem, remedy=remedy)


def read_options(kind: type[T], table: Mapping[str, object], place: Place, *, besides: Collection[str] = ()) -> T:
    """Build the dataclass `kind` from a TOML table.

    Fields may be `str`, `int`, `float`, `bool`, dates, enums, literals, tuples, frozen sets, mappings with string
    keys, other dataclasses (nested tables), and unions of these that differ in their TOML type. A field without a
    default is required. `besides` names keys of the table that somebody else reads.

    Raises ConfigurationError for an unknown key, a wrong type, a missing key or a value that makes no sense.
    """
    fields = {option_key(field): field for field in dataclasses.fields(_dataclass(kind)) if field.init}
    for key in table:
        if key not in fields and key not in besides:
            raise unknown_key(key, [*besides, *fields], place)
    hints = get_type_hints(kind)
    for key, field in fields.items():
        if key not in table and is_required(field):
            hint = hints[field.name]
            raise place.error(f"the key `{key}` is missing.", f"Write {bare_key(key)} = {example_of(hint)}.")
    values = {
        field.name: convert(hints[field.name], table[key], place.key(key))
        for key, field in fields.items()
        if key in table
    }
    try:
        return kind(**values)
    except OptionError as error:
        wrong = place.key(error.key) if error.key else place
        raise wrong.error(error.problem, error.remedy) from None


def unknown_key(key: str, known: Collection[str], place: Place) -> ConfigurationError:
    """The error for a key that nobody reads, with the nearest that somebody does."""
    close = nearest(key, known)
    remedy = f"Did you mean `{close}`?" if close else f"Known keys: {', '.join(known)}."
    return place.key(key).error("unknown key.", remedy)


def convert(hint: Any, value: object, place: Place) -> Any:
    """A TOML value as a value of the annotated type, or a ConfigurationError that names the place."""
    origin = get_origin(hint)
    if origin in {Union, types.UnionType}:
        return _convert_union(hint, value, place)
    if shape_of(hint) is not Shape.of_value(value) and not _widens(hint, value):
        raise _wrong_type(hint, value, place)
    if origin is Literal:
        return _choose(hint, value, place)
    if origin in {tuple, frozenset}:
        return _convert_array(hint, value, place)
    if isinstance(origin, type) and issubclass(origin, Mapping) and isinstance(value, Mapping):
        item = get_args(hint)[1]
        return types.MappingProxyType({key: convert(item, one, place.key(key)) for key, one in value.items()})
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(_choose(hint, value, place))
    if dataclasses.is_dataclass(hint) and isinstance(value, Mapping):
        return read_options(hint, value, place)  # type: ignore[arg-type]  # a field's type is a class, never an instance
    return float(value) if hint is float and isinstance(value, int) else value


def _convert_union(hint: Any, value: object, place: Place) -> Any:
    """The first arm that has the value's TOML type; arms of one union differ in it."""
    for arm in get_args(hint):
        if arm is not type(None) and (shape_of(arm) is Shape.of_value(value) or _widens(arm, value)):
            return convert(arm, value, place)
    raise _wrong_type(hint, value, place)


def _convert_array(hint: Any, value: object, place: Place) -> Any:
    items = list(value) if isinstance(value, list | tuple) else []
    arguments = get_args(hint)
    if get_origin(hint) is frozenset:
        converted = [convert(arguments[0], item, place.item(index)) for index, item in enumerate(items)]
        for index, item in enumerate(converted):
            if item in converted[:index]:
                raise place.item(index).error(f"{written(items[index])} is there twice.", "Remove one.")
        return frozenset(converted)
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return tuple(convert(arguments[0], item, place.item(index)) for index, item in enumerate(items))
    if len(items) != len(arguments):
        raise place.error(
            f"has {count(len(items), 'item')}, but must have {len(arguments)}.", f"Write {example_of(hint)}."
        )
    return tuple(
        convert(argument, item, place.item(index))
        for index, (argument, item) in enumerate(zip(arguments, items, strict=True))
    )


def _choose(hint: Any, value: object, place: Place) -> object:
    """The value, if it is one of those that the enum or literal allows."""
    choices = choices_of(hint)
    if value in choices:
        return value
    close = nearest(value, [str(choice) for choice in choices]) if isinstance(value, str) else None
    remedy = f"Did you mean {written(close)}?" if close else f"Write one of {', '.join(map(written, choices))}."
    raise place.error(f"{written(value)} is not known here.", remedy)


def _widens(hint: Any, value: object) -> bool:
    """An integer where a float is meant is no mistake."""
    return hint is float and isinstance(value, int) and not isinstance(value, bool)


def _wrong_type(hint: Any, value: object, place: Place) -> ConfigurationError:
    last = _LAST_KEY.search(place.path)
    key = last[0] if last else ""
    remedy = f"Write {key} = {example_of(hint, value)}." if not key.endswith("]") else f"Write {example_of(hint)}."
    return place.error(f"is {describe_value(value)}, but must be {expected(hint)}.", remedy)


def _dataclass(kind: type[Any]) -> type[Any]:
    if not dataclasses.is_dataclass(kind):
        raise TypeError(f"{kind.__name__} is no dataclass; decorate it with @dataclass(frozen=True, kw_only=True).")
    return kind
