"""The search for uses of a target: names grow with every alias, holder and subclass (DESIGN 2.2 rule 9)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from archgates.domain.modules import Module
from archgates.resolve import arguments, enums, generated, keeping, seeds, special, stores
from archgates.resolve.matching import Matcher
from archgates.resolve.overrides import is_decorated, overrides
from archgates.resolve.passing import Taken
from archgates.resolve.reach import Reach
from archgates.resolve.values import Alias, Definition, ModuleValue, Unknown, class_in
from archgates.resolve.world import (
    BindingQuestion,
    ClassAttribute,
    ModuleAttribute,
    Returned,
    TermQuestion,
    World,
    enclosing_class,
)
from archgates.syntax.form import BindingKind, Context, Form, ScopeKind, Use
from archgates.syntax.terms import LOOK_UP_KEY, SELF_KEY, Text


class Search:
    """Finds every use that may have to do with a target. Iterate `uses` once `run` is done."""

    def __init__(self, world: World, matcher: Matcher, *, everything: bool) -> None:
        """With `everything`, every file is read and no set of names is kept; the answer is the same."""
        self.world = world
        self.matcher = matcher
        self.everything = everything
        self._queue: deque[tuple[str, str | None, bool]] = deque()
        self._asked: set[tuple[str, str | None, bool]] = set()
        self._held: deque[tuple[str, Module, bool]] = deque()
        self._shown: set[tuple[str, str]] = set()
        self._done: set[tuple[str, str]] = set()
        self._uses: dict[str, set[int]] = {}
        self._reflected: set[str] = set()
        self._reach = Reach(world)
        self._classes: set[Definition] = set()
        self._annotating: set[str] = set()
        self._leading: set[str] = set()
        self._itself: set[str] = set()

    # What is found

    def uses(self) -> Iterator[tuple[Form, Use]]:
        """Every use that mentions a name of the search, by path and in source order."""
        for path in sorted(self._uses):
            form = self.world.form(path)
            if form is not None:
                for number in sorted(self._uses[path]):
                    yield form, form.uses[number]

    # The search

    def run(self) -> None:
        """Follow names until no new one turns up."""
        sought = self.matcher.sought
        if self.everything:
            self._whole()
            return
        if sought.definition is not None:
            self._seed(sought.definition)
        elif sought.external is not None:
            seeds.external(self, sought.external)
        self._work()
        self._again()

    def _again(self) -> None:
        """Read once more what was read before all was known that leads to the target, until nothing more is found."""
        known = -1
        while known != self.matcher.extent + len(self._classes):
            known = self.matcher.extent + len(self._classes)
            read, self._done = self._done, set()
            for path, name in sorted(read):
                if (form := self.world.form(path)) is not None and name != "<lazy>":
                    self.read(form, name)
            self._work()

    def _work(self) -> None:
        while self._queue or self._held:
            while self._held:
                self._show(*self._held.popleft())
            if self._queue:
                name, binder, local = self._queue.popleft()
                for form in self._forms(name, binder, local):
                    self.read(form, name)

    def _seed(self, definition: Definition) -> None:
        form = self.world.form(definition.path)
        if form is None:
            return
        scope = form.scopes[definition.scope]
        parent = form.scopes[scope.parent]
        if parent.kind is ScopeKind.MODULE:
            self.hold(scope.name, form.module, itself=True)
            self.follow(scope.name, None)  # what is spelled like the target and cannot be resolved is told
        else:
            self.follow(scope.name, definition.path if parent.kind is ScopeKind.FUNCTION else None)
        for base in self.matcher.bases():
            self._own(base)
        for asked in self.matcher.asked_as() - {definition}:
            seeds.typed(self, asked)
        self._decorators(definition)
        if self.matcher.named_in_text:
            for name in ("import_module", "__import__", "modules"):
                self.follow(name, None)
        if form.scopes[definition.scope].kind is ScopeKind.CLASS:
            seeds.askers(self)
            seeds.made(self)

    def _decorators(self, definition: Definition) -> None:
        """A decorator is passed what it decorates."""
        form = self.world.form(definition.path)
        if form is not None:
            for term in form.scopes[definition.scope].decorators:
                arguments.pass_to(self, form, term, 0, form.scopes[definition.scope].line)

    def follow(self, name: str, binder: str | None, *, local: bool = False) -> None:
        """Search a name: where its binder can be reached, only in the binder's file, or anywhere."""
        key = (name, binder, local)
        if key not in self._asked:
            self._asked.add(key)
            self._queue.append(key)

    def again(self, name: str, path: str) -> None:
        """Search a name of one file once more: it leads further than it did."""
        self._done.discard((path, name))
        self._asked.discard((name, path, True))
        self.follow(name, path, local=True)

    def field(self, taken: Taken) -> None:
        """A field that the target is passed to is an attribute wherever there is an object of the class."""
        if (taken.path, taken.binding) in self.matcher.escaped:
            return
        self._lead(taken.name)
        form = self.world.form(taken.path)
        scope = None if form is None else generated.owner(form, taken.binding)
        if form is not None and scope is not None:
            cls = Definition(taken.path, scope)
            if self.world.settled(lambda: generated.is_container(self.world, cls)):
                self._give(form, cls)

    def _lead(self, name: str) -> None:
        """Attributes of this name lead to the target: what was read before that was known is read again."""
        if name not in self._leading:
            self._leading.add(name)
            self._asked.discard((name, None, False))
            self._reach.forget(name)
            self._done = {one for one in self._done if one[1] != name}
        self.follow(name, None)

    def hold(self, name: str, module: Module, *, itself: bool) -> None:
        """A module has the target (`itself`), or only a subclass, as an attribute of this name."""
        if itself:
            self._itself.add(name)
        self._held.append((name, module, itself))

    def _show(self, name: str, module: Module, itself: bool) -> None:
        """Search a module's attribute in what may import the module, by name, by star or by reflection."""
        if itself and name not in (names := self.matcher.holders.setdefault(module.path, set())):
            names.add(name)
            if not self.everything:
                self._reflections(module)
        if (name, module.path) in self._shown:
            return
        self._shown.add((name, module.path))
        if not self.everything:
            self.follow(name, module.path)
        for importer in self._reach.star_importers(module):
            values = self.world.solve(ModuleAttribute(importer.path, name))
            if any(self.matcher.carries(value) for value in list(values)):
                self.hold(name, importer, itself=itself)

    def _own(self, cls: Definition) -> None:
        """Look at what a class does with itself."""
        if cls in self._classes:
            return
        self._classes.add(cls)
        form = self.world.form(cls.path)
        if form is not None:
            self.read(form, SELF_KEY)

    def _forms(self, name: str, binder: str | None, local: bool) -> Iterator[Form]:
        """The forms of the files that may use a name, each at most once for a name."""
        for module in self._reach.modules(name, binder, local=local):
            if local or name in self._annotating or self.world.uses_as_value(module, name):
                form = self.world.form(module.path)
                if form is not None:
                    yield form
            elif self.world.imports_name(module, name):
                self.hold(name, module, itself=name in self._itself)

    def _reflections(self, module: Module) -> None:
        """Look-ups by computed names in the module and in every module that may import it."""
        if module.path in self._reflected:
            return
        self._reflected.add(module.path)
        tail = module.name.rpartition(".")[2].encode()
        for other, looked in self.world.lookers():
            if other is module or (looked.reaches(tail) and self._reach.may_import(other, module)):
                form = self.world.form(other.path)
                if form is not None:
                    self._done.discard((other.path, LOOK_UP_KEY))
                    self.read(form, LOOK_UP_KEY)

    # Reading one file

    def _whole(self) -> None:
        """Read everything, again and again until nothing more is found to lead to the target."""
        forms = [form for module in self.world.table if (form := self.world.form(module.path)) is not None]
        if self.matcher.sought.definition is not None:
            self._decorators(self.matcher.sought.definition)
        known = -1
        while known != self.matcher.extent + len(self._classes):
            known = self.matcher.extent + len(self._classes)
            self._done.clear()
            for form in forms:
                self._uses[form.module.path] = set(range(len(form.uses)))
                for scope, name in form.all_declared():
                    self._grow_by_declaration(form, scope, name)
                for number in range(len(form.bindings)):
                    self._grow_by_binding(form, number)
                for number in range(len(form.stores)):
                    self._grow_by_store(form, number)
                for use in form.uses:
                    self._grow_by_use(form, use)
                self._grow_by_lazy(form)
            self._queue.clear()
            self._work()

    def read(self, form: Form, name: str) -> None:
        """Read what a file does with a name, once, and follow where that leads."""
        key = (form.module.path, name)
        if key in self._done:
            return
        self._done.add(key)
        numbers = form.uses_of((name,))
        self._uses.setdefault(form.module.path, set()).update(numbers)
        for scope, declared in form.declared_of(name):
            self._grow_by_declaration(form, scope, declared)
        for number in form.bindings_of(name):
            self._grow_by_binding(form, number)
        for number in form.stores_of(name):
            self._grow_by_store(form, number)
        for number in numbers:
            self._grow_by_use(form, form.uses[number])
        self._grow_by_lazy(form)

    def _carries(self, form: Form, term: int) -> bool:
        values = self.world.solve(TermQuestion(form.module.path, term))
        return any(self.matcher.carries(value) for value in list(values))

    def _grow_by_binding(self, form: Form, number: int) -> None:
        binding = form.bindings[number]
        values = list(self.world.solve(BindingQuestion(form.module.path, number)))
        if any(self.matcher.carries(value) for value in values):
            if any(isinstance(value, Alias) and self.matcher.carries(value) for value in values):
                self._annotating.add(binding.name)
            leading = [value for value in values if self.matcher.carries(value, subclasses=False)]
            in_class = form.scopes[binding.scope].kind is ScopeKind.CLASS
            if leading and in_class and all(map(self.matcher.is_callable_for, leading)):
                self.matcher.returning.add((Definition(form.module.path, binding.scope), binding.name))
                leading = []
            if leading and in_class and self._is_enum(form, binding.scope):
                self._give(form, Definition(form.module.path, binding.scope))
                arguments.member_made(self, form, binding)
            self.bound(form, binding.scope, binding.name, itself=bool(leading))
            if binding.kind is BindingKind.PARAMETER and binding.annotation >= 0 and not self.everything:
                seeds.overriding(self, form, binding)
        elif binding.kind is BindingKind.VALUE and overrides(self.world, self.matcher, form, binding.term):
            self._open(form, binding.scope, binding.name)
        elif (made := seeds.protocol(self.matcher, form, binding)) is not None:
            seeds.annotated(self, made)

    def _is_enum(self, form: Form, scope: int) -> bool:
        return self.world.settled(lambda: enums.is_enum(self.world, Definition(form.module.path, scope)))

    def bound(self, form: Form, scope_number: int, name: str, *, itself: bool) -> None:
        """A name of a scope leads to the target (`itself`) or to a subclass."""
        scope = form.scopes[scope_number]
        if scope.kind is ScopeKind.MODULE:
            self.hold(name, form.module, itself=itself)
        elif scope.kind is ScopeKind.CLASS:
            if itself:
                self.matcher.class_attributes.add((Definition(form.module.path, scope_number), name))
                if not self.everything:
                    self._reflections(form.module)
            self._lead(name)
        else:
            self.follow(name, form.module.path, local=True)

    def _open(self, form: Form, scope: int, name: str) -> None:
        """A name may lead to the target through an attribute that a subclass fills."""
        local = form.scopes[scope].kind not in (ScopeKind.MODULE, ScopeKind.CLASS)
        self.follow(name, form.module.path if local else None, local=local)

    def _grow_by_store(self, form: Form, number: int) -> None:
        store = form.stores[number]
        if not self._carries(form, store.value):
            return
        if store.name == "[]":
            keeping.container(self, form, store.base)
            arguments.kept(self, form, store)
            return
        own = enclosing_class(form, store.scope)
        if own is not None:
            self.matcher.class_attributes.add((Definition(form.module.path, own), store.name))
        elsewhere = stores.outside(form, store.name)
        for owner in list(self.world.solve(TermQuestion(form.module.path, store.base))):
            if isinstance(owner, ModuleValue):
                self.matcher.assigned.add((owner.module, store.name))
            elif store in elsewhere and (cls := class_in(owner)) is not None:
                self.matcher.assigned.add((cls, store.name))
            elif store in elsewhere and own is not None and isinstance(owner, Unknown):  # as likely as not its own copy
                self.matcher.assigned.add((Definition(form.module.path, own), store.name))
        self._lead(store.name)

    def _grow_by_use(self, form: Form, use: Use) -> None:
        if use.context is Context.RETURNED:
            self._grow_by_return(form, use)
        elif use.context is Context.ARGUMENT:
            arguments.passed(self, form, use)
        elif use.context is Context.BASE:
            definition = Definition(form.module.path, use.owner)
            if self.matcher.inherits(definition) or self.matcher.gives(definition):
                self._subclass(form, definition)

    def _grow_by_declaration(self, form: Form, scope: int, name: str) -> None:
        """`name: type[X]` in a class or module."""
        path = form.module.path
        in_class = form.scopes[scope].kind is ScopeKind.CLASS
        question = ClassAttribute(Definition(path, scope), name) if in_class else ModuleAttribute(path, name)
        values = list(self.world.solve(question))
        if any(self.matcher.carries(value) for value in values):
            self.bound(form, scope, name, itself=any(self.matcher.carries(v, subclasses=False) for v in values))

    def _grow_by_return(self, form: Form, use: Use) -> None:
        function = form.scopes[use.owner]
        definition = Definition(form.module.path, use.owner)
        values = self.world.solve(Returned(definition))
        if not any(self.matcher.carries(value) for value in list(values)):
            if overrides(self.world, self.matcher, form, use.term) and function.kind is not ScopeKind.LAMBDA:
                self._open(form, function.parent, function.name)
            return
        if function.kind is ScopeKind.LAMBDA:
            self.read(form, f"<lambda {use.owner}>")
        else:
            itself = any(self.matcher.carries(value, subclasses=False) for value in list(values))
            if itself and form.scopes[function.parent].kind is ScopeKind.CLASS:
                owner = Definition(form.module.path, function.parent)
                self.matcher.returning.add((owner, function.name))
                if function.name in special.GIVING and any(map(self.matcher.carries, special.another(values))):
                    self._give(form, owner)
                itself = is_decorated(form, function)
            self.bound(form, function.parent, function.name, itself=itself)

    def _give(self, form: Form, cls: Definition) -> None:
        """Whoever has an object of a class gets the target from it, without naming a method."""
        if cls not in self.matcher.giving:
            self.matcher.giving.add(cls)
            self._subclass(form, cls)

    def _subclass(self, form: Form, cls: Definition) -> None:
        if cls in self._classes:
            return
        scope = form.scopes[cls.scope]
        self.bound(form, scope.parent, scope.name, itself=False)
        self._own(cls)

    def _grow_by_lazy(self, form: Form) -> None:
        """A module with its own `__getattr__` may show the target under the keys of its tables."""
        key = (form.module.path, "<lazy>")
        if key in self._done or "__getattr__" not in form.scopes[0].exit:
            return
        self._done.add(key)
        names = {term.value for term in form.terms if isinstance(term, Text) and term.value.isidentifier()}
        for name in sorted(names):
            values = self.world.solve(ModuleAttribute(form.module.path, name))
            if any(self.matcher.carries(value) for value in list(values)):
                self.hold(name, form.module, itself=True)
