"""Facts about values that are written out in source or in a data file: tables, and the names of their rows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from archgates.domain.location import Gap, Location
from archgates.domain.requests import Request

Constant = str | bytes | int | float | complex | bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A value as written, and where."""

    at: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Scalar(Value):
    """A number, string, truth value or None."""

    value: Constant


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberReference(Value):
    """An attribute of a class of the project, such as `Profile.DAEMON`."""

    owner: str
    """Canonical dotted name of the class."""
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassReference(Value):
    """A class, given by its canonical dotted name."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One entry of a mapping."""

    key: Value
    value: Value
    spread: bool = False
    """True when it came in by `**other` or `other | {...}`, so that a later entry may replace it."""
    keyword: bool = False
    """True when the key is the name of a keyword argument, as in `dict(name=value)`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MappingValue(Value):
    """A mapping: a dictionary display, `dict(...)`, or a frozen mapping around one."""

    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SequenceValue(Value):
    """A list, tuple or set, or a call that only freezes one."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordValue(Value):
    """A call of a class or function, such as `Row(name="x", on=True)`."""

    callee: str
    """Canonical dotted name where it is known, the text before the bracket otherwise."""
    positional: tuple[Value, ...] = ()
    """Arguments whose field names are not known."""
    fields: tuple[tuple[str, Value], ...] = ()
    """Arguments by name; positional ones too, where the fields of the class can be read."""
    of_project: bool = True
    """False for a callable from elsewhere, which may return anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpaqueValue(Value):
    """An expression that only running the program could tell."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LiteralFacts:
    """The value behind a name or in a data file. `value` is None when there is no such name, file or key."""

    value: Value | None
    nearest: str | None = None
    gaps: tuple[Gap, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LiteralNamed(Request[LiteralFacts]):
    """The value bound to a dotted name: of a module, or of a class in one."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LiteralInFile(Request[LiteralFacts]):
    """The value under a dotted key of a TOML or JSON file; the whole document when `key` is empty."""

    path: str
    key: str = ""


class MemberSource(Enum):
    """What a set of names was read from."""

    ENUM = "enum"
    FIELDS = "fields"
    LITERAL = "literal"
    """A `Literal[...]` alias, or a written-out sequence of strings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One name of a closed set: an enum member, a field, a string of a `Literal`."""

    name: str
    at: Location
    value: Constant = None
    """What it stands for, where it is written out."""
    aliases: tuple[str, ...] = ()
    """Other names of the same member."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberFacts:
    """The members of a closed set, in the order of the source."""

    canonical: str
    """Dotted name of the definition; the asked name when there is none."""
    source: MemberSource | None
    """None when there is no such name."""
    members: tuple[Member, ...] = ()
    equals_value: bool = False
    """Whether a member equals its value, as in `StrEnum`: then the value may stand for it."""
    nearest: str | None = None
    gaps: tuple[Gap, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MembersOf(Request[MemberFacts]):
    """The members of an enum, the fields of a class, or the strings of a `Literal` alias."""

    name: str
