"""How a value relates to a target: itself, handed out, typed, an heir, a look-up."""

from __future__ import annotations

import pytest

from archgates.resolve.matching import Match, Matcher
from archgates.resolve.targets import Sought, seek
from archgates.resolve.values import (
    Bound,
    ClassValue,
    Definition,
    Display,
    Dynamic,
    External,
    ExternalInstance,
    FunctionValue,
    Held,
    Instance,
    Many,
    ModuleValue,
    Null,
    Parameter,
    Returner,
    TypeOf,
    Unknown,
    Value,
)
from archgates.resolve.world import World
from archgates.syntax.terms import Items
from tests.archgates.resolve.projects import world

TEXT = """\
class Base: ...
class Engine(Base):
    def run(self): ...
class Heir(Engine): ...
class Other: ...
LIST = [Engine]
LISTS = [[Other], [Heir]]
def give():
    return Engine
"""


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> World:
    return world(tmp_path_factory.mktemp("project"), {"m.py": TEXT})


def named(known: World, name: str) -> Definition:
    form = known.form("m.py")
    assert form is not None
    return Definition("m.py", next(n for n, scope in enumerate(form.scopes) if scope.owner == name))


def matcher(known: World, target: str) -> Matcher:
    sought = seek(known, target)
    assert isinstance(sought, Sought)
    return Matcher(known, sought)


def test_relations_to_a_class(known: World) -> None:
    base, engine, heir, other = (named(known, name) for name in ("Base", "Engine", "Heir", "Other"))
    relations: dict[Value, Match | None] = {
        ClassValue(engine): Match.DIRECT,
        Held(ClassValue(engine)): Match.HELD,
        TypeOf(engine): Match.TYPED,
        TypeOf(engine, own=True): Match.OWN,
        TypeOf(base, own=True): Match.OWN,
        TypeOf(base): Match.BASE,
        ClassValue(heir): Match.SUBCLASS,
        TypeOf(heir): Match.SUBCLASS,
        Held(ClassValue(heir)): Match.SUBCLASS,
        Returner(Instance(engine)): Match.RETURNS,
        Returner(Instance(other)): None,
        ClassValue(base): None,
        ClassValue(other): None,
        TypeOf(other): None,
        Instance(engine): None,
        External("m.Engine"): None,
        ExternalInstance("m.Engine"): None,
        Unknown("why"): None,
        Parameter("why", "m.py", 0): None,
        Null(): None,
    }
    found = matcher(known, "m.Engine")
    assert {value: found.match(value) for value in relations} == relations


def test_relations_to_a_method(known: World) -> None:
    run, engine = named(known, "Engine.run"), named(known, "Engine")
    found = matcher(known, "m.Engine.run")
    assert found.match(FunctionValue(run)) is Match.DIRECT
    assert found.match(Bound(run, engine)) is Match.DIRECT
    assert found.match(Held(Bound(run, engine))) is Match.HELD
    assert found.match(ClassValue(engine)) is None


@pytest.mark.parametrize(
    ("name", "matches"),
    [
        ("subprocess.Popen", True),
        ("subprocess.Popen.wait", False),
        ("subprocess", False),
        ("subprocess.popen", False),
        ("other.Popen", False),
    ],
)
def test_relations_to_an_outside_name(known: World, name: str, matches: bool) -> None:
    assert (matcher(known, "subprocess.Popen").match(External(name)) is Match.DIRECT) is matches


def test_patterns_of_outside_names(known: World) -> None:
    found = matcher(known, "os.spawn*")
    assert [found.match(External(name)) for name in ("os.spawnv", "os.spawn", "os.system")] == [
        Match.DIRECT,
        Match.DIRECT,
        None,
    ]


def test_look_ups_reach_what_their_owner_holds(known: World) -> None:
    found = matcher(known, "m.Engine")
    module = ModuleValue("m.py")
    assert found.match(Dynamic(module, None)) is None
    found.holders["m.py"] = {"Engine"}
    assert found.match(Dynamic(module, None)) is Match.DYNAMIC
    assert found.match(Dynamic(module, "Engine")) is Match.DYNAMIC
    assert found.match(Dynamic(module, "Other")) is None


def test_a_parameter_matches_once_the_target_is_passed_to_it(known: World) -> None:
    found = matcher(known, "m.Engine")
    parameter = Parameter("x is a parameter of f", "m.py", 7)
    assert found.match(parameter) is None
    found.escaped["m.py", 7] = "m.py:3"
    assert found.match(parameter) is Match.ESCAPED


def test_what_carries_the_target(known: World) -> None:
    engine, heir, other, give = (named(known, name) for name in ("Engine", "Heir", "Other", "give"))
    form = known.form("m.py")
    assert form is not None
    displays = [Display("m.py", number) for number, term in enumerate(form.terms) if isinstance(term, Items)]
    found = matcher(known, "m.Engine")
    assert found.carries(ClassValue(engine))
    assert found.carries(Many(ClassValue(engine)))
    assert found.carries(FunctionValue(give))
    assert found.carries(ClassValue(heir))
    assert not found.carries(ClassValue(heir), subclasses=False)
    assert not found.carries(ClassValue(other))
    assert [found.carries(one) for one in displays] == [True, False, True, True]
    assert [found.carries(one, subclasses=False) for one in displays] == [True, False, False, False]


def test_heirs_and_bases(known: World) -> None:
    found = matcher(known, "m.Engine")
    assert found.inherits(named(known, "Heir"))
    assert not any(found.inherits(named(known, name)) for name in ("Engine", "Base", "Other"))
    assert found.bases() == {named(known, "Engine"), named(known, "Base")}
