"""Lowering of match patterns: they test and bind, they construct nothing."""

from __future__ import annotations

import ast

from archgates.syntax.form import BindingKind
from archgates.syntax.lowering import reading
from archgates.syntax.lowering.builder import Builder
from archgates.syntax.terms import OPAQUE, InstanceOf


def pattern(b: Builder, node: ast.pattern, subject: int) -> None:
    """Bind the names of a pattern that is matched against `subject`."""
    if isinstance(node, ast.MatchAs):
        term = subject
        if node.pattern is not None:
            pattern(b, node.pattern, subject)
            if isinstance(node.pattern, ast.MatchClass):
                cls = reading.value(b, node.pattern.cls)
                term = b.over(InstanceOf(cls), (cls,))
        if node.name is not None:
            b.bind(node.name, BindingKind.VALUE, node, term=term)
    elif isinstance(node, ast.MatchStar):
        if node.name is not None:
            b.bind(node.name, BindingKind.VALUE, node, term=OPAQUE)
    elif isinstance(node, ast.MatchMapping):
        for part in node.patterns:
            pattern(b, part, OPAQUE)
        if node.rest is not None:
            b.bind(node.rest, BindingKind.VALUE, node, term=OPAQUE)
    elif isinstance(node, ast.MatchClass):
        for part in (*node.patterns, *node.kwd_patterns):
            pattern(b, part, OPAQUE)
    elif isinstance(node, ast.MatchSequence):
        for part in node.patterns:
            pattern(b, part, OPAQUE)
    elif isinstance(node, ast.MatchOr):
        for part in node.patterns:
            pattern(b, part, subject)
