"""The gate `ledger`: a ledger of findings or decisions is closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from archgates.domain.errors import nearest
from archgates.domain.findings import Checked, Finding, empty_scope, missing_subject
from archgates.domain.gate import Gate, Outcome
from archgates.domain.literals import (
    LiteralFacts,
    LiteralInFile,
    LiteralNamed,
    MappingValue,
    Member,
    MemberFacts,
    MemberReference,
    MembersOf,
    OpaqueValue,
    RecordValue,
    Scalar,
    SequenceValue,
    Value,
)
from archgates.domain.options import OptionError
from archgates.domain.requests import Facts, Request
from archgates.domain.toml_words import written
from archgates.gates import _tables
from archgates.gates._sites import check_dotted

_FILES = (".toml", ".json")
_NO_REASONS = frozenset({"", "-", "?", "...", "n/a", "na", "none", "todo", "tbd", "fixme", "xxx"})


@dataclass(frozen=True, kw_only=True)
class Ledger(Gate):
    """A ledger is closed: only terminal statuses, the stated counts, unique ids, written reasons.

    What it checks: each entry of the ledger (a table written out in Python, or in a TOML or JSON file) has an id that
    no other has, a status out of `statuses`, and a reason that says something. The number of entries is `total`, and
    the number per status that of `counts`. With `status_type`, the enum or `Literal` of the statuses has exactly the
    members of `statuses`, so that nothing else can be written either.

    Why: differences that are written down and left open become the behaviour. A closed ledger keeps each of them
    decided, and stated numbers keep an entry from coming or going unnoticed.

    Example:
        [[tool.archgates.gates]]
        id = "characterization-is-closed"
        gate = "ledger"
        source = "adf.lifecycle.characterization.LEDGER"
        statuses = ["fixed", "declaredByProfile"]
        total = 9
        counts = { fixed = 6, declaredByProfile = 3 }
        reason = "Observations of the migration end as decisions."

    What to do instead: decide the entry: mend what it describes, or declare it with the reason; then correct the
    numbers in the same change.
    """

    gate: ClassVar[str] = "ledger"

    source: str
    """Full dotted name of the table, or the path of a TOML or JSON file."""
    statuses: tuple[str, ...]
    """The terminal statuses."""
    key: str = ""
    """Dotted key of the table in a TOML or JSON file; the whole file when left out."""
    total: int | None = None
    """How many entries there are."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many entries have each status."""
    id_field: str = "id"
    """The field of an entry's id; not needed where the table has the ids as keys."""
    status_field: str = "status"
    """The field of an entry's status."""
    reason_field: str = "reason"
    """The field of an entry's reason."""
    status_type: str = ""
    """Full dotted name of the enum or `Literal` that may have no other members; not judged when left out."""

    def __post_init__(self) -> None:
        if not self._is_file:
            check_dotted("source", self.source)
        if self.key and not self._is_file:
            raise OptionError("key", "is for TOML and JSON files alone.", "Write the table's full name in `source`.")
        if not self.statuses:
            raise OptionError("statuses", "is empty.", "Name the statuses in which an entry may end.")
        if self.status_type:
            check_dotted("status_type", self.status_type)
        for status in self.counts:
            if status not in self.statuses:
                close = nearest(status, self.statuses)
                hint = f"Did you mean {written(close)}?" if close else "Add it to `statuses`."
                raise OptionError("counts", f"{written(status)} is none of `statuses`.", hint)
        stated = sum(self.counts.values())
        if self.total is not None and set(self.counts) == set(self.statuses) and stated != self.total:
            raise OptionError("total", f"is {self.total}, but `counts` add up to {stated}.", "Correct one of them.")

    @property
    def _is_file(self) -> bool:
        return self.source.endswith(_FILES)

    @property
    def _request(self) -> LiteralInFile | LiteralNamed:
        if self._is_file:
            return LiteralInFile(path=self.source, key=self.key)
        return LiteralNamed(name=self.source)

    def needs(self) -> tuple[Request[Any], ...]:
        types = (MembersOf(name=self.status_type),) if self.status_type else ()
        return (self._request, *types)

    def check(self, facts: Facts) -> Outcome:
        found: LiteralFacts = facts[self._request]
        findings: list[Finding] = []
        members: tuple[Member, ...] = ()
        if self.status_type:
            types = facts[MembersOf(name=self.status_type)]
            members = types.members
            findings += _status_type(types, self.status_type, self.statuses)
        if found.value is None:
            if not found.gaps:
                name = f"{self.source}:{self.key}" if self.key else self.source
                findings.append(missing_subject(name, found.nearest, key="source"))
            return Outcome(findings=tuple(findings), checked=Checked())
        entries = _entries(found.value, self.id_field)
        judged = _Judged(self, entries, members)
        findings += judged.findings(found.value)
        if not entries and self.total != 0 and not self.allow_empty:
            findings.append(empty_scope(f"entry of {self.source}"))
        return Outcome(findings=tuple(findings), checked=Checked(files=1, sites=len(entries)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """One entry: its fields by name, or the value that cannot be read as one."""

    value: Value
    fields: Mapping[str, Value] | None


def _entries(table: Value, id_field: str) -> list[_Entry]:
    """The entries of a list, or of a mapping by id."""
    match table:
        case SequenceValue(items=items):
            return [_Entry(value=one, fields=_fields(one)) for one in items]
        case MappingValue(pairs=pairs):
            found = [(pair, _fields(pair.value)) for pair in pairs]
            return [
                _Entry(value=pair.value, fields=None if fields is None else {id_field: pair.key, **fields})
                for pair, fields in found
            ]
        case RecordValue(of_project=False):
            return [_Entry(value=table, fields=None)]
        case RecordValue(positional=(SequenceValue() | MappingValue() as inner,), fields=()):
            return _entries(inner, id_field)
        case RecordValue(positional=(), fields=((_, SequenceValue() | MappingValue() as inner),)):
            return _entries(inner, id_field)
    return [_Entry(value=table, fields=None)]


def _fields(entry: Value) -> Mapping[str, Value] | None:
    match entry:
        case RecordValue(positional=(), fields=fields):
            return dict(fields)
        case MappingValue(pairs=pairs):
            return {_tables.shown(pair.key): pair.value for pair in pairs}
    return None


@dataclass(frozen=True, slots=True)
class _Judged:
    """The entries of one ledger against the options of its gate."""

    gate: Ledger
    entries: list[_Entry]
    members: tuple[Member, ...]
    """Of the statuses' type, where it is given."""

    def findings(self, ledger: Value) -> Iterator[Finding]:
        """Everything that keeps the ledger from being closed."""
        ids: dict[str, Value] = {}
        counts: Counter[str] = Counter()
        is_complete = True
        for number, entry in enumerate(self.entries, start=1):
            if entry.fields is None:
                is_complete = False
                yield _tables.unreadable(entry.value, f"{self.gate.source}[{number}]")
                continue
            name = self._name(entry.fields, number)
            yield from self._id(entry, name, ids)
            status = self._status(entry.fields.get(self.gate.status_field))
            if status is not None:
                counts[status] += 1
            else:
                is_complete = is_complete and not isinstance(entry.fields.get(self.gate.status_field), OpaqueValue)
                yield self._open(entry, name)
            yield from self._reason(entry, name)
        if is_complete:
            yield from self._numbers(ledger, counts)

    def _name(self, fields: Mapping[str, Value], number: int) -> str:
        key = fields.get(self.gate.id_field)
        shown = "" if key is None or isinstance(key, OpaqueValue) else _tables.shown(key)
        is_id = shown.strip() and not (isinstance(key, Scalar) and key.value is None)
        return f"{self.gate.source}[{shown if is_id else number}]"

    def _id(self, entry: _Entry, name: str, ids: dict[str, Value]) -> Iterator[Finding]:
        key = (entry.fields or {}).get(self.gate.id_field)
        if key is None:
            yield self._lacks(entry, name, self.gate.id_field)
        elif isinstance(key, OpaqueValue):
            yield _tables.computed(key, f"{name}.{self.gate.id_field}")
        elif isinstance(key, Scalar) and not str("" if key.value is None else key.value).strip():
            yield _tables.at(
                key.at,
                subject=name,
                kind="no-id",
                message=f"{name} has an empty `{self.gate.id_field}`.",
                remedy="Give each entry an id of its own.",
            )
        elif name in ids:
            yield _tables.at(
                key.at,
                subject=name,
                kind="duplicate-id",
                message=f"{name} is there twice; the first stands in line {ids[name].at.line}.",
                remedy="Give each entry an id of its own.",
            )
        else:
            ids[name] = key

    def _status(self, value: Value | None) -> str | None:
        """The terminal status that a value denotes; enum members are compared however they are spelled."""
        match value:
            case Scalar(value=str(text)) if text in self.gate.statuses:
                return text
            case MemberReference(name=name):
                member = next((one for one in self.members if name in {one.name, *one.aliases}), None)
                spelled = _spellings(member.name, member.value) if member else _spellings(name, None)
                return next((one for one in self.gate.statuses if _tables.spelling(one) in spelled), None)
        return None

    def _open(self, entry: _Entry, name: str) -> Finding:
        """The finding about an entry without a terminal status."""
        value = (entry.fields or {}).get(self.gate.status_field)
        if value is None:
            return self._lacks(entry, name, self.gate.status_field)
        if isinstance(value, OpaqueValue):
            return _tables.computed(value, f"{name}.{self.gate.status_field}")
        return _tables.at(
            value.at,
            subject=name,
            kind="open-status",
            message=f"{name} has the status {_tables.shown(value)}, which is not terminal.",
            remedy=f"Decide it: end it as one of {', '.join(self.gate.statuses)}.",
        )

    def _reason(self, entry: _Entry, name: str) -> Iterator[Finding]:
        value = (entry.fields or {}).get(self.gate.reason_field)
        if value is None:
            yield self._lacks(entry, name, self.gate.reason_field)
        elif isinstance(value, OpaqueValue):
            yield _tables.computed(value, f"{name}.{self.gate.reason_field}")
        elif not isinstance(value, Scalar) or str(value.value or "").strip().casefold() in _NO_REASONS:
            yield _tables.at(
                value.at,
                subject=name,
                kind="no-reason",
                message=f"{name} gives no reason.",
                remedy=f"Write into `{self.gate.reason_field}` why it ended like this.",
            )

    def _lacks(self, entry: _Entry, name: str, key: str) -> Finding:
        close = nearest(key, entry.fields or {})
        return _tables.at(
            entry.value.at,
            subject=name,
            kind="missing-field",
            message=f"{name} has no `{key}`.",
            remedy=f"Did you mean `{close}`?" if close else f"Write its `{key}`.",
        )

    def _numbers(self, ledger: Value, counts: Counter[str]) -> Iterator[Finding]:
        stated = [("total", self.gate.total, len(self.entries))]
        stated += [(status, number, counts[status]) for status, number in self.gate.counts.items()]
        for name, expected, found in stated:
            if expected is not None and expected != found:
                way = "Put the entry back" if found < expected else "Take the entry out"
                yield _tables.at(
                    ledger.at,
                    subject=f"{self.gate.source}:{name}",
                    kind="count",
                    message=f"{self.gate.source} has {found} entries ({name}), {expected} are stated.",
                    remedy=f"{way}, or correct the number together with the entries.",
                )


def _status_type(found: MemberFacts, name: str, statuses: tuple[str, ...]) -> Iterator[Finding]:
    """The members of the statuses' type are the terminal statuses and no other."""
    if found.gaps:
        return
    if found.source is None:
        yield missing_subject(name, found.nearest, key="status_type")
        return
    allowed = {_tables.spelling(one) for one in statuses}
    spelled = {spelling for member in found.members for spelling in _spellings(member.name, member.value)}
    for member in found.members:
        if not allowed.intersection(_spellings(member.name, member.value)):
            yield _tables.at(
                member.at,
                subject=f"{name}.{member.name}",
                kind="open-status",
                message=f"{name} has the member {member.name}, which is no terminal status.",
                remedy="Remove it, or add it to `statuses`.",
            )
    for status in statuses:
        if _tables.spelling(status) not in spelled:
            yield Finding(
                subject=f"{name}.{status}",
                kind="missing",
                message=f"`statuses` names {status}, and {name} has no such member.",
                remedy="Correct `statuses`, or add the member.",
            )


def _spellings(name: str, value: object) -> set[str]:
    return {_tables.spelling(one) for one in (name, value) if isinstance(one, str)}
