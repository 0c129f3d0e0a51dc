"""Iterative walks over a tree, in source order, over the nodes that carry meaning."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType

from archgates.syntax import nodes


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """`node` and everything below it: parents first, in source order, without recursion.

    Contexts (`ast.Load`) and operators (`ast.Add`), which hold nothing but their class, are left out: read them
    from their parent.
    """
    stack = [node]
    pop, push, extend, fields_of = stack.pop, stack.append, stack.extend, _STACK_ORDER.get
    while stack:
        current = pop()
        yield current
        fields = fields_of(current.__class__)
        if fields is None:
            extend(reversed(_interleaved_children(current)))
            continue
        for field in fields:
            value = getattr(current, field, None)
            if value.__class__ is list:
                extend(value[::-1])
            elif value is not None:
                push(value)


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes directly below `node`, in source order, without contexts and operators."""
    fields = _CHILD_FIELDS.get(node.__class__)
    if fields is None:
        return _interleaved_children(node)
    below: list[ast.AST] = []
    for field in fields:
        value = getattr(node, field, None)
        if value.__class__ is list:
            below += value
        elif value is not None:
            below.append(value)
    return below


def _interleaved_children(node: ast.AST) -> list[ast.AST]:
    """The same for nodes whose fields are not in source order, and for nodes of a newer interpreter."""
    if isinstance(node, ast.Call):
        return [node.func, *_arguments(node.args, node.keywords)]
    if isinstance(node, ast.ClassDef):
        head = [*node.decorator_list, *getattr(node, "type_params", ())]
        return [*head, *_arguments(node.bases, node.keywords), *node.body]
    if isinstance(node, ast.Dict):
        return [one for pair in zip(node.keys, node.values, strict=True) for one in pair if one is not None]
    if isinstance(node, ast.MatchMapping):
        return [one for pair in zip(node.keys, node.patterns, strict=True) for one in pair]
    if isinstance(node, ast.arguments):
        return _parameters(node)
    return [one for one in ast.iter_child_nodes(node) if not isinstance(one, _MARKERS)]


def _arguments(positional: Sequence[ast.expr], keywords: Sequence[ast.keyword]) -> Sequence[ast.AST]:
    """Arguments as written: `*more` may follow a keyword."""
    if not keywords or not any(isinstance(one, ast.Starred) for one in positional):
        return [*positional, *keywords]
    return sorted([*positional, *keywords], key=attrgetter("lineno", "col_offset"))


def _parameters(node: ast.arguments) -> list[ast.AST]:
    """Parameters, each followed by its default."""
    positional = [*node.posonlyargs, *node.args]
    defaults = [*[None] * (len(positional) - len(node.defaults)), *node.defaults]
    pairs: list[tuple[ast.AST | None, ast.AST | None]] = [*zip(positional, defaults, strict=True)]
    pairs.append((node.vararg, None))
    pairs += zip(node.kwonlyargs, node.kw_defaults, strict=True)
    pairs.append((node.kwarg, None))
    return [one for pair in pairs for one in pair if one is not None]


_MARKERS = (ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop, ast.type_ignore)
_CHILD_FIELDS: Mapping[type[ast.AST], tuple[str, ...]] = MappingProxyType(
    {
        ast.Module: ("body",),
        ast.Expression: ("body",),
        ast.Interactive: ("body",),
        ast.FunctionDef: ("decorator_list", "type_params", "args", "returns", "body"),
        ast.AsyncFunctionDef: ("decorator_list", "type_params", "args", "returns", "body"),
        ast.Return: ("value",),
        ast.Delete: ("targets",),
        ast.Assign: ("targets", "value"),
        nodes.TypeAlias: ("name", "type_params", "value"),
        ast.AugAssign: ("target", "value"),
        ast.AnnAssign: ("target", "annotation", "value"),
        ast.For: ("target", "iter", "body", "orelse"),
        ast.AsyncFor: ("target", "iter", "body", "orelse"),
        ast.While: ("test", "body", "orelse"),
        ast.If: ("test", "body", "orelse"),
        ast.With: ("items", "body"),
        ast.AsyncWith: ("items", "body"),
        ast.Match: ("subject", "cases"),
        ast.Raise: ("exc", "cause"),
        ast.Try: ("body", "handlers", "orelse", "finalbody"),
        ast.TryStar: ("body", "handlers", "orelse", "finalbody"),
        ast.Assert: ("test", "msg"),
        ast.Import: ("names",),
        ast.ImportFrom: ("names",),
        ast.Global: (),
        ast.Nonlocal: (),
        ast.Expr: ("value",),
        ast.Pass: (),
        ast.Break: (),
        ast.Continue: (),
        ast.BoolOp: ("values",),
        ast.NamedExpr: ("target", "value"),
        ast.BinOp: ("left", "right"),
        ast.UnaryOp: ("operand",),
        ast.Lambda: ("args", "body"),
        ast.IfExp: ("body", "test", "orelse"),
        ast.Set: ("elts",),
        ast.ListComp: ("elt", "generators"),
        ast.SetComp: ("elt", "generators"),
        ast.DictComp: ("key", "value", "generators"),
        ast.GeneratorExp: ("elt", "generators"),
        ast.Await: ("value",),
        ast.Yield: ("value",),
        ast.YieldFrom: ("value",),
        ast.Compare: ("left", "comparators"),
        ast.FormattedValue: ("value", "format_spec"),
        nodes.Interpolation: ("value", "format_spec"),
        ast.JoinedStr: ("values",),
        nodes.TemplateStr: ("values",),
        ast.Constant: (),
        ast.Attribute: ("value",),
        ast.Subscript: ("value", "slice"),
        ast.Starred: ("value",),
        ast.Name: (),
        ast.List: ("elts",),
        ast.Tuple: ("elts",),
        ast.Slice: ("lower", "upper", "step"),
        ast.comprehension: ("target", "iter", "ifs"),
        ast.ExceptHandler: ("type", "body"),
        ast.arg: ("annotation",),
        ast.keyword: ("value",),
        ast.alias: (),
        ast.withitem: ("context_expr", "optional_vars"),
        ast.match_case: ("pattern", "guard", "body"),
        ast.MatchValue: ("value",),
        ast.MatchSingleton: (),
        ast.MatchSequence: ("patterns",),
        ast.MatchClass: ("cls", "patterns", "kwd_patterns"),
        ast.MatchStar: (),
        ast.MatchAs: ("pattern",),
        ast.MatchOr: ("patterns",),
        nodes.TypeVar: ("bound", "default_value"),
        nodes.ParamSpec: ("default_value",),
        nodes.TypeVarTuple: ("default_value",),
    }
)
_STACK_ORDER: Mapping[type[ast.AST], tuple[str, ...]] = MappingProxyType(
    {node: fields[::-1] for node, fields in _CHILD_FIELDS.items()}
)
"""The same fields last to first, as a stack takes them."""
