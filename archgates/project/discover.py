"""Finds the modules of a project by walking its folders; nothing needs to be installed or importable."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from archgates.domain.errors import UsageError, nearest
from archgates.domain.location import Gap
from archgates.domain.modules import Module, ModuleTable, SourceKind
from archgates.domain.patterns import path_matcher
from archgates.project import files
from archgates.project import roots as rules
from archgates.project.files import EntryKind

_KINDS: Mapping[str, SourceKind] = MappingProxyType(
    {".py": SourceKind.PY, ".pyi": SourceKind.PYI, ".pyx": SourceKind.CYTHON, ".pxd": SourceKind.CYTHON}
)
_MAX_LINKED_FOLDERS = 5_000
"""Folders entered through symbolic links. Links that lead to each other multiply; past this they are a gap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Discovery:
    """The modules of a project, and what stood in the way of finding them."""

    root: Path
    roots: tuple[str, ...]
    """Source roots relative to the project root, with `/`; `.` is the project root itself. Sorted."""
    table: ModuleTable
    gaps: tuple[Gap, ...] = ()
    links: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Folders and files seen through a symbolic link: path under the project root to real path."""


def discover(root: Path, roots: Sequence[str] | None = None, exclude: Sequence[str] = ()) -> Discovery:
    """Every module under the source roots `roots`, or under those that the rules of decision 0050 find.

    `roots` are folders relative to `root`; `exclude` are patterns of paths relative to it.
    Raises UsageError when the project root or a given source root is no folder.
    """
    if not files.is_folder(root):
        raise UsageError(f"{root} is not a folder; give the root of the project to judge with --root")
    walk = _Walk(root, path_matcher(exclude) if exclude else None)
    if roots:
        walk.take_given(roots)
    else:
        walk.find_roots()
    modules, shadowed = _without_shadowed(walk.modules)
    used = {one.root for one in modules}
    return Discovery(
        root=root,
        roots=tuple(sorted(used | walk.given)) or (".",),
        table=ModuleTable(modules),
        gaps=tuple(sorted({*walk.gaps, *shadowed})),
        links=MappingProxyType(walk.links),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """One folder on the walk."""

    path: str
    relative: str
    real: str
    root: str
    package: str = ""
    inside: bool = False
    """True within a regular package: everything there is part of it."""
    stubs: bool = False
    """True within a `name-stubs` package (PEP 561): `package` is the name without the suffix."""
    linked: bool = False
    above: _Place | None = None

    @property
    def name(self) -> str:
        return self.path.rpartition(os.sep)[2]


class _Walk:
    """Collects modules folder by folder, without recursion."""

    def __init__(self, root: Path, excluded: Callable[[str], bool] | None) -> None:
        self.modules: list[Module] = []
        self.gaps: list[Gap] = []
        self.links: dict[str, str] = {}
        self.given: set[str] = set()
        self._root = root
        self._excluded = excluded
        self._finding = False
        self._declared: frozenset[str] = frozenset()
        self._linked_folders = 0

    def find_roots(self) -> None:
        """Walk the whole project and let the rules decide which folders are roots."""
        self._finding = True
        package = rules.package_of(self._root.absolute())
        place = self._place("")
        if package is None:
            self._run(place)
        else:
            above, name = package
            parent = os.path.relpath(above, self._root.absolute()).replace(os.sep, "/")
            self._run(replace(place, root=parent, package=name, inside=True))

    def take_given(self, roots: Sequence[str]) -> None:
        """Walk the given source roots; one inside another keeps its files to itself."""
        relative = {self._normal(one): one for one in roots}
        for one, text in sorted(relative.items()):
            if not files.is_folder(self._root / one):
                raise UsageError(self._no_such_root(text))
        self.given.update(relative)
        for one in sorted(relative):
            self._run(replace(self._place("" if one == "." else one), root=one))

    def _normal(self, text: str) -> str:
        path = os.path.relpath(self._root / text, self._root)
        return path.replace(os.sep, "/")

    def _no_such_root(self, text: str) -> str:
        if files.exists(self._root / text):
            return f"source root {text} is no folder; name the folder that holds the packages"
        close = nearest(text, files.folders_in(self._root))
        hint = f"; the nearest folder is {close}" if close else ""
        return f"there is no source root {text} under {self._root}{hint}"

    def _place(self, relative: str) -> _Place:
        path = str(self._root / relative) if relative else str(self._root)
        return _Place(path=path, relative=relative, real=os.path.realpath(path), root=".")

    def _run(self, first: _Place) -> None:
        pending = [first]
        while pending:
            pending.extend(self._visit(pending.pop(), first))

    def _visit(self, place: _Place, first: _Place) -> Iterator[_Place]:
        """Take the modules of one folder; yield the folders below it."""
        try:
            with os.scandir(place.path) as found:
                entries = sorted(found, key=lambda one: one.name)
        except OSError as error:
            self._gap(_shown(place.relative) or ".", f"the folder cannot be read: {files.why(error)}")
            return
        names = frozenset(one.name for one in entries)
        if not place.inside:
            if place is not first and rules.is_generated(place.name, names):
                return
            place = self._opened(place, names, is_first=place is first)
        for entry in entries:
            name = entry.name
            stem, dot, suffix = name.rpartition(".")
            kind = _KINDS.get(dot + suffix) if stem else None
            relative = f"{place.relative}/{name}" if place.relative else name
            if rules.is_never_source(name) or (self._excluded is not None and self._excluded(relative)):
                continue
            what, reason = files.kind_of(entry)
            if what is EntryKind.FOLDER:
                below = self._below(place, entry, relative)
                if below is not None:
                    yield below
            elif what is EntryKind.UNKNOWN or (kind is not None and what is EntryKind.NOTHING):
                self._gap(_shown(relative), f"{reason}; remove it or exclude it")
            elif kind is not None and self._is_readable_name(relative):
                self._take(place, entry, relative, stem, kind)

    def _opened(self, place: _Place, names: frozenset[str], *, is_first: bool) -> _Place:
        """The place, once it is known whether it is a source root, a package or a plain folder."""
        if self._finding:
            if "pyproject.toml" in names:
                prefix = f"{place.relative}/" if place.relative else ""
                self._declared |= {prefix + one for one in rules.declared_roots(Path(place.path))}
            if is_first:
                return place
            if rules.is_source_root(Path(place.path), names, self._declared, place.relative):
                return replace(place, root=place.relative, package="", stubs=False)
        return place if is_first else replace(place, inside=bool(names & rules.PACKAGE_FILES))

    def _below(self, place: _Place, entry: os.DirEntry[str], relative: str) -> _Place | None:
        if not self._finding and relative in self.given:
            return None
        part = _part(entry.name)
        stubs = place.stubs
        if not place.package and part.endswith("-stubs"):
            part, stubs = part.removesuffix("-stubs"), True
        below = replace(
            place,
            path=entry.path,
            relative=relative,
            real=f"{place.real}{os.sep}{entry.name}",
            package=f"{place.package}.{part}" if place.package else part,
            stubs=stubs,
            above=place,
        )
        return self._followed(below) if place.linked or entry.is_symlink() else below

    def _followed(self, place: _Place) -> _Place | None:
        """The place with its real path; None for a link that leads back to a folder that it stands in."""
        real = os.path.realpath(place.path)
        if place.above is not None and real != place.real:
            self.links[place.relative] = real
            upward: _Place | None = place.above
            while upward is not None:
                if upward.real == real or upward.real.startswith(real.rstrip(os.sep) + os.sep):
                    return None
                upward = upward.above
        self._linked_folders += 1
        if self._linked_folders > _MAX_LINKED_FOLDERS:
            if self._linked_folders == _MAX_LINKED_FOLDERS + 1:
                self._gap(
                    _shown(place.relative), f"more than {_MAX_LINKED_FOLDERS:,} folders seen through symbolic links"
                )
            return None
        return replace(place, real=real, linked=True)

    def _take(self, place: _Place, entry: os.DirEntry[str], relative: str, stem: str, kind: SourceKind) -> None:
        if entry.is_symlink():
            self.links[relative] = os.path.realpath(entry.path)
        package = place.package
        if place.stubs and kind is not SourceKind.PYI:
            top, dot, rest = package.partition(".")
            package = f"{top}-stubs{dot}{rest}"
        if stem == "__init__" and package:
            module = Module(root=place.root, name=package, path=relative, is_package=True, kind=kind)
        else:
            name = f"{package}.{_part(stem)}" if package else _part(stem)
            module = Module(root=place.root, name=name, path=relative, kind=kind)
        self.modules.append(module)

    def _is_readable_name(self, relative: str) -> bool:
        shown = _shown(relative)
        if shown != relative:
            self._gap(shown, "the file's name is not valid UTF-8; rename it")
        return shown == relative

    def _gap(self, path: str, reason: str) -> None:
        self.gaps.append(Gap(path, reason))


def _shown(path: str) -> str:
    """The path as text that can be written: bytes that are no UTF-8 as escapes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _part(name: str) -> str:
    """The name of a file or folder as one part of a dotted name: a dot in it would read as two parts."""
    return name.replace(".", "-")


def _without_shadowed(modules: Iterable[Module]) -> tuple[list[Module], list[Gap]]:
    """Where one root holds `name.py` and `name/__init__.py`, the package, as CPython chooses; the other is a gap."""
    groups: dict[tuple[str, str], list[Module]] = defaultdict(list)
    kept: list[Module] = []
    for module in modules:
        (groups[module.root, module.name] if module.kind is SourceKind.PY else kept).append(module)
    gaps: list[Gap] = []
    for group in groups.values():
        first, *rest = sorted(group, key=lambda one: (not one.is_package, one.path))
        kept.append(first)
        gaps.extend(Gap(one.path, f"never imported: {first.path} has the same name; rename one") for one in rest)
    return kept, gaps
