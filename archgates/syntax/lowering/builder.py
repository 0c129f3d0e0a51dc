"""What lowering builds up: terms, bindings, uses, and the frames of the scopes being read."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from archgates.domain.modules import Module
from archgates.syntax.form import Binding, BindingKind, Context, Form, Guard, Scope, ScopeKind, Store, Use
from archgates.syntax.lowering.branches import ReachingConditions
from archgates.syntax.terms import NOTHING, OPAQUE, SELF_KEY, Free, Items, Load, Nothing, Opaque, Term
from archgates.syntax.tree import Tree

NO_KEYS: frozenset[str] = frozenset()

Environment = dict[str, tuple[int, ...]]
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(slots=True)
class Jumps:
    """Environments at the `break` and `continue` statements of one loop."""

    breaks: list[Environment] = field(default_factory=list)
    continues: list[Environment] = field(default_factory=list)


@dataclass(slots=True)
class Frame:
    """A scope while its body is being read: what each name is bound to right here."""

    scope: int
    env: Environment
    stars: tuple[int, ...] = ()
    reachable: bool = True
    log: list[tuple[str, int]] = field(default_factory=list)
    loops: list[Jumps] = field(default_factory=list)
    guards: list[Guard] = field(default_factory=list)
    yielded: list[int] = field(default_factory=list)
    overlays: list[Environment] = field(default_factory=list)
    comprehensions: int = 0
    """How many comprehensions this place is inside of: they do not see the names of a class body."""
    declared: dict[str, int] = field(default_factory=dict)
    shared: Environment | None = None
    """A copy of `env` that scopes opened since its last change share."""


@dataclass(slots=True)
class Pending:
    """A function whose body is read once the scope around it is complete."""

    node: FunctionNode
    scope: int
    defaults: dict[str, int]
    annotations: dict[str, int] = field(default_factory=dict)


class Builder:
    """Accumulates one module's form. The statements and expressions modules drive it."""

    def __init__(
        self,
        module: Module,
        tree: Tree,
        version: tuple[int, int],
        lowering: Mapping[type[ast.expr], Callable[[Builder, ast.expr], int]],
    ) -> None:
        """`lowering` gives the term of an expression, by the kind of its node."""
        self.tree = tree
        self.lowering = lowering
        self.conditions = ReachingConditions(self.reaching, version)
        self.scopes: list[Scope] = [Scope(ScopeKind.MODULE, "<module>", -1, "<module>")]
        self.terms: list[Term] = [Opaque(), Nothing()]
        self.keys: list[frozenset[str]] = [NO_KEYS, NO_KEYS]
        self.heights: list[int] = [0, 0]
        self.bindings: list[Binding] = []
        self.form = Form(module, self.scopes, self.terms, self.keys, self.bindings, [], [])
        self.frames: list[Frame] = [Frame(0, {})]
        self.pending: deque[Pending] = deque()
        self.later: list[ast.AST] = []
        self.leaves: dict[int, tuple[tuple[ast.expr, int], ...]] = {}
        self.typing = False
        self.silent = 0
        self.conditional = 0
        """How many branches, loops and attempts the statement stands in."""
        self.depth = 0
        self._free: dict[int, list[int]] = {}
        self._ascii = tree.text.isascii()

    @property
    def frame(self) -> Frame:
        """The innermost frame."""
        return self.frames[-1]

    @property
    def scope(self) -> Scope:
        """The innermost scope."""
        return self.scopes[self.frames[-1].scope]

    def column(self, node: ast.AST) -> int:
        """The column of a node, from 1 in code points."""
        offset: int = node.col_offset  # type: ignore[attr-defined]  # every node that reaches here has a position
        if self._ascii:
            return offset + 1
        return self.tree.column(node.lineno, offset)  # type: ignore[attr-defined]  # as above

    # Terms

    def term(self, term: Term, keys: frozenset[str], height: int = 0) -> int:
        """The number of a new term. A term too high to evaluate with a bounded stack is opaque."""
        if height > 150:
            return OPAQUE
        self.terms.append(term)
        self.keys.append(keys)
        self.heights.append(height)
        return len(self.terms) - 1

    def over(self, term: Term, parts: Iterable[int], *names: str) -> int:
        """A term made of other terms: its keys are theirs and `names`."""
        keys = NO_KEYS
        height = 0
        for part in parts:
            other = self.keys[part]
            if other is not keys and not other <= keys:
                keys = keys | other if keys else other
            height = max(height, self.heights[part])
        if names and not keys.issuperset(names):
            keys = keys.union(names)
        return self.term(term, keys, height + 1)

    def load(self, name: str) -> int:
        """The value of a name at this place."""
        frame = self.frames[-1]
        for overlay in reversed(frame.overlays):
            if name in overlay:
                return self.term(Load(name, overlay[name], ()), self._name_keys(name, frame.scope))
        scope = self.scopes[frame.scope]
        hidden = scope.kind is ScopeKind.CLASS and frame.comprehensions
        bound = None if hidden else frame.env.get(name)
        if bound is not None and name not in scope.globals and name not in scope.nonlocals:
            own = [number for number in bound if self.bindings[number].kind is not BindingKind.STAR]
            newer = tuple(star for star in frame.stars if star > max(own))
            between = [star for star in frame.stars if min(own) < star < max(own)]
            reached = tuple(sorted({*bound, *between}.difference(newer))) if frame.stars else bound
            return self.term(Load(name, reached, newer), self._name_keys(name, frame.scope))
        number = self.term(Free(name, frame.scope), self._name_keys(name, frame.scope))
        if scope.kind in (ScopeKind.FUNCTION, ScopeKind.LAMBDA):
            self._free.setdefault(frame.scope, []).append(number)
        return number

    def _name_keys(self, name: str, scope: int) -> frozenset[str]:
        if name == "__class__" or name in self.self_names(scope):
            return frozenset((name, SELF_KEY))
        return frozenset((name,))

    def self_names(self, scope: int) -> tuple[str, ...]:
        """First parameters of the methods around a scope: the names under which an object knows itself."""
        names: list[str] = []
        while scope > 0:
            current = self.scopes[scope]
            if current.first_parameter:
                names.append(current.first_parameter)
            scope = current.parent
        return tuple(names)

    def reaching(self, name: str) -> tuple[Binding, ...]:
        """The bindings of a name that reach this place: those of the scope, else those of the module."""
        numbers = self.frames[-1].env.get(name) or self.frames[0].env.get(name, ())
        return tuple(self.bindings[number] for number in numbers)

    # Bindings

    def bind(self, name: str, kind: BindingKind, node: ast.AST, **details: object) -> int:
        """Bind a name here: it replaces what reached this place."""
        frame = self.frames[-1]
        scope_number = self._binder(frame.scope, name)
        number = len(self.bindings)
        line: int = getattr(node, "lineno", 1)
        column = self.column(node) if hasattr(node, "col_offset") else 1
        self.bindings.append(Binding(scope_number, name, kind, line, column, self.typing, **details))  # type: ignore[arg-type]  # keywords of Binding
        scope = self.scopes[scope_number]
        scope.own.setdefault(name, []).append(number)
        if scope_number == frame.scope:
            frame.env[name] = (number,)
            frame.log.append((name, number))
            frame.shared = None
        else:
            scope.injected.setdefault(name, []).append(number)
        return number

    def _binder(self, scope: int, name: str) -> int:
        """The scope in which an assignment to `name` from `scope` lands."""
        current = self.scopes[scope]
        if name in current.globals:
            return 0
        if name in current.nonlocals:
            outer = current.parent
            while outer > 0:
                candidate = self.scopes[outer]
                if candidate.kind is not ScopeKind.CLASS and name in candidate.own:
                    return outer
                outer = candidate.parent
        return scope

    def phi(self, name: str, node: ast.AST, operands: tuple[int, ...]) -> int:
        """A binding in which several others meet."""
        number = len(self.bindings)
        line: int = getattr(node, "lineno", 1)
        scope = self.frames[-1].scope
        self.bindings.append(Binding(scope, name, BindingKind.PHI, line, 1, self.typing, operands=operands))
        return number

    def narrowed(self, name: str, node: ast.AST, operands: tuple[int, ...], term: int) -> int:
        """A binding that stands for another one behind a test."""
        number = len(self.bindings)
        line: int = getattr(node, "lineno", 1)
        scope = self.frames[-1].scope
        self.bindings.append(
            Binding(scope, name, BindingKind.NARROWED, line, 1, self.typing, term=term, operands=operands)
        )
        return number

    def hidden(self, name: str, node: ast.AST, term: int) -> int:
        """A binding that only an overlay shows: the target of a comprehension, a type parameter."""
        number = len(self.bindings)
        scope = self.frames[-1].scope
        self.bindings.append(
            Binding(scope, name, BindingKind.VALUE, getattr(node, "lineno", 1), self.column(node), self.typing, term)
        )
        return number

    def unbind(self, name: str) -> None:
        """`del name`."""
        frame = self.frames[-1]
        if frame.env.pop(name, None) is not None:
            frame.shared = None
        self.scopes[frame.scope].own.setdefault(name, [])

    # Scopes

    def open(self, kind: ScopeKind, name: str, node: ast.AST) -> int:
        """A new scope below the current one, with what its code can see from here."""
        frame = self.frames[-1]
        parent = self.scopes[frame.scope]
        if kind is ScopeKind.LAMBDA:
            owner = parent.owner
        elif parent.kind is ScopeKind.MODULE:
            owner = name
        elif parent.kind is ScopeKind.CLASS:
            owner = f"{parent.owner}.{name}"
        else:
            owner = f"{parent.owner}.<locals>.{name}"
        scope = Scope(kind, name, frame.scope, owner, getattr(node, "lineno", 1), self.column(node))
        scope.seen = self.snapshot()
        scope.seen_before = len(self.bindings)
        self.scopes.append(scope)
        return len(self.scopes) - 1

    def snapshot(self) -> Mapping[str, tuple[int, ...]]:
        """The bindings that reach this place, shared until one changes."""
        frame = self.frames[-1]
        if frame.shared is None:
            frame.shared = dict(frame.env)
        if not frame.overlays:
            return frame.shared
        merged = dict(frame.shared)
        for overlay in frame.overlays:
            merged.update(overlay)
        return merged

    def close(self, frame: Frame) -> None:
        """Record what reaches the end of a scope; loads of its own unbound names are opaque in functions."""
        scope = self.scopes[frame.scope]
        scope.exit = dict(frame.env)
        scope.exit_stars = frame.stars
        if frame.yielded:
            scope.yielded = self.over(Items(tuple(frame.yielded)), frame.yielded)
        for number in self._free.pop(frame.scope, ()):
            term = self.terms[number]
            local = isinstance(term, Free) and term.name in scope.own
            if local and term.name not in scope.globals | scope.nonlocals:  # type: ignore[union-attr]  # narrowed above
                self.terms[number] = Opaque()

    # Uses

    def use(
        self,
        context: Context,
        term: int,
        node: ast.AST,
        owner: int = -1,
        slot: str | int | None = None,
    ) -> None:
        """Record what is done with a term; nothing is recorded for terms without keys."""
        if self.silent or not self.keys[term]:
            return
        line: int = node.lineno  # type: ignore[attr-defined]  # every node that reaches here has a position
        self.form.uses.append(Use(context, term, line, self.column(node), self.frames[-1].scope, owner, slot))

    def store(self, base: int, name: str, value: int, node: ast.AST, annotation: int = -1) -> None:
        """Record `base.name = value`."""
        line: int = node.lineno  # type: ignore[attr-defined]  # every node that reaches here has a position
        scope = self.frames[-1].scope
        self.form.stores.append(Store(base, name, value, scope, line, self.column(node), annotation))


__all__ = ["NOTHING", "NO_KEYS", "OPAQUE", "Builder", "Environment", "Frame", "Jumps", "Pending"]
