"""Whether a value is the target, and in what way."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from enum import Enum
from fnmatch import fnmatchcase
from functools import cached_property

from archgates.resolve import classes, descriptors, protocols, registering
from archgates.resolve.annotations import annotated
from archgates.resolve.containers import elements
from archgates.resolve.fitting import fitting
from archgates.resolve.outside import IMPORTERS
from archgates.resolve.targets import Sought
from archgates.resolve.values import (
    Alias,
    AnyModule,
    Bound,
    ClassValue,
    Definition,
    Display,
    Dynamic,
    External,
    FromAnyModule,
    FunctionValue,
    Held,
    Instance,
    MadeClass,
    Many,
    Member,
    Members,
    Method,
    ModuleValue,
    Parameter,
    Part,
    Returner,
    TypeOf,
    Value,
    Values,
    class_in,
    function_in,
    released,
)
from archgates.resolve.world import ModuleAttribute, Returned, World
from archgates.syntax.terms import Opaque, Table, Text

_DEEPEST = 4
"""How far inside of containers, results and partials the target is looked for."""


class Match(Enum):
    """How a value relates to the target."""

    DIRECT = "direct"
    HELD = "held"
    """The target after it was handed out."""
    TYPED = "typed"
    """Annotated as `type[target]`."""
    OWN = "own"
    """A class's own `cls` that may be the target."""
    SUBCLASS = "subclass"
    BASE = "base"
    """Annotated as `type[base]`, where the target inherits from the base, or fits it if that is a protocol; or some
    class that the metaclass of the target made."""
    RETURNS = "returns"
    """A callable that is annotated to give an object of the target."""
    DYNAMIC = "dynamic"
    """Looked up at run time where the target can be found."""
    ESCAPED = "escaped"
    """A parameter that the target is passed to."""


class Matcher:
    """Recognises one target among values."""

    def __init__(self, world: World, sought: Sought) -> None:
        self.world = world
        self.sought = sought
        self._made: dict[MadeClass, bool] = {}
        self._makers: dict[Instance, bool] = {}
        self._related: dict[Definition, bool] = {}
        self._bases: frozenset[Definition] | None = None
        self._asked_as: frozenset[Definition] | None = None
        self.holders: dict[str, set[str]] = {}
        """Paths of modules that have the target as an attribute, with the attributes' names."""
        self.class_attributes: set[tuple[Definition, str]] = set()
        """Classes and attributes through which the target can be reached."""
        self.returning: set[tuple[Definition, str]] = set()
        """Classes and methods that give the target back."""
        self.giving: set[Definition] = set()
        """Classes whose special methods give the target back, so that their objects do."""
        self.assigned: set[tuple[Definition | str, str]] = set()
        """Classes, and paths of modules, that code from elsewhere puts the target on, with the attribute."""
        self.escaped: dict[tuple[str, int], str] = {}
        """Parameters that the target is passed to, by file and binding, with the place of the call."""
        self.keys: dict[tuple[str, int], set[str | int]] = {}
        """For those that are `*args` or `**kwargs`: the places and keywords at which the target is passed."""
        self.decorated: dict[tuple[str, int], set[tuple[str, int]]] = {}
        """Those of them that a decorator passes it to, with the terms that it passes on, by file."""

    @property
    def extent(self) -> int:
        """How much is known to lead to the target. It only grows."""
        sets: list[Sized] = [self.class_attributes, self.returning, self.giving, self.assigned, self.escaped]
        sets += [self.asked_as(), *self.holders.values(), *self.keys.values()]
        return sum(map(len, sets))

    def match(self, value: Value) -> Match | None:
        """The relation of a value to the target, or None."""
        if isinstance(value, Held):
            inner = self.match(value.held)
            return Match.HELD if inner is Match.DIRECT else inner
        if isinstance(value, External):
            wanted = self.sought.external
            matches = wanted is not None and (value.external == wanted or fnmatchcase(value.external, wanted))
            return Match.DIRECT if matches else None
        if isinstance(value, Parameter):
            passed = (value.path, value.binding) in self.escaped and not value.called
            return Match.ESCAPED if passed else None
        if isinstance(value, FromAnyModule):
            return Match.DYNAMIC if value.key is None and self._may_come_from_any_module() else None
        if isinstance(value, Dynamic):
            return Match.DYNAMIC if self._reaches(value) else None
        wanted_definition = self.sought.definition
        if wanted_definition is None:
            return None
        if isinstance(value, ClassValue):
            return self._of_class(value.cls, Match.DIRECT)
        if isinstance(value, TypeOf):
            if value.own and value.type_of in self.bases():
                return Match.OWN
            if not value.own and value.type_of != wanted_definition and value.type_of in self.asked_as():
                return Match.BASE
            return self._of_class(value.type_of, Match.SUBCLASS if value.below else Match.TYPED)
        if isinstance(value, Returner):
            return Match.RETURNS if self._is_object(value.result) else None
        if isinstance(value, Instance):
            if value.instance_of in self.metaclasses:
                return Match.BASE
            return Match.RETURNS if self._asked_to_make(value) else None
        if isinstance(value, MadeClass):
            return Match.SUBCLASS if self._made_from(value) else None
        if isinstance(value, FunctionValue | Bound):
            return Match.DIRECT if function_in(value) == wanted_definition else None
        return None

    def _is_object(self, value: Value) -> bool:
        return isinstance(value, Instance) and value.instance_of == self.sought.definition

    def _asked_to_make(self, value: Instance) -> bool:
        """Whether an object fulfils a protocol that asks for something which makes the target."""
        known = self._makers.get(value)
        if known is None:
            made = self.world.settled(lambda: protocols.given(self.world, value))
            known = self._makers[value] = any(map(self._is_object, made))
        return known

    def _names_target(self, value: Alias) -> bool:
        """Whether an alias, or the bound of a type variable, names the target or a relative: `type[T]` may make it."""
        form = self.world.form(value.alias)
        if form is None:
            return False
        noted = self.world.settled(lambda: annotated(self.world, form, value.term))
        related = {*self.asked_as(), self.sought.definition}
        for one in list(noted):
            cls = one.instance_of if isinstance(one, Instance) else one.type_of if isinstance(one, TypeOf) else None
            if cls is not None and (cls in related or self.inherits(cls)):
                return True
        return False

    def _made_from(self, value: MadeClass) -> bool:
        """Whether the target is among the bases; a class made from itself adds nothing of its own."""
        if value not in self._made:
            self._made[value] = False
            bases = Display(value.made_in, value.bases)
            inside = self.world.settled(lambda: elements(self.world, bases))
            wanted = (Match.DIRECT, Match.HELD, Match.SUBCLASS)
            self._made[value] = any(self.match(base) in wanted for base in list(inside))
        return self._made[value]

    def _of_class(self, cls: Definition, exact: Match) -> Match | None:
        if cls == self.sought.definition:
            return exact
        return Match.SUBCLASS if self.inherits(cls) else None

    @cached_property
    def named_in_text(self) -> bool:
        """Whether the dotted name of the target stands in a file, so that it may be imported by it."""
        canonical = self.sought.target.canonical.encode()
        if self.sought.definition is None or b"." not in canonical:
            return False
        module, _, short = canonical.rpartition(b".")
        read = (self.world.sources.data(one) or b"" for one in self.world.table)
        return any(canonical in data or module + b":" + short in data for data in read)

    @cached_property
    def metaclasses(self) -> frozenset[Definition]:
        """The metaclasses of the project that make the target."""
        wanted = self.sought.definition
        return frozenset() if wanted is None else registering.metaclasses(self.world, wanted)

    @cached_property
    def registered_as(self) -> frozenset[str]:
        """What variables are called that hold a class which its metaclass handed to a registry."""
        return registering.spellings(self.world, self.bases())

    @property
    def is_of_module(self) -> bool:
        """Whether the target is defined by a module of the project, at its top."""
        definition = self.sought.definition
        scope = None if definition is None else self.world.scope(definition)
        return scope is not None and scope.parent == 0

    def may_be_taken(self, value: Value) -> bool:
        """Whether a value is the attribute of some module that is spelled like the target."""
        short = self.sought.target.canonical.rpartition(".")[2]
        return isinstance(value, FromAnyModule) and value.key == short and self.is_of_module

    def _may_come_from_any_module(self) -> bool:
        return self.is_of_module and self.named_in_text

    def _reaches(self, dynamic: Dynamic) -> bool:
        owner = dynamic.owner
        names: set[str] = set()
        if isinstance(owner, ModuleValue):
            names = {name for name in self.holders.get(owner.module, ()) if self._holds(owner.module, name)}
        elif isinstance(owner, ClassValue):
            names = {name for holder, name in self.class_attributes if holder == owner.cls}
        return bool(names) if dynamic.key is None else dynamic.key in names

    def _holds(self, module: str, name: str) -> bool:
        values = self.world.solve(ModuleAttribute(module, name))
        return any(self.match(value) is not None for value in list(values) if not isinstance(value, Dynamic))

    @property
    def attribute_names(self) -> set[str]:
        """Attributes of any class or module through which the target can be reached."""
        return {name for _, name in (*self.class_attributes, *self.assigned)}

    @property
    def method_names(self) -> set[str]:
        """Methods of any class that give the target back."""
        return {name for _, name in self.returning}

    def gives(self, cls: Definition) -> bool:
        """Whether objects of a class give the target back without a method being named."""
        return any(self.derives(cls, giver) for giver in self.giving)

    def overridden(self, cls: Definition, name: str, *, called: bool = False) -> bool:
        """Whether a subclass of a class reaches the target by this attribute, or by calling it."""
        among = self.returning if called else self.class_attributes
        heirs = [holder for holder, attribute in among if attribute == name and holder != cls]
        return any(self.derives(heir, cls) for heir in heirs)

    def derives(self, cls: Definition, base: Definition) -> bool:
        """Whether a class is another one or inherits from it."""
        return self.world.settled(lambda: classes.derives(self.world, cls, base))

    def inherits(self, cls: Definition) -> bool:
        """Whether a class is a proper subclass of the target."""
        wanted = self.sought.definition
        if wanted is None or cls == wanted:
            return False
        known = self._related.get(cls)
        if known is None:
            known = self.world.settled(lambda: wanted in classes.linear(self.world, cls))
            self._related[cls] = known
        return known

    def bases(self) -> frozenset[Definition]:
        """The target and the classes of the project that it inherits from."""
        if self._bases is None:
            wanted = self.sought.definition
            order = () if wanted is None else self.world.settled(lambda: classes.linear(self.world, wanted))
            self._bases = frozenset(one for one in order if isinstance(one, Definition))
        return self._bases

    def asked_as(self) -> frozenset[Definition]:
        """The classes of which `type[...]` takes the target: itself, its bases, the protocols that it fits."""
        if self._asked_as is None:
            wanted = self.sought.definition
            fitted = self.world.settled(lambda: fitting(self.world, wanted)) if wanted is not None else ()
            self._asked_as = self.bases().union(fitted)
        return self._asked_as

    def admit(self, cls: Definition) -> None:
        """What is annotated as `type[cls]` may be the target, although it is no subclass."""
        self._asked_as = self.asked_as() | {cls}

    def carries(self, value: Value, *, subclasses: bool = True, anything: bool = True) -> bool:
        """Whether the target, or a subclass, can be got out of a value: by name, element, call or result.

        Without `anything`, modules that are imported by computed names do not count inside of other values. Containers
        that hold one another are looked into once.
        """
        level = [value]
        seen = {value}
        for depth in range(_DEEPEST + 1):
            if depth and not anything:
                level = [one for one in level if not isinstance(one, AnyModule | FromAnyModule)]
            if any(self._leads(one, subclasses) for one in level):
                return True
            inner = [part for one in level for part in self._parts(released(one))] if depth < _DEEPEST else []
            level = [one for one in dict.fromkeys(inner) if one not in seen]
            seen.update(level)
        return False

    def _leads(self, value: Value, subclasses: bool) -> bool:
        """Whether the target can be got out of a value without looking into it."""
        match = self.match(value)
        if match is not None and (subclasses or match is not Match.SUBCLASS):
            return True
        value = released(value)
        if subclasses and self.giving and (cls := class_in(value)) is not None and self.gives(cls):
            return True
        if isinstance(value, AnyModule) or (isinstance(value, External) and value.external in IMPORTERS):
            return self.named_in_text
        if isinstance(value, FromAnyModule):
            return subclasses and self.may_be_taken(value)
        if isinstance(value, Alias):
            return self._names_target(value)
        return isinstance(value, Members) and self._reaches(Dynamic(value.members_of, None))

    def _parts(self, value: Value) -> Iterable[Value]:
        """What is inside of a value, or what it gives when it is called or read."""
        if isinstance(value, Many):
            return [value.element]
        if isinstance(value, Member):
            return [value.given]
        if isinstance(value, Method | Part):
            return [value.container]
        if isinstance(value, Display):
            return self.world.settled(lambda: self._inside(value))
        if isinstance(value, Instance) and value.source is not None:
            return list(self.world.settled(lambda: self._given(value)))
        function = function_in(value)
        return [] if function is None else list(self.world.solve(Returned(function)))

    def _inside(self, value: Display) -> list[Value]:
        """The elements of a container, and keys that may be classes: iterating over a table gives its keys."""
        form = self.world.form(value.display)
        written = None if form is None else form.terms[value.term]
        inside = list(elements(self.world, value))
        if form is not None and isinstance(written, Table):
            keys = [form.terms[key] if key >= 0 else None for key, _ in written.entries]
            if not all(isinstance(key, Text | Opaque) for key in keys):
                inside += elements(self.world, value, keys=True)
        return inside

    def _given(self, value: Instance) -> Values:
        """What a descriptor gives where it is read, or a container of the project's own class holds."""
        if descriptors.is_descriptor(self.world, value.instance_of):
            return descriptors.read(self.world, value, value.instance_of, on_class=True)
        return elements(self.world, value)

    def is_callable_for(self, value: Value) -> bool:
        """Whether only calling a value can give the target: a function, a descriptor that gives one."""
        value = released(value)
        if self.match(value) is not None or function_in(value) is not None:
            return self.match(value) is None
        return isinstance(value, Instance) and descriptors.is_descriptor(self.world, value.instance_of)
