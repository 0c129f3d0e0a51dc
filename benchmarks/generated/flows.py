"""Whole scenarios: control flow, scopes, parameters, classes that make themselves, two roots (rules 1, 2, 3, 6, 7)."""

from __future__ import annotations

import random

from benchmarks.generated.catalogue import ANY_CALL, sections
from benchmarks.generated.classes import NAMES, write_class
from benchmarks.generated.program import Draft, Fragment, Maker
from benchmarks.generated.uses import indented


def flow(number: int, source: random.Random, package: str) -> Fragment:
    """The scenario of this number in `flows.txt`, counted round; at the module's top or in a function."""
    scenarios = sections("flows.txt")
    scenario = scenarios[number % len(scenarios)]
    draft = Draft(source, package, tags=set(scenario.tags))
    write_class(draft, "engine", "Engine")
    draft.write("other", "class Other:\n    def __init__(self, *arguments, **keywords):\n        pass\n")
    draft.write("use", "from .engine import Engine\nfrom .other import Other\nFLAG = True\n")
    if source.random() < 0.5:
        draft.write("use", scenario.text + "\n\ndef run():\n    pass\n")
    else:
        draft.write("use", "def run():\n" + indented(scenario.text))
    return _finished(draft, scenario.name, f"{package}.engine.Engine")


def makes_itself(source: random.Random, package: str) -> Fragment:
    """The class has a method that makes another one."""
    draft = Draft(source, package)
    draft.tags |= {"site:self-construct", "rule-6"}
    maker = source.choice(sections("selves.txt"))
    name = source.choice(NAMES)
    write_class(draft, "engine", name, "\n" + indented(maker.text.replace("{name}", name)) + "\n")
    draft.write("use", f"from .engine import {name}\n\ndef run():\n    {name}().build()" + "  #! construct")
    return _finished(draft, f"self:{maker.name}", f"{package}.engine.{name}")


def inherited_maker(source: random.Random, package: str) -> Fragment:
    """The target inherits the method that makes it: the base does not know whom it makes."""
    draft = Draft(source, package)
    draft.tags |= {"site:self-construct", "rule-6"}
    maker = source.choice([one for one in sections("selves.txt") if "own" not in one.tags])
    inherited = indented(maker.text.replace("#! self-construct", f"#! {ANY_CALL}|self-construct|subclass"))
    draft.write("base", f"class Base:\n    def __init__(self, *arguments):\n        pass\n\n{inherited}\n")
    draft.write("engine", "from .base import Base\n\nclass Engine(Base):\n    pass\n")
    draft.write("use", "from .engine import Engine\n\ndef run():\n    Engine().build()  #! construct")
    return _finished(draft, f"inherited:{maker.name}", f"{package}.engine.Engine")


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
    return _finished(draft, "nested", f"{package}.engine.Outer.Engine")


def shadowed_submodule(source: random.Random, package: str) -> Fragment:
    """`from a import x` where a has both an attribute x and a submodule a.x: the attribute wins at run time."""
    draft = Draft(source, package)
    draft.tags |= {"rule-4", "site:maybe"}
    write_class(draft, "engine", "Engine")
    draft.write("thing", "def made():\n    return None\n")
    draft.write("", "from .engine import Engine as thing")
    draft.write("use", f"from {package} import thing\n\ndef run():\n    thing()  #! construct|maybe")
    return _finished(draft, "shadowed", f"{package}.engine.Engine")


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


def _finished(draft: Draft, name: str, target: str) -> Fragment:
    package = draft.package
    return Fragment(f"{package}:{name}", package, draft.texts(), frozenset(draft.tags), target, (f"{package}.use",))


SCENARIOS: tuple[Maker, ...] = (makes_itself, inherited_maker, nested_class, shadowed_submodule, two_roots)
