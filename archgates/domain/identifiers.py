"""Facts about identifiers: where a name is written, as a token, inside a string or inside a comment."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from archgates.domain.location import Gap
from archgates.domain.requests import Request
from archgates.domain.scope import Scope


class IdentifierKind(Enum):
    """What a name is part of."""

    IDENTIFIER = "identifier"
    """A token of the program: a variable, parameter, attribute, keyword argument, import, or part of an import."""
    STRING = "string"
    COMMENT = "comment"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentifierUse:
    """One place where a name is written. Line and column (from 1, code points) are those of the name itself."""

    path: str
    line: int
    column: int
    name: str
    kind: IdentifierKind
    module: str
    """Label of the module that holds it."""
    scope: str
    """Qualified name of the definition around it, `<module>` at the top."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentifierFacts:
    """Every place where one of the asked names is written, sorted by place."""

    uses: tuple[IdentifierUse, ...]
    gaps: tuple[Gap, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentifiersNamed(Request[IdentifierFacts]):
    """Where these whole names are written, in the modules of a scope.

    Names are compared as Python compares them: in NFKC form.
    """

    names: tuple[str, ...]
    scope: Scope
    strings: bool = False
    comments: bool = False
