"""Lowering of `if` and `match`: one of several ways is taken, and they meet again."""

from __future__ import annotations

import ast

from archgates.syntax.form import Guard
from archgates.syntax.lowering import flow
from archgates.syntax.lowering.attempts import Block
from archgates.syntax.lowering.branches import Reach, branches
from archgates.syntax.lowering.builder import Builder, Environment
from archgates.syntax.lowering.narrowing import narrow, widened
from archgates.syntax.lowering.patterns import pattern
from archgates.syntax.lowering.reading import evaluated
from archgates.syntax.terms import Items


def chosen(b: Builder, node: ast.If, block: Block) -> None:
    """A whole chain of `elif` is read in one loop, however long."""
    frame = b.frame
    exits: list[Environment] = []
    never_ends = False
    guards = len(frame.guards)
    typing = b.typing
    reachable = frame.reachable
    stars = frame.stars
    while True:
        evaluated(b, node.test)
        reach = branches(b.conditions, node.test)
        guard = _guard(b, node.test)
        start = dict(frame.env)
        narrow(b, node.test, holds=True)
        _branch(b, node.body, reach.body, guard, exits, block)
        frame.env, frame.shared, frame.reachable = start, None, reachable
        narrow(b, node.test, holds=False)
        never_ends = reach.orelse is Reach.NEVER
        b.typing = typing or reach.orelse is Reach.TYPING
        if guard is not None:
            frame.guards.append(guard._replace(positive=not guard.positive))
        if never_ends or len(node.orelse) != 1 or not isinstance(node.orelse[0], ast.If):
            break
        node = node.orelse[0]
    if never_ends:
        _branch(b, node.orelse, Reach.NEVER, None, exits, block)
    else:
        block(b, node.orelse)
        if frame.reachable:
            exits.append(frame.env)
    b.typing = typing
    kept = frame.guards[guards:]
    del frame.guards[guards:]
    if len(exits) == 1 and not node.orelse:  # every branch returned: what the conditions ruled out stays so
        frame.guards.extend(kept)
    frame.stars = frame.stars if len(frame.stars) > len(stars) else stars
    if len(exits) > 1:
        widened(b, exits)
    flow.leave(frame, exits)


def _branch(
    b: Builder, body: list[ast.stmt], reach: Reach, guard: Guard | None, exits: list[Environment], block: Block
) -> None:
    frame = b.frame
    typing = b.typing
    b.typing = typing or reach is not Reach.RUNS
    if guard is not None:
        frame.guards.append(guard)
    block(b, body)
    if guard is not None:
        frame.guards.pop()
    b.typing = typing
    if frame.reachable and reach is not Reach.NEVER:
        exits.append(frame.env)


def _guard(b: Builder, test: ast.expr) -> Guard | None:
    """`name == ...`, `name in ...` and their opposites, for reading a module's `__getattr__`."""
    if b.scope.name != "__getattr__" or not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return None
    if not isinstance(test.left, ast.Name):
        return None
    op = test.ops[0]
    if not isinstance(op, ast.Eq | ast.NotEq | ast.In | ast.NotIn):
        return None
    b.silent += 1
    among = evaluated(b, test.comparators[0])
    b.silent -= 1
    return Guard(test.left.id, among, isinstance(op, ast.Eq | ast.In))


def matched(b: Builder, node: ast.Match, block: Block) -> None:
    """The cases of a `match`, in order."""
    frame = b.frame
    subject = evaluated(b, node.subject)
    exits: list[Environment] = []
    reachable = frame.reachable
    exhaustive = False
    for case in node.cases:
        start = dict(frame.env)
        pattern(b, case.pattern, subject)
        irrefutable = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
        if case.guard is not None:  # a guard that says no leaves the names bound
            evaluated(b, case.guard)
            start = dict(frame.env) if irrefutable else flow.join([start, frame.env])
        elif irrefutable:
            exhaustive = True
        guard = _case_guard(b, node.subject, case.pattern)
        if guard is not None:
            frame.guards.append(guard)
        block(b, case.body)
        if guard is not None:
            frame.guards.pop()
        if frame.reachable:
            exits.append(frame.env)
        frame.env, frame.reachable, frame.shared = start, reachable, None
    if not exhaustive:
        exits.append(frame.env)
    flow.leave(frame, exits)


def _case_guard(b: Builder, subject: ast.expr, written: ast.pattern) -> Guard | None:
    """`case "name":` and `case "a" | "b":` in a module's `__getattr__`."""
    options = written.patterns if isinstance(written, ast.MatchOr) else [written]
    texts = [option.value for option in options if isinstance(option, ast.MatchValue)]
    if b.scope.name != "__getattr__" or not isinstance(subject, ast.Name) or len(texts) != len(options):
        return None
    b.silent += 1
    terms = [evaluated(b, text) for text in texts]
    b.silent -= 1
    return Guard(subject.id, b.over(Items(tuple(terms)), terms), positive=True)
