"""Lowering of statements in execution order, with the flow of bindings between them."""

from __future__ import annotations

import ast
from collections.abc import Callable

from archgates.syntax import nodes
from archgates.syntax.bound_names import bound_names
from archgates.syntax.form import BindingKind, Context, Guard, ScopeKind
from archgates.syntax.lowering import attempts, definitions, expressions, flow
from archgates.syntax.lowering.annotations import annotation
from archgates.syntax.lowering.branches import Reach, branches
from archgates.syntax.lowering.builder import Builder, Environment, Frame, Jumps
from archgates.syntax.lowering.expressions import consume, evaluated
from archgates.syntax.lowering.patterns import pattern
from archgates.syntax.lowering.targets import assign, pairwise
from archgates.syntax.terms import NOTHING, OPAQUE, Concat, Element, Items, TypeAlias


def block(b: Builder, statements: list[ast.stmt]) -> None:
    """Read statements one after the other."""
    for node in statements:
        lower = _LOWER.get(type(node))
        if lower is None:
            b.later.extend(ast.iter_child_nodes(node))
        else:
            lower(b, node)
        if b.later:
            expressions.drain(b)


def _expression(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.Expr)
    call = node.value
    evaluated(b, call)
    if (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "__all__"
        and b.scope.kind is ScopeKind.MODULE
        and len(call.args) == 1
    ):
        _exports(b, call.func.attr, call.args[0])


def _exports(b: Builder, how: str, node: ast.expr) -> None:
    b.silent += 1
    term = evaluated(b, node)
    b.silent -= 1
    b.form.exports.append((how, term))


def _assign(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.Assign)
    pairs = pairwise(node.targets, node.value)
    if pairs is not None:
        terms = [evaluated(b, source) for _, source in pairs]
        for (target, source), term in zip(pairs, terms, strict=True):
            assign(b, target, term, source)
        return
    if isinstance(node.targets[0], ast.Name) and b.scope.kind is ScopeKind.MODULE:
        b.conditions.assign(node.targets[0], node.value)
    term = evaluated(b, node.value)
    for place, target in enumerate(node.targets):
        assign(b, target, term, node.value if place == 0 else None)
        if isinstance(target, ast.Name) and target.id == "__all__" and b.scope.kind is ScopeKind.MODULE:
            b.form.exports.append(("=", term))


def _annotated(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.AnnAssign)
    noted = annotation(b, node.annotation)
    if node.value is not None:
        assign(b, node.target, evaluated(b, node.value), node.value, noted)
        if isinstance(node.target, ast.Name) and node.target.id == "__all__" and b.scope.kind is ScopeKind.MODULE:
            b.form.exports.append(("=", b.bindings[-1].term))
    elif isinstance(node.target, ast.Name):
        b.frame.declared[node.target.id] = noted
        if b.scope.kind is not ScopeKind.FUNCTION:
            b.scope.declared[node.target.id] = noted
    else:
        assign(b, node.target, OPAQUE, None, noted)


def _augmented(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.AugAssign)
    term = evaluated(b, node.value)
    if isinstance(node.target, ast.Name):
        before = b.load(node.target.id)
        total = b.over(Concat((before, term)), (before, term)) if isinstance(node.op, ast.Add) else OPAQUE
        b.bind(node.target.id, BindingKind.VALUE, node.target, term=total)
        if node.target.id == "__all__" and b.scope.kind is ScopeKind.MODULE:
            b.form.exports.append(("+=", term))
    else:
        assign(b, node.target, term, node.value)


def _return(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.Return)
    term = NOTHING
    if node.value is not None:
        term = evaluated(b, node.value)
        consume(b, node.value, term, Context.RETURNED, b.frame.scope)
    b.scope.returns.append((term, tuple(b.frame.guards)))
    b.frame.reachable = False


def _raise(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.Raise)
    for part in (node.exc, node.cause):
        if part is not None:
            b.use(Context.RAISED, evaluated(b, part), part)
    b.frame.reachable = False


def _jump(b: Builder, node: ast.stmt) -> None:
    loops = b.frame.loops
    if loops:
        where = loops[-1].breaks if isinstance(node, ast.Break) else loops[-1].continues
        where.append(dict(b.frame.env))
    b.frame.reachable = False


def _delete(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.Delete)
    for target in node.targets:
        if isinstance(target, ast.Name):
            b.unbind(target.id)
        else:
            b.later.extend(ast.iter_child_nodes(target))


def _global(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.Global | ast.Nonlocal)
    names = b.scope.globals if isinstance(node, ast.Global) else b.scope.nonlocals
    names.update(node.names)


def _if(b: Builder, node: ast.stmt) -> None:
    """A whole chain of `elif` is read in one loop, however long."""
    assert isinstance(node, ast.If)
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
        _branch(b, node.body, reach.body, guard, exits)
        frame.env, frame.shared, frame.reachable = start, None, reachable
        never_ends = reach.orelse is Reach.NEVER
        b.typing = typing or reach.orelse is Reach.TYPING
        if guard is not None:
            frame.guards.append(guard._replace(positive=not guard.positive))
        if never_ends or len(node.orelse) != 1 or not isinstance(node.orelse[0], ast.If):
            break
        node = node.orelse[0]
    if never_ends:
        _branch(b, node.orelse, Reach.NEVER, None, exits)
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
    _leave(frame, exits)


def _branch(b: Builder, body: list[ast.stmt], reach: Reach, guard: Guard | None, exits: list[Environment]) -> None:
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


def _leave(frame: Frame, exits: list[Environment]) -> None:
    """Go on with what reaches the end of one of several ways; with none, what follows is not reached."""
    frame.shared = None
    if exits:
        frame.env = exits[0] if len(exits) == 1 else flow.join(exits)
        frame.reachable = True
    else:
        frame.reachable = False


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


def _loop(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.For | ast.AsyncFor | ast.While)
    frame = b.frame
    source = evaluated(b, node.iter) if isinstance(node, ast.For | ast.AsyncFor) else OPAQUE
    before = dict(frame.env)
    again = node.test if isinstance(node, ast.While) else node.target
    repeated = [*node.body, ast.Expr(again)]
    phis: dict[str, int] = {}
    for name in sorted(set(bound_names(repeated)) - b.scope.globals - b.scope.nonlocals):
        if name in frame.env or b.scope.kind is not ScopeKind.CLASS:
            phis[name] = b.phi(name, node, frame.env.get(name, ()))
            frame.env[name] = (phis[name],)
    frame.shared = None
    if isinstance(node, ast.While):
        evaluated(b, node.test)
    head = dict(frame.env)
    if isinstance(node, ast.For | ast.AsyncFor):
        assign(b, node.target, b.over(Element(source), (source,)), None)
    frame.loops.append(Jumps())
    block(b, node.body)
    jumps = frame.loops.pop()
    ends = [*jumps.continues, *([frame.env] if frame.reachable else [])]
    for name, phi in phis.items():
        operands = before.get(name, ())
        for environment in ends:
            operands = flow.merged(operands, tuple(one for one in environment.get(name, ()) if one != phi))
        b.bindings[phi] = b.bindings[phi]._replace(operands=operands)
    # A loop ends at its head, where every round meets; only names without a phi come from the rounds.
    frame.env, frame.reachable, frame.shared = {**flow.join(ends), **head}, True, None
    block(b, node.orelse)
    endless = isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and bool(node.test.value)
    exits = list(jumps.breaks)
    if frame.reachable and not endless:
        exits.append(frame.env)
    _leave(frame, exits)


def _with(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.With | ast.AsyncWith)
    attempts.entered(b, node, block)


def _try(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.Try | ast.TryStar)
    _leave(b.frame, attempts.attempted(b, node, block))


def _match(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.Match)
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
    _leave(frame, exits)


def _class(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.ClassDef)
    scope, frame = definitions.class_head(b, node)
    b.frames.append(frame)
    block(b, node.body)
    b.close(frame)
    b.frames.pop()
    b.bind(node.name, BindingKind.CLASS, node, target=scope)


def _function(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    definitions.function(b, node)


def _import(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.Import)
    definitions.imports(b, node)


def _import_from(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.ImportFrom)
    definitions.imports_from(b, node)


def _type_alias(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, nodes.TypeAlias)
    b.silent += 1
    noted = annotation(b, node.value)
    b.silent -= 1
    b.bind(node.name.id, BindingKind.VALUE, node, term=b.over(TypeAlias(noted), (noted,)))


def _in_branch(lower: Callable[[Builder, ast.stmt], None]) -> Callable[[Builder, ast.stmt], None]:
    """What stands in this statement may not run."""

    def lowered(b: Builder, node: ast.stmt) -> None:
        b.conditional += 1
        lower(b, node)
        b.conditional -= 1

    return lowered


_LOWER: dict[type[ast.stmt], Callable[[Builder, ast.stmt], None]] = {
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Break: _jump,
    ast.Continue: _jump,
    ast.Delete: _delete,
    ast.Global: _global,
    ast.Nonlocal: _global,
    ast.If: _in_branch(_if),
    ast.For: _in_branch(_loop),
    ast.AsyncFor: _in_branch(_loop),
    ast.While: _in_branch(_loop),
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Try: _in_branch(_try),
    ast.TryStar: _in_branch(_try),
    ast.Match: _in_branch(_match),
    ast.ClassDef: _class,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    nodes.TypeAlias: _type_alias,
}
