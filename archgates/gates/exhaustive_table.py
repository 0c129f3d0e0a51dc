"""The gate `exhaustive-table`: a literal table has one row per member of a closed set, and every key in each row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from archgates.domain.findings import Checked, Finding, missing_subject
from archgates.domain.gate import Gate, Outcome
from archgates.domain.literals import LiteralNamed, MemberFacts, MembersOf, OpaqueValue, Pair, Value
from archgates.domain.location import Location
from archgates.domain.options import OptionError
from archgates.domain.requests import Facts, Request
from archgates.gates import _tables
from archgates.gates._rows import Row, entries_of, rows_of
from archgates.gates._sites import check_dotted


@dataclass(frozen=True, kw_only=True)
class ExhaustiveTable(Gate):
    """A literal table has one row per member of a closed set, and every key in each row.

    What it checks: the table bound to `table` (a dictionary, a frozen mapping around one, or a list of rows) has
    exactly one row for each member of `rows`, and each row exactly one entry for each of `columns`. Aliases of a
    member are the member; entries that came in by `**` may be replaced. The table is read as it stands when its module
    has run. What cannot be read without running the program makes the gate INCOMPLETE: a computed part, and a table
    that a branch, a function or another module changes.

    Why: a new member that a table forgets falls through to a default that nobody chose. An exhaustive table makes
    every addition take a position everywhere.

    Example:
        [[tool.archgates.gates]]
        id = "profiles-are-exhaustive"
        gate = "exhaustive-table"
        table = "adf.lifecycle.profiles.PROFILES"
        rows = "adf.lifecycle.profiles.Profile"
        columns = "adf.lifecycle.capabilities.Capability"
        reason = "Every profile takes a position on every capability."

    What to do instead: write the missing row or key with the value that is meant, even when it is the usual one.
    """

    gate: ClassVar[str] = "exhaustive-table"

    table: str
    """Full dotted name of the table: a module's or a class's attribute."""
    rows: str
    """Full dotted name of the rows' closed set: an enum, a `Literal` alias, a sequence of strings, a class's fields."""
    columns: str | tuple[str, ...] | None = None
    """The keys of each row: such a dotted name, or the keys themselves; not judged when left out."""
    row_key: str = ""
    """For a list of records: the field that holds the row's member; the first one when left out."""

    def __post_init__(self) -> None:
        check_dotted("table", self.table)
        check_dotted("rows", self.rows)
        if isinstance(self.columns, str):
            check_dotted("columns", self.columns)
        elif self.columns is not None and not self.columns:
            raise OptionError("columns", "is empty.", "Name the keys of a row, or leave it out.")

    def needs(self) -> tuple[Request[Any], ...]:
        return (LiteralNamed(name=self.table), *self._sets())

    def _sets(self) -> tuple[MembersOf, ...]:
        names = (self.rows, self.columns) if isinstance(self.columns, str) else (self.rows,)
        return tuple(MembersOf(name=name) for name in names)

    def check(self, facts: Facts) -> Outcome:
        found = facts[LiteralNamed(name=self.table)]
        members = facts[MembersOf(name=self.rows)]
        missing = [*_missing(members, self.rows, "rows")]
        if found.value is None and not found.gaps:
            missing.append(missing_subject(self.table, found.nearest, key="table"))
        columns = self._columns(facts, missing)
        if missing or found.value is None or members.source is None:
            return Outcome(findings=tuple(missing), checked=Checked())
        if any(facts[request].gaps for request in self._sets()):
            return Outcome(findings=(), checked=Checked(files=1))
        allowed = _tables.ClosedSet.of(members)
        rows = rows_of(found.value, allowed, self.row_key, has_columns=columns is not None)
        return Outcome(
            findings=tuple(self._judge(rows, allowed, columns, found.value.at)),
            checked=Checked(files=1, sites=len(rows)),
        )

    def _judge(
        self, rows: list[Row], allowed: _tables.ClosedSet, columns: _tables.ClosedSet | None, at: Location
    ) -> Iterator[Finding]:
        """Findings about the rows, then about the keys of each row."""
        keyed = [row for row in rows if isinstance(row, Pair)]
        unread = [row for row in rows if isinstance(row, Value)]
        yield from (_tables.unreadable(value, self.table) for value in unread)
        yield from _compare(keyed, allowed, at, self.table, "row", is_complete=not unread)
        if columns is None:
            return
        for row in keyed:
            if next(_tables.opaque_in(row.key), None) is None:
                yield from _compare_row(row, columns, f"{self.table}[{_tables.shown(row.key)}]")

    def _columns(self, facts: Facts, missing: list[Finding]) -> _tables.ClosedSet | None:
        if self.columns is None:
            return None
        if isinstance(self.columns, str):
            members = facts[MembersOf(name=self.columns)]
            missing.extend(_missing(members, self.columns, "columns"))
            return _tables.ClosedSet.of(members)
        return _tables.ClosedSet.listed("columns", self.columns)


def _missing(members: MemberFacts, name: str, key: str) -> Iterator[Finding]:
    if members.gaps:
        return
    if members.source is None:
        yield missing_subject(name, members.nearest, key=key)
    elif not members.members:
        yield Finding(
            subject=name,
            kind="vacuous",
            message=f"{name} has no members, so the gate checks nothing.",
            remedy=f"Name an enum, a Literal alias, or a class with fields in `{key}`.",
        )


def _compare_row(row: Pair, columns: _tables.ClosedSet, name: str) -> Iterator[Finding]:
    entries = entries_of(row.value, columns)
    if entries is not None:
        yield from _compare(entries, columns, row.key.at, name, "key")
    elif isinstance(row.value, OpaqueValue):
        yield _tables.computed(row.value, name)
    else:
        yield _tables.at(
            row.value.at,
            subject=name,
            kind="no-keys",
            message=f"{name} is {_tables.shown(row.value)}, which has no keys.",
            remedy="Write the row as a mapping or as a call with keyword arguments, or leave `columns` out.",
        )


def _compare(
    entries: Iterable[Pair], allowed: _tables.ClosedSet, at: Location, name: str, what: str, *, is_complete: bool = True
) -> Iterator[Finding]:
    """Duplicates, extras and what is missing among the keys of a table or of a row."""
    seen: dict[str, Pair] = {}
    for entry in entries:
        opaque = allowed.undecided(entry.key)
        member = allowed.match(entry.key)
        if opaque is not None:
            is_complete = False
            yield _tables.computed(opaque, name)
        elif member is None:
            yield _extra(entry.key, allowed, name, what)
        elif member.name in seen and not seen[member.name].spread and not entry.spread:
            yield _duplicate(entry, seen[member.name], f"{name}[{member.name}]", what)
        else:
            seen[member.name] = entry
    for member in allowed.members if is_complete else ():
        if member.name not in seen:
            yield _tables.at(
                at,
                subject=f"{name}[{member.name}]",
                kind=f"missing-{what}",
                message=f"{name} has no {what} for {member.name} of {allowed.name}.",
                remedy=f"Write the {what} for {member.name}, with the value that is meant.",
            )


def _duplicate(entry: Pair, first: Pair, subject: str, what: str) -> Finding:
    return _tables.at(
        entry.key.at,
        subject=subject,
        kind=f"duplicate-{what}",
        message=f"The {what} {subject} is written twice; the first stands in line {first.key.at.line}.",
        remedy="Remove one of them.",
    )


def _extra(key: Value, allowed: _tables.ClosedSet, name: str, what: str) -> Finding:
    text = _tables.shown(key)
    close = allowed.nearest(text)
    return _tables.at(
        key.at,
        subject=f"{name}[{text}]",
        kind=f"extra-{what}",
        message=f"{name} has the {what} {text}, which is no member of {allowed.name}.",
        remedy=f"Did you mean {close}?" if close else f"Remove the {what}, or add the member.",
    )
