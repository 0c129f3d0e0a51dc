"""The gate `wiring-path`: the evaluator is connected to dispatch at exactly one place, in every way to connect."""

from __future__ import annotations

from pathlib import Path

import pytest

from archgates.domain.sites import SiteKind, TargetKind
from archgates.gates.wiring_path import WiringPath
from tests.archgates.gates.bench import configured, doubt, judge, judged_by_hand, kinds_of, site, site_facts, target

ONE = {
    "gate": "wiring-path",
    "source": "app.handle.Handle.dispatch",
    "to": "app.triggers.TriggerEvaluator",
    "allow": ["app.assembler"],
    "count": 1,
}
PARTS = {
    "app/__init__.py": "",
    "app/handle.py": """\
        class Handle:
            def dispatch(self, work): ...
        """,
    "app/triggers.py": """\
        class TriggerEvaluator:
            def __init__(self, sink=None):
                self.sink = sink

            def subscribe(self, sink):
                self.sink = sink

            def on_fire(self, sink):
                return sink
        """,
    "app/other.py": "",
}
HEAD = "from app.handle import Handle\nfrom app.triggers import TriggerEvaluator\n\n\n"
WAYS = {
    "a method call": "def wire(handle: Handle, evaluator: TriggerEvaluator):\n"
    "    evaluator.subscribe(handle.dispatch)\n",
    "a callback assignment": "def wire(handle: Handle, evaluator: TriggerEvaluator):\n"
    "    evaluator.sink = handle.dispatch\n",
    "a constructor argument": "def wire(handle: Handle):\n    return TriggerEvaluator(sink=handle.dispatch)\n",
    "a lambda": "def wire(handle: Handle, evaluator: TriggerEvaluator):\n"
    "    evaluator.subscribe(lambda work: handle.dispatch(work))\n",
    "a local closure": "def wire(handle: Handle, evaluator: TriggerEvaluator):\n"
    "    def forward(work):\n        handle.dispatch(work)\n\n    evaluator.subscribe(forward)\n",
    "a decorator": "def wire(handle: Handle, evaluator: TriggerEvaluator):\n"
    "    @evaluator.on_fire\n    def forward(work):\n        handle.dispatch(work)\n",
}


@pytest.mark.parametrize("way", WAYS)
def test_one_connection_in_the_assembler_passes(tmp_path: Path, way: str) -> None:
    judged = judge(tmp_path, {**PARTS, "app/assembler.py": HEAD + WAYS[way]}, ONE)
    assert judged.verdict == "PASS", judged.text


@pytest.mark.parametrize("way", WAYS)
def test_a_second_connection_elsewhere_fails(tmp_path: Path, way: str) -> None:
    files = {**PARTS, "app/assembler.py": HEAD + WAYS["a method call"], "app/other.py": HEAD + WAYS[way]}
    judged = judge(tmp_path, files, ONE)
    assert judged.verdict == "FAIL"
    assert {path for path, _, _ in judged.places} == {"app/other.py"}


def test_the_connection_may_not_vanish(tmp_path: Path) -> None:
    judged = judge(tmp_path, {**PARTS, "app/assembler.py": HEAD}, ONE)
    assert (judged.verdict, judged.kinds) == ("FAIL", ["count"])


@pytest.mark.parametrize(
    ("key", "name", "close"),
    [
        ("source", "app.handle.Handle.dispach", "app.handle.Handle.dispatch"),
        ("to", "app.triggers.TriggerEvaluater", "app.triggers.TriggerEvaluator"),
    ],
)
def test_a_missing_end_fails_with_the_nearest_name(tmp_path: Path, key: str, name: str, close: str) -> None:
    judged = judge(tmp_path, {**PARTS, "app/assembler.py": ""}, {**ONE, key: name})
    assert (judged.verdict, judged.kinds) == ("FAIL", ["missing"])
    assert close in judged.text


def test_an_empty_scope_fails(tmp_path: Path) -> None:
    options = {**ONE, "exclude": ["app"], "allow": [], "count": 0}
    assert judge(tmp_path, {**PARTS, "app/assembler.py": ""}, options).kinds == ["vacuous"]


def test_what_may_connect_is_noted_or_found() -> None:
    options = {key: value for key, value in ONE.items() if key != "gate"}
    source = target("app.handle.Handle.dispatch", TargetKind.METHOD)
    facts = site_facts(
        source,
        site("app.assembler", 4, SiteKind.CONNECT, source.canonical),
        site("app.other", 9, SiteKind.MAYBE, source.canonical, note="unknown receiver"),
        unresolved=(doubt("app.other", 11, "setattr with a computed name"),),
    )
    modules = ("app.assembler", "app.other")
    strict = judged_by_hand(configured(WiringPath, **options), modules, facts)
    lenient = judged_by_hand(configured(WiringPath, **options, max_unresolved=2), modules, facts)
    assert kinds_of(strict.findings) == ["maybe", "unresolved"]
    assert (lenient.findings, len(lenient.notes)) == ((), 2)
