"""Whole scenarios: control flow, scopes, parameters, classes that make themselves, two roots (rules 1, 2, 3, 6, 7)."""

from __future__ import annotations

import random
from collections.abc import Mapping

from benchmarks.generated.classes import NAMES, write_class
from benchmarks.generated.program import Draft, Fragment

_ANY_CALL = "construct|construct-indirect|construct-typed|maybe|dynamic"

# Bodies over `Engine` (the target) and `Other` (another class), both imported by name. Marks as CPython will have them.
_BODIES: Mapping[str, tuple[str, str]] = {
    "rebound": ("rule-3", "kind = Engine\nkind()  #! construct\nkind = Other\nkind()  #! none"),
    "rebound-back": ("rule-3", "kind = Other\nkind = Engine\nkind()  #! construct"),
    "branch": ("rule-3 site:maybe", "if FLAG:\n    kind = Engine\nelse:\n    kind = Other\nkind()  #! maybe"),
    "branch-both": ("rule-3", "if FLAG:\n    kind = Engine\nelse:\n    kind = Engine\nkind()  #! construct"),
    "branch-within": ("rule-3", "if FLAG:\n    kind = Engine\n    kind()  #! construct\nelse:\n    kind = Other\n    kind()"),
    "branch-late": ("rule-3 site:maybe", "kind = Other\nif FLAG:\n    kind = Engine\nkind()  #! maybe"),
    "try": (
        "rule-3 site:maybe",
        "try:\n    kind = Engine\nexcept LookupError:\n    kind = Other\nkind()  #! maybe",
    ),
    "try-raises": (
        "rule-3 site:maybe",
        "try:\n    kind = Other\n    raise LookupError\nexcept LookupError:\n    kind = Engine\nkind()  #! maybe|construct",
    ),
    "finally": ("rule-3", "kind = Other\ntry:\n    pass\nfinally:\n    kind = Engine\nkind()  #! construct"),
    "loop": (
        "rule-3 site:maybe",
        "kind = Other\nfor turn in (1, 2):\n    if turn == 2:\n        kind()  #! maybe\n    kind = Engine",
    ),
    "loop-else": ("rule-3 site:maybe", "for turn in ():\n    kind = Other\nelse:\n    kind = Engine\nkind()  #! construct|maybe"),
    "while-break": (
        "rule-3 site:maybe",
        "kind = Other\nwhile True:\n    kind = Engine\n    break\nkind()  #! construct|maybe",
    ),
    "match": (
        "rule-3 site:maybe",
        "match FLAG:\n    case True:\n        kind = Engine\n    case _:\n        kind = Other\nkind()  #! maybe",
    ),
    "match-capture": ("rule-3", "match Engine:\n    case kind:\n        kind()  #! " + _ANY_CALL),
    "deleted": (
        "rule-3",
        "kind = Other\ndel kind\nkind = Engine\nkind()  #! construct",
    ),
    "walrus": ("rule-3", "if (kind := Engine) is not None:\n    kind()  #! construct"),
    "walrus-comprehension": ("rule-3", "made = [kind := Engine for _ in (1,)]\nkind()  #! construct|maybe|construct-indirect"),
    "conditional": ("rule-3 site:maybe", "kind = Engine if FLAG else Other\nkind()  #! maybe"),
    "or": ("rule-3", "kind = None or Engine\nkind()  #! construct|maybe"),
    "with-as": (
        "rule-3",
        "import contextlib\nwith contextlib.nullcontext(Engine) as kind:\n    kind()  #! " + _ANY_CALL,
    ),
    "except-name": (
        "rule-3",
        "kind = Engine\ntry:\n    raise LookupError\nexcept LookupError as caught:\n    pass\nkind()  #! construct",
    ),
    "global": (
        "rule-3",
        "def change():\n    global changed_kind\n    changed_kind = Engine\nchange()\nchanged_kind()  #! " + _ANY_CALL,
    ),
    "nonlocal": (
        "rule-3",
        "def outer():\n    kind = Other\n    def change():\n        nonlocal kind\n        kind = Engine\n"
        "    change()\n    kind()  #! " + _ANY_CALL + "\nouter()",
    ),
    "closure-late": (
        "rule-3",
        "def outer():\n    def make():\n        return kind()  #! construct|maybe\n    kind = Engine\n    return make\nouter()()",
    ),
    "class-scope": (
        "rule-3",
        "class Hides:\n    Engine = Other\n    Engine()  #! none\n    def make(self):\n        return Engine()  #! construct\n"
        "Hides().make()",
    ),
    "class-scope-own": ("rule-3", "class Shows:\n    kind = Engine\n    kind()  #! construct"),
    "comprehension-scope": (
        "rule-3",
        "kind = Engine\nmade = [kind for kind in (1, 2)]\nkind()  #! construct",
    ),
    "parameter-hides": ("rule-3", "def hidden(Engine):\n    return Engine()  #! none\nhidden(Other)"),
    "loop-hides": ("rule-3", "def hidden():\n    for Engine in (Other,):\n        Engine()  #! none\nhidden()"),
    "local-hides": ("rule-3", "def hidden():\n    Engine = Other\n    return Engine()  #! none\nhidden()"),
    "import-hides": ("rule-3", "def hidden():\n    from .other import Other as Engine\n    return Engine()  #! none\nhidden()"),
    "star-args": ("rule-7", "def taken(*kinds):\n    return kinds[0]()  #! " + _ANY_CALL + "\ntaken(Engine)"),
    "typed": (
        "rule-7 site:construct-typed",
        "def typed(kind: type[Engine]):\n    return kind()  #! construct-typed\ntyped(Engine)",
    ),
    "typed-text": (
        "rule-7 site:construct-typed",
        "def typed(kind: 'type[Engine]'):\n    return kind()  #! construct-typed\ntyped(Engine)",
    ),
    "typed-optional": (
        "rule-7 site:construct-typed",
        "import typing\ndef typed(kind: typing.Optional[typing.Type[Engine]] = None):\n"
        "    return kind()  #! construct-typed|maybe\ntyped(Engine)",
    ),
    "typed-union": (
        "rule-7 site:construct-typed",
        "def typed(kind: type[Engine] | None = None):\n    return kind()  #! construct-typed|maybe\ntyped(Engine)",
    ),
    "typed-callable": (
        "rule-7 rule-10",
        "import typing\ndef typed(kind: typing.Callable[..., Engine]):\n    return kind()  #! " + _ANY_CALL + "\ntyped(Engine)",
    ),
    "typed-factory": (
        "rule-7",
        "def typed(value: Engine):\n    return type(value)()  #! " + _ANY_CALL + "\ntyped(Engine())  #! construct",
    ),
    "typed-attribute": (
        "rule-6 site:construct-typed",
        "class Keeps:\n    kind: type[Engine]\n    def __init__(self, kind):\n        self.kind = kind\n"
        "    def make(self):\n        return self.kind()  #! " + _ANY_CALL + "\nKeeps(Engine).make()",
    ),
    "class-attribute": (
        "rule-6",
        "class Keeps:\n    kind = Engine\n    def make(self):\n        return self.kind()  #! " + _ANY_CALL + "\nKeeps().make()",
    ),
    "class-attribute-cls": (
        "rule-6",
        "class Keeps:\n    kind = Engine\n    @classmethod\n    def make(cls):\n        return cls.kind()  #! "
        + _ANY_CALL
        + "\nKeeps.make()",
    ),
    "overridden-attribute": (
        "rule-6",
        "class Keeps:\n    kind = Other\n    def make(self):\n        return self.kind()  #! " + _ANY_CALL + "\n"
        "class Heir(Keeps):\n    kind = Engine\nHeir().make()",
    ),
    "instance-attribute": (
        "rule-6",
        "class Keeps:\n    def __init__(self, kind=Engine):\n        self.kind = kind\n"
        "    def make(self):\n        return self.kind()  #! " + _ANY_CALL + "\nKeeps().make()",
    ),
    "factory-method": (
        "rule-6",
        "class Keeps:\n    def kind(self):\n        return Engine\n    def make(self):\n        return self.kind()()  #! "
        + _ANY_CALL
        + "\nKeeps().make()",
    ),
    "super-attribute": (
        "rule-6",
        "class Keeps:\n    kind = Engine\nclass Heir(Keeps):\n    kind = Other\n    def make(self):\n"
        "        return super().kind()  #! " + _ANY_CALL + "\nHeir().make()",
    ),
    "property": (
        "rule-6 rule-7",
        "class Keeps:\n    @property\n    def kind(self):\n        return Engine\n    def make(self):\n        return self.kind()  #! "
        + _ANY_CALL
        + "\nKeeps().make()",
    ),
    "module-as-value": ("rule-2", "from . import engine\nholder = engine\nholder.Engine()  #! construct"),
    "module-in-function": ("rule-2", "from . import engine\ndef chosen():\n    return engine\nchosen().Engine()  #! " + _ANY_CALL),
    "instance-of-other": ("rule-2", "made = Other()  #! none\nmade.Engine = None\nOther.Engine = Other\nOther.Engine()  #! none"),
    "type-checking": (
        "rule-3",
        "import typing\nif typing.TYPE_CHECKING:\n    Kind = Other\nelse:\n    Kind = Engine\nKind()  #! construct",
    ),
    "type-checking-hides": (
        "rule-3",
        "from typing import TYPE_CHECKING\nKind = Other\nif TYPE_CHECKING:\n    Kind = Engine\nKind()  #! none",
    ),
    "unknown-condition": (
        "rule-10 site:maybe",
        "kind = [Engine, Other][int(len(__name__) < 0)]\nkind()  #! " + _ANY_CALL,
    ),
}

_SELVES: Mapping[str, str] = {
    "classmethod": "    @classmethod\n    def build(cls):\n        return cls()  #! self-construct\n",
    "type": "    def build(self):\n        return type(self)()  #! self-construct\n",
    "dunder": "    def build(self):\n        return self.__class__()  #! self-construct\n",
    "name": "    def build(self):\n        return {name}()  #! self-construct|construct\n",
    "static": "    @staticmethod\n    def build():\n        return {name}()  #! self-construct|construct\n",
    "new": "    @classmethod\n    def build(cls):\n        return cls.__new__(cls)  #! self-construct|construct\n",
    "local": "    def build(self):\n        cls = self.__class__\n        return cls()  #! self-construct\n",
    "copy": "    def build(self):\n        cls = type(self)\n        return cls.__new__(cls)  #! self-construct\n",
    "nested": "    def build(self):\n        def inner():\n            return type(self)()  #! self-construct\n        return inner()\n",
    "comprehension": "    @classmethod\n    def build(cls):\n        return [cls() for _ in (1,)]  #! self-construct\n",
}


def _indented(text: str) -> str:
    return "\n".join("    " + line for line in text.split("\n"))


def flow(source: random.Random, package: str) -> Fragment:
    """One body of statements over the target and another class, at the top or in a function."""
    return flow_of(source.choice(FLOWS), source, package)


def flow_of(key: str, source: random.Random, package: str) -> Fragment:
    """The scenario `key`."""
    draft = Draft(source, package)
    tags, body = _BODIES[key]
    draft.tags |= set(tags.split())
    write_class(draft, "engine", "Engine")
    draft.write("other", "class Other:\n    def __init__(self, *arguments, **keywords):\n        pass\n")
    draft.write("use", "from .engine import Engine\nfrom .other import Other\nFLAG = True\n")
    if source.random() < 0.5:
        draft.write("use", body + "\n\ndef run():\n    pass\n")
    else:
        draft.write("use", "def run():\n" + _indented(body))
    return Fragment(f"flow:{key}", package, draft.texts(), frozenset(draft.tags), f"{package}.engine.Engine", (f"{package}.use",))


def makes_itself(source: random.Random, package: str) -> Fragment:
    """The class has a method that makes another one."""
    draft = Draft(source, package)
    draft.tags |= {"site:self-construct", "rule-6"}
    key = source.choice(sorted(_SELVES))
    name = source.choice(NAMES)
    write_class(draft, "engine", name, "\n" + _SELVES[key].format(name=name))
    draft.write("use", f"from .engine import {name}\n\ndef run():\n    {name}().build()" + "  #! construct")
    return Fragment(f"self:{key}", package, draft.texts(), frozenset(draft.tags), f"{package}.engine.{name}", (f"{package}.use",))


def inherited_maker(source: random.Random, package: str) -> Fragment:
    """The target inherits the method that makes it: the base does not know whom it makes."""
    draft = Draft(source, package)
    draft.tags |= {"site:self-construct", "rule-6"}
    key = source.choice(sorted(set(_SELVES) - {"name", "static"}))
    draft.write("base", "class Base:\n    def __init__(self, *arguments):\n        pass\n\n" + _SELVES[key].replace("self-construct", _ANY_CALL + "|self-construct|subclass"))
    draft.write("engine", "from .base import Base\n\nclass Engine(Base):\n    pass\n")
    draft.write("use", "from .engine import Engine\n\ndef run():\n    Engine().build()  #! construct")
    return Fragment(f"inherited:{key}", package, draft.texts(), frozenset(draft.tags), f"{package}.engine.Engine", (f"{package}.use",))


def nested_class(source: random.Random, package: str) -> Fragment:
    """The target is defined within another class."""
    draft = Draft(source, package)
    draft.tags |= {"rule-6", "site:construct"}
    draft.write(
        "engine",
        """
        class Outer:
            class Engine:
                pass

            def make(self):
                return self.Engine()  #! construct|construct-indirect|maybe

            @classmethod
            def build(cls):
                return cls.Engine()  #! construct|construct-indirect|maybe
        """,
    )
    draft.write(
        "use",
        """
        from .engine import Outer

        class Heir(Outer):
            pass

        def run():
            Outer.Engine()  #! construct
            Heir.Engine()  #! construct|construct-indirect|maybe
            Outer().make()
            Outer.build()
        """,
    )
    return Fragment("nested", package, draft.texts(), frozenset(draft.tags), f"{package}.engine.Outer.Engine", (f"{package}.use",))


def shadowed_submodule(source: random.Random, package: str) -> Fragment:
    """`from a import x` where a has both an attribute x and a submodule a.x: the attribute wins at run time."""
    draft = Draft(source, package)
    draft.tags |= {"rule-4", "site:maybe"}
    write_class(draft, "engine", "Engine")
    draft.write("thing", "def made():\n    return None\n")
    draft.write("", "from .engine import Engine as thing")
    draft.write("use", f"from {package} import thing\n\ndef run():\n    thing()  #! construct|maybe")
    return Fragment("shadowed", package, draft.texts(), frozenset(draft.tags), f"{package}.engine.Engine", (f"{package}.use",))


def two_roots(source: random.Random, package: str) -> Fragment:
    """One module name under two roots: each importer means its own root's module."""
    draft = Draft(source, package)
    draft.tags |= {"rule-1"}
    flat = package.replace(".", "_")
    files = {}
    for side, mark in (("left", "construct"), ("right", "none")):
        files[f"{flat}_{side}/{flat}_common.py"] = "class Engine:\n    pass\n"
        if side == "left":
            files[f"{flat}_left/{flat}_target.py"] = "class Engine:\n    pass\n"
            files[f"{flat}_left/{flat}_common.py"] = f"from {flat}_target import Engine\n"
        files[f"{flat}_{side}/{flat}_use_{side}.py"] = (
            f"from {flat}_common import Engine\n\ndef run():\n    return Engine()  #! {mark}\n"
        )
    return Fragment(
        "two-roots",
        flat,
        files,
        frozenset(draft.tags),
        f"{flat}_target.Engine",
        (f"{flat}_use_left", f"{flat}_use_right"),
        (f"{flat}_left", f"{flat}_right"),
    )


FLOWS = tuple(sorted(_BODIES))
