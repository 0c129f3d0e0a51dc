"""What the annotations of a function say, its overloads included where its own say nothing (PEP 484)."""

from __future__ import annotations

from collections.abc import Iterator

from archgates.resolve.annotations import annotated
from archgates.resolve.values import AnyModule, Definition, Null, TypeOf, Unknown, Values, add, function_in
from archgates.resolve.world import ClassAttribute, World, enclosing_class
from archgates.syntax.form import Binding, BindingKind, Form, Scope, ScopeKind
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
    return result or _inherited(world, form, parameter)


def _inherited(world: World, form: Form, parameter: Binding) -> Values:
    """The classes that an overridden method asks for under the same name; what overrides it is passed them too."""
    method = form.scopes[parameter.target]
    if parameter.annotation >= 0 or form.scopes[method.parent].kind is not ScopeKind.CLASS:
        return {}
    result: Values = {}
    cls = Definition(form.module.path, method.parent)
    for value in world.get(ClassAttribute(cls, method.name, after=cls)):
        function = function_in(value)
        above = None if function is None else world.form(function.path)
        if function is not None and above is not None:
            add(result, _asked_for(world, above, above.scopes[function.scope], parameter.name))
    return result


def _asked_for(world: World, form: Form, method: Scope, name: str) -> Values:
    """The classes that the annotation of a parameter of a method asks for."""
    for number in method.parameters:
        bound = form.bindings[number]
        if bound.name == name and bound.annotation >= 0:
            said = annotated(world, form, bound.annotation, _class_around(form, bound.target))
            return {value: via for value, via in said.items() if isinstance(value, TypeOf)}
    return {}


def returned(world: World, form: Form, function: int) -> Values:
    """The values that a function may give back by annotation; empty when nothing is known."""
    own = _class_around(form, function)
    annotations = [form.scopes[function].annotation]
    result = _known(world, form, annotations, own)
    return result or _known(world, form, [scope.annotation for scope in _overloads(form, function)], own)


def _known(world: World, form: Form, annotations: list[int], own: Definition | None) -> Values:
    """What annotations say for sure; nothing where all that is left of one is None, as of `Any | None`."""
    result: Values = {}
    for number in annotations:
        said = annotated(world, form, number, own) if number >= 0 else {}
        known: Values = {
            one: via for one, via in said.items() if isinstance(one, AnyModule) or not isinstance(one, Unknown)
        }
        if len(known) == len(said) or not all(isinstance(one, Null) for one in known):
            add(result, known)
    return result


def _class_around(form: Form, function: int) -> Definition | None:
    own = enclosing_class(form, function)
    return None if own is None else Definition(form.module.path, own)


def _overloads(form: Form, function: int) -> Iterator[Scope]:
    """Definitions of its name above a function that only speak of types: overloads, and what only checkers read."""
    scope = form.scopes[function]
    for number in form.scopes[scope.parent].own.get(scope.name, ()):
        bound = form.bindings[number]
        if bound.target == function:
            return
        if bound.kind is BindingKind.FUNCTION and (bound.typing or _is_overload(form, form.scopes[bound.target])):
            yield form.scopes[bound.target]


def _is_overload(form: Form, scope: Scope) -> bool:
    decorators = (form.terms[term] for term in scope.decorators)
    return any(isinstance(term, Load | Free | Attribute) and term.name == "overload" for term in decorators)
