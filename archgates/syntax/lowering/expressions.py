"""Lowering of expressions: each gives a term, and leaves behind the uses inside it."""

from __future__ import annotations

import ast
from collections.abc import Callable

from archgates.syntax.form import BindingKind, Context, ScopeKind
from archgates.syntax.lowering.builder import NO_KEYS, Builder, Pending
from archgates.syntax.lowering.quoted import quoted
from archgates.syntax.lowering.shapes import REFLECTIVE, asks_for_class, called_name, looks_up
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
    Item,
    Items,
    Join,
    Lambda,
    Subscript,
    Table,
    Text,
)

DEEPEST = 250
"""Expressions nested deeper than brackets can be are read for the uses inside them; their value is opaque."""
LONGEST_SUM = 200
_QUOTES = frozenset({("cast", False), ("TypeVar", True)})
"""Functions that take annotations as text: as the first argument, or as any later one."""


def value(b: Builder, node: ast.expr) -> int:
    """The term of an expression."""
    if b.depth >= DEEPEST and not isinstance(node, ast.Name):
        b.later.append(node)
        return OPAQUE
    b.depth += 1
    try:
        return _LOWER.get(type(node), _other)(b, node)
    finally:
        b.depth -= 1


def evaluated(b: Builder, node: ast.expr) -> int:
    """The term of an expression that stands for itself: what was put off inside it is read too."""
    mark = len(b.later)
    term = value(b, node)
    drain(b, mark)
    return term


def drain(b: Builder, mark: int = 0) -> None:
    """Read the expressions that were put off since `mark`, in source order."""
    while len(b.later) > mark:
        fresh = b.later[mark:]
        del b.later[mark:]
        for node in fresh:
            if isinstance(node, ast.expr):
                depth, b.depth = b.depth, 0
                value(b, node)
                b.depth = depth
            else:
                b.later.extend(ast.iter_child_nodes(node))


def consume(
    b: Builder, node: ast.expr, term: int, context: Context, owner: int = -1, slot: str | int | None = None
) -> None:
    """Record one use for each reference that may be the value of `node`."""
    leaves = b.leaves.get(term)
    if leaves is None:
        b.use(context, term, node, owner, slot)
        return
    for leaf, leaf_term in leaves:
        consume(b, leaf, leaf_term, context, owner, slot)


def _other(b: Builder, node: ast.expr) -> int:
    """An expression without a value that matters: only what is inside it is read."""
    b.later.extend(ast.iter_child_nodes(node))
    return OPAQUE


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


def bare(b: Builder, node: ast.expr) -> int:
    """A value whose tuples and lists hand nothing out: `Union[A, B]`, `except (A, B)`."""
    if isinstance(node, ast.Tuple | ast.List) and b.depth < DEEPEST:
        b.depth += 1
        terms = [bare(b, part) for part in node.elts]
        b.depth -= 1
        return b.over(Items(tuple(terms)), terms)
    return value(b, node)


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
    b.scope.yields = True
    if node.value is not None:
        term = value(b, node.value)
        consume(b, node.value, term, Context.RETURNED, b.frame.scope, "yield")
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


def _alternatives(b: Builder, nodes: list[ast.expr]) -> int:
    pairs = tuple((node, value(b, node)) for node in nodes)
    term = b.over(Join(tuple(number for _, number in pairs)), (number for _, number in pairs))
    if term != OPAQUE:
        b.leaves[term] = pairs
    return term


def _conditional(b: Builder, node: ast.expr) -> int:
    options: list[ast.expr] = []
    while isinstance(node, ast.IfExp):
        b.later.append(node.test)
        options.append(node.body)
        node = node.orelse
    return _alternatives(b, [*options, node])


def _boolean(b: Builder, node: ast.expr) -> int:
    assert isinstance(node, ast.BoolOp)
    if isinstance(node.op, ast.And):  # the value of `a and b` is b, or a false a
        b.later.extend(node.values[:-1])
        return value(b, node.values[-1])
    return _alternatives(b, node.values)


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
    """`a + b + ...` of texts or lists keeps its parts; any other operator keeps nothing."""
    assert isinstance(node, ast.BinOp)
    parts: list[ast.expr] = []
    current: ast.expr = node
    while isinstance(current, ast.BinOp) and isinstance(current.op, ast.Add) and len(parts) < LONGEST_SUM:
        parts.append(current.right)
        current = current.left
    parts.append(current)
    if not isinstance(node.op, ast.Add) or len(parts) > LONGEST_SUM:
        return _other(b, node)
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


def _comprehension(b: Builder, node: ast.expr) -> int:
    """Targets live in an overlay over the scope around; the first iterable is read outside of it."""
    assert isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp)
    frame = b.frame
    mark = len(b.later)
    first = evaluated(b, node.generators[0].iter)
    overlay: dict[str, tuple[int, ...]] = {}
    frame.overlays.append(overlay)
    for place, generator in enumerate(node.generators):
        source = first if place == 0 else value(b, generator.iter)
        _comprehension_target(b, generator.target, b.over(Element(source), (source,)), overlay)
        b.later.extend(generator.ifs)
        drain(b, mark)
    if isinstance(node, ast.DictComp):
        key, item = value(b, node.key), value(b, node.value)
        result = b.over(Table(((key, item),)), (key, item))
        consume(b, node.value, item, Context.MEMBER, result)
    else:
        element = value(b, node.elt)
        result = b.over(Items((element,)), (element,))
        consume(b, node.elt, element, Context.MEMBER, result)
    drain(b, mark)
    frame.overlays.pop()
    return result


def _comprehension_target(b: Builder, target: ast.expr, term: int, overlay: dict[str, tuple[int, ...]]) -> None:
    if isinstance(target, ast.Name):
        overlay[target.id] = (b.hidden(target.id, target, term),)
    elif isinstance(target, ast.Tuple | ast.List):
        for place, part in enumerate(target.elts):
            item = OPAQUE if isinstance(part, ast.Starred) else b.over(Item(term, place), (term,))
            _comprehension_target(b, part.value if isinstance(part, ast.Starred) else part, item, overlay)
    else:
        b.later.append(target)


_LOWER: dict[type[ast.expr], Callable[[Builder, ast.expr], int]] = {
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
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _comprehension,
}
