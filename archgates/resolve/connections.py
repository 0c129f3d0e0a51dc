"""Connections: where a callable is handed to, stored on, registered with or decorated by another object."""

from __future__ import annotations

from archgates.domain.sites import SiteKind
from archgates.resolve.classify import Judgement
from archgates.resolve.matching import Match, Matcher
from archgates.resolve.search import Search
from archgates.resolve.values import Bound, Definition, Unknown, Value, Values, class_in, function_in, released
from archgates.resolve.world import TermQuestion, World
from archgates.syntax.form import Context, Form, ScopeKind, Use
from archgates.syntax.terms import Attribute, Call, Free, Load, Subscript


class Connector:
    """Finds the places where `source` is connected to `to`."""

    def __init__(self, world: World, source: Matcher, to: Matcher, search: Search) -> None:
        self.world = world
        self.source = source
        self.to = to
        self.search = search

    def connections(self) -> list[tuple[Form, Use, Judgement]]:
        """Every connection with its use, by path and in source order."""
        forms: dict[str, Form] = {}
        found: list[tuple[Form, Use, Judgement]] = []
        for form, use in self.search.uses():
            forms[form.module.path] = form
            judged = self._connects(form, use, self._is_source(form, use))
            if judged is not None:
                found.append((form, use, judged))
        for form in forms.values():
            found.extend(self._through_closures(form))
        return found

    def _through_closures(self, form: Form) -> list[tuple[Form, Use, Judgement]]:
        """Lambdas and local or decorated functions that call the source stand for it."""
        found: list[tuple[Form, Use, Judgement]] = []
        for scope in sorted(self._closures(form)):
            for number in form.uses_of(_names_of(form, scope)):
                use = form.uses[number]
                if use.context is Context.CALLED or not self._is_function(form, use.term, scope):
                    continue
                judged = self._connects(form, use, SiteKind.CONNECT, "through a closure")
                if judged is not None:
                    found.append((form, use, judged))
            found.extend(self._decorations(form, scope, "decorates a function that calls it"))
        definition = self.source.sought.definition
        if definition is not None and definition.path == form.module.path:
            found.extend(self._decorations(form, definition.scope, "decorates it"))
        return found

    def _decorations(self, form: Form, scope: int, note: str) -> list[tuple[Form, Use, Judgement]]:
        return [
            (form, use, Judgement(kind=SiteKind.CONNECT, note=note))
            for use in form.uses
            if use.context is Context.DECORATES and use.owner == scope and self._receives(form, use.term)
        ]

    def _closures(self, form: Form) -> set[int]:
        """Functions whose own body calls the source."""
        closures: set[int] = set()
        for use in form.uses:
            if use.context is not Context.CALLED or self._is_source(form, use) is None:
                continue
            scope = use.scope
            while scope > 0 and form.scopes[scope].kind is ScopeKind.CLASS:
                scope = form.scopes[scope].parent
            function = form.scopes[scope]
            local = function.kind is ScopeKind.LAMBDA or form.scopes[function.parent].kind is ScopeKind.FUNCTION
            if scope > 0 and (local or function.decorators):
                closures.add(scope)
        return closures

    def _is_function(self, form: Form, term: int, scope: int) -> bool:
        wanted = Definition(form.module.path, scope)
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
            call = form.terms[use.owner] if use.owner >= 0 else None
            target = self._receives(form, call.function) if isinstance(call, Call) else None
        elif use.context in (Context.STORED, Context.REGISTERED):
            target = self._holds(form, use.owner)
        elif use.context is Context.MEMBER:  # connected where the display goes
            around = (self._connects(form, one, how, "in a container") for one in form.uses_by_term(use.owner))
            return next((one for one in around if one is not None), None)
        else:
            target = None
        if target is None:
            return None
        words = {Context.ARGUMENT: "argument", Context.STORED: "assigned", Context.REGISTERED: "registered"}
        return Judgement(kind=how, note=note or words.get(use.context, ""))

    def _receives(self, form: Form, function: int) -> str | None:
        """Whether a callee is the target: its constructor, the function itself, or a method of its objects."""
        values = list(self.world.solve(TermQuestion(form.module.path, function)))
        if any(self.to.match(value) is not None or self._object(value) for value in values):
            return "constructor"
        if any(self._takes(value) for value in values):
            return "method"
        written = form.terms[function]
        below = isinstance(written, Attribute | Call | Subscript)
        return "method" if below and self._on_target(form, function) else None

    def _takes(self, value: Value) -> bool:
        """Whether a value is a method taken from an object of the target."""
        value = released(value)
        return isinstance(value, Bound) and self._is_target(value.receiver)

    def _holds(self, form: Form, owner: int) -> str | None:
        """Whether an object or container belongs to the target."""
        if owner < 0:
            return None
        if self._is_object(self.world.solve(TermQuestion(form.module.path, owner))):
            return "object"
        return "part" if self._on_target(form, owner) else None

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


def _names_of(form: Form, scope: int) -> set[str]:
    """The names under which a function of a module is used there."""
    own = f"<lambda {scope}>" if form.scopes[scope].kind is ScopeKind.LAMBDA else form.scopes[scope].name
    names = {own}
    queue = [own]
    while queue:
        for number in form.bindings_of(queue.pop()):
            name = form.bindings[number].name
            if name not in names:
                names.add(name)
                queue.append(name)
    return names
