"""Reads what a class body declares: fields in order, with those of its bases in the project."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from archgates.collect.names import Definition, Foreign, Names, Unfound, dotted

_MOST_BASES = 32
ENUM_ENDINGS = ("Enum", "Flag", "Choices")
"""How the names of the classes end that make enums, those of the standard library and of Django."""


def fields_of(found: Definition, names: Names) -> tuple[tuple[str, ast.AnnAssign, Definition], ...]:
    """The annotated fields of a class, inherited ones first, each with the class that declares it."""
    collected: dict[str, tuple[str, ast.AnnAssign, Definition]] = {}
    for owner in reversed(lineage(found, names)):
        for node in owner.node.body if isinstance(owner.node, ast.ClassDef) else ():
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and not _is_class_variable(node):
                collected[node.target.id] = (node.target.id, node, owner)
    return tuple(collected.values())


def field_names(found: Definition, names: Names) -> tuple[str, ...]:
    """The names of the fields in the order in which a call takes them; empty where the class makes its own rules."""
    if not isinstance(found.node, ast.ClassDef) or any(_defines_init(one) for one in lineage(found, names)):
        return ()
    return tuple(name for name, _, _ in fields_of(found, names))


def lineage(found: Definition, names: Names) -> list[Definition]:
    """A class and the classes of the project that it inherits from, nearest first."""
    classes: dict[str, Definition] = {}
    pending = [found]
    while pending and len(classes) < _MOST_BASES:
        current = pending.pop(0)
        if current.name in classes or not isinstance(current.node, ast.ClassDef):
            continue
        classes[current.name] = current
        bases = [names.inside(current.module, parts) for parts in base_names(current.node)]
        pending.extend(base for base in bases if isinstance(base, Definition))
    return list(classes.values())


def outside_bases(found: Definition, names: Names) -> frozenset[str]:
    """The last names of the bases from outside the project, of the class and of those that it inherits from."""
    return frozenset(
        parts[-1]
        for one in lineage(found, names)
        if isinstance(one.node, ast.ClassDef)
        for parts in base_names(one.node)
        if isinstance(names.inside(one.module, parts), Foreign | Unfound)
    )


def is_enum(found: Definition, names: Names) -> bool:
    """Whether a definition is an enum: a class, or the call of one of the classes that make enums."""
    if isinstance(found.node, ast.ClassDef):
        return any(base.endswith(ENUM_ENDINGS) for base in outside_bases(found, names))
    value = found.value
    return isinstance(value, ast.Call) and (dotted(value.func) or [""])[-1].endswith(ENUM_ENDINGS)


def base_names(node: ast.ClassDef) -> Iterator[list[str]]:
    """The bases of a class that are plain dotted names, subscripts such as `Generic[T]` without their brackets."""
    for base in node.bases:
        parts = dotted(base.value if isinstance(base, ast.Subscript) else base)
        if parts:
            yield parts


def _defines_init(found: Definition) -> bool:
    body = found.node.body if isinstance(found.node, ast.ClassDef) else []
    return any(isinstance(one, ast.FunctionDef) and one.name in {"__init__", "__new__"} for one in body)


def _is_class_variable(node: ast.AnnAssign) -> bool:
    annotation = node.annotation.value if isinstance(node.annotation, ast.Subscript) else node.annotation
    return (dotted(annotation) or [])[-1:] == ["ClassVar"]
