"""A hundred generated programs, run by CPython: what it constructs and loads is what the tool says."""

from __future__ import annotations

from collections import Counter

import pytest

from archgates.domain.imports import ImportKind
from archgates.domain.sites import SiteKind
from benchmarks.generated.campaign import judge_programs, judge_seeds
from benchmarks.generated.program import Fragment, Program

SEEDS = range(1, 101)
RULES = {f"rule-{number}" for number in range(1, 11)} - {"rule-9"}
"""Rule 9, filtered and unfiltered answers, is judged on every program."""
NOT_A_CLASS = {SiteKind.CALL, SiteKind.CONNECT}
NOT_RUN = {ImportKind.CYTHON}


@pytest.fixture(scope="module")
def campaign() -> tuple[list[str], Counter[str]]:
    found, tags = judge_seeds(SEEDS)
    return [str(one) for one in found], tags


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_tool_and_cpython_agree_on_every_program(campaign: tuple[list[str], Counter[str]]) -> None:
    disagreements, _ = campaign

    assert disagreements == []


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_every_rule_and_kind_is_exercised(campaign: tuple[list[str], Counter[str]]) -> None:
    _, tags = campaign

    wanted = {
        *RULES,
        *(f"site:{kind.value}" for kind in SiteKind if kind not in NOT_A_CLASS),
        *(f"import:{kind.value}" for kind in ImportKind if kind not in NOT_RUN),
    }
    assert wanted - tags.keys() == set()


def test_a_wrong_answer_would_be_seen() -> None:
    # The marks say that line 4 makes the class; the text makes another one: CPython is asked, not the marks.
    files = {
        "planted/engine.py": "class Engine:\n    pass\n\nclass Other:\n    pass\n",
        "planted/use.py": "from .engine import Engine, Other\n\ndef run():\n    return Other()  #! construct\n",
    }
    fragment = Fragment("planted", "planted", files, frozenset(), "planted.engine.Engine", ("planted.use",))

    found = judge_programs([Program(0, (fragment,))])

    assert [(one.path, one.line) for one in found] == [("planted/use.py", 4)]


def test_a_construction_without_a_site_is_seen() -> None:
    # Data that only the run knows: no static answer can hold it, and the comparison must say so.
    files = {
        "planted/engine.py": "class Engine:\n    pass\n",
        "planted/use.py": (
            "from . import engine\n\ndef run():\n    for kind in eval('[engine.Engine]'):\n"
            "        kind()  #! construct\n"
        ),
    }
    fragment = Fragment("planted", "planted", files, frozenset(), "planted.engine.Engine", ("planted.use",))

    found = judge_programs([Program(0, (fragment,))])

    assert [(one.path, one.line) for one in found] == [("planted/use.py", 5)]
