"""Which files decide whether a name exists, so that a file that could not be judged is not taken for a missing name."""

from __future__ import annotations

from collections.abc import Iterable

from archgates.domain.location import Gap
from archgates.domain.modules import ModuleTable


def undecided(name: str, modules: ModuleTable, gaps: Iterable[Gap]) -> tuple[Gap, ...]:
    """The gaps that may hide a dotted name: in the module that it would be in, or in what that module re-exports.

    A package re-exports from the modules below it.
    """
    root, _, dotted = name.rpartition("::")
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        home = ".".join(parts[:length])
        if home in modules:
            files = {
                module.path
                for module in modules
                if f"{module.name}.".startswith(f"{home}.") and root in {"", module.root}
            }
            return tuple(gap for gap in gaps if gap.path in files)
    return ()
