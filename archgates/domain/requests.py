"""What a gate may ask for: each request names one kind of facts, and is computed once a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from archgates.domain.imports import ImportFacts, View
from archgates.domain.location import Gap
from archgates.domain.modules import ModuleTable
from archgates.domain.sites import SiteFacts

AnswerT = TypeVar("AnswerT")


class Request(Generic[AnswerT]):
    """A question whose answer is an immutable fact. Subclasses are frozen dataclasses, usable as keys."""


class Facts(Protocol):
    """The answers to every request that a gate declared. Asking for anything else raises KeyError."""

    def __getitem__(self, request: Request[AnswerT]) -> AnswerT:
        """The answer to a declared request."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectFacts:
    """Which modules the project has, and which files could not be read or named."""

    modules: ModuleTable
    gaps: tuple[Gap, ...] = ()


@dataclass(frozen=True, slots=True)
class AllModules(Request[ProjectFacts]):
    """The module table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SitesOf(Request[SiteFacts]):
    """Every construction, escape and alias of a class, or every call of a function."""

    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallsOf(Request[SiteFacts]):
    """Every call and hand-over of a function or method; methods match by attribute name too."""

    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionsOf(Request[SiteFacts]):
    """Every place where `source` (a callable) is handed to, stored on or registered with `to`."""

    source: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportsIn(Request[ImportFacts]):
    """The import graph in one view."""

    view: View
