"""Uses of functions and methods: a method is matched by attribute name too (DESIGN 2.2, Methods)."""

from __future__ import annotations

import sys

from archgates.domain.sites import SiteKind, TargetKind
from archgates.resolve import classes
from archgates.resolve.classify import Classifier, Hits, Judgement, Open
from archgates.resolve.consumers import Consumer, consumer
from archgates.resolve.matching import Match
from archgates.resolve.values import Bound, Definition, External, Instance, Superclass, Unknown, Value, Values, class_in
from archgates.resolve.world import TermQuestion
from archgates.syntax.form import Context, Form, Use
from archgates.syntax.terms import Attribute

_CALLS = frozenset({Context.CALLED, Context.DECORATES})
_HANDS_ON = {
    Context.ARGUMENT: "argument",
    Context.RETURNED: "returned",
    Context.DEFAULT: "default",
    Context.REGISTERED: "registered",
    Context.MEMBER: "in a container",
    Context.STORED: "stored",
}


class CallableClassifier(Classifier):
    """Judges uses of a function or method, of the project or outside it."""

    def judge(self, form: Form, use: Use) -> Judgement | Open | None:
        """The kind of site that a use is; None when it is none."""
        if use.context is Context.LOOKED_UP:
            return super().judge(form, use)
        values = self.world.solve(TermQuestion(form.module.path, use.term))
        hits = self._hits(values)
        if hits.matched:
            return self._certain(form, use, hits)
        if self.matcher.sought.target.kind is TargetKind.METHOD:
            return self._by_name(form, use, values)
        return self._open(form, use, values)

    def _certain(self, form: Form, use: Use, hits: Hits) -> Judgement | None:
        if use.context in _CALLS:
            if any(isinstance(value, Unknown) for value in hits.others):
                return self._maybe(hits)
            note = "handed out before" if hits.has(Match.HELD) and not hits.has(Match.DIRECT) else ""
            return Judgement(kind=SiteKind.CALL, via=hits.via, note=note or self._super(form, use))
        if not hits.has(Match.DIRECT):
            return None
        taken = self.matcher.sought.target.kind is TargetKind.METHOD and isinstance(form.terms[use.term], Attribute)
        if use.context is Context.BOUND:
            return Judgement(kind=SiteKind.ESCAPE if taken else SiteKind.ALIAS, via=hits.via, note="kept in a name")
        return self._by_value(form, use, hits)

    def _by_value(self, form: Form, use: Use, hits: Hits) -> Judgement | None:
        note = _HANDS_ON.get(use.context)
        if note is None:
            return None
        if use.context is Context.ARGUMENT:
            how = consumer(self.world, form, use)
            if how is Consumer.LOOKS:
                return None
            kind = SiteKind.ESCAPE_CTOR if how is Consumer.CALLS else SiteKind.ESCAPE
            return Judgement(kind=kind, via=hits.via, note="partial" if how is Consumer.PARTIAL else note)
        return Judgement(kind=SiteKind.ESCAPE, via=hits.via, note=note)

    def _super(self, form: Form, use: Use) -> str:
        receivers = self._receivers(form, use)
        return "super()" if any(isinstance(value, Superclass) for value in receivers) else ""

    def _receivers(self, form: Form, use: Use) -> Values:
        written = form.terms[use.term]
        if not isinstance(written, Attribute):
            return {}
        return self.world.solve(TermQuestion(form.module.path, written.base))

    def _by_name(self, form: Form, use: Use, values: Values) -> Judgement | None:
        """A receiver proven to be another class is dropped; an unproven one may be the target's."""
        if self._spelled(form, use.term) != self.short:
            return None
        if use.context not in _CALLS and use.context not in _HANDS_ON and use.context is not Context.BOUND:
            return None
        if use.context is Context.ARGUMENT and consumer(self.world, form, use) is Consumer.LOOKS:
            return None
        override = self._override(values)
        if override is not None:
            return Judgement(kind=SiteKind.SUBCLASS, canonical=override, note="override")
        reasons = sorted(value.reason for value in values if isinstance(value, Unknown))
        if reasons:
            return Judgement(
                kind=SiteKind.MAYBE,
                candidates=(self.matcher.sought.target.canonical, f"unknown: {reasons[0]}"),
                note="unknown receiver",
                unknown_receiver=True,
            )
        receivers = self._receivers(form, use)
        if not values and not receivers and isinstance(form.terms[use.term], Attribute):
            return Judgement(kind=SiteKind.MAYBE, note="nothing is known of the receiver", unknown_receiver=True)
        if any(self._is_protocol(value) for value in receivers):
            return Judgement(kind=SiteKind.MAYBE, note="the receiver is typed as a protocol", unknown_receiver=True)
        if any(_may_be_any_object(value) for value in receivers):
            return Judgement(kind=SiteKind.MAYBE, note="the receiver comes from outside", unknown_receiver=True)
        if any(self._may_be_subclass(value) for value in receivers):
            return Judgement(kind=SiteKind.MAYBE, note="the receiver is typed as a base class", unknown_receiver=True)
        return None

    def _owner(self) -> Definition | None:
        """The class that defines the target method."""
        definition = self.matcher.sought.definition
        scope = None if definition is None else self.world.scope(definition)
        return None if definition is None or scope is None else Definition(definition.path, scope.parent)

    def _override(self, values: Values) -> Definition | None:
        owner = self._owner()
        for value in values:
            if owner is not None and isinstance(value, Bound):
                scope = self.world.scope(value.bound)
                above = None if scope is None else Definition(value.bound.path, scope.parent)
                if above is not None and above != owner and self._derives(above, owner):
                    return value.bound
        return None

    def _may_be_subclass(self, value: Value) -> bool:
        """Whether a receiver is typed as a class that the target's class inherits from."""
        owner, cls = self._owner(), class_in(value)
        if owner is None or cls is None or (isinstance(value, Instance) and value.exact):
            return False
        return cls != owner and self._derives(owner, cls)

    def _is_protocol(self, value: Value) -> bool:
        """Whether a receiver is typed as a protocol, which any class may fit."""
        cls = class_in(value)
        if cls is None or (isinstance(value, Instance) and (value.exact or value.own)):
            return False
        order = self.world.settled(lambda: classes.linear(self.world, cls))
        return any(isinstance(base, str) and base.endswith(".Protocol") for base in order)

    def _derives(self, cls: Definition, base: Definition) -> bool:
        return self.world.settled(lambda: classes.derives(self.world, cls, base))


def _may_be_any_object(value: Value) -> bool:
    """Whether a value from outside may be an object of the project: no module, no class, not the standard library's."""
    if not isinstance(value, External) or value.is_module:
        return False
    top, _, _ = value.external.partition(".")
    short = value.external.rpartition(".")[2]
    return top not in sys.stdlib_module_names and not short[:1].isupper()
