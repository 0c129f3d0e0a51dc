"""A project written for one test and judged by one gate, through the real command line; and facts made by hand."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

from archgates.domain.findings import Finding
from archgates.domain.gate import Gate, Outcome
from archgates.domain.modules import Module, ModuleTable
from archgates.domain.options import Place, read_options
from archgates.domain.requests import AllModules, ProjectFacts, Request
from archgates.domain.sites import Site, SiteFacts, SiteKind, Target, TargetKind, Unresolved
from tests.archgates.casebook import Answer, archgates

AnswerT = TypeVar("AnswerT")
GateT = TypeVar("GateT", bound=Gate)


@dataclass(frozen=True, slots=True)
class Judged:
    """What `archgates check` said about one gate."""

    answer: Answer

    @property
    def report(self) -> dict[str, Any]:
        """The gate's report."""
        assert self.answer.out, self.answer.err
        report: dict[str, Any] = self.answer.document["gates"][0]
        return report

    @property
    def verdict(self) -> str:
        """The gate's verdict, which for a single gate is the run's and agrees with the exit code."""
        verdict: str = self.report["verdict"]
        assert self.answer.code == {"PASS": 0, "FAIL": 1, "INCOMPLETE": 3}[verdict]
        return verdict

    @property
    def findings(self) -> list[dict[str, Any]]:
        """The findings as on the wire."""
        found: list[dict[str, Any]] = self.report["findings"]
        return found

    @property
    def places(self) -> list[tuple[str, int, str]]:
        """Path, line and kind of each finding."""
        return [(one["path"], one["line"], one["kind"]) for one in self.findings]

    @property
    def kinds(self) -> list[str]:
        """The kinds of the findings, sorted."""
        return sorted(one["kind"] for one in self.findings)

    @property
    def subjects(self) -> set[str]:
        """What the findings are about."""
        return {one["subject"] for one in self.findings}

    @property
    def text(self) -> str:
        """Messages and remedies in one text."""
        return "\n".join(f"{one['message']} {one['remedy']}" for one in self.findings)


def judge(root: Path, files: Mapping[str, str], options: Mapping[str, Any]) -> Judged:
    """Write the files, and judge them by one gate with these options (`id` and `reason` are added)."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
    configuration = root / "archgates.toml"
    lines = ["[[gates]]", 'id = "the-gate"', 'reason = "The test says so."']
    lines += [f"{key} = {toml(value)}" for key, value in options.items()]
    configuration.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return Judged(archgates("check", "--root", str(root), "--json"))


def toml(value: Any) -> str:
    """A value as TOML writes it inline."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value)


def configured(kind: type[GateT], **options: Any) -> GateT:
    """A gate as its TOML table makes it. Raises ConfigurationError."""
    table = {"id": "the-gate", "reason": "The test says so.", **options}
    return read_options(kind, table, Place("archgates.toml", "gates[0]"))


@dataclass(frozen=True, slots=True)
class HandMade:
    """Facts made by hand."""

    answers: Mapping[Request[Any], Any]

    def __getitem__(self, request: Request[AnswerT]) -> AnswerT:
        return cast("AnswerT", self.answers[request])


def judged_by_hand(gate: Gate, modules: tuple[str, ...], *facts: Any) -> Outcome:
    """The outcome of a gate on facts that answer its needs in order, the module table apart."""
    requests = [one for one in gate.needs() if one != AllModules()]
    answers: dict[Request[Any], Any] = dict(zip(requests, facts, strict=True))
    answers[AllModules()] = ProjectFacts(modules=table(*modules))
    return gate.check(HandMade(answers))


def table(*names: str) -> ModuleTable:
    """A project of these modules, each in its own file."""
    return ModuleTable(Module(root=".", name=name, path=f"{name.replace('.', '/')}.py") for name in names)


def site(module: str, line: int, kind: SiteKind, canonical: str, **more: Any) -> Site:
    """A site in a module of `table`."""
    path = f"{module.replace('.', '/')}.py"
    scope = more.pop("scope", "<module>")
    return Site(path=path, line=line, column=1, kind=kind, canonical=canonical, module=module, scope=scope, **more)


def doubt(module: str, line: int, reason: str) -> Unresolved:
    """An unresolved expression in a module of `table`."""
    path = f"{module.replace('.', '/')}.py"
    return Unresolved(path=path, line=line, column=1, reason=reason, module=module, scope="<module>")


def site_facts(target: Target, *sites: Site, unresolved: tuple[Unresolved, ...] = ()) -> SiteFacts:
    """Facts about a target in a project of some files."""
    return SiteFacts(target=target, sites=sites, unresolved=unresolved, files=3)


def target(canonical: str, kind: TargetKind, path: str = "", line: int = 1) -> Target:
    """A resolved target."""
    return Target(asked=canonical, canonical=canonical, kind=kind, path=path, line=line)


def kinds_of(findings: tuple[Finding, ...]) -> list[str]:
    """The kinds of findings, sorted."""
    return sorted(one.kind for one in findings)
