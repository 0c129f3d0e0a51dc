"""Which of the files that a collector wanted could not be read."""

from __future__ import annotations

from collections.abc import Iterable

from archgates.domain.location import Gap
from archgates.domain.modules import Module
from archgates.project.sources import Sources


def gaps_of(sources: Sources, modules: Iterable[Module]) -> tuple[Gap, ...]:
    """The failures of these modules' files so far, sorted."""
    paths = {module.path for module in modules}
    return tuple(gap for gap in sources.gaps if gap.path in paths)
