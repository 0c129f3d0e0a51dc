"""The intermediate form of one module: scopes, bindings, terms and uses (DESIGN 2.2).

A form is what both front ends lead to and all that resolution reads. Terms are stored in one flat list and
refer to earlier terms by number, so that reading them needs no recursion over source code. Name look-up inside
a scope is already done: a `Load` lists the bindings that reach it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from archgates.domain.modules import Module
from archgates.syntax.terms import NOTHING, OPAQUE, Attribute, Term


class BindingKind(Enum):
    """How a name came to its value."""

    VALUE = "value"
    IMPORT = "import"
    FROM = "from"
    STAR = "star"
    FUNCTION = "function"
    CLASS = "class"
    PARAMETER = "parameter"
    PHI = "phi"
    """Several bindings meet at the head of a loop; `operands` are they."""
    NARROWED = "narrowed"
    """A test told more of what `operands` bind."""


class Binding(NamedTuple):
    """One binding of a name in a scope."""

    scope: int
    name: str
    kind: BindingKind
    line: int
    column: int
    typing: bool
    """True inside a branch that only type checkers see."""
    term: int = OPAQUE
    """The value; the default for a parameter; OPAQUE for definitions and imports."""
    annotation: int = -1
    target: int = -1
    """The scope that a definition opens."""
    module: str = ""
    level: int = 0
    attribute: str = ""
    """Imports: the module as written, its dots, and the name taken from it."""
    operands: tuple[int, ...] = ()
    conditional: bool = False
    """A star import that may not run."""


class ScopeKind(Enum):
    """What opened a scope."""

    MODULE = "module"
    CLASS = "class"
    FUNCTION = "function"
    LAMBDA = "lambda"


@dataclass(slots=True)
class Scope:
    """One scope after lowering. Comprehensions share the scope around them."""

    kind: ScopeKind
    name: str
    parent: int
    owner: str
    """Qualified name of the nearest named definition, `<module>` at the top."""
    line: int = 1
    column: int = 1
    own: dict[str, list[int]] = field(default_factory=dict)
    """Every binding of each name, in source order."""
    injected: dict[str, list[int]] = field(default_factory=dict)
    """Bindings made from inner scopes by `global` and `nonlocal`: they may come at any time."""
    exit: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """The bindings that reach the end of the scope."""
    exit_stars: tuple[int, ...] = ()
    seen: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Bindings of the enclosing scope that reach the place where this scope was opened."""
    seen_before: int = 0
    """Bindings of the enclosing scope from this number on came later."""
    declared: dict[str, int] = field(default_factory=dict)
    """Annotations of names that are declared without a value."""
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    stars: list[int] = field(default_factory=list)
    bases: tuple[int, ...] = ()
    keywords: tuple[tuple[str, int], ...] = ()
    decorators: tuple[int, ...] = ()
    parameters: tuple[int, ...] = ()
    positional: int = 0
    """How many of the parameters take an argument by its place."""
    rest: int = -1
    """The binding of `*args`."""
    keyword_rest: int = -1
    """The binding of `**keywords`."""
    first_parameter: str = ""
    returns: list[tuple[int, tuple[Guard, ...]]] = field(default_factory=list)
    yielded: int = -1
    """The display of all that a generator yields; -1 for any other function."""
    annotation: int = -1
    is_async: bool = False


class Guard(NamedTuple):
    """A condition `name == "text"` or `name in (...)` around a return; `among` is the right-hand term."""

    name: str
    among: int
    positive: bool


class Context(Enum):
    """What is done with the value of a term."""

    CALLED = "called"
    ARGUMENT = "argument"
    BOUND = "bound"
    STORED = "stored"
    """On an attribute: `owner` is the term of the object, `slot` the attribute."""
    REGISTERED = "registered"
    """In a subscript: `owner` is the term of the container."""
    MEMBER = "member"
    """In a display of a list, tuple, set or dict."""
    RETURNED = "returned"
    DEFAULT = "default"
    DECORATES = "decorates"
    RAISED = "raised"
    BASE = "base"
    METACLASS = "metaclass"
    ANNOTATES = "annotates"
    LOOKED_UP = "looked-up"
    """By reflection: `getattr(x, name)`, `vars(x)[name]`; decided by value."""
    MENTIONED = "mentioned"


class Use(NamedTuple):
    """One term in one context. Line and column start the whole call, or the reference."""

    context: Context
    term: int
    line: int
    column: int
    scope: int
    owner: int = -1
    slot: str | int | None = None


class Store(NamedTuple):
    """An assignment to an attribute: `base.name = value`."""

    base: int
    name: str
    value: int
    scope: int
    line: int
    column: int
    annotation: int = -1


@dataclass(slots=True)
class Form:
    """The intermediate form of one module."""

    module: Module
    scopes: list[Scope]
    terms: list[Term]
    keys: list[frozenset[str]]
    """For each term, every identifier and every text inside it."""
    bindings: list[Binding]
    uses: list[Use]
    stores: list[Store]
    exports: list[tuple[str, int]] = field(default_factory=list)
    """What is done to `__all__`, in order: `=`, `+=` or `-` and the term."""
    _names: frozenset[str] | None = None
    _by_key: dict[str, list[int]] | None = None
    _bindings_by_key: dict[str, list[int]] | None = None
    _stores_by_key: dict[str, list[int]] | None = None
    _uses_by_term: dict[int, list[Use]] | None = None
    _by_owner: dict[tuple[int, str], list[Store]] | None = None

    def own_stores(self, owner: Callable[[Form, Store], int]) -> dict[tuple[int, str], list[Store]]:
        """The stores by owning class scope (as `owner` tells it, once for each store) and attribute."""
        if self._by_owner is None:
            self._by_owner = {}
            for store in self.stores:
                self._by_owner.setdefault((owner(self, store), store.name), []).append(store)
        return self._by_owner

    def mentions(self, name: str) -> bool:
        """Whether an identifier stands in any expression or import of the module."""
        if self._names is None:
            self._names = frozenset().union(*self.keys, (binding.attribute for binding in self.bindings))
            self._names |= {scope.name for scope in self.scopes}
        return name in self._names

    def uses_of(self, names: Sequence[str] | frozenset[str] | set[str]) -> list[int]:
        """Numbers of the uses whose term mentions one of these identifiers, in source order."""
        index = self._by_key
        if index is None:
            index = self._by_key = {}
            for number, use in enumerate(self.uses):
                for key in self.keys[self._telling(use)]:
                    index.setdefault(key, []).append(number)
        found: set[int] = set()
        for name in names:
            found.update(index.get(name, ()))
        return sorted(found)

    def _telling(self, use: Use) -> int:
        """The term whose identifiers tell what a use is about: for `X.__new__(C)` and `type(...)` the whole call."""
        written = self.terms[use.term]
        makes = isinstance(written, Attribute) and written.name == "__new__"
        return use.owner if makes and use.context is Context.CALLED and use.owner >= 0 else use.term

    def bindings_of(self, name: str) -> Sequence[int]:
        """Numbers of the bindings whose value, default, annotation or import mentions an identifier."""
        index = self._bindings_by_key
        if index is None:
            index = self._bindings_by_key = {}
            for number, binding in enumerate(self.bindings):
                for key in self._binding_keys(binding):
                    index.setdefault(key, []).append(number)
        return index.get(name, ())

    def _binding_keys(self, binding: Binding) -> frozenset[str]:
        if binding.kind is BindingKind.FROM:
            return frozenset((binding.attribute, binding.name))
        keys = self.keys[binding.term] if binding.term > NOTHING else frozenset()
        if binding.annotation >= 0:
            keys |= self.keys[binding.annotation]
        if binding.kind is BindingKind.FUNCTION and self.scopes[binding.target].annotation >= 0:
            keys |= self.keys[self.scopes[binding.target].annotation]
        return keys

    def all_declared(self) -> list[tuple[int, str]]:
        """Scopes and names that are declared without a value."""
        return [(number, name) for number, scope in enumerate(self.scopes) for name in scope.declared]

    def declared_of(self, name: str) -> list[tuple[int, str]]:
        """Scopes and names that are declared without a value, with an annotation that mentions an identifier."""
        return [
            (number, declared)
            for number, scope in enumerate(self.scopes)
            for declared, term in scope.declared.items()
            if name in self.keys[term]
        ]

    def stores_of(self, name: str) -> Sequence[int]:
        """Numbers of the attribute assignments whose value mentions an identifier."""
        index = self._stores_by_key
        if index is None:
            index = self._stores_by_key = {}
            for number, store in enumerate(self.stores):
                for key in self.keys[store.value]:
                    index.setdefault(key, []).append(number)
        return index.get(name, ())

    def uses_by_term(self, term: int) -> Sequence[Use]:
        """What is done with one term."""
        if self._uses_by_term is None:
            self._uses_by_term = {}
            for use in self.uses:
                self._uses_by_term.setdefault(use.term, []).append(use)
        return self._uses_by_term.get(term, ())
