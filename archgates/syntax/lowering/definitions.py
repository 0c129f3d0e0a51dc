"""Lowering of imports, functions and the heads of classes."""

from __future__ import annotations

import ast

from archgates.syntax import nodes
from archgates.syntax.form import BindingKind, Context, ScopeKind
from archgates.syntax.lowering import expressions
from archgates.syntax.lowering.annotations import annotation
from archgates.syntax.lowering.builder import Builder, Frame, Pending
from archgates.syntax.terms import OPAQUE

_CLASS_FIRST = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})


def imports(b: Builder, node: ast.Import) -> None:
    """`import a.b` binds `a`; `import a.b as e` binds `e` to the module `a.b` (DESIGN 2.2 rule 4)."""
    for alias in node.names:
        name = alias.asname or alias.name.partition(".")[0]
        module = alias.name if alias.asname else name
        b.bind(name, BindingKind.IMPORT, alias, module=module, attribute=alias.name)


def imports_from(b: Builder, node: ast.ImportFrom) -> None:
    """`from m import x`, `from m import *`."""
    module = node.module or ""
    for alias in node.names:
        if alias.name == "*":
            star = b.bind("*", BindingKind.STAR, alias, module=module, level=node.level)
            b.frame.env.pop("*", None)
            b.frame.stars = (star, *b.frame.stars)
            b.scope.stars.append(star)
            continue
        name = alias.asname or alias.name
        b.bind(name, BindingKind.FROM, alias, module=module, level=node.level, attribute=alias.name)


def function(b: Builder, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """The head of a function; its body is read later, when all that it can see is known."""
    decorators = _decorators(b, node.decorator_list)
    defaults = expressions.defaults(b, node.args)
    expressions.drain(b)
    scope_number = b.open(ScopeKind.FUNCTION, node.name, node)
    scope = b.scopes[scope_number]
    scope.is_async = isinstance(node, ast.AsyncFunctionDef)
    scope.decorators = decorators
    scope.annotation = annotation(b, node.returns)
    if b.scope.kind is ScopeKind.CLASS:
        positional = [*node.args.posonlyargs, *node.args.args]
        if positional and not _is_static(node):
            scope.first_parameter = positional[0].arg
    for term, decorator in zip(decorators, node.decorator_list, strict=True):
        b.use(Context.DECORATES, term, decorator, scope_number)
    b.bind(node.name, BindingKind.FUNCTION, node, target=scope_number)
    b.pending.append(Pending(node, scope_number, defaults, _annotations(b, node.args)))


def _is_static(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return node.name not in _CLASS_FIRST and any(
        isinstance(decorator, ast.Name) and decorator.id == "staticmethod" for decorator in node.decorator_list
    )


def _decorators(b: Builder, decorators: list[ast.expr]) -> tuple[int, ...]:
    return tuple(expressions.evaluated(b, decorator) for decorator in decorators)


def _annotations(b: Builder, arguments: ast.arguments) -> dict[str, int]:
    found: dict[str, int] = {}
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if argument.annotation is not None:
            found[argument.arg] = annotation(b, argument.annotation)
    for rest in (arguments.vararg, arguments.kwarg):
        if rest is not None and rest.annotation is not None:
            annotation(b, rest.annotation)
    return found


def parameters(b: Builder, pending: Pending) -> None:
    """Bind the parameters of a function whose frame is open."""
    arguments = pending.node.args
    bound: list[int] = []
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        bound.append(
            b.bind(
                argument.arg,
                BindingKind.PARAMETER,
                argument,
                term=pending.defaults.get(argument.arg, -1),
                annotation=pending.annotations.get(argument.arg, -1),
                target=pending.scope,
            )
        )
    b.scopes[pending.scope].parameters = tuple(bound)
    if arguments.vararg is not None:
        rest = b.bind(arguments.vararg.arg, BindingKind.PARAMETER, arguments.vararg, term=-1, target=pending.scope)
        b.scopes[pending.scope].rest = rest
    if arguments.kwarg is not None:
        b.bind(arguments.kwarg.arg, BindingKind.VALUE, arguments.kwarg, term=OPAQUE)


def type_parameters(b: Builder, node: ast.AST) -> None:
    """`class C[T]`, `def f[T]`: names that stand for no value."""
    for parameter in getattr(node, "type_params", ()):
        if isinstance(parameter, nodes.TypeVar | nodes.ParamSpec | nodes.TypeVarTuple):
            b.bind(parameter.name, BindingKind.VALUE, parameter, term=OPAQUE)


def class_head(b: Builder, node: ast.ClassDef) -> tuple[int, Frame]:
    """Bases, keywords and decorators of a class; gives its scope and an open frame for its body."""
    decorators = _decorators(b, node.decorator_list)
    bases = tuple(
        expressions.evaluated(b, base.value if isinstance(base, ast.Starred) else base) for base in node.bases
    )
    keywords = tuple((keyword.arg or "**", expressions.evaluated(b, keyword.value)) for keyword in node.keywords)
    scope_number = b.open(ScopeKind.CLASS, node.name, node)
    scope = b.scopes[scope_number]
    scope.decorators, scope.bases, scope.keywords = decorators, bases, keywords
    for term, base in zip(bases, node.bases, strict=True):
        b.use(Context.BASE, term, base, scope_number)
    for (name, term), keyword in zip(keywords, node.keywords, strict=True):
        context = Context.METACLASS if name == "metaclass" else Context.ARGUMENT
        b.use(context, term, keyword.value, -1 if context is Context.ARGUMENT else scope_number, name)
    for term, decorator in zip(decorators, node.decorator_list, strict=True):
        b.use(Context.DECORATES, term, decorator, scope_number)
    return scope_number, Frame(scope_number, {})
