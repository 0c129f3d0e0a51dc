"""The configuration: which files are judged, and by which gates. Pure, from a parsed document to values."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from archgates.application.ports import GateKinds
from archgates.domain.errors import UsageError, nearest
from archgates.domain.findings import Level
from archgates.domain.gate import Gate
from archgates.domain.options import OptionError, Place, convert, read_options
from archgates.domain.toml_words import describe_value, written

LATER = {"baseline": "Recording accepted findings", "waivers": "Waiving single findings"}
"""Keys that a later version reads, and what they will do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A configuration file as it was read. `table` is what belongs to archgates; `prefix` is where it stood."""

    source: str
    """Path relative to the project root, as in findings."""
    named: str = ""
    """The path as it was given, as in messages about the configuration; `source` when nobody gave one."""
    prefix: str = ""
    table: Mapping[str, object]
    text: str

    @property
    def place(self) -> Place:
        """The place of the table, for error messages."""
        return Place(self.named or self.source, self.prefix)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectOptions:
    """The options that say which files are judged, and as which Python."""

    roots: tuple[str, ...] | None = None
    """Folders that hold packages, relative to the project root; found when left out."""
    exclude: tuple[str, ...] = ()
    """Paths of files that nothing looks at; patterns `*` and `**`."""
    target_version: str | None = None
    """The Python version that decides `sys.version_info` branches, such as "3.12"."""

    def __post_init__(self) -> None:
        if self.target_version is not None and not re.fullmatch(r"3\.\d{1,2}", self.target_version, re.ASCII):
            raise OptionError(
                "target_version", f"{written(self.target_version)} is no version of Python.", 'Write one like "3.12".'
            )

        for pattern in self.exclude:
            if not _could_be_path(pattern):
                problem = f"{written(pattern)} fits no path relative to the project root."
                raise OptionError("exclude", problem, 'Write one like "tests/**".')

    @property
    def version(self) -> tuple[int, int] | None:
        """The target version in numbers."""
        if self.target_version is None:
            return None
        return (3, int(self.target_version.partition(".")[2]))


def _could_be_path(pattern: str) -> bool:
    """False for what nothing in a project can fit: absolute paths, paths that leave it, regular expressions."""
    leaves = pattern.startswith("/") or ".." in pattern.split("/")
    return bool(pattern.strip()) and not leaves and not pattern.startswith("^") and not pattern.endswith("$")


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedGate:
    """A configured gate that is not loaded, since that would run code which the user does not trust."""

    gate: str
    id: str
    reason: str
    level: Level = Level.ERROR


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfiguredGate:
    """A gate, and where in the configuration it is written."""

    gate: Gate | SkippedGate
    source: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """Everything that a run is told."""

    source: str = ""
    """What messages call the file."""
    project: ProjectOptions = field(default_factory=ProjectOptions)
    gates: tuple[ConfiguredGate, ...] = ()


def read_project(document: Document) -> ProjectOptions:
    """The options about files alone, all that a query needs. Raises ConfigurationError."""
    return read_options(ProjectOptions, document.table, document.place, besides=("gates", *LATER))


def read_configuration(document: Document, kinds: GateKinds) -> Configuration:
    """The whole configuration. Raises ConfigurationError for the first key that is wrong."""
    project = read_project(document)
    for key, purpose in LATER.items():
        if key in document.table:
            raise document.place.key(key).error(
                f"{purpose} arrives in a later version; this one would ignore the key.", "Remove it."
            )
    gates = tuple(_read_gate(table, place, document, kinds) for table, place in _gate_tables(document))
    _refuse_doubles(gates, document)
    return Configuration(source=document.place.source, project=project, gates=gates)


def choose_gates(configuration: Configuration, ids: Collection[str]) -> tuple[ConfiguredGate, ...]:
    """The gates with these ids, all of them when none is given. Raises UsageError for an unknown id."""
    known = [one.gate.id for one in configuration.gates]
    for wanted in ids:
        if wanted not in known:
            close = nearest(wanted, known)
            hint = f"did you mean {close}?" if close else f"configured are: {', '.join(known)}."
            raise UsageError(f"{configuration.source} has no gate with the id {wanted}; {hint}")
    return tuple(one for one in configuration.gates if not ids or one.gate.id in ids)


def _gate_tables(document: Document) -> list[tuple[Mapping[str, object], Place]]:
    place = document.place.key("gates")
    header = f"[[{place.path}]]"
    tables = document.table.get("gates", [])
    if not isinstance(tables, list) or not all(isinstance(table, Mapping) for table in tables):
        raise place.error(f"is {describe_value(tables)}, but must be an array of tables.", f"Begin each with {header}.")
    if not tables:
        raise document.place.error("no gate is configured, so nothing would be checked.", f"Add a {header} table.")
    return [(table, place.item(index)) for index, table in enumerate(tables)]


def _read_gate(table: Mapping[str, object], place: Place, document: Document, kinds: GateKinds) -> ConfiguredGate:
    kind = _kind(table, place, kinds)
    loaded = kinds.load(kind)
    gate: Gate | SkippedGate
    if loaded is None:
        own = {key: table[key] for key in ("id", "reason", "level") if key in table}
        gate = read_options(SkippedGate, {**own, "gate": kind}, place)
    else:
        gate = read_options(loaded, table, place, besides=("gate",))
    for key in ("id", "reason"):
        if not getattr(gate, key).strip():
            raise place.key(key).error("is empty.", _WHY[key])
    return ConfiguredGate(gate=gate, source=document.source, line=_line_of(gate.id, document.text))


_WHY = {
    "id": 'Name the gate, as in id = "one-executor"; --gate and waivers use it.',
    "reason": "Say why the rule exists; it is printed with every finding.",
}


def _kind(table: Mapping[str, object], place: Place, kinds: GateKinds) -> str:
    if "gate" not in table:
        raise place.error("the key `gate` is missing.", f"Write one of {', '.join(map(written, kinds.names()))}.")
    kind = str(convert(str, table["gate"], place.key("gate")))
    if kind not in kinds:
        close = nearest(kind, kinds.names())
        hint = f"Did you mean {written(close)}?" if close else f"Known kinds: {', '.join(kinds.names())}."
        raise place.key("gate").error(f"{written(kind)} is no kind of gate.", hint)
    return kind


def _refuse_doubles(gates: tuple[ConfiguredGate, ...], document: Document) -> None:
    seen: dict[str, int] = {}
    for index, one in enumerate(gates):
        first = seen.setdefault(one.gate.id, index)
        if first != index:
            place = document.place.key("gates")
            raise (
                place.item(index)
                .key("id")
                .error(
                    f"{written(one.gate.id)} is also the id of {place.item(first).path}.", "Give each gate its own id."
                )
            )


def _line_of(gate_id: str, text: str) -> int:
    """The line that gives a gate its id, or the first line when it is written in an unusual way."""
    found = re.search(rf"""\bid["']?\s*=\s*["']{re.escape(gate_id)}["']""", text)
    return text.count("\n", 0, found.start()) + 1 if found else 1
