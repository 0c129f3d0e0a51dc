"""Assignments to attributes: whose they are (DESIGN 2.2 rule 6)."""

from __future__ import annotations

from archgates.syntax.form import Binding, BindingKind, Form, ScopeKind, Store
from archgates.syntax.terms import Free, Load


def own(form: Form, cls: int, name: str) -> list[Store]:
    """Assignments `self.name = ...` and `cls.name = ...` in the methods of a class."""
    return form.own_stores(_owner_of_store).get((cls, name), [])


def outside(form: Form, name: str) -> list[Store]:
    """Assignments to an attribute of anything that is not the method's own object."""
    return form.own_stores(_owner_of_store).get((-1, name), [])


def _owner_of_store(form: Form, store: Store) -> int:
    """The class whose method assigns to an attribute of its own first parameter; -1 for any other store."""
    function = _method_of_base(form, store)
    return -1 if function is None else form.scopes[function].parent


def _method_of_base(form: Form, store: Store) -> int | None:
    term = form.terms[store.base]
    if isinstance(term, Load) and len(term.bindings) == 1:
        bound: Binding = form.bindings[term.bindings[0]]
        if bound.kind is BindingKind.PARAMETER and form.scopes[bound.target].first_parameter == bound.name:
            return bound.target
    if isinstance(term, Free):
        scope = form.scopes[term.scope].parent
        while scope > 0:
            current = form.scopes[scope]
            if current.first_parameter == term.name and form.scopes[current.parent].kind is ScopeKind.CLASS:
                return scope
            if term.name in current.own:
                return None
            scope = current.parent
    return None


def on_class(form: Form, store: Store) -> bool:
    """Whether a store goes to `cls` rather than `self`."""
    function = _method_of_base(form, store)
    if function is None:
        return False
    scope = form.scopes[function]
    if scope.name in ("__new__", "__init_subclass__", "__class_getitem__"):
        return True
    decorators = (form.terms[term] for term in scope.decorators)
    return any(isinstance(term, Load | Free) and term.name == "classmethod" for term in decorators)
