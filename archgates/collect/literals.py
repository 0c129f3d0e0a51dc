"""Reads values that are written out in source: tables, records, references to members of classes."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from archgates.collect.bindings import Place
from archgates.collect.changes import changes_at_home, changes_elsewhere
from archgates.collect.classes import field_names, is_enum
from archgates.collect.names import Definition, Foreign, Names, Unfound, dotted
from archgates.domain.literals import (
    ClassReference,
    LiteralFacts,
    LiteralNamed,
    MappingValue,
    MemberReference,
    OpaqueValue,
    Pair,
    RecordValue,
    Scalar,
    SequenceValue,
    Value,
)
from archgates.domain.location import Location

_MOST_LEVELS = 60
_LONGEST_SHOWN = 60
_MOST_PARTS = 200_000
_TOO_MUCH = "too much to read"
_MAPPINGS = frozenset(
    [
        *("dict", "OrderedDict", "MappingProxyType", "frozendict", "FrozenDict", "immutabledict"),
        *("immutables.Map", "pyrsistent.pmap", "pyrsistent.m"),
    ]
)
_SEQUENCES = frozenset(["tuple", "list", "set", "frozenset", "sorted", "reversed"])
"""Calls that hold what their one argument holds: of built-ins, or of other packages by their last or full name."""


def read_literal(request: LiteralNamed, names: Names) -> LiteralFacts:
    """The value that a dotted name is bound to."""
    found = names.absolute(request.name)
    if isinstance(found, Definition):
        value = _Reader(names, found, 0, _Budget()).bound()
        changed = tuple(changes_elsewhere(found, names)) if not isinstance(value, ClassReference) else ()
        return LiteralFacts(value=value, gaps=(*changed, *names.gaps_on_the_way()))
    return LiteralFacts(
        value=None,
        nearest=found.nearest if isinstance(found, Unfound) else names.nearest(request.name),
        gaps=names.gaps_on_the_way(),
    )


@dataclass(slots=True)
class _Budget:
    """How many expressions may still be read, and what was read: tables that hold others many times over end too."""

    left: int = _MOST_PARTS
    known: dict[tuple[str, Place], tuple[Value, int]] = field(default_factory=dict)
    """Value of each definition, and how many expressions it took."""

    def bound(self, reader: _Reader) -> Value:
        """The value of a definition; one that is known costs what it cost, since it is as large."""
        key = (reader.definition.name, reader.definition.place)
        if key not in self.known:
            before = self.left
            value = reader.bound()
            self.known[key] = value, before - self.left
            return value
        value, cost = self.known[key]
        self.left -= cost
        return value if self.left >= 0 else OpaqueValue(at=value.at, reason=_TOO_MUCH)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the expressions of one definition; other definitions are read by readers of their own."""

    names: Names
    definition: Definition
    level: int
    """How many expressions and names lie around this one: the reading of circles and of deep nesting ends."""
    budget: _Budget

    def bound(self) -> Value:
        """The value of the statement that defines the name."""
        node, name = self.definition.node, self.definition.name
        if isinstance(node, ast.ClassDef):
            return ClassReference(at=self._at(node), name=name)
        if self.definition.count > 1:
            return self._opaque(node, f"{name} is bound more than once")
        changed = next(changes_at_home(self.definition), None)
        if changed is not None:
            return self._opaque(changed, f"{name} is changed after it is bound")
        if self.definition.value is not None:
            return self.value(self.definition.value)
        return self._opaque(node, f"{name} is not bound to a value that is written out")

    def value(self, node: ast.expr) -> Value:
        """The value of an expression."""
        self.budget.left -= 1
        if self.level > _MOST_LEVELS or self.budget.left < 0:
            return self._opaque(node, "nested too deeply" if self.budget.left >= 0 else _TOO_MUCH)
        inner = replace(self, level=self.level + 1)
        match node:
            case ast.Constant(value=None | bool() | int() | float() | complex() | str() | bytes() as constant):
                return Scalar(at=self._at(node), value=constant)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
                return Scalar(at=self._at(node), value=-number)
            case ast.Dict(keys=keys, values=values):
                return self._mapping(node, inner._entries(keys, values))
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                return self._sequence(node, items, inner)
            case ast.BinOp(op=ast.BitOr(), left=left, right=right):
                return self._mapping(node, [*_spread(inner.value(left)), *_spread(inner.value(right))])
            case ast.Call():
                return self._call(node, inner)
            case ast.Name() | ast.Attribute():
                return self._reference(node)
            case ast.Subscript(value=base, slice=ast.Constant(value=str(member))):
                owner = inner.value(base)
                if isinstance(owner, ClassReference):
                    return MemberReference(at=self._at(node), owner=owner.name, name=member)
        return self._computed(node)

    def _entries(self, keys: list[ast.expr | None], values: list[ast.expr]) -> Iterator[Pair | None]:
        """Entries of a dictionary display; None for a part that cannot be read."""
        for key, value in zip(keys, values, strict=True):
            if key is None:
                yield from _spread(self.value(value))
            else:
                yield Pair(key=self.value(key), value=self.value(value))

    def _mapping(self, node: ast.expr, pairs: Iterable[Pair | None]) -> Value:
        read: list[Pair] = []
        for pair in pairs:
            if pair is None:
                return self._opaque(node, "a part of the mapping is computed")
            read.append(pair)
        return MappingValue(at=self._at(node), pairs=tuple(read))

    def _sequence(self, node: ast.expr, items: list[ast.expr], inner: _Reader) -> Value:
        read: list[Value] = []
        for item in items:
            if not isinstance(item, ast.Starred):
                read.append(inner.value(item))
                continue
            spread = inner.value(item.value)
            if not isinstance(spread, SequenceValue):
                return self._opaque(item, "a part of the sequence is computed")
            read += spread.items
        return SequenceValue(at=self._at(node), items=tuple(read))

    def _call(self, node: ast.Call, inner: _Reader) -> Value:
        parts = dotted(node.func)
        if parts is None or any(isinstance(one, ast.Starred) for one in node.args):
            return self._computed(node)
        found = self._found(parts)
        if isinstance(found, Definition):
            found = self.names.aliased(found, [])
        called = _outside_names(found, parts)
        if "cast" in called and len(node.args) == 2:
            return inner.value(node.args[1])
        if called & _MAPPINGS and len(node.args) <= 1:
            return self._mapping_call(node, inner)
        if called & _SEQUENCES and len(node.args) == 1:
            return inner.value(node.args[0])
        if any(keyword.arg is None for keyword in node.keywords) or not _makes_a_record(node, found):
            return self._computed(node)
        known = field_names(found, self.names) if isinstance(found, Definition) else ()
        named = [(name, inner.value(one)) for name, one in zip(known, node.args, strict=False)]
        keywords = [(one.arg or "", inner.value(one.value)) for one in node.keywords]
        return RecordValue(
            at=self._at(node),
            callee=found.name if isinstance(found, Definition | Foreign) else ".".join(parts),
            positional=tuple(inner.value(one) for one in node.args[len(named) :]),
            fields=(*named, *keywords),
            of_project=isinstance(found, Definition),
        )

    def _mapping_call(self, node: ast.Call, inner: _Reader) -> Value:
        """`dict(a=1)`, `dict([(key, value)])`, `MappingProxyType({...})` and the like."""
        pairs: list[Pair | None] = []
        if node.args:
            content = inner.value(node.args[0])
            pairs += _pairs(content) if isinstance(content, SequenceValue) else _spread(content, as_is=True)
        for keyword in node.keywords:
            value = inner.value(keyword.value)
            if keyword.arg is None:
                pairs += _spread(value)
            else:
                pairs.append(Pair(key=Scalar(at=self._at(keyword), value=keyword.arg), value=value, keyword=True))
        return self._mapping(node, pairs)

    def _reference(self, node: ast.Name | ast.Attribute) -> Value:
        parts = dotted(node)
        if parts is None:
            return self._computed(node)
        lengths = [len(parts)] if parts[-1] not in {"value", "name"} else [len(parts) - 1, len(parts)]
        for length in lengths:
            owner = self._found(parts[: length - 1])
            if isinstance(owner, Definition):
                owner = self.names.aliased(owner, [])
            if isinstance(owner, Definition) and is_enum(owner, self.names):
                return MemberReference(at=self._at(node), owner=owner.name, name=parts[length - 1])
        found = self._found(parts)
        if isinstance(found, Definition):
            value = self.budget.bound(_Reader(self.names, found, self.level + 1, self.budget))
            return ClassReference(at=self._at(node), name=value.name) if isinstance(value, ClassReference) else value
        if isinstance(found, Foreign):
            return ClassReference(at=self._at(node), name=found.name)
        return self._opaque(node, f"`{self._shown(node)}` cannot be followed: {found.reason}")

    def _found(self, parts: list[str]) -> Definition | Foreign | Unfound:
        """What a dotted name means where this definition stands: what is bound further down is not seen yet."""
        return self.names.seen_from(self.definition, parts) if parts else Unfound("")

    def _at(self, node: ast.AST) -> Location:
        return self.definition.tree.location(self.definition.module.path, node)

    def _computed(self, node: ast.expr) -> OpaqueValue:
        return self._opaque(node, f"`{self._shown(node)}` is computed")

    def _opaque(self, node: ast.AST, reason: str) -> OpaqueValue:
        return OpaqueValue(at=self._at(node), reason=reason)

    def _shown(self, node: ast.expr) -> str:
        """The first line of an expression, shortened."""
        line = self.definition.tree.lines[node.lineno - 1].encode("utf-8")
        end = node.end_col_offset if node.end_lineno == node.lineno else None
        text = line[node.col_offset : end].decode("utf-8", "replace")
        return text if end and len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


def _outside_names(found: Definition | Foreign | Unfound, parts: list[str]) -> frozenset[str]:
    """The names under which a callable that the project does not define may be known: its full and its last one."""
    if isinstance(found, Foreign):
        owner, _, last = found.name.rpartition(".")
        return frozenset({found.name, last} if owner == "builtins" or not hasattr(builtins, last) else {found.name})
    return frozenset(parts) if isinstance(found, Unfound) and len(parts) == 1 else frozenset()


def _makes_a_record(node: ast.Call, found: Definition | Foreign | Unfound) -> bool:
    """Whether a call holds what its arguments say: a function may return anything, a class keeps them."""
    if isinstance(found, Definition):
        return not isinstance(found.node, ast.FunctionDef | ast.AsyncFunctionDef)
    return bool(node.args or node.keywords)


def _spread(value: Value, *, as_is: bool = False) -> Iterator[Pair | None]:
    """The entries of a mapping inside another; None when it is none that can be read."""
    if not isinstance(value, MappingValue):
        yield None
        return
    for pair in value.pairs:
        yield pair if as_is else replace(pair, spread=True)


def _pairs(value: SequenceValue) -> Iterator[Pair | None]:
    for item in value.items:
        is_pair = isinstance(item, SequenceValue) and len(item.items) == 2
        yield Pair(key=item.items[0], value=item.items[1]) if is_pair else None  # type: ignore[attr-defined]  # a pair
