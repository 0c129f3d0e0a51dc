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

    A gate reads nothing but the facts that it asks for in `needs`, prints nothing and keeps no state.
    """

    gate: ClassVar[str]
    """The kind of gate, as written after `gate =`."""

    id: str
    reason: str
    level: Level = Level.ERROR
    exclude: tuple[str, ...] = ()
    allow_empty: bool = False

    @abstractmethod
    def needs(self) -> tuple[Request[Any], ...]:
        """The facts this gate asks for; nothing else is computed for it."""

    @abstractmethod
    def check(self, facts: Facts) -> Outcome:
        """Judge the facts. Must not raise for anything that the judged source can contain."""
