"""The typing flag across modules: which names of the project hold `typing.TYPE_CHECKING`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from archgates.domain.modules import Module, SourceKind
from archgates.imports.names import Names, absolute_name
from archgates.imports.statements import TopNames
from archgates.project.sources import Sources
from archgates.syntax.conditions import FLAG_NAMES, FLAGS

_MOST_HOPS = 12
_MENTION = re.compile(rb"^([^\n]*)\b(?:TYPE_CHECKING|MYPY)\b([^\n]*)", re.MULTILINE)
_KEEPS_ITS_NAME = re.compile(rb"[ \t]*(?:(?:el)?if[^:=]*|from[^=]*|[\w, \t]*\(?[ \t]*|#[^\n]*)")
_RENAMES = re.compile(rb"[ \t]+as\b|[^#\n]*:=")


class Flags:
    """Follows the flag through imports, star imports and assignments of the project's modules.

    `top_names` gives the names at the top of a module, None while that module is being read.
    """

    def __init__(self, sources: Sources, names: Names, top_names: Callable[[Module], TopNames | None]) -> None:
        self._sources = sources
        self._names = names
        self._top_names = top_names
        self.names: frozenset[str] = frozenset()
        """Names other than `TYPE_CHECKING` and `MYPY` under which some module holds the flag."""
        self.paths: frozenset[str] = frozenset()
        """Files that mention one of these names."""

    def find(self) -> None:
        """Look for modules that give the flag another name, and for those that take it from them."""
        mentioning = self._sources.mentioning(FLAG_NAMES)
        new = self._held_by(one for one in mentioning if _may_rename(self._sources.data(one) or b""))
        while new:
            self.names |= new
            word = re.compile(
                rb"(?<!\w)(?:%s)(?!\w)" % b"|".join(re.escape(one.encode()) for one in sorted(self.names))
            )
            modules = [one for one in self._sources.mentioning(self.names) if self._is_named(one, word)]
            self.paths = frozenset(one.path for one in modules)
            new = self._held_by(modules)

    def is_flag(self, module: Module, origin: str, hops: int = 0) -> bool | None:
        """Whether a dotted name, as imported by `module`, is the flag; None for what the project does not define."""
        plain = origin.lstrip(".")
        name = absolute_name(module, len(origin) - len(plain), plain) or ""
        owner_name, _, attribute = name.rpartition(".")
        if name in FLAGS:
            return True
        owner = self._names.exact(owner_name, module.root) if owner_name else None
        if owner is None or owner.module is None or hops > _MOST_HOPS:
            return None
        if attribute not in FLAG_NAMES and attribute not in self.names:
            return False
        names = self._top_names(owner.module)
        if names is None:
            return None
        if attribute in names.flags:
            return True
        if attribute in names.origins:
            origin = names.origins[attribute]
            followed = self.is_flag(owner.module, origin, hops + 1)
            return followed if followed is not None else origin.endswith(".TYPE_CHECKING")
        if attribute in names.bound:
            return False
        answers = (self.is_flag(owner.module, f"{star}.{attribute}", hops + 1) for star in reversed(names.stars))
        return next((one for one in answers if one is not None), None)

    def _held_by(self, modules: Iterable[Module]) -> frozenset[str]:
        """New names under which modules hold the flag."""
        found: set[str] = set()
        known = FLAG_NAMES | self.names
        for module in modules:
            if module.kind is SourceKind.CYTHON:
                continue
            names = self._top_names(module) or TopNames()
            found |= names.flags - known
            for name, origin in names.origins.items():
                taken = name not in known and origin.rpartition(".")[2] in known
                if taken and self.is_flag(module, origin):
                    found.add(name)
        return frozenset(found)

    def _is_named(self, module: Module, word: re.Pattern[bytes]) -> bool:
        data = self._sources.data(module) or b""
        return not data.isascii() or word.search(data) is not None


def _may_rename(data: bytes) -> bool:
    """Whether a text may give the flag another name: `TYPE_CHECKING as TC`, `TC = TYPE_CHECKING`."""
    return any(
        _KEEPS_ITS_NAME.fullmatch(before) is None or _RENAMES.match(after) is not None
        for before, after in (found.groups() for found in _MENTION.finditer(data))
    )
