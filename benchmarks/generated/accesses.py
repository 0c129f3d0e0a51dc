"""Ways in which a module comes to hold a class that another module defines (rules 4, 5, 6, 7, 8)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.generated.program import Draft

SURE = "construct"
"""What a call through a name, a module attribute or a re-export is."""


@dataclass(frozen=True, slots=True)
class Access:
    """Import lines, the expression that is the class, and the kinds that a call of it may be given."""

    lines: str
    expression: str
    kinds: str = SURE


Maker = Callable[[Draft, str], Access]


def _alias(draft: Draft, name: str) -> str:
    return draft.random.choice([name, f"{name}Type", "Kind", "X"])


def module_alias(draft: Draft, name: str) -> Access:
    """`import a.b as e` binds module a.b."""
    draft.tags.add("rule-4")
    return Access(f"import {draft.package}.engine as e", f"e.{name}")


def module_path(draft: Draft, name: str) -> Access:
    """`import a.b` binds a."""
    draft.tags.add("rule-4")
    return Access(f"import {draft.package}.engine", f"{draft.package}.engine.{name}")


def name_import(draft: Draft, name: str) -> Access:
    """`from a import x as y`, absolute or relative."""
    draft.tags |= {"rule-4", "import:module"}
    local = _alias(draft, name)
    source = draft.random.choice([f"{draft.package}.engine", ".engine"])
    return Access(f"from {source} import {name} as {local}", local)


def submodule_import(draft: Draft, name: str) -> Access:
    """`from a import b` where b is a submodule."""
    draft.tags.add("rule-4")
    source = draft.random.choice([draft.package, "."])
    return Access(f"from {source} import engine as reached", f"reached.{name}")


def barrel(draft: Draft, name: str) -> Access:
    """A re-export, perhaps under another name, perhaps over two modules."""
    draft.tags.add("rule-5")
    exported = _alias(draft, name)
    draft.write("api", f"from .engine import {name} as {exported}")
    if draft.random.random() < 0.5:
        draft.write("front", f"from .api import {exported}")
        return Access(f"from .front import {exported} as Made", "Made")
    return Access(f"import {draft.package}.api as api", f"api.{exported}")


def package_attribute(draft: Draft, name: str) -> Access:
    """The package's own `__init__` re-exports."""
    draft.tags.add("rule-5")
    draft.write("", f"from .engine import {name}")
    return Access(f"import {draft.package} as package", f"package.{name}")


def submodule_of_barrel(draft: Draft, name: str) -> Access:
    """A submodule reached as an attribute that another import has set."""
    draft.tags |= {"rule-4", "rule-5"}
    draft.write("near", f"import {draft.package}.engine")
    return Access(f"import {draft.package}.near\nimport {draft.package} as package", f"package.engine.{name}")


def star(draft: Draft, name: str) -> Access:
    """A star import, with or without `__all__`."""
    draft.tags |= {"rule-5", "import:star"}
    form = draft.random.choice(["absent", "literal", "plus", "augmented", "extend", "append", "other"])
    if form == "literal":
        draft.write("engine", f'__all__ = ["{name}"]')
    elif form == "plus":
        draft.write("engine", f'__all__ = ("Other",) + ("{name}",)\nclass Other: pass')
    elif form == "augmented":
        draft.write("engine", f'__all__ = []\n__all__ += ["{name}"]')
    elif form == "extend":
        draft.write("engine", f'__all__ = []\n__all__.extend(["{name}"])')
    elif form == "append":
        draft.write("engine", f'__all__ = []\n__all__.append("{name}")')
    elif form == "other":
        draft.write("engine", f'__all__ = ["{name}"]')
        draft.write("hub", "from . import engine\nfrom .engine import *\n__all__ = engine.__all__ + []")
        return Access("from .hub import *", name)
    return Access("from .engine import *", name)


def star_of_star(draft: Draft, name: str) -> Access:
    """Stars over two modules."""
    draft.tags |= {"rule-5", "import:star"}
    draft.write("hub", "from .engine import *")
    return Access("from . import hub", f"hub.{name}")


def lazy_table(draft: Draft, name: str) -> Access:
    """A module `__getattr__` that reads a table."""
    draft.tags |= {"rule-5", "import:lazy"}
    draft.write(
        "lazy",
        f"""
        import importlib

        _TABLE = {{"{name}": "engine"}}

        def __getattr__(name):
            if name in _TABLE:
                return getattr(importlib.import_module("." + _TABLE[name], __package__), name)
            raise AttributeError(name)
        """,
    )
    return Access("from . import lazy", f"lazy.{name}", "construct|construct-indirect|dynamic|maybe")


def lazy_branch(draft: Draft, name: str) -> Access:
    """A module `__getattr__` that compares names."""
    draft.tags |= {"rule-5", "import:lazy"}
    draft.write(
        "lazy",
        f"""
        def __getattr__(name):
            if name == "{name}":
                from .engine import {name}

                return {name}
            raise AttributeError(name)
        """,
    )
    imported = draft.random.choice([f"from .lazy import {name} as Made", "from . import lazy"])
    return Access(imported, "Made" if "Made" in imported else f"lazy.{name}", "construct|construct-indirect|maybe")


def re_export_cycle(draft: Draft, name: str) -> Access:
    """Two modules that re-export each other's names."""
    draft.tags |= {"rule-8", "rule-5"}
    draft.write("left", f"from .engine import {name} as Left\nfrom . import right\n")
    draft.write("right", "from . import left\n\ndef made():\n    return left.Left()" + f"  #! {SURE}")
    draft.write("left", "from .right import made\n")
    return Access("from . import left", "left.right.left.Left")


def class_attribute(draft: Draft, name: str) -> Access:
    """An attribute of a class, perhaps inherited."""
    draft.tags |= {"rule-6", "site:escape"}
    draft.write(
        "holder", f"from .engine import {name}\n\nclass Holder:\n    kind = {name}\n\nclass Heir(Holder):\n    pass"
    )
    owner = draft.random.choice(["Holder", "Heir"])
    return Access(f"from .holder import {owner}", f"{owner}.kind", "construct|construct-indirect|maybe")


def instance_attribute(draft: Draft, name: str) -> Access:
    """An attribute that `__init__` sets."""
    draft.tags |= {"rule-6", "site:escape"}
    draft.write(
        "holder",
        f"""
        from .engine import {name}

        class Holder:
            def __init__(self):
                self.kind = {name}

            def made(self):
                return self.kind()  #! construct|construct-indirect|maybe
        """,
    )
    return Access("from .holder import Holder\nHolder().made()", "Holder().kind", "construct|construct-indirect|maybe")


def returned(draft: Draft, name: str) -> Access:
    """A function that returns the class."""
    draft.tags |= {"rule-7", "site:escape"}
    annotation = draft.random.choice(["", f" -> type[{name}]"])
    draft.write("giver", f"from .engine import {name}\n\ndef given(){annotation}:\n    return {name}")
    return Access("from .giver import given", "given()", "construct|construct-indirect|construct-typed|maybe")


def constant_getattr(draft: Draft, name: str) -> Access:
    """`getattr` with a constant."""
    draft.tags |= {"rule-5", "site:construct"}
    return Access("from . import engine", f'getattr(engine, "{name}")', "construct|dynamic")


def variable_getattr(draft: Draft, name: str) -> Access:
    """`getattr` with a name that only the run knows, or the namespace of the module."""
    draft.tags |= {"rule-10", "site:dynamic"}
    expression = draft.random.choice(
        [f'vars(engine)["{name}"]', f'engine.__dict__["{name}"]', "getattr(engine, WANTED)"]
    )
    return Access(f'from . import engine\nWANTED = "".join(["{name}"])', expression, "dynamic|construct|maybe")


def local_chain(draft: Draft, name: str) -> Access:
    """Plain aliases of an alias."""
    draft.tags |= {"rule-3", "rule-8", "site:alias"}
    return Access(f"from .engine import {name}\nFirst = {name}\nSecond = First\n", "Second")


ACCESSES: tuple[Maker, ...] = (
    module_alias,
    module_path,
    name_import,
    submodule_import,
    barrel,
    package_attribute,
    submodule_of_barrel,
    star,
    star_of_star,
    lazy_table,
    lazy_branch,
    re_export_cycle,
    class_attribute,
    instance_attribute,
    returned,
    constant_getattr,
    variable_getattr,
    local_chain,
)
