"""Functions around a call, and the names under which a local function is used."""

from __future__ import annotations

from collections.abc import Iterator

from archgates.syntax.form import Form, ScopeKind


def is_local(form: Form, scope: int) -> bool:
    """Whether a function is a lambda or stands inside another function."""
    function = form.scopes[scope]
    return function.kind is ScopeKind.LAMBDA or form.scopes[function.parent].kind is ScopeKind.FUNCTION


def functions_around(form: Form, scope: int) -> Iterator[int]:
    """The function whose code a place is, and every function that a local one stands in."""
    while scope > 0:
        kind = form.scopes[scope].kind
        if kind in (ScopeKind.FUNCTION, ScopeKind.LAMBDA):
            yield scope
            if not is_local(form, scope):
                return
        scope = form.scopes[scope].parent


def names_of(form: Form, scope: int) -> set[str]:
    """The names under which a local function is used in its module."""
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
