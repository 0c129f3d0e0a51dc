"""The gate `call-boundary`: methods, functions and names from outside, called where they may be and elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from archgates.domain.errors import ConfigurationError
from archgates.domain.sites import SiteKind, TargetKind
from archgates.gates.call_boundary import CallBoundary
from tests.archgates.gates.bench import configured, doubt, judge, judged_by_hand, kinds_of, site, site_facts, target

TURN = target("app.executor.Executor.execute_turn", TargetKind.METHOD, "app/executor.py", 2)
MODULES = ("app.executor", "app.assembler", "app.host")
BOUNDARY = {"gate": "call-boundary", "target": "app.executor.Executor.execute_turn", "allow": ["app.assembler"]}
GOOD = {
    "app/__init__.py": "",
    "app/executor.py": """\
        class Executor:
            def execute_turn(self):
                return self.retry()

            def retry(self):
                return self.execute_turn()
        """,
    "app/assembler.py": """\
        from app.executor import Executor


        def dispatch(executor: Executor):
            return executor.execute_turn()
        """,
    "app/host.py": "from app.assembler import dispatch\n",
}


def gate(**options: Any) -> CallBoundary:
    return configured(CallBoundary, **{"target": TURN.canonical, **options})


def test_calls_from_the_allowed_module_and_the_own_class_pass(tmp_path: Path) -> None:
    judged = judge(tmp_path, GOOD, BOUNDARY)
    assert judged.verdict == "PASS", judged.text


@pytest.mark.parametrize(
    ("planted", "line"),
    [
        ("from app.executor import Executor\n\n\ndef run(executor: Executor):\n    executor.execute_turn()\n", 5),
        ("class Host:\n    def run(self):\n        self.executor.execute_turn()\n", 3),
        ("from app.executor import Executor\n\nhandlers = [Executor().execute_turn]\n", 3),
    ],
)
def test_a_planted_call_elsewhere_fails(tmp_path: Path, planted: str, line: int) -> None:
    judged = judge(tmp_path, {**GOOD, "app/host.py": planted}, BOUNDARY)
    assert judged.verdict == "FAIL"
    assert [(path, at) for path, at, _ in judged.places] == [("app/host.py", line)]


def test_the_rest_of_the_defining_module_needs_to_be_named(tmp_path: Path) -> None:
    more = (
        GOOD["app/executor.py"] + "\n\n        def helper(executor: Executor):\n            executor.execute_turn()\n"
    )
    judged = judge(tmp_path, {**GOOD, "app/executor.py": more}, BOUNDARY)
    assert [(path, kind) for path, _, kind in judged.places] == [("app/executor.py", "call")]


def test_a_method_of_another_class_with_the_same_name_passes(tmp_path: Path) -> None:
    other = "class Fake:\n    def execute_turn(self): ...\n\n\nFake().execute_turn()\n"
    assert judge(tmp_path, {**GOOD, "app/host.py": other}, BOUNDARY).verdict == "PASS"


def test_a_function_may_call_itself(tmp_path: Path) -> None:
    files = {"tree.py": "def depth(node):\n    return 1 + max(map(depth, node))\n", "other.py": ""}
    assert judge(tmp_path, files, {"gate": "call-boundary", "target": "tree.depth"}).verdict == "PASS"


def test_process_authority_over_the_standard_library(tmp_path: Path) -> None:
    authority = {
        "gate": "call-boundary",
        "target": ["subprocess.Popen", "subprocess.run", "os.spawn*", "os.kill", "asyncio.create_subprocess_*"],
        "allow": ["app.processes"],
    }
    good = {
        "app/__init__.py": "",
        "app/processes.py": "import subprocess\n\n\ndef launch():\n    return subprocess.Popen(['x'])\n",
        "app/adapter.py": "from app.processes import launch\n\nlaunch()\n",
    }
    assert judge(tmp_path, good, authority).verdict == "PASS"
    planted = """\
        import asyncio
        import os as system
        from subprocess import Popen as Start, check_output

        Start(["x"])
        system.spawnl(0, "x")
        check_output(["x"])
        asyncio.create_subprocess_exec("x")
        """
    judged = judge(tmp_path, {**good, "app/adapter.py": planted}, authority)
    assert [(path, line) for path, line, _ in judged.places] == [("app/adapter.py", line) for line in (5, 6, 8)]


@pytest.mark.parametrize("pattern", ["os.spawn*", "os.*", "os.*l*"])
def test_a_pattern_reaches_as_far_as_a_name(tmp_path: Path, pattern: str) -> None:
    files = {
        "app/__init__.py": "",
        "app/alias.py": "import os as system\n\nsystem.spawnl(0, 'x')\n",
        "app/member.py": "from os import spawnlp\n\nspawnlp(0, 'x')\n",
        "app/compat.py": "from os import spawnle as start\n",
        "app/user.py": "from app.compat import start\n\nstart(0, 'x')\n",
        "app/other.py": "def spawnl(): ...\n\n\nspawnl()\n",
    }
    judged = judge(tmp_path, files, {"gate": "call-boundary", "target": pattern})
    assert [(path, line) for path, line, _ in judged.places] == [
        ("app/alias.py", 3),
        ("app/member.py", 3),
        ("app/user.py", 3),
    ]


def test_a_missing_method_fails_with_the_nearest_name(tmp_path: Path) -> None:
    judged = judge(tmp_path, GOOD, {**BOUNDARY, "target": "app.executor.Executor.execute_trn"})
    assert (judged.verdict, judged.kinds) == ("FAIL", ["missing"])
    assert "app.executor.Executor.execute_turn" in judged.text


def test_a_misspelt_allowed_module_is_a_finding(tmp_path: Path) -> None:
    judged = judge(tmp_path, GOOD, {**BOUNDARY, "allow": ["app.assembler", "app.assemblr"]})
    assert judged.kinds == ["missing"]
    assert "Did you mean app.assembler?" in judged.text


def test_an_empty_scope_fails(tmp_path: Path) -> None:
    judged = judge(tmp_path, GOOD, {"gate": "call-boundary", "target": BOUNDARY["target"], "exclude": ["app"]})
    assert (judged.verdict, judged.kinds) == ("FAIL", ["vacuous"])


@pytest.mark.parametrize(("meaning", "found", "noted"), [("count", 1, 0), ("report", 0, 1), ("ignore", 0, 0)])
def test_unknown_receivers(meaning: str, found: int, noted: int) -> None:
    unknown = site("app.host", 7, SiteKind.MAYBE, TURN.canonical, unknown_receiver=True, note="unknown receiver")
    outcome = judged_by_hand(gate(unknown_receivers=meaning), MODULES, site_facts(TURN, unknown))
    assert (len(outcome.findings), len(outcome.notes)) == (found, noted)


def test_undecided_sites_are_noted_and_judged_by_option() -> None:
    facts = site_facts(TURN, unresolved=(doubt("app.host", 3, "getattr with a computed name"),))
    assert judged_by_hand(gate(), MODULES, facts).findings == ()
    assert len(judged_by_hand(gate(), MODULES, facts).notes) == 1
    assert kinds_of(judged_by_hand(gate(max_unresolved=0), MODULES, facts).findings) == ["unresolved"]


def test_a_class_of_the_project_is_the_wrong_subject() -> None:
    outcome = judged_by_hand(gate(), MODULES, site_facts(target("app.executor.Executor", TargetKind.CLASS)))
    assert kinds_of(outcome.findings) == ["wrong-subject"]
    assert "construction-sites" in outcome.findings[0].remedy
    assert "is a class" in outcome.findings[0].message
    constant = judged_by_hand(gate(), MODULES, site_facts(target("app.executor.LIMIT", TargetKind.OTHER)))
    assert "neither a function nor a method" in constant.findings[0].message


def test_one_place_that_fits_two_targets_is_one_finding() -> None:
    kill = target("os.kill", TargetKind.EXTERNAL)
    facts = site_facts(kill, site("app.host", 2, SiteKind.CALL, "os.kill"))
    outcome = judged_by_hand(gate(target=["os.kill", "os.k*"]), MODULES, facts, facts)
    assert len(outcome.findings) == 1


@pytest.mark.parametrize("name", ["", "Popen", "os.*.kill", "o*.kill", "os.[ab]", "os.kill()"])
def test_targets_that_are_no_names_are_refused(name: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        gate(target=name)
    assert error.value.key == "gates[0].target"


def test_an_empty_list_of_targets_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="at least one"):
        gate(target=[])
