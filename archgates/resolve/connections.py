"""Connections: where a callable is handed to, stored on, registered with or decorated by another object."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from archgates.domain.sites import SiteKind, TargetKind
from archgates.resolve.classify import Judgement
from archgates.resolve.forwarding import functions_around, is_local, names_of
from archgates.resolve.matching import Match, Matcher
from archgates.resolve.outside import PARTIALS
from archgates.resolve.search import Search
from archgates.resolve.values import (
    Bound,
    Definition,
    External,
    Unknown,
    Value,
    Values,
    class_in,
    function_in,
    released,
)
from archgates.resolve.world import InstanceAttribute, TermQuestion, World
from archgates.syntax.form import Context, Form, Use
from archgates.syntax.terms import Attribute, Call, Free, Load, Subscript

_SETTERS = frozenset({"builtins.setattr", "builtins.object.__setattr__"})


class Connector:
    """Finds the places where `source` is connected to `to`."""

    def __init__(
        self,
        world: World,
        source: Matcher,
        to: Matcher,
        search: Search,
        uses_of: Callable[[Definition], Iterable[tuple[Form, Use]]],
    ) -> None:
        """`uses_of` searches the uses of another function."""
        self.world = world
        self.source = source
        self.to = to
        self.search = search
        self.uses_of = uses_of

    def connections(self) -> list[tuple[Form, Use, Judgement]]:
        """Every connection with its use, by path and in source order."""
        forms: dict[str, Form] = {}
        found: list[tuple[Form, Use, Judgement]] = []
        for form, use in self.search.uses():
            forms[form.module.path] = form
            found.extend(self._judged(form, use, self._is_source(form, use)))
        for form in list(forms.values()):
            for scope, how in sorted(self._forwarders(form).items()):
                found.extend(self._forwarded(form, scope, how))
        definition = self.source.sought.definition
        if definition is not None and definition.path in forms:
            found.extend(self._decorations(forms[definition.path], definition.scope, "decorates it"))
        return found

    def _judged(self, form: Form, use: Use, how: SiteKind | None, note: str = "") -> list[tuple[Form, Use, Judgement]]:
        judged = self._connects(form, use, how, note)
        return [] if judged is None else [(form, use, judged)]

    def _forwarded(self, form: Form, scope: int, how: SiteKind) -> list[tuple[Form, Use, Judgement]]:
        """A function that calls the source stands for it wherever it is handed on."""
        found: list[tuple[Form, Use, Judgement]] = []
        definition = Definition(form.module.path, scope)
        if is_local(form, scope):
            uses = [(form, form.uses[number]) for number in form.uses_of(names_of(form, scope))]
        else:
            uses = list(self.uses_of(definition))
        for other, use in uses:
            if use.context is not Context.CALLED and self._is_function(other, use.term, definition):
                found.extend(self._judged(other, use, how, "through a function that calls it"))
        found.extend(self._decorations(form, scope, "decorates a function that calls it"))
        return found

    def _decorations(self, form: Form, scope: int, note: str) -> list[tuple[Form, Use, Judgement]]:
        return [
            (form, use, Judgement(kind=SiteKind.CONNECT, note=note))
            for use in form.uses
            if use.context is Context.DECORATES and use.owner == scope and self._receives(form, use.term)
        ]

    def _forwarders(self, form: Form) -> dict[int, SiteKind]:
        """Functions of a module whose body calls the source, surely or perhaps; local ones count with those around."""
        found: dict[int, SiteKind] = {}
        for use in form.uses:
            how = self._is_source(form, use) if use.context is Context.CALLED else None
            if how is None:
                continue
            for scope in functions_around(form, use.scope):
                if found.get(scope) is not SiteKind.CONNECT:
                    found[scope] = how
        return found

    def _is_function(self, form: Form, term: int, wanted: Definition) -> bool:
        values = self.world.solve(TermQuestion(form.module.path, term))
        return any(function_in(released(value)) == wanted for value in list(values))

    def _is_source(self, form: Form, use: Use) -> SiteKind | None:
        """Whether the value of a use is the source: surely, perhaps (a method of an unknown object), or not."""
        values = self.world.solve(TermQuestion(form.module.path, use.term))
        matches = [self.source.match(value) for value in list(values)]
        if Match.DIRECT in matches or Match.HELD in matches:
            return SiteKind.CONNECT
        written = form.terms[use.term]
        short = self.source.sought.target.canonical.rpartition(".")[2]
        named = isinstance(written, Attribute) and written.name == short
        return SiteKind.MAYBE if named and any(isinstance(value, Unknown) for value in values) else None

    def _connects(self, form: Form, use: Use, how: SiteKind | None, note: str = "") -> Judgement | None:
        if how is None:
            return None
        if use.context is Context.ARGUMENT:
            target = self._passed(form, use)
        elif use.context in (Context.STORED, Context.REGISTERED):
            target = self._holds(form, use.owner, use.slot)
        elif use.context is Context.MEMBER:  # connected where the display goes
            around = (self._connects(form, one, how, "in a container") for one in form.uses_by_term(use.owner))
            return next((one for one in around if one is not None), None)
        else:
            target = None
        if target is None:
            return None
        if target is SiteKind.MAYBE:
            how = SiteKind.MAYBE
        words = {Context.ARGUMENT: "argument", Context.STORED: "assigned", Context.REGISTERED: "registered"}
        return Judgement(kind=how, note=note or words.get(use.context, ""))

    def _passed(self, form: Form, use: Use) -> SiteKind | None:
        """Whether an argument goes to the target: also by `setattr` and through a partial."""
        call = form.terms[use.owner] if use.owner >= 0 else None
        if not isinstance(call, Call):
            return None
        callees = list(self.world.solve(TermQuestion(form.module.path, call.function)))
        names = {value.external for value in callees if isinstance(value, External)}
        if call.arguments and use.slot == 2 and names & _SETTERS:
            return self._holds(form, call.arguments[0], None)
        if call.arguments and use.slot != 0 and names & PARTIALS:
            return self._receives(form, call.arguments[0])
        return self._receives(form, call.function)

    def _receives(self, form: Form, function: int) -> SiteKind | None:
        """Whether a callee is the target: its constructor, the function itself, or a method of its objects."""
        values = list(self.world.solve(TermQuestion(form.module.path, function)))
        if any(self.to.match(value) is not None or self._object(value) or self._takes(value) for value in values):
            return SiteKind.CONNECT
        written = form.terms[function]
        if isinstance(written, Attribute | Call | Subscript) and self._on_target(form, function):
            return SiteKind.CONNECT
        if isinstance(written, Attribute) and self._may_hold(form, written.base, written.name):
            return SiteKind.MAYBE
        return None

    def _takes(self, value: Value) -> bool:
        """Whether a value is a method taken from an object of the target."""
        value = released(value)
        return isinstance(value, Bound) and self._is_target(value.receiver)

    def _holds(self, form: Form, owner: int, name: str | int | None) -> SiteKind | None:
        """Whether an object or container belongs to the target."""
        if owner < 0:
            return None
        if self._is_object(self.world.solve(TermQuestion(form.module.path, owner))) or self._on_target(form, owner):
            return SiteKind.CONNECT
        return SiteKind.MAYBE if isinstance(name, str) and self._may_hold(form, owner, name) else None

    def _may_hold(self, form: Form, owner: int, name: str) -> bool:
        """Whether an unknown object may be the target: the target has an attribute of that name."""
        cls = self.to.sought.definition
        if cls is None or self.to.sought.target.kind is not TargetKind.CLASS:
            return False
        values = self.world.solve(TermQuestion(form.module.path, owner))
        if not any(isinstance(value, Unknown) for value in values):
            return False
        known = list(self.world.solve(InstanceAttribute(cls, name)))
        return any(not isinstance(value, External) for value in known)

    def _on_target(self, form: Form, term: int) -> bool:
        """Whether a term is an attribute, method or call result reached from an object of the target."""
        while term >= 0:
            written = form.terms[term]
            if isinstance(written, Attribute | Subscript):
                term = written.base
            elif isinstance(written, Call):
                term = written.function
            else:
                return isinstance(written, Load | Free) and self._reached(form, term)
            if self._reached(form, term):
                return True
        return False

    def _reached(self, form: Form, term: int) -> bool:
        return self._is_object(self.world.solve(TermQuestion(form.module.path, term)))

    def _is_object(self, values: Values) -> bool:
        return any(self._object(value) for value in list(values))

    def _object(self, value: Value) -> bool:
        cls = class_in(released(value))
        return cls is not None and self._is_target(cls)

    def _is_target(self, cls: Definition) -> bool:
        return cls == self.to.sought.definition or self.to.inherits(cls)
