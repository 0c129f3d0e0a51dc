"""Functions of the project that import modules by names they are given, such as a registry of late imports."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from archgates.domain.modules import Module, ModuleTable
from archgates.imports.names import Names, absolute_name
from archgates.imports.statements import Scan, TopNames, Unreadable

_DOTTED_STRING = re.compile(rb"[\"']((?:\w+\.)+\w+)[\"']")
_MOST_HOPS = 12


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


def names_a_module(data: bytes, table: ModuleTable) -> bool:
    """Whether a string in the text is the full name of a module."""
    return any(found.decode("ascii", "replace") in table for found in _DOTTED_STRING.findall(data))
