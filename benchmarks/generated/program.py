"""Programs and the fragments that they are put together from."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

MARK = "  #! "
"""Ends a line that carries expectations: the fitting kinds of site, separated by `|`; `none` for none that counts."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What may stand on one line, by construction of the fragment. CPython decides whether it constructs."""

    path: str
    line: int
    kinds: frozenset[str]


@dataclass(frozen=True, slots=True)
class ExpectedEdge:
    """An import that the fragment contains; module names are whole."""

    importer: str
    imported: str
    kind: str


@dataclass(frozen=True, slots=True)
class Fragment:
    """One independent package of a program, about one target class or about imports alone."""

    name: str
    package: str
    """The dotted name under which its modules are imported; unique in a run."""
    files: Mapping[str, str]
    """Paths relative to the program's folder; the text still holds its marks."""
    tags: frozenset[str]
    """Rules (`rule-3`), kinds of site (`site:construct`) and kinds of import (`import:star`) that it exercises."""
    target: str | None = None
    run: tuple[str, ...] = ()
    """Modules that are imported and whose `run()` is called, in this order."""
    path: tuple[str, ...] = (".",)
    """Entries of the import path, each a source root; a fragment on two roots is run once for each module's root."""
    edges: tuple[ExpectedEdge, ...] = ()
    exact_loads: tuple[str, ...] = ()
    """Modules whose loads the `load` view must state exactly, neither more nor less."""


@dataclass(slots=True)
class Draft:
    """Collects the files of a fragment while it is being written."""

    random: random.Random
    package: str
    files: dict[str, list[str]] = field(default_factory=dict)
    tags: set[str] = field(default_factory=set)

    def write(self, module: str, text: str) -> None:
        """Append lines to a module, named relative to the fragment's package; `` is the package itself."""
        self.files.setdefault(self.file(module), []).append(textwrap.dedent(text).strip("\n") + "\n")

    def file(self, module: str) -> str:
        """The path of a module relative to the program's folder."""
        folder = self.package.replace(".", "/")
        return f"{folder}/{module.replace('.', '/') or '__init__'}.py"

    def texts(self) -> dict[str, str]:
        """The finished files, with an empty `__init__` for every package that has none."""
        texts = {path: "\n".join(parts) for path, parts in self.files.items()}
        for path in list(texts):
            folder = path.rpartition("/")[0]
            while folder.count("/") >= self.package.count("."):
                texts.setdefault(f"{folder}/__init__.py", "")
                if "/" not in folder:
                    break
                folder = folder.rpartition("/")[0]
        return texts


Maker = Callable[[random.Random, str], Fragment]
"""Makes a fragment from a random source, under a package name."""


@dataclass(frozen=True, slots=True)
class Program:
    """Fragments that share a folder and one run of the tool."""

    seed: int
    fragments: tuple[Fragment, ...]

    @property
    def roots(self) -> tuple[str, ...]:
        """Every source root that a fragment uses."""
        return tuple(sorted({root for fragment in self.fragments for root in fragment.path}))

    def write(self, folder: Path) -> dict[str, list[Expectation]]:
        """Write the files without their marks; the expectations by fragment name."""
        expected: dict[str, list[Expectation]] = {}
        for fragment in self.fragments:
            found = expected.setdefault(fragment.name, [])
            for path, text in fragment.files.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                plain, marks = unmarked(path, text)
                found.extend(marks)
                (folder / path).write_text(plain, encoding="utf-8")
        return expected


def unmarked(path: str, text: str) -> tuple[str, list[Expectation]]:
    """The text as it is run and judged, and what its marks said."""
    lines: list[str] = []
    marks: list[Expectation] = []
    for number, line in enumerate(text.split("\n"), start=1):
        code, mark, kinds = line.partition(MARK)
        if mark:
            marks.append(Expectation(path, number, frozenset(kinds.split("|"))))
        lines.append(code)
    return "\n".join(lines), marks
