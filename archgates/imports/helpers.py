"""Functions of the project that import modules by names they are given, such as a registry of late imports."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from archgates.domain.modules import Module, ModuleTable
from archgates.imports.names import Names, absolute_name
from archgates.imports.statements import Scan, TopNames, Unreadable

_MOST_HOPS = 12
_DOTTED_TO_QUOTE = re.compile(rb"([\w.\x80-\xff]+)[\"']")


class Helpers:
    """Functions and classes with an import that cannot be read, and what is assigned from them at the top.

    Whether they hand their arguments to that import is not followed: a string argument counts only where it is the
    full name of another module of the project.
    """

    def __init__(self, names: Names, scan_of: Callable[[Module], Scan]) -> None:
        self._names = names
        self._scan_of = scan_of
        self._defined: dict[str, frozenset[str]] = {}

    @property
    def names(self) -> frozenset[str]:
        """Every helper, by its name alone."""
        return frozenset().union(*self._defined.values())

    def add(self, module: Module, unreadable: Iterable[Unreadable], names: TopNames) -> None:
        """Take the definitions around unreadable imports, and what the module makes of them."""
        found = {one.definition for one in unreadable if one.definition and not one.lazy}
        for name, source in names.made_of:
            if source in found:
                found.add(name)
        if found:
            self._defined[module.path] = frozenset(found)

    def of(self, module: Module) -> Callable[[str], bool]:
        """A test whether a dotted name, as imported by `module`, is a helper."""
        return lambda origin: self._is_helper(module, origin)

    def _is_helper(self, module: Module, origin: str) -> bool:
        """Follow an imported name through re-exports to the module that defines it."""
        for _ in range(_MOST_HOPS):
            plain = origin.lstrip(".")
            name = absolute_name(module, len(origin) - len(plain), plain)
            owner_name, _, attribute = (name or "").rpartition(".")
            owner = self._names.exact(owner_name, module.root) if owner_name else None
            if owner is None or owner.module is None:
                return False
            if attribute in self._defined.get(owner.module.path, ()):
                return True
            step = next((one for one in self._scan_of(owner.module).statements if one.binds == attribute), None)
            if step is None or not step.name:
                return False
            module, origin = owner.module, "." * step.level + f"{step.module}.{step.name}".lstrip(".")
        return False


def module_strings(table: ModuleTable) -> Callable[[bytes], bool]:
    """A test whether a text holds a string that is the full dotted name of a module of the project."""
    tops = sorted({one.name.partition(".")[0] for one in table if "." in one.name})
    starts = [quote + top.encode() + b"." for top in tops for quote in (b"'", b'"')]

    def is_named(data: bytes) -> bool:
        return any(_name_at(data, at) in table for start in starts for at in _places(data, start))

    return is_named


def _places(data: bytes, start: bytes) -> Iterator[int]:
    at = data.find(start)
    while at >= 0:
        yield at + 1
        at = data.find(start, at + 1)


def _name_at(data: bytes, at: int) -> str:
    """The dotted name from here to the closing quote; empty where something else follows."""
    found = _DOTTED_TO_QUOTE.match(data, at)
    return found.group(1).decode("utf-8", "replace") if found else ""
