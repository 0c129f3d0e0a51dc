"""The gate: one rule with typed options, pure from facts to findings (DESIGN 2.1)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from archgates.domain.findings import Checked, Finding, Level, Note
from archgates.domain.requests import Facts, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a gate found, and how much it saw."""

    findings: tuple[Finding, ...]
    checked: Checked
    notes: tuple[Note, ...] = ()
    """What was seen and is not judged; printed, and never part of the verdict."""


@dataclass(frozen=True, kw_only=True)
class Gate(ABC):
    """Base of every gate. Fields are the gate's options as written in TOML; a subclass adds its own.

    A gate reads nothing but the facts that it asks for in `needs`, prints nothing and keeps no state. The run does
    for every gate what all of them need, so that `check` holds the rule alone:

    - facts from files that `exclude` names are taken out before `check` sees them;
    - a file that the facts needed and that could not be judged is a finding, and the gate INCOMPLETE;
    - a target that `SitesOf`, `CallsOf` or `ConnectionsOf` does not find is a finding, and `check` is not called;
    - a gate that saw no file (`Checked.files == 0`) is a finding, unless `allow_empty`;
    - a finding that leaves its path out is put where the gate is configured.

    The docstring is what `archgates explain` prints: one sentence, a blank line, the reasons and an example. Options
    that contradict one another raise `OptionError` in `__post_init__`.
    """

    gate: ClassVar[str]
    """The kind of gate, as written after `gate =`."""

    id: str
    """Unique; `--gate`, waivers and comments name the gate by it."""
    reason: str
    """Why the rule exists; printed with every finding."""
    level: Level = Level.ERROR
    """`warn` prints findings and leaves the verdict of the run alone."""
    exclude: tuple[str, ...] = ()
    """Paths of files that this gate does not look at; patterns `*` and `**`."""
    allow_empty: bool = False
    """Whether examining no file is right for this gate."""

    @abstractmethod
    def needs(self) -> tuple[Request[Any], ...]:
        """The facts this gate asks for; nothing else is computed for it."""

    @abstractmethod
    def check(self, facts: Facts) -> Outcome:
        """Judge the facts. Must not raise for anything that the judged source can contain."""
