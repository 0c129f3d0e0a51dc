"""Values: what an expression may be when the program runs (DESIGN 2.2 rule 2). All are small and hashable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from archgates.domain.sites import Hop

MOST_VALUES = 128
"""An expression with more candidates than this is unknown as well."""
LONGEST_VIA = 12
DEEPEST_PART = 3
"""Elements of what is passed are told apart from elements of elements up to this depth."""


class Definition(NamedTuple):
    """A class or function, by the path of its file and the number of its scope in the form."""

    path: str
    scope: int


@dataclass(frozen=True, slots=True)
class ModuleValue:
    """A module of the project, by the path of its file."""

    module: str


@dataclass(frozen=True, slots=True)
class NamespaceValue:
    """A package without a file of its own, by dotted name, seen from a root."""

    namespace: str
    root: str


@dataclass(frozen=True, slots=True)
class ClassValue:
    """A class itself."""

    cls: Definition


@dataclass(frozen=True, slots=True)
class MadeClass:
    """A class made by `type(name, bases, members)`, by the terms of its name and bases."""

    made_in: str
    name: int
    bases: int


@dataclass(frozen=True, slots=True)
class FunctionValue:
    """A function, not bound to an object."""

    function: Definition


class Source(NamedTuple):
    """Where an object was made: by a call, as a term of a file, or by decorating a function."""

    path: str
    call: int = -1
    function: int = -1


@dataclass(frozen=True, slots=True)
class Instance:
    """An object of a class, or of a subclass when not `exact`; `own` when it is the `self` of its method."""

    instance_of: Definition
    exact: bool = False
    own: bool = False
    source: Source | None = None
    """For descriptors, and for containers that are filled where they are made."""


@dataclass(frozen=True, slots=True)
class TypeOf:
    """A class or one of its subclasses: `type[X]`, or with `own` the `cls` of its own methods."""

    type_of: Definition
    own: bool = False
    below: bool = False
    """A subclass and not the class itself: one of `X.__subclasses__()`."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A function taken from an object or class."""

    bound: Definition
    receiver: Definition


@dataclass(frozen=True, slots=True)
class Held:
    """A value that was handed out and got back: a partial, an element, a default, a result."""

    held: Value


@dataclass(frozen=True, slots=True)
class Superclass:
    """`super()` in the methods of a class."""

    superclass_of: Definition


@dataclass(frozen=True, slots=True)
class External:
    """A name outside the project."""

    external: str
    is_module: bool = False
    """True for what an `import` statement names: it is a module and no object of the project's."""


@dataclass(frozen=True, slots=True)
class ExternalInstance:
    """An object made by something outside the project."""

    made_by: str


@dataclass(frozen=True, slots=True)
class TextValue:
    """A known text."""

    text: str


@dataclass(frozen=True, slots=True)
class Display:
    """A list, tuple, set or dict display: the term of a form."""

    display: str
    term: int


@dataclass(frozen=True, slots=True)
class Many:
    """A container whose elements are known by annotation."""

    element: Value


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an enum, by what it was given."""

    given: Value
    of: Definition


@dataclass(frozen=True, slots=True)
class Returner:
    """A callable whose result is known by annotation."""

    result: Value


@dataclass(frozen=True, slots=True)
class Alias:
    """A subscripted type such as `Optional[X]`, by the term that wrote it."""

    alias: str
    term: int


@dataclass(frozen=True, slots=True)
class Members:
    """`vars(x)`, `x.__dict__`, `globals()`."""

    members_of: Value


@dataclass(frozen=True, slots=True)
class Dynamic:
    """An attribute of `owner` by a name that is computed (`key` None) or looked up as text."""

    owner: Value
    key: str | None


@dataclass(frozen=True, slots=True)
class Method:
    """A method of a container: `get`, `values`."""

    container: Value
    name: str


@dataclass(frozen=True, slots=True)
class Part:
    """`container.values()`, `container.items()`; with `pair`, one of its items."""

    container: Value
    name: str
    pair: bool = False


Linear = tuple[Definition | str | None, ...]
"""A method resolution order: classes of the project, names of outside classes, None for an unknown base."""


@dataclass(frozen=True, slots=True)
class Order:
    """A method resolution order; the answer to a question, never the value of an expression."""

    classes: Linear


@dataclass(frozen=True, slots=True)
class Kept:
    """Displays of a file, by their terms, with the numbers of the stores that put something into them.

    The answer to a question, never the value of an expression.
    """

    stores: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Null:
    """None, or another constant that nobody can call."""

    nothing: bool = True


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that cannot be known, with the reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Parameter(Unknown):
    """What a caller passes for a parameter, or an element of it: unknown, but known by its binding."""

    path: str
    binding: int
    typed: bool = False
    """True beside what an annotation says: only the class that is passed matters, not what else it may be."""
    depth: int = 0
    """1 for an element of what is passed, 2 for an element of an element, and so on up to DEEPEST_PART."""
    called: bool = False
    """True for the result of calling what is passed."""
    of_self: bool | None = None
    """For a parameter of `__init__`: read from the `self` of a method (True) or from another object (False)."""
    takes_class: bool = False
    """True when the annotation says that a class is passed, of any kind: `type`, `type[T]`, `type[Any]`."""


@dataclass(frozen=True, slots=True)
class AnyClass(Unknown):
    """A class of which nothing more is known: what `type` and `type[T]` annotate."""


@dataclass(frozen=True, slots=True)
class Absent(Unknown):
    """An attribute that the class of an object does not have, as far as it can be read."""

    instance_of: Definition


@dataclass(frozen=True, slots=True)
class AnyModule(Unknown):
    """A module imported by a computed name."""


@dataclass(frozen=True, slots=True)
class FromAnyModule(Unknown):
    """An attribute of a module imported by a computed name; its own name may be computed too (`key` None)."""

    key: str | None


Value = (
    ModuleValue
    | NamespaceValue
    | ClassValue
    | MadeClass
    | FunctionValue
    | Instance
    | TypeOf
    | Bound
    | Held
    | Superclass
    | External
    | ExternalInstance
    | TextValue
    | Display
    | Many
    | Returner
    | Member
    | Alias
    | Members
    | Dynamic
    | Method
    | Part
    | Order
    | Kept
    | Null
    | Unknown
)

Via = tuple[Hop, ...]
Values = dict[Value, Via]
"""Candidates of an expression, each with the hops it came by; empty means no value reaches it."""

NULL = Null()


def unknown(reason: str) -> Values:
    """Nothing is known, for this reason."""
    return {Unknown(reason): ()}


def only(value: Value) -> Values:
    """Exactly one candidate."""
    return {value: ()}


def add(into: Values, more: Values) -> bool:
    """Join `more` into `into`; the shortest way wins. True when something changed."""
    changed = False
    for value, via in more.items():
        known = into.get(value)
        if known is None:
            if len(into) >= MOST_VALUES and not isinstance(value, Unknown):
                value, via = Unknown("too many candidates"), ()
                if value in into:
                    continue
            into[value] = via
            changed = True
        elif _order(via) < _order(known):
            into[value] = via
            changed = True
    return changed


def _order(via: Via) -> tuple[int, tuple[tuple[str, int, str], ...]]:
    return len(via), tuple((hop.path, hop.line, hop.name) for hop in via)


def through(values: Values, hop: Hop) -> Values:
    """The same candidates, one hop further away."""
    return {value: (hop, *via)[:LONGEST_VIA] for value, via in values.items()}


def held(values: Values) -> Values:
    """The same candidates after they were handed out."""
    result: Values = {}
    for value, via in values.items():
        keep = isinstance(value, Held | Null | Unknown | Instance | ExternalInstance | TextValue | ModuleValue)
        result[value if keep else Held(value)] = via
    return result


def released(value: Value) -> Value:
    """The value without the mark of having been handed out."""
    return value.held if isinstance(value, Held) else value


def class_in(value: Value) -> Definition | None:
    """The class that a value is, or is a type or an object of."""
    if isinstance(value, ClassValue):
        return value.cls
    if isinstance(value, TypeOf):
        return value.type_of
    return value.instance_of if isinstance(value, Instance) else None


def function_in(value: Value) -> Definition | None:
    """The function that a value is, bound or not."""
    if isinstance(value, FunctionValue):
        return value.function
    return value.bound if isinstance(value, Bound) else None
