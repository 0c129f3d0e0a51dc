"""What the gates about tables share: matching what is written against the members of a closed set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from archgates.domain.errors import nearest
from archgates.domain.findings import Finding
from archgates.domain.literals import (
    ClassReference,
    MappingValue,
    Member,
    MemberFacts,
    MemberReference,
    MemberSource,
    OpaqueValue,
    RecordValue,
    Scalar,
    SequenceValue,
    Value,
)
from archgates.domain.location import Location


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedSet:
    """The names that rows, columns or statuses may have."""

    name: str
    """What the set is called in messages."""
    members: tuple[Member, ...]
    source: MemberSource = MemberSource.LITERAL
    equals_value: bool = True

    @classmethod
    def of(cls, facts: MemberFacts) -> ClosedSet:
        """The set that was read from source."""
        return cls(
            name=facts.canonical,
            members=facts.members,
            source=facts.source or MemberSource.LITERAL,
            equals_value=facts.equals_value,
        )

    @classmethod
    def listed(cls, name: str, names: tuple[str, ...]) -> ClosedSet:
        """The set that the configuration lists."""
        nowhere = Location("", 1, 1)
        return cls(name=name, members=tuple(Member(name=one, at=nowhere, value=one) for one in names))

    def match(self, value: Value) -> Member | None:
        """The member that a key denotes when the program runs; None when it denotes none."""
        match value:
            case MemberReference(owner=owner, name=name) if owner == self.name:
                return next((one for one in self.members if name in {one.name, *one.aliases}), None)
            case Scalar(value=constant) if self.source is not MemberSource.ENUM or self.equals_value:
                return self._by_value(constant)
            case RecordValue(callee=self.name, positional=(Scalar(value=constant),)):
                return self._by_value(constant)
        return None

    def undecided(self, value: Value) -> OpaqueValue | None:
        """The first part of a key that only running the program could tell; None when the key can be judged."""
        opaque = next(opaque_in(value), None)
        if opaque is not None or not isinstance(value, RecordValue) or self.match(value) is not None:
            return opaque
        is_own = value.callee == self.name
        if value.of_project and not (is_own and any(one.value is None for one in self.members)):
            return None
        return OpaqueValue(at=value.at, reason=f"what `{shown(value)}(...)` returns is computed")

    def match_keyword(self, name: str) -> Member | None:
        """The member that a keyword argument stands for, whose spelling cannot be an enum member's."""
        return self._by_value(name) or next(
            (one for one in self.members if spelling(name) in map(spelling, (one.name, *one.aliases))), None
        )

    def nearest(self, text: str) -> str | None:
        """The member's name that looks most like a text."""
        return nearest(text.rpartition(".")[2], [one.name for one in self.members])

    def _by_value(self, constant: object) -> Member | None:
        fits = (one for one in self.members if type(one.value) is type(constant) and one.value == constant)
        return next(fits, None)


def spelling(name: str) -> str:
    """A name without the marks in which `DECLARED_BY_PROFILE` and `declaredByProfile` differ."""
    return name.replace("_", "").replace("-", "").casefold()


def shown(value: Value) -> str:
    """A key as it is written, for messages."""
    match value:
        case MemberReference(owner=owner, name=name):
            return f"{owner.rpartition('.')[2]}.{name}"
        case Scalar(value=constant):
            return str(constant) if isinstance(constant, str) else repr(constant)
        case ClassReference(name=name) | RecordValue(callee=name):
            return name.rpartition(".")[2]
        case MappingValue():
            return "a mapping"
        case SequenceValue(items=items):
            return f"({', '.join(shown(one) for one in items[:4])})"
    return "a computed value"


def opaque_in(*values: Value) -> Iterator[OpaqueValue]:
    """The parts of keys that only running the program could tell."""
    for value in values:
        if isinstance(value, OpaqueValue):
            yield value
        elif isinstance(value, SequenceValue):
            yield from opaque_in(*value.items)
        elif isinstance(value, RecordValue):
            yield from opaque_in(*value.positional)


def computed(value: OpaqueValue, subject: str) -> Finding:
    """The finding that a part cannot be judged without running the program."""
    return Finding(
        path=value.at.path,
        line=value.at.line,
        column=value.at.column,
        subject=subject,
        kind="computed",
        message=f"{subject} cannot be read here: {value.reason}.",
        remedy="Write the value out.",
        incomplete=True,
    )


def unreadable(value: Value, subject: str) -> Finding:
    """The finding about a value that has not the shape of a table or row."""
    if not isinstance(value, OpaqueValue):
        value = OpaqueValue(at=value.at, reason=f"{shown(value)} is no table or row that is written out")
    return computed(value, subject)


def at(where: Location, *, subject: str, kind: str, message: str, remedy: str) -> Finding:
    """A finding at the place of a value."""
    return Finding(
        path=where.path,
        line=where.line,
        column=where.column,
        subject=subject,
        kind=kind,
        message=message,
        remedy=remedy,
    )
