"""A search follows containers that the target is put into, by the names that reach them."""

from __future__ import annotations

from typing import Protocol

from archgates.domain.modules import Module
from archgates.syntax.form import BindingKind, Form
from archgates.syntax.terms import Attribute, Call, Free, Load, Subscript

_DEEPEST = 3
"""How many containers are in one another where a container is followed by the names of those it is in."""


class Holding(Protocol):
    """A search, as far as it is told which names hold the target."""

    def follow(self, name: str, binder: str | None, *, local: bool = False) -> None:
        """Search a name."""

    def bound(self, form: Form, scope_number: int, name: str, *, itself: bool) -> None:
        """A name of a scope leads to the target."""

    def hold(self, name: str, module: Module, *, itself: bool) -> None:
        """A module has the target under a name."""


def container(search: Holding, form: Form, base: int, depth: int = 0) -> None:
    """A container that the target was put into is reached by its own name, and in its file by that it is in."""
    written = form.terms[base]
    if isinstance(written, Load) and written.bindings:
        bound = [form.bindings[number] for number in written.bindings]
        search.bound(form, bound[0].scope, written.name, itself=True)
        for one in bound:
            if one.kind is BindingKind.VALUE and isinstance(form.terms[one.term], Subscript) and depth < _DEEPEST:
                container(search, form, one.term, depth + 1)
    elif isinstance(written, Free):
        search.follow(written.name, form.module.path, local=True)
        search.hold(written.name, form.module, itself=True)
    elif isinstance(written, Attribute):
        search.follow(written.name, form.module.path if depth else None, local=depth > 0)
    elif isinstance(written, Subscript):
        container(search, form, written.base, depth + 1)
    elif isinstance(written, Call) and isinstance(method := form.terms[written.function], Attribute):
        container(search, form, method.base, depth + 1)  # `table.setdefault(key, []).append(X)`
