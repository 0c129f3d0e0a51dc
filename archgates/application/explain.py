"""What a gate is for and which options it has, read from its class."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

from archgates.domain.gate import Gate
from archgates.domain.toml_words import arms, bare_key, example_of, expected, is_required, option_key, written


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionText:
    """One option of a gate, in words."""

    key: str
    type: str
    default: str | None
    """As TOML writes it; None when there is none."""
    required: bool
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainReport:
    """The documentation of one kind of gate, and of one gate as configured if that was asked for."""

    command: ClassVar[str] = "explain"

    gate: str
    text: str
    options: tuple[OptionText, ...]
    example: str
    id: str | None = None
    reason: str | None = None

    def wire(self) -> dict[str, Any]:
        configured = {"id": self.id, "reason": self.reason} if self.id is not None else None
        return {
            "gate": self.gate,
            "text": self.text,
            "options": [dataclasses.asdict(option) for option in self.options],
            "example": self.example,
            "configured": configured,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class GateList:
    """Every kind of gate with the first sentence of its documentation."""

    command: ClassVar[str] = "explain"

    gates: tuple[tuple[str, str], ...]

    def wire(self) -> dict[str, Any]:
        return {"gates": [{"gate": gate, "text": text} for gate, text in self.gates]}


def explain_gate(gate: type[Gate], configured: Gate | None = None) -> ExplainReport:
    """The documentation of a kind of gate, from its docstring and its fields."""
    return ExplainReport(
        gate=gate.gate,
        text=inspect.getdoc(gate) or "",
        options=_options(gate),
        example=_example(gate),
        id=configured.id if configured else None,
        reason=configured.reason if configured else None,
    )


def summary(gate: type[Gate]) -> str:
    """The first paragraph of a gate's docstring, on one line."""
    return " ".join((inspect.getdoc(gate) or "").partition("\n\n")[0].split())


def _options(gate: type[Gate]) -> tuple[OptionText, ...]:
    """The gate's own options first, then those that all gates share; required ones before others."""
    shared = {field.name for field in dataclasses.fields(Gate)}
    fields = sorted(dataclasses.fields(gate), key=lambda field: (field.name in shared, not is_required(field)))
    return tuple(_describe(gate, fields))


def _describe(table: type[Any], fields: Iterable[dataclasses.Field[Any]], prefix: str = "") -> Iterator[OptionText]:
    """The options of a table, each followed by those of the tables inside it."""
    hints = get_type_hints(table)
    texts = _field_texts(table)
    for field in fields:
        hint = hints[field.name]
        key = f"{prefix}{option_key(field)}"
        yield OptionText(
            key=key,
            type=expected(hint),
            default=_default(field),
            required=is_required(field),
            text=texts.get(field.name, ""),
        )
        for arm in arms(hint):
            is_array = get_origin(arm) is tuple
            inner = get_args(arm)[0] if is_array else arm
            if dataclasses.is_dataclass(inner) and isinstance(inner, type):
                yield from _describe(inner, dataclasses.fields(inner), f"{key}[]." if is_array else f"{key}.")


def _default(field: dataclasses.Field[Any]) -> str | None:
    if field.default is not dataclasses.MISSING:
        value = field.default
    elif field.default_factory is not dataclasses.MISSING:
        value = field.default_factory()
    else:
        return None
    return None if value is None else written_in_full(value)


def written_in_full(value: object) -> str:
    """A default as TOML writes it; sets are sorted."""
    value = getattr(value, "value", value)
    if isinstance(value, frozenset):
        return f"[{', '.join(sorted(written_in_full(item) for item in value))}]"
    if isinstance(value, tuple | list):
        return f"[{', '.join(written_in_full(item) for item in value)}]"
    return written(value)


def _field_texts(gate: type[Any]) -> dict[str, str]:
    """The string that stands below each field, of the class and of those that it inherits from."""
    texts: dict[str, str] = {}
    for one in reversed(gate.__mro__):
        if not dataclasses.is_dataclass(one):
            continue
        try:
            body = ast.parse(textwrap.dedent(inspect.getsource(one))).body
        except (OSError, SyntaxError, TypeError):
            continue  # a class without its source has no texts
        if body and isinstance(body[0], ast.ClassDef):
            texts.update(_texts_in(body[0]))
    return texts


def _texts_in(definition: ast.ClassDef) -> dict[str, str]:
    texts = {}
    for field, below in zip(definition.body, definition.body[1:], strict=False):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
            and isinstance(below.value.value, str)
        ):
            texts[field.target.id] = " ".join(below.value.value.split())
    return texts


def _example(gate: type[Gate]) -> str:
    """The least that a configuration of the gate must say."""
    hints = get_type_hints(gate)
    lines = ["[[tool.archgates.gates]]", 'id = "..."', f'gate = "{gate.gate}"']
    for field in dataclasses.fields(gate):
        if is_required(field) and field.name not in {"id", "reason"}:
            lines.append(f"{bare_key(option_key(field))} = {example_of(hints[field.name])}")
    return "\n".join([*lines, 'reason = "..."'])
