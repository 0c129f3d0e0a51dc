"""Reads closed sets of names: the members of an enum, the fields of a class, the strings of a `Literal`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from archgates.collect.changes import changes_at_home, changes_elsewhere
from archgates.collect.classes import ENUM_ENDINGS, fields_of, is_enum, outside_bases
from archgates.collect.names import Definition, Names, Unfound, dotted
from archgates.domain.literals import Constant, Member, MemberFacts, MembersOf, MemberSource
from archgates.domain.location import Gap

_EQUAL_TO_VALUE = frozenset({"StrEnum", "IntEnum", "IntFlag", "TextChoices", "IntegerChoices", "str", "int"})
_NO_MEMBERS = frozenset({"nonmember", "property", "staticmethod", "classmethod", "cached_property"})


def read_members(request: MembersOf, names: Names) -> MemberFacts:
    """The members behind a dotted name, in the order of the source."""
    found = names.absolute(request.name)
    if isinstance(found, Definition):
        found = names.aliased(found, [])
    if not isinstance(found, Definition):
        close = found.nearest if isinstance(found, Unfound) else names.nearest(request.name)
        return MemberFacts(canonical=request.name, source=None, nearest=close, gaps=names.gaps_on_the_way())
    facts = _members(found, names)
    return replace(facts, gaps=(*facts.gaps, *_doubts(found, names), *names.gaps_on_the_way()))


def _doubts(found: Definition, names: Names) -> Iterator[Gap]:
    """What makes the set another one than its definition says."""
    if found.count > 1:
        yield _gap(found, found.node, f"{found.name} is bound more than once")
    elif not isinstance(found.node, ast.ClassDef):
        yield from (_gap(found, one, f"{found.name} is changed after it is bound") for one in changes_at_home(found))
        yield from changes_elsewhere(found, names)


def _members(found: Definition, names: Names) -> MemberFacts:
    node = found.node
    if isinstance(node, ast.ClassDef):
        return _class_members(found, names)
    value = found.value
    if isinstance(value, ast.Call) and is_enum(found, names):
        return _functional_enum(found, value)
    members: list[Member] = []
    unread: list[tuple[Definition, ast.AST]] = [(found, node)] if value is None else []
    for owner, part in _literal_parts(found, names):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            members.append(_member(owner, part, part.value, part.value))
        else:
            unread.append((owner, part))
    return MemberFacts(
        canonical=found.name,
        source=MemberSource.LITERAL,
        members=tuple({one.name: one for one in reversed(members)}.values())[::-1],
        equals_value=True,
        gaps=tuple(_gap(owner, one, f"{found.name} is no closed set that is written out") for owner, one in unread[:1]),
    )


def _literal_parts(found: Definition, names: Names) -> Iterator[tuple[Definition, ast.AST]]:
    """The parts of `Literal["a", "b"]`, of unions of such, and of written-out sequences, through other names too.

    Each comes with the definition in which it is written.
    """
    stack: list[tuple[Definition, ast.expr, bool]] = [(found, found.value, False)] if found.value is not None else []
    followed: set[str] = set()
    while stack:
        owner, node, is_item = stack.pop()
        parts: list[ast.expr] = []
        inner_items = False
        match node:
            case ast.Subscript(value=base, slice=inner) if _last(base) == "Literal":
                parts, inner_items = inner.elts if isinstance(inner, ast.Tuple) else [inner], True
            case ast.Subscript(value=base, slice=ast.Tuple(elts=union)) if _last(base) == "Union":
                parts = union
            case ast.BinOp(op=ast.BitOr() | ast.Add(), left=left, right=right) if not is_item:
                parts = [left, right]
            case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items) if not is_item:
                parts, inner_items = items, True
            case ast.Starred(value=spread):
                parts = [spread]
            case ast.Call(func=ast.Name(id="frozenset" | "tuple" | "set" | "list"), args=[inner]) if not is_item:
                parts = [inner]
            case ast.Name() | ast.Attribute():
                other = _written_elsewhere(owner, node, names)
                if other is not None and other.value is not None and other.name not in followed:
                    followed.add(other.name)
                    stack.append((other, other.value, is_item))
                    continue
        if parts:
            stack += [(owner, one, inner_items) for one in reversed(parts)]
        else:
            yield owner, node


def _written_elsewhere(owner: Definition, node: ast.Name | ast.Attribute, names: Names) -> Definition | None:
    """The definition that a name in a closed set means, when it is bound once and not changed."""
    parts = dotted(node)
    found = names.seen_from(owner, parts) if parts else None
    sure = isinstance(found, Definition) and found.count == 1 and next(changes_at_home(found), None) is None
    return found if sure and isinstance(found, Definition) else None


def _last(node: ast.expr) -> str:
    return (dotted(node) or [""])[-1]


def _functional_enum(found: Definition, call: ast.Call) -> MemberFacts:
    """`Colour = Enum("Colour", "RED BLUE")`, or with a list of names, of pairs, or a dictionary."""
    members: list[Member] = []
    unread: list[ast.AST] = []
    spelled = call.args[1] if len(call.args) > 1 else call
    if isinstance(spelled, ast.Constant) and isinstance(spelled.value, str):
        members = [_member(found, spelled, name, None) for name in spelled.value.replace(",", " ").split()]
    elif isinstance(spelled, ast.List | ast.Tuple):
        for one in spelled.elts:
            pair = one.elts if isinstance(one, ast.Tuple) and len(one.elts) == 2 else [one, None]
            if isinstance(pair[0], ast.Constant) and isinstance(pair[0].value, str):
                members.append(_member(found, one, pair[0].value, _constant(pair[1])))
            else:
                unread.append(one)
    elif isinstance(spelled, ast.Dict):
        for key, value in zip(spelled.keys, spelled.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                members.append(_member(found, key, key.value, _constant(value)))
            else:
                unread.append(key or value)
    else:
        unread.append(spelled)
    return MemberFacts(
        canonical=found.name,
        source=MemberSource.ENUM,
        members=tuple(members),
        equals_value=(dotted(call.func) or [""])[-1] in _EQUAL_TO_VALUE,
        gaps=tuple(_gap(found, one, f"a member of {found.name} is computed") for one in unread),
    )


def _class_members(found: Definition, names: Names) -> MemberFacts:
    outside = outside_bases(found, names)
    if any(base.endswith(ENUM_ENDINGS) for base in outside):
        body = _EnumBody(found, is_flag=any(base.endswith("Flag") for base in outside))
        body.read()
        return MemberFacts(
            canonical=found.name,
            source=MemberSource.ENUM,
            members=tuple(body.members.values()),
            equals_value=bool(outside & _EQUAL_TO_VALUE),
            gaps=tuple(body.gaps),
        )
    fields = fields_of(found, names)
    return MemberFacts(
        canonical=found.name,
        source=MemberSource.FIELDS,
        members=tuple(_member(owner, node, name, name) for name, node, owner in fields),
        equals_value=True,
    )


@dataclass(slots=True)
class _EnumBody:
    """Reads the body of an enum class as `enum` does: what is a member, and which names are aliases."""

    found: Definition
    is_flag: bool
    members: dict[str, Member] = field(default_factory=dict)
    gaps: list[Gap] = field(default_factory=list)
    _values: dict[str, str] = field(default_factory=dict)
    """Text of each member's value, as written, to the member's name: equal values are aliases."""

    def read(self) -> None:
        body = self.found.node.body if isinstance(self.found.node, ast.ClassDef) else []
        ignored = {name for node in body for name in _ignored_names(node)}
        for node in body:
            match node:
                case ast.Assign(targets=targets, value=value):
                    for target in targets:
                        self._bind(target, value, ignored)
                case ast.AnnAssign(target=target, value=ast.expr() as value):
                    self._bind(target, value, ignored)
                case ast.If() | ast.For() | ast.While() | ast.Try() | ast.With() | ast.Match():
                    self.gaps.append(_gap(self.found, node, f"members of {self.found.name} depend on a condition"))

    def _bind(self, target: ast.expr, value: ast.expr, ignored: set[str]) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for one, part in zip(target.elts, value.elts, strict=True):
                self._bind(one, part, ignored)
        elif not isinstance(target, ast.Name):
            self.gaps.append(_gap(self.found, target, f"a member of {self.found.name} is computed"))
        elif not (target.id in ignored or _is_reserved(target.id) or self._is_no_member(value)):
            self._add(target, value)

    def _is_no_member(self, value: ast.expr) -> bool:
        """Descriptors, and combinations of flags such as `READ | WRITE`, which only name several members."""
        is_combination = self.is_flag and isinstance(value, ast.BinOp)
        return is_combination or isinstance(value, ast.Lambda) or any(_calls(value, one) for one in _NO_MEMBERS)

    def _add(self, target: ast.Name, value: ast.expr) -> None:
        name = target.id
        original = value.id if isinstance(value, ast.Name) and value.id in self.members else None
        written = _written_value(_unwrapped(value))
        original = original or self._values.get(written)
        if original is None:
            self.members[name] = _member(self.found, target, name, _constant(_unwrapped(value)))
            if written:
                self._values[written] = name
        else:
            first = self.members[original]
            self.members[original] = replace(first, aliases=(*first.aliases, name))


def _ignored_names(node: ast.stmt) -> list[str]:
    """The names that `_ignore_ = "a b"` or `_ignore_ = ["a"]` takes out."""
    if not (isinstance(node, ast.Assign) and dotted(node.targets[0]) == ["_ignore_"]):
        return []
    texts = [one.value for one in ast.walk(node.value) if isinstance(one, ast.Constant)]
    return [name for text in texts if isinstance(text, str) for name in text.replace(",", " ").split()]


def _is_reserved(name: str) -> bool:
    """Names that `enum` never makes members: `_sunder_`, `__dunder__` and `__private`."""
    return name.startswith("__") or (name.startswith("_") and name.endswith("_") and len(name) > 2)


def _calls(value: ast.expr, name: str) -> bool:
    return isinstance(value, ast.Call) and (dotted(value.func) or [""])[-1] == name


def _written_value(value: ast.expr) -> str:
    """A value that is written out, as text that is equal for equal values; empty for any other."""
    if isinstance(value, ast.Tuple):
        parts = [_written_value(one) for one in value.elts]
        return f"({', '.join(parts)})" if all(parts) else ""
    constant = _constant(value)
    return repr(constant) if constant is not None else ""


def _unwrapped(value: ast.expr) -> ast.expr:
    """What `member(value)` wraps."""
    return value.args[0] if isinstance(value, ast.Call) and _calls(value, "member") and value.args else value


def _constant(node: ast.expr | None) -> Constant:
    """A constant's value; None for anything that is not written out."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        number = node.operand.value
        return -number if isinstance(number, int | float) else None
    if isinstance(node, ast.Constant) and node.value is not Ellipsis:
        return node.value
    return None


def _member(found: Definition, node: ast.AST, name: str, value: Constant) -> Member:
    return Member(name=name, at=found.tree.location(found.module.path, node), value=value)


def _gap(found: Definition, node: ast.AST, reason: str) -> Gap:
    at = found.tree.location(found.module.path, node)
    return Gap(at.path, reason, at.line, at.column)
