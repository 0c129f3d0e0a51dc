"""Lowering of `try` and `with`: blocks that control may leave anywhere inside."""

from __future__ import annotations

import ast
from collections.abc import Callable

from archgates.syntax.bound_names import bound_names
from archgates.syntax.form import BindingKind
from archgates.syntax.lowering import flow, reading
from archgates.syntax.lowering.builder import Builder, Environment
from archgates.syntax.lowering.targets import assign
from archgates.syntax.terms import Entered, InstanceOf

Block = Callable[[Builder, list[ast.stmt]], None]
"""Reads statements one after the other."""


def entered(b: Builder, node: ast.With | ast.AsyncWith, block: Block) -> None:
    """`with`: the body runs to its end, unless the context manager is one that swallows exceptions."""
    swallows = False
    for item in node.items:
        term = reading.evaluated(b, item.context_expr)
        swallows = swallows or _suppresses(item.context_expr)
        if item.optional_vars is not None:
            assign(b, item.optional_vars, b.over(Entered(term), (term,)), None)
    before, mark = dict(b.frame.env), len(b.frame.log)
    block(b, node.body)
    if swallows or not b.frame.reachable:  # any context manager may swallow what left a body that never ends
        ends = [b.frame.env] if b.frame.reachable else []
        b.frame.env = flow.join([flow.interrupted(b, before, mark), *ends])
        b.frame.reachable = b.frame.reachable or swallows
        b.frame.shared = None


def _suppresses(node: ast.expr) -> bool:
    """`contextlib.suppress(...)` by its own name."""
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name == "suppress"


def tried(b: Builder, node: ast.Try | ast.TryStar, block: Block) -> list[Environment]:
    """`try` up to its `finally`: the environments at the ends of its ways. Handlers start from anywhere in the body."""
    frame = b.frame
    before, mark = dict(frame.env), len(frame.log)
    exits: list[Environment] = []
    block(b, node.body)
    interrupted = flow.interrupted(b, before, mark)
    block(b, node.orelse)
    if frame.reachable:
        exits.append(frame.env)
    for handler in node.handlers:
        frame.env, frame.reachable, frame.shared = dict(interrupted), True, None
        if handler.type is not None:
            caught = reading.bare(b, handler.type)
            reading.drain(b)
            if handler.name is not None:
                b.bind(handler.name, BindingKind.VALUE, handler, term=b.over(InstanceOf(caught), (caught,)))
        block(b, handler.body)
        if handler.name is not None:
            frame.env.pop(handler.name, None)
        if frame.reachable:
            exits.append(frame.env)
    return exits


def attempted(b: Builder, node: ast.Try | ast.TryStar, block: Block) -> list[Environment]:
    """A whole `try`. `finally` is entered from anywhere, and left for where control was going."""
    if not node.finalbody:
        return tried(b, node, block)
    frame = b.frame
    before, mark = dict(frame.env), len(frame.log)
    jumps = [one for loop in frame.loops[-1:] for one in (loop.breaks, loop.continues)]
    marks = [len(one) for one in jumps]
    exits = tried(b, node, block)
    frame.env = flow.join([flow.interrupted(b, before, mark), *exits])
    frame.reachable, frame.shared = True, None
    block(b, node.finalbody)
    if not frame.reachable:
        for jump, known in zip(jumps, marks, strict=True):
            del jump[known:]
        return []
    rebound = set(bound_names(node.finalbody))
    leaving = [one for jump, known in zip(jumps, marks, strict=True) for one in jump[known:]]
    for environment in [*leaving, *exits]:
        for name in rebound:
            environment.pop(name, None)
            if name in frame.env:
                environment[name] = frame.env[name]
    return exits
