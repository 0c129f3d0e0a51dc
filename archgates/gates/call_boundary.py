"""The gate `call-boundary`: functions and methods are called only from the listed modules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar

from archgates.domain.findings import Checked, Finding
from archgates.domain.gate import Gate, Outcome
from archgates.domain.modules import ModuleTable
from archgates.domain.options import OptionError
from archgates.domain.patterns import is_pattern
from archgates.domain.requests import AllModules, CallsOf, Facts, Request
from archgates.domain.scope import misspelt
from archgates.domain.sites import CALL_KINDS, Site, SiteFacts, SiteKind, Target, TargetKind
from archgates.domain.toml_words import written
from archgates.gates import _sites

_WORDS = _sites.Words(
    verb="calls",
    site="call",
    remedy="Go through a module that may call it, or name this module in `allow` with its reason.",
)
_COUNTING = CALL_KINDS | {SiteKind.CONSTRUCT}


class UnknownReceivers(Enum):
    """What a call means whose receiver may be anything, such as `x.close()` with an unknown `x`."""

    COUNT = "count"
    REPORT = "report"
    IGNORE = "ignore"


@dataclass(frozen=True, kw_only=True)
class CallBoundary(Gate):
    """Functions and methods are called only from the listed modules.

    What it checks: every call of a target, and every place that hands it out by value, stands in a module that
    `allow` names. A method is found by its attribute name too: `self.executor.execute_turn()` counts unless its
    receiver is proven to be of another class. The methods of the defining class may always call one another, a
    function may call itself; the rest of the defining module needs to be named like any other.

    Why: an authority that anybody can exercise is none. When one module starts processes, ends them, or opens
    documents, its rules hold for the whole program.

    Example:
        [[tool.archgates.gates]]
        id = "one-process-authority"
        gate = "call-boundary"
        target = ["subprocess.Popen", "subprocess.run", "os.spawn*", "os.kill", "asyncio.create_subprocess_*"]
        allow = ["driver.host.processes"]
        reason = "All programs are started and ended by one authority."

    What to do instead: call the function of the allowed module that does this for you, or move the code there.
    """

    gate: ClassVar[str] = "call-boundary"

    target: str | tuple[str, ...]
    """Full dotted names of functions and methods, of the project or of others; the last part may hold `*`."""
    allow: tuple[str, ...] = ()
    """Modules that may call it; patterns `*` and `**`."""
    unknown_receivers: UnknownReceivers = UnknownReceivers.COUNT
    """What a method call on an unproven receiver means: it counts, is printed, or is left out."""
    max_unresolved: int | None = None
    """How many undecided places are accepted; they are printed only when this is left out."""

    def __post_init__(self) -> None:
        if not self._targets:
            raise OptionError("target", "is empty.", "Name at least one function or method.")
        for name in self._targets:
            _check_target(name)
        _sites.check_rule(self._rule)

    @property
    def _targets(self) -> tuple[str, ...]:
        return (self.target,) if isinstance(self.target, str) else self.target

    @property
    def _rule(self) -> _sites.Rule:
        return _sites.Rule(allow=self.allow, max_unresolved=self.max_unresolved)

    def needs(self) -> tuple[Request[Any], ...]:
        return (AllModules(), *(CallsOf(target=name) for name in self._targets))

    def check(self, facts: Facts) -> Outcome:
        table = facts[AllModules()].modules
        outcomes = [self._judge(facts[CallsOf(target=name)], table) for name in self._targets]
        return Outcome(
            findings=(
                *misspelt("allow", self.allow, table),
                *dict.fromkeys(finding for one in outcomes for finding in one.findings),
            ),
            notes=tuple(dict.fromkeys(note for one in outcomes for note in one.notes)),
            checked=Checked(
                files=max(one.checked.files for one in outcomes),
                sites=sum(one.checked.sites for one in outcomes),
                unresolved=sum(one.checked.unresolved for one in outcomes),
            ),
        )

    def _judge(self, found: SiteFacts, table: ModuleTable) -> Outcome:
        target = _sites.known(found)
        if target is None:
            return Outcome(findings=(), checked=Checked(files=found.files))
        sites = [site for site in found.sites if not _is_own(site, table) and not self._is_ignored(site)]
        counting = [site for site in sites if site.kind in _COUNTING and not self._is_only_reported(site)]
        placed = _sites.place(sites, counting, found.unresolved, self._rule)
        return Outcome(
            findings=(*_wrong_subject(target), *_sites.judge(placed, target, self._rule, _WORDS)),
            notes=tuple(_sites.notes(placed, target, self._rule, _WORDS)),
            checked=Checked(files=found.files, sites=len(counting), unresolved=len(placed.undecided)),
        )

    def _is_ignored(self, site: Site) -> bool:
        return site.unknown_receiver and self.unknown_receivers is UnknownReceivers.IGNORE

    def _is_only_reported(self, site: Site) -> bool:
        return site.unknown_receiver and self.unknown_receivers is UnknownReceivers.REPORT


def _check_target(name: str) -> None:
    """Refuse what is neither a dotted name nor a pattern of last parts. Raises OptionError."""
    owner, _, last = name.rpartition(".")
    if is_pattern(owner) or (is_pattern(last) and not last.replace("*", "x").isidentifier()):
        raise OptionError(
            "target", f"{written(name)} has a pattern where none may stand.", 'Write one like "os.spawn*".'
        )
    _sites.check_dotted("target", name.replace("*", "x"))


def _is_own(site: Site, table: ModuleTable) -> bool:
    """Whether the site stands in the class that defines the method, or in the function itself."""
    module = table.at(site.path)
    if module is None or not site.canonical.startswith(f"{module.name}."):
        return False
    owner, _, last = site.canonical.removeprefix(f"{module.name}.").rpartition(".")
    around = owner or last
    return site.scope == around or site.scope.startswith(f"{around}.")


def _wrong_subject(target: Target) -> Iterator[Finding]:
    if target.kind in {TargetKind.CLASS, TargetKind.OTHER}:
        what = "a class" if target.kind is TargetKind.CLASS else "neither a function nor a method"
        yield Finding(
            subject=target.canonical,
            kind="wrong-subject",
            message=f"{target.canonical} is {what}, so this gate cannot judge its calls.",
            remedy="Name a function or method, or use the gate construction-sites for a class.",
        )
