"""What every rule of resolution reads: forms on demand, the module table, and the questions asked so far."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from archgates.domain.modules import Module, ModuleTable
from archgates.domain.sites import Hop
from archgates.project.sources import Sources
from archgates.resolve.fixpoint import Fixpoint
from archgates.resolve.reflection import Looked, asks_for_class, has_star_import, protocols, typed_words
from archgates.resolve.values import Definition, Value, Values, unknown
from archgates.syntax.form import Form, Scope, ScopeKind
from archgates.syntax.lowering.lower import lower
from archgates.syntax.summary import Summary, summarise
from archgates.syntax.terms import Term


@dataclass(frozen=True, slots=True)
class BindingQuestion:
    """What is bound by one binding? `given` is the text that a module's `__getattr__` was asked for."""

    path: str
    binding: int
    given: str | None = None


@dataclass(frozen=True, slots=True)
class ModuleAttribute:
    """What is the attribute of a module?"""

    module: str
    name: str


@dataclass(frozen=True, slots=True)
class ClassAttribute:
    """What is the attribute of a class, seen on the class itself?"""

    cls: Definition
    name: str
    after: Definition | None = None
    """Look only behind this class in the method resolution order: `super()`."""


@dataclass(frozen=True, slots=True)
class InstanceAttribute:
    """What is the attribute of an object of a class?"""

    instance_of: Definition
    name: str


@dataclass(frozen=True, slots=True)
class Returned:
    """What does a function return?"""

    function: Definition
    given: str | None = None


@dataclass(frozen=True, slots=True)
class TermQuestion:
    """What is the value of a term?"""

    path: str
    term: int
    given: str | None = None


@dataclass(frozen=True, slots=True)
class ElementsQuestion:
    """What are the elements of a display? With `keys`, what does iterating over it give?"""

    path: str
    term: int
    keys: bool = False


@dataclass(frozen=True, slots=True)
class OrderQuestion:
    """What is the method resolution order of a class?"""

    order_of: Definition


@dataclass(frozen=True, slots=True)
class KeptQuestion:
    """Which stores of a file put something into its displays, or into one of them?"""

    path: str
    display: int | None = None


Question = (
    BindingQuestion
    | ModuleAttribute
    | ClassAttribute
    | InstanceAttribute
    | Returned
    | TermQuestion
    | ElementsQuestion
    | KeptQuestion
    | OrderQuestion
)
AnswerT = TypeVar("AnswerT")


class Reading(NamedTuple):
    """How a term is read: as code or as a type checker does, and inside which call of `__getattr__`."""

    given: str | None = None
    typing: bool = False


RUNNING = Reading()
TYPING = Reading(typing=True)


class World:
    """Shared state of one index. Rules are pure functions of it."""

    def __init__(
        self,
        sources: Sources,
        rules: Mapping[type[Question], Callable[..., Values]],
        terms: Mapping[type[Term], Callable[..., Values]],
    ) -> None:
        self.sources = sources
        self.table: ModuleTable = sources.table
        self._rules = rules
        self._terms = terms
        self._forms: dict[str, Form | None] = {}
        self._lookers: list[tuple[Module, Looked]] | None = None
        self._stars: list[Module] | None = None
        self._askers: list[Module] | None = None
        self.made_by_asking: dict[str, frozenset[Value]] = {}
        """The classes of known objects that files call, `type(x)()`, by path, as far as files were asked for."""
        self._protocols: tuple[Definition, ...] | None = None
        self.distinctive: dict[str, tuple[Definition, ...]] = {}
        """The classes that have an attribute of a distinctive name, as far as they were asked for."""
        self._defining: dict[str, frozenset[str]] = {}
        self._mentioning: dict[str, Mapping[str, Module]] = {}
        self._summaries: dict[str, Summary | None] = {}
        self.fixpoint: Fixpoint[Question] = Fixpoint(self._answer)

    def _answer(self, question: Question) -> Values:
        return self._rules[type(question)](self, question)

    def get(self, question: Question) -> Values:
        """The answer so far to a question that a rule depends on."""
        return self.fixpoint.get(question)

    def solve(self, question: Question) -> Values:
        """The whole answer; only outside of rules."""
        return self.fixpoint.solve(question)

    def settled(self, compute: Callable[[], AnswerT]) -> AnswerT:
        """A result computed outside of rules, once everything that it asked for is known."""
        while True:
            result = compute()
            if not self.fixpoint.pending:
                return result
            self.fixpoint.settle()

    def form(self, path: str) -> Form | None:
        """The form of a module's file, or None when it cannot be read."""
        if path not in self._forms:
            module = self.table.at(path)
            tree = None if module is None else self.sources.tree(module)
            version = self.sources.target_version
            self._forms[path] = None if module is None or tree is None else lower(module, tree, version)
        return self._forms[path]

    def term(self, form: Form, number: int, reading: Reading = RUNNING) -> Values:
        """The candidates of a term."""
        term = form.terms[number]
        return self._terms[type(term)](self, form, number, reading)

    def lookers(self) -> Sequence[tuple[Module, Looked]]:
        """The modules that look something up by reflection."""
        if self._lookers is None:
            read = ((module, self.sources.data(module)) for module in self.table)
            found = ((module, Looked(data)) for module, data in read if data is not None)
            self._lookers = [
                (module, looked) for module, looked in found if looked.anything or looked.words or looked.itself
            ]
        return self._lookers

    def star_importers(self) -> Sequence[Module]:
        """The modules that import everything from some other."""
        if self._stars is None:
            self._stars = [module for module in self.table if has_star_import(self.sources.data(module) or b"")]
        return self._stars

    def askers(self) -> Sequence[Module]:
        """The modules that ask objects for their class and use the answer."""
        if self._askers is None:
            self._askers = [module for module in self.table if asks_for_class(self.sources.data(module) or b"")]
        return self._askers

    def typed_protocols(self) -> tuple[Definition, ...]:
        """The protocols of which a class, and not only an object, may be asked for somewhere: `type[P]`."""
        if self._protocols is None:
            read = [(module, self.sources.data(module) or b"") for module in self.table]
            defined = [(module.path, names) for module, data in read if (names := protocols(data))]
            asked = set().union(*(typed_words(data) for _, data in read)) if defined else set()
            self._protocols = tuple(one for path, names in defined for one in self._classes(path, names & asked))
        return self._protocols

    def _classes(self, path: str, names: set[bytes]) -> Iterator[Definition]:
        form = self.form(path) if names else None
        for number, scope in enumerate(() if form is None else form.scopes):
            if scope.kind is ScopeKind.CLASS and scope.name.encode() in names:
                yield Definition(path, number)

    def mentioning(self, name: str) -> Mapping[str, Module]:
        """The modules whose text contains an identifier, by path."""
        if name not in self._mentioning:
            self._mentioning[name] = {module.path: module for module in self.sources.mentioning([name])}
        return self._mentioning[name]

    def defining(self, name: str) -> frozenset[str]:
        """The paths of the files whose text may define a function of a name."""
        if name not in self._defining:
            defines = re.compile(rb"\bdef[ \t\\\r\n]+" + re.escape(name.encode()) + rb"\b")
            read = ((path, self.sources.data(module) or b"") for path, module in self.mentioning(name).items())
            self._defining[name] = frozenset(path for path, data in read if not data.isascii() or defines.search(data))
        return self._defining[name]

    def uses_as_value(self, module: Module, name: str) -> bool:
        """Whether a file may do more with a name than import it and annotate with it."""
        if module.path in self._forms:
            return True
        summary = self._summary(module)
        return summary is None or name in summary.values

    def imports_name(self, module: Module, name: str) -> bool:
        """Whether a file takes a name from another module by `from ... import name`."""
        summary = self._summary(module)
        return summary is not None and name in summary.imported

    def _summary(self, module: Module) -> Summary | None:
        if module.path not in self._summaries:
            tree = self.sources.tree(module)
            self._summaries[module.path] = None if tree is None else summarise(tree)
        return self._summaries[module.path]

    def scope(self, definition: Definition) -> Scope | None:
        """The scope of a definition; None when its file cannot be read any more."""
        form = self.form(definition.path)
        return None if form is None else form.scopes[definition.scope]

    def name(self, definition: Definition) -> str:
        """The canonical dotted name of a definition."""
        form = self.form(definition.path)
        if form is None:
            return definition.path
        return f"{self.table.label(form.module)}.{form.scopes[definition.scope].owner}"

    def hop(self, form: Form, scope: int, name: str, line: int) -> Hop:
        """A hop through a name of a scope."""
        owner = form.scopes[scope].owner
        qualified = name if owner == "<module>" else f"{owner}.{name}"
        return Hop(name=f"{form.module.name}.{qualified}", path=form.module.path, line=line)

    def module(self, name: str, root: str) -> Module | None:
        """The module of a dotted name, seen from a root."""
        return self.table.find(name, root)

    def unreadable(self) -> Values:
        """The value of what stands in a file that cannot be read."""
        return unknown("its file cannot be read")


def enclosing_class(form: Form, scope: int) -> int | None:
    """The number of the class scope whose method, or nested function of it, this scope is; None outside."""
    while scope > 0:
        current = form.scopes[scope]
        if current.first_parameter and form.scopes[current.parent].kind is ScopeKind.CLASS:
            return current.parent
        scope = current.parent
    return None
