"""Attribute names that few classes of a project have: such a name tells whose attribute it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from archgates.resolve.values import Definition
from archgates.resolve.world import World
from archgates.syntax.form import ScopeKind

_FEW = 3
"""So many definitions a name may have and still tell whose it is."""
_BUILT_IN = frozenset(
    name for kind in (str, bytes, list, dict, set, tuple, frozenset, int, float, object) for name in dir(kind)
)


def owners(world: World, name: str) -> tuple[Definition, ...]:
    """The classes whose body has an attribute of a distinctive name; none for a name that tells nothing."""
    if name not in world.distinctive:
        world.distinctive[name] = () if name in _BUILT_IN else tuple(_owners(world, name))
    return world.distinctive[name]


def _owners(world: World, name: str) -> Iterator[Definition]:
    word = re.escape(name.encode())
    defines = re.compile(rb"\bdef[ \t\\\r\n]+%b\b|^[ \t]+%b[ \t]*(?::[^=\n]*)?=(?!=)" % (word, word), re.MULTILINE)
    found: list[str] = []
    for path, module in world.mentioning(name).items():
        found += [path] * len(defines.findall(world.sources.data(module) or b""))
        if len(found) > _FEW:
            return
    for path in dict.fromkeys(found):
        form = world.form(path)
        for number, scope in enumerate(() if form is None else form.scopes):
            if scope.kind is ScopeKind.CLASS and name in scope.exit:
                yield Definition(path, number)
