"""Which Python first reads a file: the newest grammar that its text needs."""

from __future__ import annotations

Version = tuple[int, int]

FORMATTED_STRINGS = (3, 12)
"""PEP 701: any expression inside a replacement field."""
TYPE_PARAMETERS = (3, 12)
"""PEP 695: `type X = ...`, `def f[T]`, `class C[T]`."""
TYPE_DEFAULTS = (3, 13)
"""PEP 696: `[T = int]`."""
TEMPLATE_STRINGS = (3, 14)
"""PEP 750: `t"..."`."""
EXCEPT_WITHOUT_PARENTHESES = (3, 14)
"""PEP 758: `except A, B:`."""
LAZY_IMPORTS = (3, 15)
"""PEP 810: `lazy import a`."""
UNPACKING_IN_COMPREHENSIONS = (3, 15)
"""PEP 798: `[*row for row in rows]`."""


class Grammar:
    """Collects what a file needs while it is converted."""

    def __init__(self) -> None:
        self.needed: Version = (3, 11)

    def need(self, version: Version) -> None:
        """Note a construct that `version` was the first to read."""
        self.needed = max(self.needed, version)
