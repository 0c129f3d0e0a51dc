"""The right answers of the cases, judged by CPython before any tool is asked."""

from __future__ import annotations

import re

import pytest

from tests.archgates.casebook import CASES, Case, cases
from tests.archgates.cpython import constructions, loaded

TAG = re.compile(r"# E: (\S+)")
MADE = frozenset(
    {
        "construct",
        "escape-ctor",
        "construct-indirect",
        "construct-typed",
        "self-construct",
        "dynamic",
        "maybe",
        "escape",
    }
)
"""Kinds at whose lines an instance may come into being."""

SCRIPTS = {
    "01": "import app.use as u; u.build()",
    "33": "import app.use as u; u.kind(None)",
    "35": "import asyncio, app.use as u; i, l = u.outer(); i(); l(); asyncio.run(u.Box().get()())",
    "36": "import app.use as u; u.make(); u.old(u.Turbo())",
    "37": "import app.use as u; u.go()",
    "39": "import app.use as u, app.engine as e; u.f(1, type('E', (e.Engine,), {}), 1)",
    "40": "import app.use as u; u.Car()",
    "42": "import app.use as u; u.go('Engine')",
    "43": "import app.use as u; u.Holder().make(); u.go()",
}
"""What to run for the cases that name no script themselves, by number."""

SYMBOL = cases("symbol")
LOADING = [case for case in cases("import") if "cpython" in case.spec]


def kinds(expected: str) -> set[str]:
    """Every kind that an expectation allows or asks for."""
    return set(re.split(r"[|+]", expected))


def tags(case: Case) -> dict[str, str]:
    """`file:line` to the kind that the sources themselves are tagged with."""
    found: dict[str, str] = {}
    for path in sorted(case.folder.rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
            if match := TAG.search(line):
                found[f"{path.relative_to(case.folder).as_posix()}:{number}"] = match[1]
    return found


@pytest.mark.parametrize("case", cases("symbol", "call"), ids=str)
def test_tags_and_expected_sites_agree(case: Case) -> None:
    assert tags(case) == case.spec["expected_sites"]


@pytest.mark.parametrize("case", SYMBOL, ids=str)
def test_cpython_makes_the_class_where_the_case_says(case: Case) -> None:
    script = case.spec["cpython"]["script"] if "cpython" in case.spec else SCRIPTS[case.id.partition("-")[0]]
    seen = constructions(case.folder, case.roots, case.spec["target"], script)
    expected = case.spec["expected_sites"]
    assert seen <= {place for place, kind in expected.items() if kinds(kind) & MADE}
    assert {place for place, kind in expected.items() if kinds(kind) == {"construct"}} <= seen


@pytest.mark.parametrize("case", LOADING, ids=str)
def test_cpython_loads_what_the_case_says(case: Case) -> None:
    judged = case.spec["cpython"]
    seen = loaded(case.folder, case.roots, judged["script"])
    assert set(judged["loads"]) <= seen
    assert not set(judged["leaves"]) & seen


@pytest.mark.parametrize("case", LOADING, ids=str)
def test_load_questions_agree_with_cpython(case: Case) -> None:
    """A direct load edge from the module that the script imports first is a module that CPython loaded."""
    judged = case.spec["cpython"]
    for question in case.spec["questions"]:
        if question["mode"] == "load" and question["importer"] in judged["script"] and question["expect"]:
            assert question["imported"] in {*judged["loads"], *judged.get("unjudged", ())}


def test_no_case_writes_into_its_folder() -> None:
    assert list(CASES.rglob("__pycache__")) == []
