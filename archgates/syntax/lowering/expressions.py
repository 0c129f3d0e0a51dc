"""Lowering of expressions: each gives a term, and leaves behind the uses inside it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from archgates.syntax.form import BindingKind, Context, ScopeKind
from archgates.syntax.lowering.builder import NO_KEYS, Builder, Pending
from archgates.syntax.lowering.comprehensions import comprehension
from archgates.syntax.lowering.narrowing import narrow, restore
from archgates.syntax.lowering.quoted import quoted
from archgates.syntax.lowering.reading import bare, consume, drain, other, value
from archgates.syntax.lowering.shapes import REFLECTIVE, asks_for_class, called_name, keeps_parts, looks_up
from archgates.syntax.lowering.storing import stored
from archgates.syntax.terms import (
    LOOK_UP_KEY,
    NOTHING,
    OPAQUE,
    SELF_KEY,
    Attribute,
    Call,
    Concat,
    Element,
    Items,
    Join,
    Lambda,
    Subscript,
    Table,
    Text,
)

LONGEST_SUM = 200
_QUOTES = frozenset({("cast", False), ("TypeVar", True)})
"""Functions that take annotations as text: as the first argument, or as any later one."""


def _name(b: Builder, node: ast.expr) -> int:
    assert isinstance(node, ast.Name)
    return b.load(node.id)


def _constant(b: Builder, node: ast.expr) -> int:
    assert isinstance(node, ast.Constant)
    if isinstance(node.value, str):
        return b.term(Text(node.value), frozenset((node.value,)) if node.value.isidentifier() else NO_KEYS)
    return NOTHING


def _chain(b: Builder, node: ast.expr) -> int:
    """`a.b(c)[d]. ...`: the spine is walked without recursion."""
    spine: list[ast.expr] = []
    current: ast.expr = node
    while True:
        if isinstance(current, ast.Attribute | ast.Subscript):
            spine.append(current)
            current = current.value
        elif isinstance(current, ast.Call):
            spine.append(current)
            current = current.func
        else:
            break
    term = value(b, current)
    below = current
    for link in reversed(spine):
        if isinstance(link, ast.Attribute):
            term = _attribute(b, term, link)
        elif isinstance(link, ast.Subscript):
            key = bare(b, link.slice)
            looks = looks_up(link)
            term = b.over(Subscript(term, key), (term, key), *((LOOK_UP_KEY,) if looks else ()))
            if looks:
                b.use(Context.LOOKED_UP, term, link)
        else:
            assert isinstance(link, ast.Call)
            term = _call(b, term, link, below)
        below = link
    return term


def _compare(b: Builder, node: ast.expr) -> int:
    """A comparison hands nothing out, not even the members of `x in (A, B)`."""
    assert isinstance(node, ast.Compare)
    for operand in (node.left, *node.comparators):
        if isinstance(operand, ast.Tuple | ast.List | ast.Set):
            b.later.extend(operand.elts)
        else:
            b.later.append(operand)
    return OPAQUE


def _yield(b: Builder, node: ast.expr) -> int:
    assert isinstance(node, ast.Yield | ast.YieldFrom)
    if node.value is None:
        b.frame.yielded.append(NOTHING)
        return OPAQUE
    term = value(b, node.value)
    consume(b, node.value, term, Context.RETURNED, b.frame.scope, "yield")
    b.frame.yielded.append(b.over(Element(term), (term,)) if isinstance(node, ast.YieldFrom) else term)
    return OPAQUE


def _attribute(b: Builder, base: int, node: ast.Attribute) -> int:
    key = {"__class__": (SELF_KEY,), "__dict__": (LOOK_UP_KEY,)}.get(node.attr, ())
    names = (node.attr, *key)
    return b.over(Attribute(base, node.attr), (base,), *names)


def _call(b: Builder, function: int, node: ast.Call, below: ast.expr) -> int:
    arguments: list[int] = []
    spread: list[tuple[ast.expr, int]] = []
    for place, argument in enumerate(node.args):
        text = quoted(argument) if (called_name(below), place > 0) in _QUOTES else None
        term = value(b, text or (argument.value if isinstance(argument, ast.Starred) else argument))
        arguments.append(OPAQUE if isinstance(argument, ast.Starred) else term)
        if isinstance(argument, ast.Starred):
            spread.append((argument.value, term))
    keywords = tuple((keyword.arg, _keyword(b, keyword, below)) for keyword in node.keywords)
    parts = (function, *arguments, *(term for _, term in keywords))
    looks = looks_up(node)
    reflects = looks or called_name(below) in REFLECTIVE
    names = (SELF_KEY,) if asks_for_class(node) else (LOOK_UP_KEY,) if reflects else ()
    call = b.over(Call(function, tuple(arguments), keywords, b.frame.scope), parts, *names)
    b.use(Context.CALLED, function, node, call)
    for place, argument in enumerate(node.args):
        if not isinstance(argument, ast.Starred):
            consume(b, argument, arguments[place], Context.ARGUMENT, call, place)
    for keyword, (name, term) in zip(node.keywords, keywords, strict=True):
        if name is None:
            spread.append((keyword.value, term))
        else:
            consume(b, keyword.value, term, Context.ARGUMENT, call, name)
    for container, term in spread:
        b.use(Context.ARGUMENT, term, container, call)
    if looks:
        b.use(Context.LOOKED_UP, call, node)
    stored(b, call, node)
    return call


def _keyword(b: Builder, keyword: ast.keyword, below: ast.expr) -> int:
    """The value of a keyword argument; the bound of a type variable may be quoted."""
    text = quoted(keyword.value) if keyword.arg == "bound" and called_name(below) == "TypeVar" else None
    return value(b, text or keyword.value)


def _alternatives(b: Builder, pairs: tuple[tuple[ast.expr, int], ...]) -> int:
    term = b.over(Join(tuple(number for _, number in pairs)), (number for _, number in pairs))
    if term != OPAQUE:
        b.leaves[term] = pairs
    return term


def _conditional(b: Builder, node: ast.expr) -> int:
    options: list[tuple[ast.expr, int]] = []
    left: list[Mapping[str, tuple[int, ...]]] = []
    while isinstance(node, ast.IfExp):
        b.later.append(node.test)
        options.append((node.body, _behind(b, [node.test], node.body)))
        left.append(narrow(b, node.test, holds=False))
        node = node.orelse
    options.append((node, value(b, node)))
    for before in reversed(left):
        restore(b, before)
    return _alternatives(b, tuple(options))


def _behind(b: Builder, tests: list[ast.expr], node: ast.expr) -> int:
    """The value of an expression that is read only where tests hold."""
    mark = len(b.later)
    told = [narrow(b, test, holds=True) for test in tests]
    term = value(b, node)
    if any(told):
        drain(b, mark)
    for before in reversed(told):
        restore(b, before)
    return term


def _boolean(b: Builder, node: ast.expr) -> int:
    assert isinstance(node, ast.BoolOp)
    if isinstance(node.op, ast.And):  # the value of `a and b` is b, or a false a
        b.later.extend(node.values[:-1])
        return _behind(b, node.values[:-1], node.values[-1])
    return _alternatives(b, tuple((one, value(b, one)) for one in node.values))


def _walrus(b: Builder, node: ast.expr) -> int:
    assert isinstance(node, ast.NamedExpr)
    term = value(b, node.value)
    b.bind(node.target.id, BindingKind.VALUE, node.target, term=term)
    consume(b, node.value, term, Context.BOUND)
    if term in b.leaves or not b.keys[term]:
        return term
    return b.load(node.target.id)


def _through(b: Builder, node: ast.expr) -> int:
    assert isinstance(node, ast.Await | ast.Starred)
    return value(b, node.value)


def _display(b: Builder, node: ast.expr) -> int:
    assert isinstance(node, ast.List | ast.Tuple | ast.Set)
    items = [value(b, item.value if isinstance(item, ast.Starred) else item) for item in node.elts]
    terms = [
        b.over(Element(item), (item,)) if isinstance(element, ast.Starred) and item != OPAQUE else item
        for element, item in zip(node.elts, items, strict=True)
    ]
    display = b.over(Items(tuple(terms)), terms)
    for element, term in zip(node.elts, items, strict=True):
        if not isinstance(element, ast.Starred):
            consume(b, element, term, Context.MEMBER, display)
    return display


def _dict(b: Builder, node: ast.expr) -> int:
    assert isinstance(node, ast.Dict)
    pairs = zip(node.keys, node.values, strict=True)
    entries = [(-1 if key is None else value(b, key), value(b, item)) for key, item in pairs]
    display = b.over(Table(tuple(entries)), [part for pair in entries for part in pair if part >= 0])
    for key_node, item_node, (key, item) in zip(node.keys, node.values, entries, strict=True):
        if key_node is not None:
            consume(b, key_node, key, Context.MEMBER, display, "key")
            consume(b, item_node, item, Context.MEMBER, display)
    return display


def _sum(b: Builder, node: ast.expr) -> int:
    """`a + b + ...` of texts or lists, `a | b` of tables and `a * 2` keep their parts; other operators keep nothing."""
    assert isinstance(node, ast.BinOp)
    op = type(node.op)
    parts: list[ast.expr] = []
    current: ast.expr = node
    while isinstance(current, ast.BinOp) and isinstance(current.op, op) and len(parts) < LONGEST_SUM:
        parts.append(current.right)
        current = current.left
    parts.append(current)
    if not keeps_parts(node.op, *parts) or len(parts) > LONGEST_SUM:
        return other(b, node)
    terms = [value(b, part) for part in reversed(parts)]
    return b.over(Concat(tuple(terms)), terms)


def _text(b: Builder, node: ast.expr) -> int:
    assert isinstance(node, ast.JoinedStr)
    terms: list[int] = []
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            terms.append(value(b, part.value))
            if part.format_spec is not None:
                b.later.append(part.format_spec)
        else:
            terms.append(value(b, part))
    return b.over(Concat(tuple(terms)), terms)


def _lambda(b: Builder, node: ast.expr) -> int:
    assert isinstance(node, ast.Lambda)
    scope = b.open(ScopeKind.LAMBDA, "<lambda>", node)
    b.pending.append(Pending(node, scope, defaults(b, node.args)))
    return b.over(Lambda(scope), (), f"<lambda {scope}>")


def defaults(b: Builder, arguments: ast.arguments) -> dict[str, int]:
    """Lower the default values of parameters, in the scope around the function: the term by parameter."""
    positional = [*arguments.posonlyargs, *arguments.args]
    pairs: list[tuple[ast.arg, ast.expr | None]] = list(
        zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True)
    )
    pairs.extend(zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True))
    found: dict[str, int] = {}
    for argument, default in pairs:
        if default is not None:
            found[argument.arg] = value(b, default)
            consume(b, default, found[argument.arg], Context.DEFAULT, slot=argument.arg)
    return found


LOWERING: dict[type[ast.expr], Callable[[Builder, ast.expr], int]] = {
    ast.Name: _name,
    ast.Constant: _constant,
    ast.Attribute: _chain,
    ast.Subscript: _chain,
    ast.Call: _chain,
    ast.IfExp: _conditional,
    ast.BoolOp: _boolean,
    ast.NamedExpr: _walrus,
    ast.Await: _through,
    ast.Compare: _compare,
    ast.Yield: _yield,
    ast.YieldFrom: _yield,
    ast.Starred: _through,
    ast.List: _display,
    ast.Tuple: _display,
    ast.Set: _display,
    ast.Dict: _dict,
    ast.BinOp: _sum,
    ast.JoinedStr: _text,
    ast.Lambda: _lambda,
    ast.ListComp: comprehension,
    ast.SetComp: comprehension,
    ast.GeneratorExp: comprehension,
    ast.DictComp: comprehension,
}
