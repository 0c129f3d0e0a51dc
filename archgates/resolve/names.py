"""Names that another scope binds, and what one binding gives (DESIGN 2.2 rules 3, 7)."""

from __future__ import annotations

from archgates.resolve import classes, descriptors, lazy, modules, overloads, special
from archgates.resolve.annotations import ANY_CLASS, annotated
from archgates.resolve.values import (
    AnyModule,
    ClassValue,
    Definition,
    External,
    FunctionValue,
    Instance,
    Many,
    Null,
    Parameter,
    Returner,
    TextValue,
    TypeOf,
    Unknown,
    Values,
    add,
    held,
    only,
    through,
    unknown,
)
from archgates.resolve.world import RUNNING, BindingQuestion, Reading, World
from archgates.syntax.form import Binding, BindingKind, Form, ScopeKind
from archgates.syntax.terms import OPAQUE, Free

_CLASSMETHOD = "builtins.classmethod"
_CLASS_FIRST = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})


def free(world: World, form: Form, number: int, reading: Reading) -> Values:
    """A name bound outside the scope that uses it: enclosing functions, the module, stars, builtins."""
    term = form.terms[number]
    assert isinstance(term, Free)
    name, child = term.name, form.scopes[term.scope]
    deferred = reading.typing or child.kind in (ScopeKind.FUNCTION, ScopeKind.LAMBDA)
    start = term.scope
    if start == 0 or name in child.globals:
        reached = reading.typing or start > 0  # at the top, what is free here is unbound here, unless it is injected
        return _of_module(world, form, name, reading, list(form.scopes[0].own.get(name, ())) if reached else [])
    if name == "__class__":
        own = classes.own_class(form, start)
        if own is not None:
            return only(TypeOf(Definition(form.module.path, own), own=False))
    while start > 0:
        child = form.scopes[start]
        deferred = deferred or child.kind in (ScopeKind.FUNCTION, ScopeKind.LAMBDA)
        parent = form.scopes[child.parent]
        if parent.kind is not ScopeKind.CLASS:
            later = [one for one in parent.own.get(name, ()) if one >= child.seen_before] if deferred else []
            numbers = [*child.seen.get(name, ()), *later]
            if parent.kind is ScopeKind.MODULE:
                return _of_module(world, form, name, reading, numbers)
            if numbers or name in parent.own:
                numbers.extend(parent.injected.get(name, ()))
                return modules.bindings(world, form, name, dict.fromkeys(numbers), reading)
        start = child.parent
    return {}


def _of_module(world: World, form: Form, name: str, reading: Reading, numbers: list[int]) -> Values:
    scope = form.scopes[0]
    if numbers or name in scope.injected:
        left = [one for one in scope.exit.get(name, ()) if form.bindings[one].kind is BindingKind.STAR]
        return modules.at_top(world, form, name, [*numbers, *left], scope.exit_stars, reading)
    brought, _ = modules.from_stars(world, form, scope.exit_stars or tuple(reversed(scope.stars)), name)
    if brought:
        return brought
    if name in scope.declared:
        return annotated(world, form, scope.declared[name])
    if name == "__name__":
        return only(TextValue(form.module.name))
    if name == "__package__":
        return only(TextValue(form.module.package))
    return only(External(f"builtins.{name}")) if name in modules.BUILTINS else {}


def binding(world: World, question: BindingQuestion) -> Values:
    """What one binding gives, one hop further away unless it is the definition itself."""
    form = world.form(question.path)
    if form is None:
        return world.unreadable()
    bound = form.bindings[question.binding]
    reading = Reading(question.given)
    if bound.kind is BindingKind.PHI:
        return modules.bindings(world, form, bound.name, bound.operands, reading)
    if bound.kind is BindingKind.NARROWED:
        return world.term(form, bound.term, reading)
    if bound.kind is BindingKind.CLASS:
        return descriptors.decorated(world, form, ClassValue(Definition(question.path, bound.target)))
    if bound.kind is BindingKind.FUNCTION:
        return descriptors.decorated(world, form, FunctionValue(Definition(question.path, bound.target)))
    if bound.kind is BindingKind.PARAMETER:
        return _parameter(world, form, bound, reading)
    return through(_bound(world, form, bound, reading), world.hop(form, bound.scope, bound.name, bound.line))


def _bound(world: World, form: Form, bound: Binding, reading: Reading) -> Values:
    if bound.kind is BindingKind.IMPORT:
        return modules.imported_as(world, form, bound)
    if bound.kind is BindingKind.FROM:
        return modules.taken(world, form, bound)
    if bound.kind is not BindingKind.VALUE:
        return {}
    if bound.term == OPAQUE and bound.annotation < 0:
        return unknown(f"{bound.name} is bound to a value that is not followed")
    values = world.term(form, bound.term, reading)
    if bound.annotation < 0:
        return values
    noted = annotated(world, form, bound.annotation)
    if all(isinstance(value, Unknown | Null) for value in values):
        return noted if any(not isinstance(value, Unknown) for value in noted) else values
    types: Values = {value: via for value, via in noted.items() if isinstance(value, TypeOf | Many | Returner)}
    return {**types, **values}  # `kind: type[Base] = Base` may be given a subclass later


def _parameter(world: World, form: Form, bound: Binding, reading: Reading) -> Values:
    """Its annotation, else its default and anything else; the first of a method is the object or class."""
    function = form.scopes[bound.target]
    first = form.bindings[function.parameters[0]] if function.parameters else None
    if bound is first and bound.name == function.first_parameter:
        own = Definition(form.module.path, function.parent)
        return only(TypeOf(own, own=True) if _on_class(world, form, bound.target) else Instance(own, own=True))
    if reading.given is not None and lazy.is_module_getattr(form, bound.target):
        return only(TextValue(reading.given))
    hop = world.hop(form, bound.scope, bound.name, bound.line)
    places = (*function.parameters, function.rest, function.keyword_rest)
    number = next(one for one in places if one >= 0 and form.bindings[one] is bound)
    many = number in (function.rest, function.keyword_rest)
    reason, path = f"{bound.name} is a parameter of {function.owner}", form.module.path
    noted = overloads.noted(world, form, bound)
    takes_class = ANY_CLASS in noted
    if any(isinstance(value, AnyModule) for value in noted):
        return through({value: via for value, via in noted.items() if isinstance(value, AnyModule)}, hop)
    if any(not isinstance(value, Unknown | Null) for value in noted):
        known: Values = {value: via for value, via in noted.items() if not isinstance(value, Unknown)}
        if takes_class or any(special.is_open(world, value) for value in known):  # a class may be passed for it
            known[Parameter(reason, path, number, typed=True, takes_class=takes_class)] = ()
        return through({Many(value): via for value, via in known.items()} if many else known, hop)
    result: Values = {Parameter(reason, path, number, takes_class=takes_class): ()}
    if bound.term >= 0:
        add(result, through(held(world.term(form, bound.term, RUNNING)), hop))
    return result


def _on_class(world: World, form: Form, scope: int) -> bool:
    """Whether the first parameter of a method is the class: classmethods, and methods of metaclasses."""
    function = form.scopes[scope]
    if function.name in _CLASS_FIRST:
        return True
    for term in function.decorators:
        for value in world.term(form, term, RUNNING):
            if isinstance(value, External) and value.external == _CLASSMETHOD:
                return True
            if isinstance(value, ClassValue) and _CLASSMETHOD in classes.linear(world, value.cls):
                return True
    return False
