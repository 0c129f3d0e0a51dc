"""Takes a written-out table apart: into rows with their keys, and a row into its entries."""

from __future__ import annotations

from dataclasses import replace

from archgates.domain.literals import MappingValue, MemberReference, Pair, RecordValue, Scalar, SequenceValue, Value
from archgates.domain.location import Location
from archgates.gates._tables import ClosedSet, shown

Row = Pair | Value
"""A row with its key, or what stands in its place and has none."""


def rows_of(table: Value, members: ClosedSet, row_key: str, *, has_columns: bool) -> list[Row]:
    """The rows of a table; the table itself when it has none that could be read."""
    match table:
        case MappingValue(pairs=pairs):
            by_pairs = _by_pairs(pairs, members) if has_columns else None
            return [*_named(pairs, members)] if by_pairs is None else by_pairs
        case SequenceValue(items=items):
            return [_row(item, row_key) or item for item in items]
        case RecordValue(of_project=False):
            return [table]
        case RecordValue(positional=(MappingValue() | SequenceValue() as inner,), fields=()):
            return rows_of(inner, members, row_key, has_columns=has_columns)
        case RecordValue(positional=(), fields=((_, MappingValue() | SequenceValue() as inner),)):
            return rows_of(inner, members, row_key, has_columns=has_columns)
        case RecordValue(positional=(), fields=fields):
            return [Pair(key=_keyword(name, one.at, members), value=one) for name, one in fields]
    return [table]


def entries_of(row: Value, columns: ClosedSet) -> list[Pair] | None:
    """The entries of a row by their keys; None when it has no keys."""
    match row:
        case MappingValue(pairs=pairs):
            return _named(pairs, columns)
        case RecordValue(positional=(), fields=fields):
            return [Pair(key=_keyword(name, one.at, columns), value=one) for name, one in fields]
        case SequenceValue(items=items):
            return [Pair(key=one, value=one) for one in items]
    return None


def _by_pairs(pairs: tuple[Pair, ...], members: ClosedSet) -> list[Row] | None:
    """The rows of a flat table whose keys are (row, column) pairs; None for any other table."""
    grouped: dict[str, list[Pair]] = {}
    keys: dict[str, Value] = {}
    for pair in pairs:
        if not (isinstance(pair.key, SequenceValue) and len(pair.key.items) == 2):
            return None
        row, column = pair.key.items
        member = members.match(row)
        name = member.name if member else shown(row)
        keys.setdefault(name, row)
        grouped.setdefault(name, []).append(replace(pair, key=column))
    return [
        Pair(key=keys[name], value=MappingValue(at=keys[name].at, pairs=tuple(group)))
        for name, group in grouped.items()
    ]


def _row(item: Value, row_key: str) -> Pair | None:
    """One item of a list as a row: its key, and what stands beside it."""
    match item:
        case SequenceValue(items=(key, value)):
            return Pair(key=key, value=value)
        case RecordValue(positional=(key, *rest)) if not row_key:
            return Pair(key=key, value=replace(item, positional=tuple(rest)))
        case RecordValue(fields=fields):
            chosen = next((name for name, _ in fields if row_key in {"", name}), None)
            others = tuple(field for field in fields if field[0] != chosen)
            return Pair(key=dict(fields)[chosen], value=replace(item, fields=others)) if chosen is not None else None
        case MappingValue(pairs=pairs):
            found = next((pair for pair in pairs if row_key in {"", shown(pair.key)}), None)
            beside = tuple(pair for pair in pairs if pair is not found)
            return Pair(key=found.value, value=MappingValue(at=item.at, pairs=beside)) if found else None
    return None


def _named(pairs: tuple[Pair, ...], allowed: ClosedSet) -> list[Pair]:
    """Entries whose keyword arguments are replaced by the members that they stand for."""
    return [replace(one, key=_keyword(shown(one.key), one.key.at, allowed)) if one.keyword else one for one in pairs]


def _keyword(name: str, at: Location, allowed: ClosedSet) -> Value:
    """A keyword argument as a key: the member that it stands for, if it stands for one."""
    member = allowed.match_keyword(name)
    return Scalar(at=at, value=name) if member is None else MemberReference(at=at, owner=allowed.name, name=member.name)
