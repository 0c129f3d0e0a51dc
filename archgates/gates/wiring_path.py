"""The gate `wiring-path`: a callable is connected to another at exactly N named places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from archgates.domain.findings import Checked
from archgates.domain.gate import Gate, Outcome
from archgates.domain.requests import AllModules, ConnectionsOf, Facts, Request
from archgates.domain.scope import misspelt
from archgates.domain.sites import SiteKind
from archgates.gates import _sites

_WORDS = _sites.Words(
    verb="connects",
    site="connection",
    remedy="Let the module that `allow` names make the connection, or name this module there with its reason.",
)


@dataclass(frozen=True, kw_only=True)
class WiringPath(Gate):
    """A callable is connected to another object at exactly N named places.

    What it checks: every place where `source` is handed to, stored on, registered with, or decorated by `to`, or
    reaches it inside a lambda or local function, stands in a module that `allow` names, and their number there is
    `count`.

    Why: events reach their handler along wires that nobody sees in a signature. A second wire delivers every event
    twice, and a wire in the wrong module survives the removal of the right one.

    Example:
        [[tool.archgates.gates]]
        id = "one-wire-to-dispatch"
        gate = "wiring-path"
        source = "adf.lifecycle.handle.AgentHandle.dispatch"
        to = "adf.agent.triggers.TriggerEvaluator"
        allow = ["adf.lifecycle.assembler"]
        count = 1
        reason = "Triggers enter an agent by one path."

    What to do instead: make the connection where the parts are put together, and nowhere else.
    """

    gate: ClassVar[str] = "wiring-path"

    source: str
    """Full dotted name of the callable that is connected."""
    to: str
    """Full dotted name of the class, function or method that receives it."""
    allow: tuple[str, ...] = ()
    """Modules that may make the connection; patterns `*` and `**`."""
    count: int | None = None
    """Exact number of connections in the allowed modules."""
    max_: int | None = None
    """The most connections in the allowed modules; instead of `count`."""
    max_unresolved: int = 0
    """How many undecided places (`maybe`, `dynamic`, unresolved) are accepted."""

    def __post_init__(self) -> None:
        _sites.check_dotted("source", self.source)
        _sites.check_dotted("to", self.to)
        _sites.check_rule(self._rule)

    @property
    def _rule(self) -> _sites.Rule:
        return _sites.Rule(allow=self.allow, count=self.count, at_most=self.max_, max_unresolved=self.max_unresolved)

    @property
    def _request(self) -> ConnectionsOf:
        return ConnectionsOf(source=self.source, to=self.to)

    def needs(self) -> tuple[Request[Any], ...]:
        return (AllModules(), self._request)

    def check(self, facts: Facts) -> Outcome:
        found = facts[self._request]
        target = _sites.known(found)
        if target is None:
            return Outcome(findings=(), checked=Checked())
        counting = [site for site in found.sites if site.kind is SiteKind.CONNECT]
        placed = _sites.place(found.sites, counting, found.unresolved, self._rule)
        return Outcome(
            findings=(
                *misspelt("allow", self.allow, facts[AllModules()].modules),
                *_sites.judge(placed, target, self._rule, _WORDS),
            ),
            notes=tuple(_sites.notes(placed, target, self._rule, _WORDS)),
            checked=Checked(files=found.files, sites=len(counting), unresolved=len(placed.undecided)),
        )
