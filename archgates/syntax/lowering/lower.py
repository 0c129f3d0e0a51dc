"""The entry to lowering: one module's tree to its form."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from archgates.domain.modules import Module
from archgates.syntax.form import Context, Form, ScopeKind
from archgates.syntax.lowering import definitions, expressions, reading, statements
from archgates.syntax.lowering.builder import Builder, Frame
from archgates.syntax.tree import Tree

FRAMES = 4_000
"""Python frames for 200 nested brackets in 100 nested blocks, which is as deep as the grammar of CPython goes."""


@contextmanager
def deeper(frames: int) -> Iterator[None]:
    """Allow this many frames more. Calls between Python functions take none of the native stack."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + frames)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def lower(module: Module, tree: Tree, version: tuple[int, int]) -> Form:
    """The intermediate form of a module. `version` decides `sys.version_info` branches."""
    with deeper(FRAMES):
        return _lowered(Builder(module, tree, version, expressions.LOWERING), tree)


def _lowered(b: Builder, tree: Tree) -> Form:
    statements.block(b, tree.module.body)
    b.close(b.frame)
    while b.pending:
        pending = b.pending.popleft()
        frame = Frame(pending.scope, {})
        b.frames = [b.frames[0], frame]
        definitions.parameters(b, pending)
        if isinstance(pending.node, ast.Lambda):
            body = pending.node.body
            term = reading.evaluated(b, body)
            reading.consume(b, body, term, Context.RETURNED, pending.scope)
            b.scopes[pending.scope].returns.append((term, ()))
        else:
            statements.block(b, pending.node.body)
        b.close(frame)
    assert b.scopes[0].kind is ScopeKind.MODULE
    return b.form
