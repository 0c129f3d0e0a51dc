"""Lowering of annotations: what type checkers read, quoted or not."""

from __future__ import annotations

import ast

from archgates.syntax.lowering import reading
from archgates.syntax.lowering.builder import Builder
from archgates.syntax.lowering.quoted import quoted, unquoted_inside


def annotation(b: Builder, node: ast.expr | None) -> int:
    """The term of an annotation, or -1 for none. Only calls written in the open leave uses behind."""
    if node is None:
        return -1
    text = quoted(node)
    if text is not None:
        b.silent += 1
        term = reading.evaluated(b, text)
        b.silent -= 1
        return term
    return reading.evaluated(b, unquoted_inside(node))
