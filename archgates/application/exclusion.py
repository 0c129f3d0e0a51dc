"""Takes what a gate excludes out of the facts that it sees, whatever the facts are."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

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
        left = [module for module in value if not excluded(module.path)]
        return value if len(left) == len(value) else ModuleTable(left)
    if isinstance(value, tuple) and any(hasattr(item, "path") for item in value):
        items = tuple(item for item in value if not (hasattr(item, "path") and excluded(item.path)))
        return value if len(items) == len(value) else items
    return value
