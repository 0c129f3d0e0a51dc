"""What is done with a class once a module holds it, and the place where it is done."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Use:
    """Statements for the body of a function or a module; `{x}` is the class, `{k}` the kinds that a call may be given, `{c}` any call."""

    text: str
    tags: frozenset[str]
    anywhere: bool = True
    """False where the statements need a function or a module of their own."""


def _use(text: str, *tags: str, anywhere: bool = True) -> Use:
    return Use(text.strip("\n"), frozenset(tags), anywhere)


ANY_CALL = "construct|construct-indirect|construct-typed|dynamic|maybe"
"""Kinds that a call of a value may be given where nothing but the value's history tells what it is."""

USES: tuple[Use, ...] = (
    _use("made = {x}()  #! {k}", "site:construct"),
    _use("made = {x}(  #! {k}\n    1,\n    2,\n)", "site:construct"),
    _use("made = [{x}(one) for one in (1, 2)]  #! {k}", "site:construct"),
    _use("made = {{one: {x}() for one in (1,)}}  #! {k}", "site:construct"),
    _use("made = list({x}() for _ in (1,))  #! {k}", "site:construct"),
    _use("made = (lambda: {x}())()  #! {k}", "site:construct"),
    _use("made = str(\n    {x}()  #! {k}\n)", "site:construct"),
    _use("made = f'{{{x}()!r}}'  #! {k}", "site:construct"),
    _use("(made := {x}())  #! {k}", "site:construct"),
    _use("made = {x}() if True else None  #! {k}", "site:construct"),
    _use("made = None or {x}()  #! {k}", "site:construct"),
    _use("with {x}() as made:  #! {k}\n    pass", "site:construct"),
    _use("for made in ({x}(),):  #! {k}\n    pass", "site:construct"),
    _use("try:\n    made = {x}()  #! {k}\nfinally:\n    pass", "site:construct"),
    _use("assert {x}() is not None  #! {k}", "site:construct"),
    _use("made = {x}().__class__  #! {k}", "site:construct"),
    _use("made = {x}(*(1, 2))  #! {k}", "site:construct"),
    _use("made = {x}(**{{}})  #! {k}", "site:construct"),
    _use("made = {x}.__new__({x})  #! {k}", "site:construct", "new"),
    _use("@{x}  #! {k}\ndef decorated():\n    return None", "site:construct"),
    _use("@{x}(1)  #! {k}\ndef decorated():\n    return None", "site:construct"),
    _use("def defaulted(made={x}()):  #! {k}\n    return made\ndefaulted()", "site:construct"),
    _use("class Body:\n    made = {x}()  #! {k}", "site:construct"),
    _use("def generated():\n    yield {x}()  #! {k}\nlist(generated())", "site:construct"),
    _use("def returned():\n    return {x}()  #! {k}\nreturned()", "site:construct"),
    _use("async def waited():\n    return {x}()  #! {k}\ntry:\n    waited().send(None)\nexcept StopIteration:\n    pass", "site:construct"),
    _use("class Owner:\n    def method(self):\n        return {x}()  #! {k}\nOwner().method()", "site:construct"),
    _use(
        "class Owner:\n    @staticmethod\n    def method():\n        return {x}()  #! {k}\nOwner.method()", "site:construct"
    ),
    _use("class Owner:\n    @property\n    def thing(self):\n        return {x}()  #! {k}\nOwner().thing", "site:construct"),
    _use("def outer():\n    def inner():\n        return {x}()  #! {k}\n    return inner()\nouter()", "site:construct"),
    _use("local = {x}\nmade = local()  #! {k}", "site:alias", "rule-3"),
    _use("first, second = {x}, None\nmade = first()  #! {k}|construct-indirect|maybe", "rule-3"),
    _use("local: object = {x}\nmade = local()  #! {k}|maybe", "rule-3"),
    _use("import functools\nmake = functools.partial({x}, 1)\nmake()  #! {c}", "site:construct-indirect", "site:escape"),
    _use("from functools import partial\nmake = partial({x})\nmake()  #! {c}", "site:construct-indirect", "site:escape"),
    _use(
        "def called(make):\n    return make()  #! {c}\ncalled({x})",
        "site:escape",
        "rule-7",
    ),
    _use(
        "def called(make={x}):\n    return make()  #! {c}\ncalled()",
        "site:escape",
        "rule-7",
    ),
    _use("registry = {{'one': {x}}}\nregistry['one']()  #! {c}", "site:escape", "rule-10"),
    _use("kinds = [{x}]\nkinds[0]()  #! {c}", "site:escape", "rule-10"),
    _use("for kind in ({x},):\n    kind()  #! {c}", "site:escape", "rule-10"),
    _use("made = [kind() for kind in ({x},)]  #! {c}", "site:escape", "rule-10"),
    _use(
        "import collections\nfilled = collections.defaultdict({x})  #! escape-ctor|escape|none\nfilled[1]",
        "site:escape-ctor",
    ),
    _use("made = list(map({x}, (1, 2)))  #! escape-ctor|escape|none", "site:escape"),
    _use(
        "import dataclasses\n@dataclasses.dataclass\nclass Row:\n"
        "    made: object = dataclasses.field(default_factory={x})  #! escape-ctor|escape|none\nRow()",
        "site:escape-ctor",
        anywhere=False,
    ),
    _use("held = isinstance(None, {x})  #! none", "site:none"),
    _use("held: '{x}' = None  #! none", "site:none"),
    _use("def typed(value: {x} = None) -> {x}:  #! none\n    return value\ntyped()", "site:none", "annotation"),
    _use("text = '''{x}()'''  #! none", "site:none"),
    _use("text = 1  # {x}()  #! none", "site:none"),
    _use("try:\n    pass\nexcept {x}:  #! none\n    pass", "site:none", "annotation"),
    _use("class Heir({x}):  #! none\n    pass\nHeir()  #! subclass", "site:subclass"),
    _use(
        "class Heir({x}):  #! none\n    def __new__(cls):\n        return super().__new__(cls)  #! none\n"
        "    def __init__(self):\n        super().__init__()  #! none\nHeir()  #! subclass",
        "site:subclass",
    ),
    _use("match 1:\n    case {x}():  #! none\n        pass\n    case _:\n        pass", "site:none", "dotted"),
)

_NAMED_ONLY = frozenset({"dotted", "annotation"})


def choose(source: random.Random, expression: str) -> Use:
    """A use that the expression fits: patterns and annotations take plain dotted names."""
    is_dotted = all(part.isidentifier() for part in expression.split("."))
    return source.choice([one for one in USES if is_dotted or not one.tags & (_NAMED_ONLY | {"site:subclass"})])


def _indented(text: str, by: str = "    ") -> str:
    return "\n".join(by + line if line else line for line in text.split("\n"))


Place = Callable[[str], tuple[str, str]]
"""Takes statements; gives what stands at the module's top and what stands in `run()`."""


def at_top(text: str) -> tuple[str, str]:
    """At the module's top."""
    return text, "pass"


def in_function(text: str) -> tuple[str, str]:
    """In `run()`."""
    return "", text


def in_nested_function(text: str) -> tuple[str, str]:
    """In a function within `run()`."""
    return "", "def within():\n" + _indented(text) + "\nwithin()"


def in_method(text: str) -> tuple[str, str]:
    """In a method."""
    return "class Doer:\n    def do(self):\n" + _indented(text, "        "), "Doer().do()"


def in_class_body(text: str) -> tuple[str, str]:
    """In a class body, where functions and comprehensions see less."""
    return "", "class Bodied:\n" + _indented(text)


def under_if(text: str) -> tuple[str, str]:
    """In a branch."""
    return "if __name__ != '':\n" + _indented(text), "pass"


def under_try(text: str) -> tuple[str, str]:
    """In a try block."""
    return "", "try:\n" + _indented(text) + "\nexcept LookupError:\n    pass"


def under_loop(text: str) -> tuple[str, str]:
    """In a loop."""
    return "", "for turn in (1, 2):\n" + _indented(text)


PLACES: tuple[Place, ...] = (at_top, in_function, in_nested_function, in_method, under_if, under_try, under_loop)
