"""The gate `construction-sites`: on facts made by hand, and on projects through the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from archgates.domain.errors import ConfigurationError
from archgates.domain.sites import SiteKind, TargetKind
from archgates.gates.construction_sites import ConstructionSites
from tests.archgates.gates.bench import configured, doubt, judge, judged_by_hand, kinds_of, site, site_facts, target

ENGINE = target("app.engine.Engine", TargetKind.CLASS, "app/engine.py", 3)
MODULES = ("app.engine", "app.main", "app.other")
ONE = {"gate": "construction-sites", "target": "app.engine.Engine", "allow": ["app.main"], "count": 1}
GOOD = {
    "app/__init__.py": "",
    "app/engine.py": "class Engine:\n    def copy(self):\n        return type(self)()\n",
    "app/main.py": "from app.engine import Engine\n\nengine = Engine()\n",
    "app/other.py": "from app.main import engine\n",
}


def gate(**options: Any) -> ConstructionSites:
    return configured(ConstructionSites, target="app.engine.Engine", **options)


def test_the_one_place_passes(tmp_path: Path) -> None:
    judged = judge(tmp_path, GOOD, ONE)
    assert judged.verdict == "PASS"
    assert judged.report["checked"]["sites"] == 1


@pytest.mark.parametrize(
    ("planted", "line", "kind"),
    [
        ("from app.engine import Engine\nEngine()\n", 2, "construct"),
        ("import app.engine as e\nmake = e.Engine\nx = make()\n", 3, "construct"),
        ("from functools import partial\nfrom app.engine import Engine\nmake = partial(Engine)\n", 3, "escape"),
        (
            "from dataclasses import field\nfrom app.engine import Engine\n\nengine = field(default_factory=Engine)\n",
            4,
            "escape-ctor",
        ),
    ],
)
def test_a_planted_construction_elsewhere_fails(tmp_path: Path, planted: str, line: int, kind: str) -> None:
    judged = judge(tmp_path, {**GOOD, "app/other.py": planted}, ONE)
    assert judged.verdict == "FAIL"
    assert judged.places == [("app/other.py", line, kind)]
    assert judged.subjects == {"app.engine.Engine"}


def test_a_second_construction_in_the_allowed_module_fails(tmp_path: Path) -> None:
    doubled = GOOD["app/main.py"] + "again = Engine()\n"
    judged = judge(tmp_path, {**GOOD, "app/main.py": doubled}, ONE)
    assert judged.places == [("app/main.py", 3, "count")]
    assert "app/main.py:3, app/main.py:4" in judged.text


def test_places_stand_in_the_order_of_the_file(tmp_path: Path) -> None:
    doubled = GOOD["app/main.py"] + "\n" * 8 + "again = Engine()\n"
    judged = judge(tmp_path, {**GOOD, "app/main.py": doubled}, ONE)
    assert "app/main.py:3, app/main.py:12" in judged.text
    assert "Make the other places use the one that is meant" in judged.text


def test_the_last_construction_may_not_vanish(tmp_path: Path) -> None:
    judged = judge(tmp_path, {**GOOD, "app/main.py": "engine = None\n"}, ONE)
    assert judged.places == [("app/engine.py", 1, "count")]
    assert "Put the missing place back" in judged.text


def test_a_missing_class_fails_with_the_nearest_name(tmp_path: Path) -> None:
    judged = judge(tmp_path, GOOD, {**ONE, "target": "app.engine.Engin"})
    assert judged.verdict == "FAIL"
    assert judged.kinds == ["missing"]
    assert "app.engine.Engine" in judged.text


def test_a_misspelt_allowed_module_is_a_finding(tmp_path: Path) -> None:
    judged = judge(tmp_path, GOOD, {**ONE, "allow": ["app.main", "app.othr"]})
    assert judged.kinds == ["missing"]
    assert "app.other" in judged.text


def test_an_empty_scope_fails(tmp_path: Path) -> None:
    nowhere = {"gate": "construction-sites", "target": "app.engine.Engine", "exclude": ["app/**"]}
    judged = judge(tmp_path, GOOD, nowhere)
    assert (judged.verdict, judged.kinds) == ("FAIL", ["vacuous"])
    assert judge(tmp_path, GOOD, {**nowhere, "allow_empty": True}).verdict == "PASS"


def test_a_function_is_the_wrong_subject() -> None:
    function = target("app.engine.start", TargetKind.FUNCTION)
    outcome = judged_by_hand(gate(), MODULES, site_facts(function))
    assert kinds_of(outcome.findings) == ["wrong-subject"]


@pytest.mark.parametrize(
    ("kind", "what"),
    [(TargetKind.FUNCTION, "a function and no class"), (TargetKind.METHOD, "a method"), (TargetKind.OTHER, "no class")],
)
def test_a_wrong_subject_is_called_what_it_is(kind: TargetKind, what: str) -> None:
    (finding,) = judged_by_hand(gate(), MODULES, site_facts(target("app.eng", kind))).findings
    assert finding.message.startswith(f"app.eng is {what}")


def test_max_is_a_ceiling() -> None:
    sites = [site("app.main", line, SiteKind.CONSTRUCT, ENGINE.canonical) for line in (1, 2, 3)]
    within = judged_by_hand(gate(allow=["app.*"], max=3), MODULES, site_facts(ENGINE, *sites))
    beyond = judged_by_hand(gate(allow=["app.*"], max=2), MODULES, site_facts(ENGINE, *sites))
    assert within.findings == ()
    assert [(one.kind, one.path, one.line) for one in beyond.findings] == [("count", "app/main.py", 1)]


@pytest.mark.parametrize(
    "kind", [SiteKind.SELF_CONSTRUCT, SiteKind.CONSTRUCT_TYPED, SiteKind.CONSTRUCT_INDIRECT, SiteKind.SUBCLASS]
)
def test_other_kinds_are_reported_and_do_not_fail(kind: SiteKind) -> None:
    facts = site_facts(ENGINE, site("app.other", 4, kind, ENGINE.canonical))
    outcome = judged_by_hand(gate(), MODULES, facts)
    assert outcome.findings == ()
    assert [(note.path, note.line, note.kind) for note in outcome.notes] == [("app/other.py", 4, kind.value)]


def test_aliases_are_neither_found_nor_noted() -> None:
    facts = site_facts(ENGINE, site("app.other", 4, SiteKind.ALIAS, ENGINE.canonical))
    outcome = judged_by_hand(gate(), MODULES, facts)
    assert (outcome.findings, outcome.notes) == ((), ())


def test_subclasses_count_by_option() -> None:
    facts = site_facts(ENGINE, site("app.other", 4, SiteKind.SUBCLASS, "app.other.Fast"))
    outcome = judged_by_hand(gate(include_subclasses=True), MODULES, facts)
    assert [(one.kind, one.subject) for one in outcome.findings] == [("subclass", "app.other.Fast")]


def test_kinds_can_be_chosen() -> None:
    facts = site_facts(
        ENGINE,
        site("app.other", 4, SiteKind.ESCAPE, ENGINE.canonical),
        site("app.other", 5, SiteKind.CONSTRUCT, ENGINE.canonical),
    )
    outcome = judged_by_hand(gate(kinds=["construct"]), MODULES, facts)
    assert [one.line for one in outcome.findings] == [5]


def test_undecided_sites_fail_beyond_their_number() -> None:
    maybe = site("app.other", 4, SiteKind.MAYBE, ENGINE.canonical, candidates=("app.engine.Engine", "app.other.Fake"))
    facts = site_facts(ENGINE, maybe, unresolved=(doubt("app.main", 9, "getattr with a computed name"),))
    strict = judged_by_hand(gate(), MODULES, facts)
    lenient = judged_by_hand(gate(max_unresolved=2), MODULES, facts)
    assert kinds_of(strict.findings) == ["maybe", "unresolved"]
    assert "app.other.Fake" in strict.findings[0].message
    assert "max_unresolved = 2" in strict.findings[0].remedy
    assert lenient.findings == ()
    assert sorted(note.kind for note in lenient.notes) == ["maybe", "unresolved"]
    assert (strict.checked.unresolved, lenient.checked.unresolved) == (2, 2)


def test_undecided_sites_in_allowed_modules_matter_only_to_numbers() -> None:
    facts = site_facts(ENGINE, unresolved=(doubt("app.main", 9, "getattr with a computed name"),))
    assert judged_by_hand(gate(allow=["app.main"]), MODULES, facts).findings == ()
    numbered = judged_by_hand(gate(allow=["app.main"], count=0), MODULES, facts)
    assert kinds_of(numbered.findings) == ["unresolved"]


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"count": 1}, "allow"),
        ({"count": 1, "max": 2, "allow": ["app.main"]}, "max"),
        ({"count": -1, "allow": ["app.main"]}, "count"),
        ({"max_unresolved": -1}, "max_unresolved"),
        ({"allow": ["app/main.py"]}, "allow"),
        ({"allow": ["app..main"]}, "allow"),
        ({"kinds": []}, "kinds"),
        ({"kinds": ["constructs"]}, "kinds"),
    ],
)
def test_contradictions_name_the_key(options: dict[str, Any], key: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        gate(**options)
    assert error.value.key.startswith(f"gates[0].{key}")
    assert error.value.remedy


def test_a_target_without_a_module_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="full dotted name"):
        configured(ConstructionSites, target="Engine")
