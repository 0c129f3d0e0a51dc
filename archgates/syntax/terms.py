"""Terms: the expressions of the intermediate form. They refer to earlier terms of the same form by number."""

from __future__ import annotations

from typing import NamedTuple

OPAQUE = 0
"""The term of every value that the form does not follow."""
NOTHING = 1
"""The term of `None` and of every other constant that cannot be called."""
SELF_KEY = "<self>"
"""Key of every term that asks an object for its class: `cls`, `type(x)`, `x.__class__`."""
LOOK_UP_KEY = "<look-up>"
"""Key of every term that looks something up by reflection: `getattr(x, name)`, `vars(x)[name]`."""


class Opaque(NamedTuple):
    """A value of which nothing is known."""


class Nothing(NamedTuple):
    """A constant that is neither text nor callable."""


class Text(NamedTuple):
    """A string constant."""

    value: str


class Load(NamedTuple):
    """A name of the scope itself, with the bindings that reach this place."""

    name: str
    bindings: tuple[int, ...]
    stars: tuple[int, ...]
    """Star imports newer than the bindings, newest first: they win if they bring the name."""


class Free(NamedTuple):
    """A name that an enclosing scope, a star import or the builtins bind."""

    name: str
    scope: int


class Attribute(NamedTuple):
    """`base.name`."""

    base: int
    name: str


class Call(NamedTuple):
    """A call. A keyword of None is `**`; starred positional arguments are opaque."""

    function: int
    arguments: tuple[int, ...]
    keywords: tuple[tuple[str | None, int], ...]
    scope: int


class Join(NamedTuple):
    """One of several values: a conditional expression, `and`, `or`."""

    options: tuple[int, ...]


class Items(NamedTuple):
    """A list, tuple or set display, or the elements of a comprehension."""

    items: tuple[int, ...]


class Table(NamedTuple):
    """A dict display; a key of -1 stands for `**other`."""

    entries: tuple[tuple[int, int], ...]


class Subscript(NamedTuple):
    """`base[key]`."""

    base: int
    key: int


class Concat(NamedTuple):
    """`left + right`, or an f-string of its parts."""

    parts: tuple[int, ...]


class Lambda(NamedTuple):
    """A lambda expression with its own scope."""

    scope: int


class Element(NamedTuple):
    """What iterating over a value yields."""

    of: int


class Item(NamedTuple):
    """The value at one position of an unpacked value."""

    of: int
    place: int


class Entered(NamedTuple):
    """What `with value as name` binds."""

    of: int


class InstanceOf(NamedTuple):
    """An instance of a class: an `except` name or a class pattern's capture."""

    of: int


class Narrowed(NamedTuple):
    """A value behind a test: `isinstance(of, by)`, or with `is_class` `issubclass(of, by)`.

    A `by` of NOTHING says only that it is a class.
    """

    of: int
    by: int
    is_class: bool


class TypeAlias(NamedTuple):
    """`type X = value`: an annotation under another name."""

    of: int


Term = (
    Opaque
    | Nothing
    | Text
    | Load
    | Free
    | Attribute
    | Call
    | Join
    | Items
    | Table
    | Subscript
    | Concat
    | Lambda
    | Element
    | Item
    | Entered
    | InstanceOf
    | Narrowed
    | TypeAlias
)
