"""Modules of the judged project, and the table that finds them by name (DESIGN 2.2 rule 1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from archgates.domain.errors import nearest


class SourceKind(Enum):
    """What a module is written in."""

    PY = "py"
    PYI = "pyi"
    CYTHON = "pyx"


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """One source file under one root: a module is (root, dotted name, kind)."""

    root: str
    """The source root relative to the project root, with `/`; `.` for the project root itself."""
    name: str
    """Dotted name, without `__init__`."""
    path: str
    """Path relative to the project root, with `/`."""
    is_package: bool = False
    """True for an `__init__` file."""
    kind: SourceKind = SourceKind.PY

    @property
    def package(self) -> str:
        """The package against which relative imports of this module are resolved; empty at the top."""
        return self.name if self.is_package else self.name.rpartition(".")[0]


class ModuleTable:
    """All modules of a project. Immutable; look-ups never guess between two roots."""

    def __init__(self, modules: Iterable[Module], whole: ModuleTable | None = None) -> None:
        self._whole = whole
        self._modules = tuple(sorted(modules, key=lambda one: (one.path, one.root, one.name)))
        self._by_name: dict[str, list[Module]] = defaultdict(list)
        self._by_path: dict[str, Module] = {}
        for module in self._modules:
            self._by_name[module.name].append(module)
            self._by_path.setdefault(module.path, module)

    def __iter__(self) -> Iterator[Module]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    def __contains__(self, name: object) -> bool:
        """True when a file or a namespace package of this dotted name exists."""
        return name in self._by_name or name in self.namespaces

    @property
    def whole(self) -> ModuleTable:
        """The table of the whole project: what a name means does not change with the files that are looked at."""
        return self if self._whole is None else self._whole

    def without(self, excluded: Callable[[str], bool]) -> ModuleTable:
        """The modules whose paths are not excluded; `whole` keeps the others."""
        left = [module for module in self if not excluded(module.path)]
        return self if len(left) == len(self) else ModuleTable(left, self.whole)

    @cached_property
    def namespaces(self) -> frozenset[str]:
        """Names of packages without an `__init__` file: prefixes of modules that are no modules themselves."""
        prefixes: set[str] = set()
        for name in self._by_name:
            parent = name.rpartition(".")[0]
            while parent and parent not in prefixes:
                prefixes.add(parent)
                parent = parent.rpartition(".")[0]
        return frozenset(prefixes - self._by_name.keys())

    @cached_property
    def ambiguous(self) -> dict[str, tuple[Module, ...]]:
        """Names that more than one root defines, stubs apart, each with its modules."""
        doubled: dict[str, tuple[Module, ...]] = {}
        for name, group in self._by_name.items():
            runtime = tuple(one for one in group if one.kind is not SourceKind.PYI)
            if len({one.root for one in runtime}) > 1:
                doubled[name] = runtime
        return doubled

    def at(self, path: str) -> Module | None:
        """The module whose file this is."""
        return self._by_path.get(path)

    def named(self, name: str) -> tuple[Module, ...]:
        """Every module of this name, in every root, stubs included."""
        return tuple(self._by_name.get(name, ()))

    def find(self, name: str, root: str | None = None) -> Module | None:
        """The module that runs under this name, seen from `root`.

        The importer's own root first, else the only one; Python before Cython, and a stub where there is no code.
        None when the name is unknown or ambiguous (then it is in `ambiguous`).
        """
        group = self._by_name.get(name)
        if not group:
            return None
        if len(group) == 1:
            return group[0]
        code = [one for one in group if one.kind is not SourceKind.PYI] or group
        own = [one for one in code if one.root == root]
        if own or len({one.root for one in code}) == 1:
            return min(own or code, key=_precedence)
        return None

    def stub(self, name: str, root: str | None = None) -> Module | None:
        """The stub of this name, if there is one beside or instead of code."""
        stubs = [one for one in self._by_name.get(name, ()) if one.kind is SourceKind.PYI]
        own = [one for one in stubs if one.root == root]
        return next(iter(own or stubs), None)

    def label(self, module: Module) -> str:
        """How a module is written for people: its name, or `root::name` when two roots define it."""
        return f"{module.root}::{module.name}" if module.name in self.whole.ambiguous else module.name

    def nearest(self, name: str) -> str | None:
        """The known module name that looks most like `name`."""
        return nearest(name, [*self._by_name, *self.namespaces])


def _precedence(module: Module) -> tuple[bool, str]:
    """Python before Cython, and a Cython module (`.pyx`) before its declarations (`.pxd`)."""
    return module.kind is not SourceKind.PY, module.path.rpartition(".")[2].replace("pyx", "")
