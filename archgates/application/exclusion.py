"""Takes what a gate excludes out of the facts that it sees, whatever the facts are."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from archgates.domain.errors import nearest
from archgates.domain.modules import ModuleTable
from archgates.domain.patterns import path_matcher

FactT = TypeVar("FactT")


@dataclasses.dataclass(frozen=True, slots=True)
class Exclusion:
    """Which files a gate does not look at: a test of paths, and how many modules of the project it holds for."""

    holds: Callable[[str], bool]
    modules: int

    @classmethod
    def of(cls, patterns: Sequence[str], table: ModuleTable) -> Exclusion:
        """The exclusion by patterns of paths."""
        holds = path_matcher(patterns)
        return cls(holds, sum(holds(module.path) for module in table))


def idle(patterns: Sequence[str], facts: Iterable[object]) -> Iterator[tuple[str, str | None]]:
    """The patterns that hide nothing of some facts, each with the path that looks most like it."""
    paths = sorted({path for fact in facts for path in _paths(fact)})
    for pattern in patterns:
        if not any(map(path_matcher([pattern]), paths)):
            yield pattern, nearest(pattern, paths)


def _paths(fact: object) -> Iterator[str]:
    """The paths of everything in a fact that an exclusion could take out."""
    if not dataclasses.is_dataclass(fact) or isinstance(fact, type):
        return
    for field in dataclasses.fields(fact):
        value = getattr(fact, field.name)
        if isinstance(value, ModuleTable):
            yield from (module.path for module in value)
        elif isinstance(value, tuple):
            yield from (item.path for item in value if hasattr(item, "path"))


def without(fact: FactT, exclusion: Exclusion) -> FactT:
    """The fact without the evidence, gaps and modules from excluded files.

    Facts are dataclasses that keep their evidence in tuples of things with a `path`, and may count `files`.
    Anything else in a fact, such as the resolved target, stays as it is.
    """
    if not dataclasses.is_dataclass(fact) or isinstance(fact, type):
        return fact
    changes: dict[str, Any] = {}
    for field in dataclasses.fields(fact):
        value = getattr(fact, field.name)
        kept = _kept(value, exclusion.holds)
        if kept is not value:
            changes[field.name] = kept
    files = getattr(fact, "files", None)
    if isinstance(files, int) and exclusion.modules:
        changes["files"] = max(0, files - exclusion.modules)
    return dataclasses.replace(fact, **changes) if changes else fact


def _kept(value: object, excluded: Callable[[str], bool]) -> object:
    if isinstance(value, ModuleTable):
        return value.without(excluded)
    if isinstance(value, tuple) and any(hasattr(item, "path") for item in value):
        items = tuple(item for item in value if not (hasattr(item, "path") and excluded(item.path)))
        return value if len(items) == len(value) else items
    return value
