"""The gate `construction-sites`: a class is constructed at exactly N named places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from archgates.domain.findings import Checked, Finding
from archgates.domain.gate import Gate, Outcome
from archgates.domain.options import OptionError
from archgates.domain.requests import AllModules, Facts, Request, SitesOf
from archgates.domain.scope import misspelt
from archgates.domain.sites import CONSTRUCTION_KINDS, SiteKind, Target, TargetKind
from archgates.gates import _sites

_WORDS = _sites.Words(
    verb="constructs",
    site="construction",
    remedy="Take the object from a module that may construct it, or name this module in `allow` with its reason.",
)
_WHAT = {
    TargetKind.FUNCTION: "a function and no class",
    TargetKind.METHOD: "a method and no class",
    TargetKind.OTHER: "no class",
}


@dataclass(frozen=True, kw_only=True)
class ConstructionSites(Gate):
    """A class is constructed at exactly N named places.

    What it checks: every construction of `target`, through any alias, re-export, partial or factory argument, stands
    in a module that `allow` names, and their number there is `count`. A class handed out by value (`escape`) counts
    like a construction, since whoever receives it can call it. The class making itself, and calls through names that
    hold it, are printed and not counted. A place that may be a construction and cannot be decided is a finding when
    there are more than `max_unresolved`.

    Why: when one recipe builds an object, every host gets the same wiring, and a change of the recipe reaches all of
    them. A second construction site is a second recipe, and it is forgotten first.

    Example:
        [[tool.archgates.gates]]
        id = "one-executor"
        gate = "construction-sites"
        target = "adf.agent.executor.AgentExecutor"
        allow = ["adf.lifecycle.assembler"]
        count = 1
        reason = "One recipe builds an agent, whatever the host."

    What to do instead: take the object as an argument, or ask the module that `allow` names for it.
    """

    gate: ClassVar[str] = "construction-sites"

    target: str
    """Full dotted name of the class; a name that re-exports it will do."""
    allow: tuple[str, ...] = ()
    """Modules that may construct it; patterns `*` and `**`."""
    count: int | None = None
    """Exact number of counting sites in the allowed modules."""
    max_: int | None = None
    """The most counting sites in the allowed modules; instead of `count`."""
    kinds: frozenset[SiteKind] = CONSTRUCTION_KINDS
    """Kinds of site that count."""
    include_subclasses: bool = False
    """Whether constructing a subclass counts too."""
    max_unresolved: int = 0
    """How many undecided places (`maybe`, `dynamic`, unresolved) are accepted."""

    def __post_init__(self) -> None:
        _sites.check_dotted("target", self.target)
        _sites.check_rule(self._rule)
        if not self.kinds:
            raise OptionError("kinds", "is empty, so nothing would count.", "Leave it out for the usual kinds.")

    @property
    def _rule(self) -> _sites.Rule:
        return _sites.Rule(allow=self.allow, count=self.count, at_most=self.max_, max_unresolved=self.max_unresolved)

    def needs(self) -> tuple[Request[Any], ...]:
        return (AllModules(), SitesOf(target=self.target))

    def check(self, facts: Facts) -> Outcome:
        found = facts[SitesOf(target=self.target)]
        target = _sites.known(found)
        if target is None:
            return Outcome(findings=(), checked=Checked())
        kinds = self.kinds | {SiteKind.SUBCLASS} if self.include_subclasses else self.kinds
        counting = [site for site in found.sites if site.kind in kinds]
        placed = _sites.place(found.sites, counting, found.unresolved, self._rule)
        return Outcome(
            findings=(
                *misspelt("allow", self.allow, facts[AllModules()].modules),
                *_wrong_subject(target),
                *_sites.judge(placed, target, self._rule, _WORDS),
            ),
            notes=tuple(_sites.notes(placed, target, self._rule, _WORDS)),
            checked=Checked(files=found.files, sites=len(counting), unresolved=len(placed.undecided)),
        )


def _wrong_subject(target: Target) -> tuple[Finding, ...]:
    if target.kind in {TargetKind.CLASS, TargetKind.EXTERNAL}:
        return ()
    return (
        Finding(
            subject=target.canonical,
            kind="wrong-subject",
            message=f"{target.canonical} is {_WHAT[target.kind]}, so nothing constructs it.",
            remedy="Name a class, or use the gate call-boundary for a function or method.",
        ),
    )
