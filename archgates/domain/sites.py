"""Sites: the places where a class is made, a function called, or a callable connected (DESIGN 2.2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from archgates.domain.location import Gap


class SiteKind(Enum):
    """What happens at a site. The value is the name on the wire and in `kinds = [...]`."""

    CONSTRUCT = "construct"
    ESCAPE = "escape"
    ESCAPE_CTOR = "escape-ctor"
    CONSTRUCT_INDIRECT = "construct-indirect"
    CONSTRUCT_TYPED = "construct-typed"
    SELF_CONSTRUCT = "self-construct"
    DYNAMIC = "dynamic"
    MAYBE = "maybe"
    SUBCLASS = "subclass"
    ALIAS = "alias"
    CALL = "call"
    """A call of a function or method target."""
    CONNECT = "connect"
    """A callable handed to, stored on, or decorated by the thing it is wired to."""


CONSTRUCTION_KINDS = frozenset({SiteKind.CONSTRUCT, SiteKind.ESCAPE, SiteKind.ESCAPE_CTOR})
"""Kinds that count as a construction unless a gate says otherwise."""
CALL_KINDS = frozenset({SiteKind.CALL, SiteKind.CONNECT, SiteKind.ESCAPE, SiteKind.ESCAPE_CTOR, SiteKind.MAYBE})
"""Kinds that count as a use of a function or method unless a gate says otherwise."""


class TargetKind(Enum):
    """What a dotted target turned out to be."""

    CLASS = "class"
    FUNCTION = "function"
    METHOD = "method"
    EXTERNAL = "external"
    """A name outside the project, such as `subprocess.Popen`, that the project imports."""
    OTHER = "other"
    """A name that exists but is neither class nor callable definition, such as a constant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A resolved target: what was asked, what it is canonically, where it is defined."""

    asked: str
    canonical: str
    kind: TargetKind
    path: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownTarget:
    """A target that no module defines, with the nearest name that one does."""

    asked: str
    nearest: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """One step between the name at a site and the definition: an alias, a re-export, an attribute."""

    name: str
    path: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """One use of a target. Line and column start the whole call, or the reference for an escape."""

    path: str
    line: int
    column: int
    kind: SiteKind
    canonical: str
    """The target's canonical name; for `subclass` the subclass's."""
    module: str
    """Label of the module that holds the site."""
    scope: str
    """CPython's qualified name of the nearest named definition around it, `<module>` at the top."""
    via: tuple[Hop, ...] = ()
    candidates: tuple[str, ...] = ()
    """For `maybe`: every definition that the expression may be."""
    note: str = ""
    """Why the site has its kind, where the kind alone does not say: `partial`, `unknown receiver`, ..."""
    unknown_receiver: bool = False
    """True where a method matched by attribute name alone."""
    of_callable: bool = False
    """True when the target is a function or method, False when it is a class."""

    @property
    def counts(self) -> bool:
        """Whether the site counts as a construction, or as a use of a callable, by default."""
        return self.kind in (CALL_KINDS if self.of_callable else CONSTRUCTION_KINDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unresolved:
    """An expression that may be the target and cannot be decided."""

    path: str
    line: int
    column: int
    reason: str
    module: str
    scope: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFacts:
    """Every use of one target; lists are sorted by path, line, column."""

    target: Target | UnknownTarget
    sites: tuple[Site, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    gaps: tuple[Gap, ...] = ()
    files: int = 0
    """How many files were in scope of the search."""
