"""What the code of a function returns although its annotation says less, or something else: classes."""

from __future__ import annotations

from dataclasses import replace

from archgates.resolve.values import (
    ClassValue,
    Instance,
    Null,
    Parameter,
    Returner,
    TypeOf,
    Values,
    add,
    held,
    released,
)
from archgates.resolve.world import RUNNING, World
from archgates.syntax.form import BindingKind, Form
from archgates.syntax.terms import Free, Load

_DEFINITIONS = frozenset({BindingKind.CLASS, BindingKind.FROM})


def corrected(world: World, form: Form, function: int, noted: Values) -> Values:
    """What a function is annotated to return, as far as its code does not know better.

    `-> X` with `return X` is a class for those who run it, whatever type checkers are told of its objects. An
    annotated callable may be a class that the code names, or one that it was passed.
    """
    if any(isinstance(value, Returner) for value in noted):
        return {**noted, **_callables(world, form, function)}
    if not all(isinstance(value, Instance | Null) for value in noted):
        return noted
    classes: Values = {}
    returns = form.scopes[function].returns
    named = [term for term, _ in returns if _is_name(form, term)]
    for term in named:
        add(classes, {one: way for one, way in world.term(form, term, RUNNING).items() if isinstance(one, ClassValue)})
    if not classes:
        return noted
    return held(classes) if len(named) == len(returns) else {**noted, **held(classes)}


def _is_name(form: Form, number: int) -> bool:
    """Whether a term is the name of something that is defined or imported, and no variable of the function."""
    term = form.terms[number]
    if isinstance(term, Load):
        return bool(term.bindings) and all(form.bindings[one].kind in _DEFINITIONS for one in term.bindings)
    return isinstance(term, Free)


def _callables(world: World, form: Form, function: int) -> Values:
    """The classes among what a function returns, and the parameters that a class may be passed for."""
    result: Values = {}
    for term, _ in form.scopes[function].returns:
        for value, via in held(world.term(form, term, RUNNING)).items():
            if isinstance(value, Parameter) and not value.called:
                add(result, {replace(value, typed=True): via})
            elif isinstance(released(value), ClassValue | TypeOf):
                add(result, {value: via})
    return result
