"""Lowering of match patterns: they test and bind, they construct nothing."""

from __future__ import annotations

import ast

from archgates.syntax.form import BindingKind
from archgates.syntax.lowering import reading
from archgates.syntax.lowering.builder import Builder
from archgates.syntax.lowering.targets import part_of
from archgates.syntax.terms import Attribute, InstanceOf, Item, Subscript


def pattern(b: Builder, node: ast.pattern, subject: int) -> None:
    """Bind the names of a pattern that is matched against `subject`."""
    if isinstance(node, ast.MatchAs):
        term = subject
        if node.pattern is not None:
            pattern(b, node.pattern, subject)
            if isinstance(node.pattern, ast.MatchClass):
                term = _object(b, node.pattern)
        if node.name is not None:
            b.bind(node.name, BindingKind.VALUE, node, term=term)
    elif isinstance(node, ast.MatchStar):
        if node.name is not None:
            b.bind(node.name, BindingKind.VALUE, node, term=subject)
    elif isinstance(node, ast.MatchMapping):
        for key, part in zip(node.keys, node.patterns, strict=True):
            place = reading.value(b, key)
            pattern(b, part, b.over(Subscript(subject, place), (subject, place)))
        if node.rest is not None:
            b.bind(node.rest, BindingKind.VALUE, node, term=subject)
    elif isinstance(node, ast.MatchClass):
        if node.patterns or node.kwd_patterns:
            _members(b, node)
    elif isinstance(node, ast.MatchSequence):
        starred = any(isinstance(part, ast.MatchStar) for part in node.patterns)
        for place, part in enumerate(node.patterns):
            pattern(b, part, part_of(b, part, subject, place, starred=starred))
    elif isinstance(node, ast.MatchOr):
        for part in node.patterns:
            pattern(b, part, subject)


def _object(b: Builder, node: ast.MatchClass) -> int:
    """The subject, now that it is known to be an object of a class."""
    cls = reading.value(b, node.cls)
    return b.over(InstanceOf(cls), (cls,))


def _members(b: Builder, node: ast.MatchClass) -> None:
    """`C(x, kind=y)`: attributes of an object, by place in `__match_args__` and by name."""
    made = _object(b, node)
    for place, part in enumerate(node.patterns):
        pattern(b, part, b.over(Item(made, place), (made,)))
    for name, part in zip(node.kwd_attrs, node.kwd_patterns, strict=True):
        pattern(b, part, b.over(Attribute(made, name), (made,), name))
