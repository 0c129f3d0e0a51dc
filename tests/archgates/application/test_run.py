"""What a run adds to every gate: gaps, subjects, empty scopes, exclusion, defects, and where findings stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from archgates.application.configuration import SkippedGate
from archgates.application.facts import FactBase
from archgates.application.run import run_gates
from archgates.domain.findings import Checked, Finding, GateReport, Level, Verdict
from archgates.domain.gate import Gate, Outcome
from archgates.domain.location import Gap
from archgates.domain.requests import AllModules, Facts, Request, SitesOf
from archgates.domain.sites import Site, SiteFacts, SiteKind, Target, TargetKind, UnknownTarget
from tests.archgates.application.fakes import NoModuleNamed, configured, modules

ENGINE = Target(asked="app.engine.Engine", canonical="app.engine.Engine", kind=TargetKind.CLASS)


def site(path: str) -> Site:
    return Site(path=path, line=1, column=1, kind=SiteKind.CONSTRUCT, canonical="x", module="m", scope="<module>")


@dataclass(frozen=True, kw_only=True)
class Sites(Gate):
    """Reports every site of a target."""

    gate: ClassVar[str] = "sites"

    target: str = "app.engine.Engine"

    def needs(self) -> tuple[Request[Any], ...]:
        return (SitesOf(target=self.target),)

    def check(self, facts: Facts) -> Outcome:
        found = facts[SitesOf(target=self.target)]
        findings = [
            Finding(path=one.path, subject=one.canonical, kind=one.kind.value, message="m", remedy="r")
            for one in found.sites
        ]
        return Outcome(findings=tuple(findings), checked=Checked(files=found.files, sites=len(found.sites)))


def run(gate: Gate | SkippedGate, facts: SiteFacts | None = None, gaps: Sequence[Gap] = ()) -> GateReport:
    providers = modules(*gaps)
    if facts is not None:
        providers[SitesOf] = lambda requests: dict.fromkeys(requests, facts)
    (report,) = run_gates([configured(gate)], FactBase(providers))
    return report


def no_module(name: str, **options: Any) -> NoModuleNamed:
    return NoModuleNamed(id="one", reason="why", name=name, **options)


def sites(**options: Any) -> Sites:
    return Sites(id="one", reason="why", **options)


def test_a_gate_passes_and_says_how_much_it_saw() -> None:
    report = run(no_module("app.gone"))
    assert (report.verdict, report.checked.files, report.findings) == (Verdict.PASS, 3, ())


def test_a_gate_fails() -> None:
    report = run(no_module("app.main"))
    assert report.verdict is Verdict.FAIL
    assert [finding.path for finding in report.findings] == ["app/main.py"]


def test_a_gap_is_a_finding_and_makes_the_gate_incomplete() -> None:
    report = run(no_module("app.gone"), gaps=[Gap("app/bad.py", "not parsed", 3, 9)])
    assert report.verdict is Verdict.INCOMPLETE
    (finding,) = report.findings
    assert (finding.path, finding.line, finding.column, finding.incomplete) == ("app/bad.py", 3, 9, True)
    assert "not parsed" in finding.message


def test_a_breach_counts_more_than_a_gap() -> None:
    assert run(no_module("app.main"), gaps=[Gap("app/bad.py", "not parsed")]).verdict is Verdict.FAIL


def test_excluded_files_are_neither_judged_nor_missed() -> None:
    report = run(no_module("tests.one", exclude=("tests/**",)), gaps=[Gap("tests/bad.py", "not parsed")])
    assert (report.verdict, report.checked.files) == (Verdict.PASS, 2)


def test_sites_in_excluded_files_are_taken_out() -> None:
    facts = SiteFacts(target=ENGINE, sites=(site("app/main.py"), site("tests/one.py")), files=3)
    report = run(sites(exclude=("tests",)), facts)
    assert [finding.path for finding in report.findings] == ["app/main.py"]
    assert (report.checked.files, report.checked.sites) == (2, 1)


@pytest.mark.parametrize("pattern", ["gone/**", "", "/abs", "../app/main.py", "app/gone.py", "app/mian.py"])
def test_an_exclusion_that_hides_nothing_fails(pattern: str) -> None:
    report = run(no_module("app.gone", exclude=("tests/**", pattern)))
    (finding,) = report.findings
    assert (report.verdict, finding.kind, finding.subject) == (Verdict.FAIL, "missing", pattern)
    assert ("app/main.py" in finding.remedy) is (pattern in {"app/mian.py", "../app/main.py"})


def test_an_exclusion_may_hide_what_is_no_module() -> None:
    assert run(no_module("app.gone", exclude=("data/**",)), gaps=[Gap("data/x.py", "r")]).verdict is Verdict.PASS
    facts = SiteFacts(target=ENGINE, sites=(site("gen/main.py"),), files=3)
    assert run(sites(exclude=("gen",)), facts).verdict is Verdict.PASS


def test_a_gate_that_excludes_everything_fails() -> None:
    report = run(no_module("app.gone", exclude=("**",)))
    assert report.verdict is Verdict.FAIL
    (finding,) = report.findings
    assert (finding.kind, finding.path, finding.line) == ("vacuous", "gates.toml", 7)


def test_an_empty_scope_may_be_allowed() -> None:
    assert run(no_module("app.gone", exclude=("**",), allow_empty=True)).verdict is Verdict.PASS


def test_a_missing_target_fails_with_the_nearest_name() -> None:
    unknown = UnknownTarget(asked="app.engine.Engin", nearest="app.engine.Engine")
    report = run(sites(target="app.engine.Engin"), SiteFacts(target=unknown))
    assert report.verdict is Verdict.FAIL
    (finding,) = report.findings
    assert (finding.kind, finding.subject, finding.path, finding.line) == (
        "missing",
        "app.engine.Engin",
        "gates.toml",
        7,
    )
    assert "app.engine.Engine" in finding.remedy


def test_a_target_that_a_broken_file_may_hide_is_not_called_missing() -> None:
    unknown = UnknownTarget(asked="app.engine.Engin", nearest=None)
    hidden = SiteFacts(target=unknown, gaps=(Gap("app/engine.py", "not parsed"),), files=3)
    assert run(sites(target="app.engine.Engin"), hidden).verdict is Verdict.INCOMPLETE
    elsewhere = SiteFacts(target=unknown, gaps=(Gap("app/main.py", "not parsed"),), files=3)
    assert run(sites(target="app.engine.Engin"), elsewhere).verdict is Verdict.FAIL


def test_a_name_of_the_standard_library_exists_where_nobody_uses_it() -> None:
    facts = SiteFacts(target=UnknownTarget(asked="subprocess.Popen", nearest=None), files=3)
    assert run(sites(target="subprocess.Popen"), facts).verdict is Verdict.PASS


@dataclass(frozen=True, kw_only=True)
class Broken(Gate):
    """Raises, where it is told to."""

    gate: ClassVar[str] = "broken"

    where: str
    error: type[BaseException] = ValueError

    def needs(self) -> tuple[Request[Any], ...]:
        if self.where == "needs":
            raise self.error("planted")
        return (SitesOf(target="x"),) if self.where == "undeclared" else (AllModules(),)

    def check(self, facts: Facts) -> Outcome:
        if self.where == "key":
            facts[SitesOf(target="y")]
        raise self.error("planted")


class NativePanicError(BaseException):
    """As native libraries raise it: no subclass of Exception."""


@pytest.mark.parametrize("where", ["needs", "check"])
@pytest.mark.parametrize("error", [ValueError, RecursionError, NativePanicError])
def test_a_gate_that_raises_is_incomplete_and_named(where: str, error: type[BaseException]) -> None:
    report = run(Broken(id="one", reason="why", where=where, error=error))
    assert report.verdict is Verdict.INCOMPLETE
    (finding,) = report.findings
    assert finding.kind == "defect"
    assert "gate one (broken)" in finding.message
    assert error.__name__ in finding.message


def test_an_undeclared_fact_is_a_defect_of_the_gate() -> None:
    report = run(Broken(id="one", reason="why", where="key"))
    assert report.verdict is Verdict.INCOMPLETE
    assert "needs()" in report.findings[0].message


def test_a_request_that_nothing_answers_is_said() -> None:
    report = run(Broken(id="one", reason="why", where="undeclared"))
    assert report.verdict is Verdict.INCOMPLETE
    assert "no part of archgates answers SitesOf" in report.findings[0].message


def test_an_interrupt_is_no_defect() -> None:
    with pytest.raises(KeyboardInterrupt):
        run(Broken(id="one", reason="why", where="check", error=KeyboardInterrupt))


def test_one_broken_gate_does_not_end_the_run() -> None:
    gates = [configured(Broken(id="one", reason="why", where="check")), configured(no_module("app.main"))]
    assert [report.verdict for report in run_gates(gates, FactBase(modules()))] == [Verdict.INCOMPLETE, Verdict.FAIL]


def test_a_skipped_gate_is_incomplete() -> None:
    report = run(SkippedGate(gate="theirs", id="one", reason="why", level=Level.WARN))
    assert (report.verdict, report.level, report.gate) == (Verdict.INCOMPLETE, Level.WARN, "theirs")
    assert "--no-exec" in report.findings[0].message


def test_findings_are_sorted_and_given_once() -> None:
    facts = SiteFacts(target=ENGINE, sites=(site("b.py"), site("a.py"), site("b.py")), files=3)
    assert [finding.path for finding in run(sites(), facts).findings] == ["a.py", "b.py"]


def test_every_request_is_answered_once_and_together() -> None:
    asked: list[tuple[Any, ...]] = []

    def provider(requests: Sequence[Any]) -> Mapping[Any, Any]:
        asked.append(tuple(requests))
        return {request: SiteFacts(target=ENGINE, files=1) for request in requests}

    gates = [configured(sites(target=target)) for target in ("a", "b", "a")]
    run_gates(gates, FactBase({**modules(), SitesOf: provider}))
    assert asked == [(SitesOf(target="a"), SitesOf(target="b"))]


def test_a_request_that_breaks_its_provider_spoils_no_other() -> None:
    def provider(requests: Sequence[Any]) -> Mapping[Any, Any]:
        if any(request.target == "b" for request in requests):
            raise ValueError("planted")
        return {request: SiteFacts(target=ENGINE, files=1) for request in requests}

    gates = [configured(sites(target=target)) for target in ("a", "b")]
    good, bad = run_gates(gates, FactBase({**modules(), SitesOf: provider}))
    assert (good.verdict, bad.verdict) == (Verdict.PASS, Verdict.INCOMPLETE)
    assert "ValueError: planted" in bad.findings[0].message
