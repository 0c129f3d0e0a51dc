"""Lowering of statements in execution order, with the flow of bindings between them."""

from __future__ import annotations

import ast
from collections.abc import Callable

from archgates.syntax import nodes
from archgates.syntax.bound_names import bound_names
from archgates.syntax.form import BindingKind, Context, ScopeKind
from archgates.syntax.lowering import attempts, choices, definitions, flow, reading
from archgates.syntax.lowering.annotations import annotation
from archgates.syntax.lowering.builder import Builder, Jumps
from archgates.syntax.lowering.narrowing import narrow
from archgates.syntax.lowering.quoted import quoted
from archgates.syntax.lowering.reading import consume, evaluated
from archgates.syntax.lowering.shapes import called_name, keeps_parts
from archgates.syntax.lowering.targets import assign, pairwise
from archgates.syntax.terms import NOTHING, OPAQUE, Concat, Element, TypeAlias


def block(b: Builder, statements: list[ast.stmt]) -> None:
    """Read statements one after the other."""
    for node in statements:
        lower = _LOWER.get(type(node))
        if lower is None:
            b.later.extend(ast.iter_child_nodes(node))
        else:
            lower(b, node)
        if b.later:
            reading.drain(b)


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
        assign(b, node.target, _value_of(b, node.annotation, node.value), node.value, noted)
        if isinstance(node.target, ast.Name) and node.target.id == "__all__" and b.scope.kind is ScopeKind.MODULE:
            b.form.exports.append(("=", b.bindings[-1].term))
    elif isinstance(node.target, ast.Name):
        b.frame.declared[node.target.id] = noted
        if b.scope.kind is not ScopeKind.FUNCTION:
            b.scope.declared[node.target.id] = noted
    else:
        assign(b, node.target, OPAQUE, None, noted)


def _value_of(b: Builder, noted: ast.expr, node: ast.expr) -> int:
    """The value of an annotated assignment; `Name: TypeAlias = "X | Y"` stands for what the text says."""
    text = quoted(node) if called_name(noted) == "TypeAlias" else None
    if text is None:
        return evaluated(b, node)
    alias = annotation(b, node)
    return b.over(TypeAlias(alias), (alias,))


def _augmented(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.AugAssign)
    term = evaluated(b, node.value)
    if isinstance(node.target, ast.Name):
        before = b.load(node.target.id)
        total = b.over(Concat((before, term)), (before, term)) if keeps_parts(node.op, node.value) else OPAQUE
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


def _assert(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.Assert)
    evaluated(b, node.test)
    if node.msg is not None:
        evaluated(b, node.msg)
    narrow(b, node.test, holds=True)


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


def _loop(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.For | ast.AsyncFor | ast.While)
    frame = b.frame
    source = evaluated(b, node.iter) if isinstance(node, ast.For | ast.AsyncFor) else OPAQUE
    before, stars = dict(frame.env), frame.stars
    again = node.test if isinstance(node, ast.While) else node.target
    repeated = [*node.body, ast.Expr(again)]
    phis: dict[str, int] = {}
    for name in sorted(set(bound_names(repeated)) - b.scope.globals - b.scope.nonlocals):
        if name in frame.env or b.scope.kind is not ScopeKind.CLASS:
            phis[name] = b.phi(name, node, frame.env.get(name, stars))
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
        operands = before.get(name, stars)
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
    flow.leave(frame, exits)


def _if(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.If)
    choices.chosen(b, node, block)


def _match(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.Match)
    choices.matched(b, node, block)


def _with(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.With | ast.AsyncWith)
    attempts.entered(b, node, block)


def _try(b: Builder, node: ast.stmt) -> None:
    assert isinstance(node, ast.Try | ast.TryStar)
    flow.leave(b.frame, attempts.attempted(b, node, block))


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
    ast.Assert: _assert,
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
