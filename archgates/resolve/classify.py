"""From a use to a kind of site: the table of DESIGN 2.2, one rule a context."""

from __future__ import annotations

from dataclasses import dataclass

from archgates.domain.sites import SiteKind
from archgates.resolve import asking, registering
from archgates.resolve.consumers import Consumer, consumer, member_is_only_tested
from archgates.resolve.lazy import is_module_getattr
from archgates.resolve.matching import Match, Matcher
from archgates.resolve.overrides import overrides
from archgates.resolve.owners import may_be_handed, may_be_module, may_be_of_module
from archgates.resolve.search import Search
from archgates.resolve.values import (
    ClassValue,
    Definition,
    Dynamic,
    External,
    ExternalInstance,
    FromAnyModule,
    Held,
    Instance,
    Null,
    Parameter,
    Superclass,
    TypeOf,
    Unknown,
    Value,
    Values,
    Via,
    class_in,
    function_in,
    released,
)
from archgates.resolve.world import TermQuestion, World, enclosing_class
from archgates.syntax.form import Context, Form, Scope, ScopeKind, Use
from archgates.syntax.terms import Attribute, Call, Free, Load, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What a use is for the target."""

    kind: SiteKind
    via: Via = ()
    canonical: Definition | None = None
    """The definition that is used, when it is not the target itself: a subclass."""
    candidates: tuple[str, ...] = ()
    note: str = ""
    unknown_receiver: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """A use that may be of the target and cannot be decided."""

    reason: str


@dataclass(frozen=True, slots=True)
class Hits:
    """The candidates of a term, sorted by how they relate to the target."""

    matched: dict[Value, Match]
    others: tuple[Value, ...]
    via: Via

    def has(self, match: Match) -> bool:
        """Whether a candidate relates in this way."""
        return match in self.matched.values()


class Classifier:
    """Judges the uses that a search found."""

    def __init__(self, world: World, matcher: Matcher, search: Search) -> None:
        self.world = world
        self.matcher = matcher
        self.search = search
        target = matcher.sought.target
        self.short = target.canonical.rpartition(".")[2]

    def judge(self, form: Form, use: Use) -> Judgement | Open | None:
        """The kind of site that a use is; None when it is none."""
        values = self.world.solve(TermQuestion(form.module.path, use.term))
        if use.context is Context.LOOKED_UP:
            return None if is_module_getattr(form, use.scope) else self._looked_up(values)
        if use.context is Context.CALLED:
            made = self._made_by_new(form, use)
            if made is not None:
                return made
        hits = self._hits(values)
        if not hits.matched:
            return self._registered(form, use, values) or self._open(form, use, values) or self._overridden(form, use)
        if use.context in (Context.CALLED, Context.DECORATES, Context.RAISED, Context.METACLASS):
            return self._called(form, use, hits)
        return self._handed(form, use, hits)

    def _hits(self, values: Values) -> Hits:
        matched: dict[Value, Match] = {}
        others: list[Value] = []
        via: Via | None = None
        for value, way in values.items():
            match = self.matcher.match(value)
            if match is not None:
                matched[value] = match
                if via is None or len(way) < len(via):
                    via = way
            elif not isinstance(value, Null) and not (isinstance(value, Parameter) and value.typed):
                others.append(value)
            if match is Match.ESCAPED:
                del matched[value]
                others.append(value)
        return Hits(matched, tuple(others), via or ())

    # Calls

    def _called(self, form: Form, use: Use, hits: Hits) -> Judgement | None:
        if use.context is Context.METACLASS and not hits.has(Match.DIRECT):
            return None
        own = self._own_body(form, use.scope)
        rivals: list[Value] = [one for one in hits.others if not isinstance(one, ExternalInstance | Instance)]
        if hits.has(Match.DIRECT) or hits.has(Match.HELD):
            rivals += [value for value, match in hits.matched.items() if match is Match.SUBCLASS]
            if rivals:
                return self._maybe(hits)
            if hits.has(Match.DIRECT):
                kind = SiteKind.SELF_CONSTRUCT if own else SiteKind.CONSTRUCT
                return Judgement(kind=kind, via=hits.via)
            return Judgement(kind=SiteKind.CONSTRUCT_INDIRECT, via=hits.via)
        if hits.has(Match.TYPED):
            if all(isinstance(value, Unknown) for value in rivals):
                return Judgement(kind=SiteKind.CONSTRUCT_TYPED, via=hits.via)
            return self._maybe(hits)
        if hits.has(Match.OWN):
            around = enclosing_class(form, use.scope)
            inside = around is not None and Definition(form.module.path, around) in self.matcher.bases()
            return Judgement(kind=SiteKind.SELF_CONSTRUCT, via=hits.via) if inside else self._maybe(hits)
        if hits.has(Match.DYNAMIC):
            return Judgement(kind=SiteKind.DYNAMIC, via=hits.via, note="looked up at run time")
        if hits.has(Match.BASE) or hits.has(Match.RETURNS):
            return self._maybe(hits)
        subclass = next(value for value, match in hits.matched.items() if match is Match.SUBCLASS)
        return Judgement(kind=SiteKind.SUBCLASS, via=hits.via, canonical=class_in(released(subclass)))

    def _maybe(self, hits: Hits) -> Judgement:
        names = {self._describe(value) for value in (*hits.matched, *hits.others)}
        names.add(self.matcher.sought.target.canonical)
        return Judgement(kind=SiteKind.MAYBE, via=hits.via, candidates=tuple(sorted(names)))

    def _made_by_new(self, form: Form, use: Use) -> Judgement | None:
        """`Engine.__new__(Engine)`, `object.__new__(cls)`: the first argument is the class that is made."""
        written = form.terms[use.term]
        call = form.terms[use.owner] if use.owner >= 0 else None
        if not isinstance(written, Attribute) or written.name != "__new__" or not isinstance(call, Call):
            return None
        if not call.arguments:
            return None
        owners = self.world.solve(TermQuestion(form.module.path, written.base))
        if not all(isinstance(value, ClassValue | TypeOf | Superclass | External | Held) for value in owners):
            return None
        hits = self._hits(self.world.solve(TermQuestion(form.module.path, call.arguments[0])))
        if hits.has(Match.DIRECT):
            kind = SiteKind.SELF_CONSTRUCT if self._own_body(form, use.scope) else SiteKind.CONSTRUCT
            return Judgement(kind=kind, via=hits.via)
        if hits.has(Match.OWN) and _function_around(form, use.scope).name != "__new__":
            return Judgement(kind=SiteKind.SELF_CONSTRUCT, via=hits.via)
        if hits.has(Match.SUBCLASS) and _function_around(form, use.scope).name != "__new__":
            subclass = next(value for value, match in hits.matched.items() if match is Match.SUBCLASS)
            return Judgement(kind=SiteKind.SUBCLASS, via=hits.via, canonical=class_in(released(subclass)))
        return None

    def _own_body(self, form: Form, scope: int) -> bool:
        """Whether a scope lies in the body of the target class."""
        definition = self.matcher.sought.definition
        if definition is None or definition.path != form.module.path:
            return False
        while scope > 0:
            if scope == definition.scope:
                return True
            scope = form.scopes[scope].parent
        return False

    # Values handed on

    def _handed(self, form: Form, use: Use, hits: Hits) -> Judgement | None:
        if not hits.has(Match.DIRECT):
            return None
        if use.context is Context.BOUND:
            return Judgement(kind=SiteKind.ALIAS, via=hits.via)
        if use.context is Context.STORED:
            return self._stored(form, use, hits)
        if use.context is Context.ARGUMENT:
            return self._argument(form, use, hits)
        if use.context is Context.MEMBER and member_is_only_tested(self.world, form, use):
            return None
        if use.context not in _ESCAPES:
            return None
        return self._escaped(hits, note=_ESCAPES[use.context])

    def _escaped(self, hits: Hits, note: str, kind: SiteKind = SiteKind.ESCAPE) -> Judgement:
        if hits.others:
            return self._maybe(hits)
        return Judgement(kind=kind, via=hits.via, note=note)

    def _stored(self, form: Form, use: Use, hits: Hits) -> Judgement:
        """On the object or class itself it is another name; on anything else it is handed out."""
        owners = self.world.solve(TermQuestion(form.module.path, use.owner))
        if owners and all(isinstance(value, Instance | ClassValue | TypeOf) for value in owners):
            return Judgement(kind=SiteKind.ALIAS, via=hits.via)
        return self._escaped(hits, note="stored on another object")

    def _argument(self, form: Form, use: Use, hits: Hits) -> Judgement | None:
        if use.slot is None:  # `f(*Engine)` hands out what iterating over it gives
            return None
        how = consumer(self.world, form, use)
        if how is Consumer.LOOKS:
            return None
        if how is Consumer.CALLS:
            return self._escaped(hits, note=str(use.slot), kind=SiteKind.ESCAPE_CTOR)
        return self._escaped(hits, note="partial" if how is Consumer.PARTIAL else "argument")

    # Reflection, and what stays open

    def _looked_up(self, values: Values) -> Judgement | None:
        for value, via in values.items():
            value = released(value)
            if isinstance(value, Dynamic) and self.matcher.match(value) is Match.DYNAMIC:
                return Judgement(kind=SiteKind.DYNAMIC, via=via, note="looked up at run time")
        return None

    def _overridden(self, form: Form, use: Use) -> Judgement | None:
        """`self.kind()` in a class whose subclass has the target as `kind`."""
        if use.context not in (Context.CALLED, Context.RAISED):
            return None
        reason = overrides(self.world, self.matcher, form, use.term)
        if reason is None:
            return None
        return Judgement(kind=SiteKind.MAYBE, candidates=(self.matcher.sought.target.canonical,), note=reason)

    def _registered(self, form: Form, use: Use, values: Values) -> Judgement | None:
        """`self.model()` where the metaclass of `Model` hands every model to a registry."""
        if not registering.may_be_made(form, use, values, self.matcher.registered_as):
            return None
        canonical = self.matcher.sought.target.canonical
        return Judgement(kind=SiteKind.MAYBE, candidates=(canonical,), note="a registered class may be there")

    def _open(self, form: Form, use: Use, values: Values) -> Judgement | Open | None:
        """A name or attribute spelled like the target whose owner is unknown."""
        if use.context is Context.CALLED:
            for value in values:
                value = released(value)
                if isinstance(value, Parameter) and self.matcher.match(value) is Match.ESCAPED:
                    if value.takes_class or (value.path, value.binding) in self.matcher.decorated:
                        return self._maybe(Hits({}, (value,), ()))
                    where = self.matcher.escaped[value.path, value.binding]
                    return Open(reason=f"{value.reason}, and {self.short} is passed to it at {where}")
            named = asking.may_make(self.world, self.matcher, form, use.term, values)
            if named is not None:
                return Open(reason=f"the class of an unknown object, in a file that names {named}")
        taken = use.context in _CALLS and any(map(self.matcher.may_be_taken, values))
        if not taken and (self._spelled(form, use.term) != self.short or use.context not in _MAY_BE):
            return None
        kept = use.context in (Context.BOUND, Context.STORED)
        elsewhere = Parameter | FromAnyModule if kept else Parameter  # told where it is used
        unknowns = [value for value in values if isinstance(value, Unknown) and not isinstance(value, elsewhere)]
        reasons = sorted(value.reason for value in unknowns if self._may_be(form, use.term, value))
        if not reasons:
            return None
        if use.context is Context.ARGUMENT and consumer(self.world, form, use) is Consumer.LOOKS:
            return None
        if use.context not in _CALLS and not may_be_handed(form, use):
            return None
        return Open(reason=f"{self.short} cannot be resolved: {reasons[0]}")

    def _may_be(self, form: Form, term: int, value: Value) -> bool:
        """Whether an unknown value of something that is spelled like the target may be the target."""
        if not self.matcher.is_of_module or self.short in self.matcher.attribute_names:
            return True
        holders = [path for path, names in self.matcher.holders.items() if self.short in names]
        if not may_be_of_module(self.world, value, holders):
            return False
        written = form.terms[term]
        if not isinstance(written, Attribute):
            return True
        owners = list(self.world.solve(TermQuestion(form.module.path, written.base)))
        return any(may_be_module(self.world, released(owner)) for owner in owners)

    def _spelled(self, form: Form, term: int) -> str | None:
        """The name that a term is written with: a name, an attribute, or the text of a `getattr`."""
        written = form.terms[term]
        if isinstance(written, Load | Free | Attribute):
            return written.name
        if not isinstance(written, Call) or len(written.arguments) < 2:
            return None
        function, name = form.terms[written.function], form.terms[written.arguments[1]]
        looked_up = isinstance(function, Load | Free) and function.name == "getattr" and isinstance(name, Text)
        return name.value if looked_up and isinstance(name, Text) else None

    def _describe(self, value: Value) -> str:
        value = released(value)
        definition = class_in(value) or function_in(value)
        if definition is not None and not isinstance(value, Instance):
            return self.world.name(definition)
        if isinstance(value, External):
            return value.external
        if isinstance(value, Unknown):
            return f"unknown: {value.reason}"
        return type(value).__name__.lower()


_ESCAPES = {
    Context.RETURNED: "returned",
    Context.DEFAULT: "default",
    Context.REGISTERED: "registered",
    Context.MEMBER: "in a container",
}
_CALLS = frozenset({Context.CALLED, Context.DECORATES, Context.RAISED})
_MAY_BE = frozenset({Context.ARGUMENT, Context.BOUND, Context.STORED, *_CALLS, *_ESCAPES})


def _function_around(form: Form, scope: int) -> Scope:
    while scope > 0 and form.scopes[scope].kind is ScopeKind.LAMBDA:
        scope = form.scopes[scope].parent
    return form.scopes[scope]
