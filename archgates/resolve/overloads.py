"""What the annotations of a function say, its overloads included where its own say nothing (PEP 484)."""

from __future__ import annotations

from collections.abc import Iterator

from archgates.resolve.annotations import annotated
from archgates.resolve.values import AnyModule, Definition, Unknown, Values, add
from archgates.resolve.world import World, enclosing_class
from archgates.syntax.form import Binding, BindingKind, Form, Scope
from archgates.syntax.terms import Attribute, Free, Load


def noted(world: World, form: Form, parameter: Binding) -> Values:
    """The values that a parameter may have by annotation; empty when there is none."""
    own = _class_around(form, parameter.target)
    result: Values = {}
    if parameter.annotation >= 0:
        result = dict(annotated(world, form, parameter.annotation, own))
    if any(not isinstance(value, Unknown) for value in result):
        return result
    for scope in _overloads(form, parameter.target):
        for number in (*scope.parameters, scope.rest, scope.keyword_rest):
            other = form.bindings[number] if number >= 0 else None
            if other is not None and other.name == parameter.name and other.annotation >= 0:
                add(result, annotated(world, form, other.annotation, own))
    return result


def returned(world: World, form: Form, function: int) -> Values:
    """The values that a function may give back by annotation; empty when nothing is known."""
    own = _class_around(form, function)
    annotations = [form.scopes[function].annotation]
    result = _known(world, form, annotations, own)
    return result or _known(world, form, [scope.annotation for scope in _overloads(form, function)], own)


def _known(world: World, form: Form, annotations: list[int], own: Definition | None) -> Values:
    result: Values = {}
    for number in annotations:
        if number >= 0:
            said = annotated(world, form, number, own)
            add(
                result,
                {
                    value: via
                    for value, via in said.items()
                    if isinstance(value, AnyModule) or not isinstance(value, Unknown)
                },
            )
    return result


def _class_around(form: Form, function: int) -> Definition | None:
    own = enclosing_class(form, function)
    return None if own is None else Definition(form.module.path, own)


def _overloads(form: Form, function: int) -> Iterator[Scope]:
    """The overloads of a function: definitions of its name above it that `overload` decorates."""
    scope = form.scopes[function]
    for number in form.scopes[scope.parent].own.get(scope.name, ()):
        bound = form.bindings[number]
        if bound.target == function:
            return
        if bound.kind is BindingKind.FUNCTION and _is_overload(form, form.scopes[bound.target]):
            yield form.scopes[bound.target]


def _is_overload(form: Form, scope: Scope) -> bool:
    decorators = (form.terms[term] for term in scope.decorators)
    return any(isinstance(term, Load | Free | Attribute) and term.name == "overload" for term in decorators)
