"""The entry to lowering: one module's tree to its form."""

from __future__ import annotations

import ast

from archgates.domain.modules import Module
from archgates.syntax.form import Context, Form, ScopeKind
from archgates.syntax.lowering import definitions, expressions, statements
from archgates.syntax.lowering.builder import Builder, Frame
from archgates.syntax.tree import Tree


def lower(module: Module, tree: Tree, version: tuple[int, int]) -> Form:
    """The intermediate form of a module. `version` decides `sys.version_info` branches."""
    b = Builder(module, tree, version)
    statements.block(b, tree.module.body)
    b.close(b.frame)
    while b.pending:
        pending = b.pending.popleft()
        frame = Frame(pending.scope, {})
        b.frames = [b.frames[0], frame]
        definitions.parameters(b, pending)
        if isinstance(pending.node, ast.Lambda):
            body = pending.node.body
            term = expressions.evaluated(b, body)
            expressions.consume(b, body, term, Context.RETURNED, pending.scope)
            b.scopes[pending.scope].returns.append((term, ()))
        else:
            statements.block(b, pending.node.body)
        b.close(frame)
    assert b.scopes[0].kind is ScopeKind.MODULE
    return b.form
