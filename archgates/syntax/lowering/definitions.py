"""Lowering of imports, functions and the heads of classes."""

from __future__ import annotations

import ast

from archgates.syntax import nodes
from archgates.syntax.form import BindingKind, Context, ScopeKind
from archgates.syntax.lowering import expressions, reading
from archgates.syntax.lowering.annotations import annotation
from archgates.syntax.lowering.builder import Builder, Environment, Frame, Pending
from archgates.syntax.terms import OPAQUE, TypeAlias

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
            conditional = b.conditional > 0
            star = b.bind("*", BindingKind.STAR, alias, module=module, level=node.level, conditional=conditional)
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
    reading.drain(b)
    b.frame.overlays.append(type_parameters(b, node))
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
    noted = _annotations(b, node.args)
    b.frame.overlays.pop()
    b.bind(node.name, BindingKind.FUNCTION, node, target=scope_number)
    b.pending.append(Pending(node, scope_number, defaults, noted))


def _is_static(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return node.name not in _CLASS_FIRST and any(
        isinstance(decorator, ast.Name) and decorator.id == "staticmethod" for decorator in node.decorator_list
    )


def _decorators(b: Builder, decorators: list[ast.expr]) -> tuple[int, ...]:
    return tuple(reading.evaluated(b, decorator) for decorator in decorators)


def _annotations(b: Builder, arguments: ast.arguments) -> dict[str, int]:
    found: dict[str, int] = {}
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if argument.annotation is not None:
            found[argument.arg] = annotation(b, argument.annotation)
    for rest in (arguments.vararg, arguments.kwarg):
        if rest is not None and rest.annotation is not None:
            found[rest.arg] = annotation(b, rest.annotation)
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
    scope = b.scopes[pending.scope]
    scope.parameters = tuple(bound)
    scope.positional = len(bound) - len(arguments.kwonlyargs)
    for many in (arguments.vararg, arguments.kwarg):
        if many is not None:
            noted = pending.annotations.get(many.arg, -1)
            rest = b.bind(many.arg, BindingKind.PARAMETER, many, term=-1, annotation=noted, target=pending.scope)
            if many is arguments.vararg:
                scope.rest = rest
            else:
                scope.keyword_rest = rest


def type_parameters(b: Builder, node: ast.AST) -> Environment:
    """`class C[T]`, `def f[T: Bound]`: names that stand for no value, or for their bound in annotations."""
    found: Environment = {}
    for parameter in getattr(node, "type_params", ()):
        term = OPAQUE
        if isinstance(parameter, nodes.TypeVar) and parameter.bound is not None:
            noted = annotation(b, parameter.bound)
            term = b.over(TypeAlias(noted), (noted,))
        if isinstance(parameter, nodes.TypeVar | nodes.ParamSpec | nodes.TypeVarTuple):
            found[parameter.name] = (b.hidden(parameter.name, parameter, term),)
    return found


def class_head(b: Builder, node: ast.ClassDef) -> tuple[int, Frame]:
    """Bases, keywords and decorators of a class; gives its scope and an open frame for its body."""
    decorators = _decorators(b, node.decorator_list)
    b.frame.overlays.append(type_parameters(b, node))
    bases = tuple(reading.evaluated(b, base.value if isinstance(base, ast.Starred) else base) for base in node.bases)
    keywords = tuple((keyword.arg or "**", reading.evaluated(b, keyword.value)) for keyword in node.keywords)
    scope_number = b.open(ScopeKind.CLASS, node.name, node)
    b.frame.overlays.pop()
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
