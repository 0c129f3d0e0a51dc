"""The gate `root-files`: exactly these files stand directly in a package."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, ClassVar

from archgates.domain.directories import DirectoryEntry, DirectoryFacts, DirectoryOf
from archgates.domain.errors import nearest
from archgates.domain.findings import Checked, Finding, missing_subject
from archgates.domain.gate import Gate, Outcome
from archgates.domain.options import OptionError
from archgates.domain.patterns import path_matcher
from archgates.domain.requests import Facts, Request
from archgates.domain.toml_words import written


@dataclass(frozen=True, kw_only=True)
class RootFiles(Gate):
    """Exactly these files stand directly in a package, each with a written reason.

    What it checks: every file in the package's own directory is named in `files`, and every name there is a file.
    With `folders` the same holds for its subfolders. Hidden files, `__pycache__` and compiled files are left out.

    Why: the root of a package is where a file lands whose place nobody has thought about. A list with reasons makes
    an addition a decision, and says what may be taken out.

    Example:
        [[tool.archgates.gates]]
        id = "root-of-adf"
        gate = "root-files"
        package = "adf"
        reason = "A directory says who is responsible for what lies in it."

        [tool.archgates.gates.files]
        "__init__.py" = "Public names, loaded on use."
        "version.py" = "The packaging tools look for it here."
        "py.typed" = "Marks the package as typed (PEP 561)."

    What to do instead: move the file into the folder of the responsibility that it serves.
    """

    gate: ClassVar[str] = "root-files"

    package: str
    """Dotted name of the package."""
    files: Mapping[str, str]
    """Name of each file that may stand there, with the reason."""
    folders: Mapping[str, str] | None = None
    """Name of each subfolder that may stand there, with the reason; not judged when left out."""
    matching: tuple[str, ...] = ("*",)
    """Only files with such names are judged, as in `["*.py"]`."""

    def __post_init__(self) -> None:
        for key, named in (("files", self.files), ("folders", self.folders or {})):
            for name, why in named.items():
                if not why.strip():
                    raise OptionError(key, f"{written(name)} has no reason.", "Say why it stands there.")
                if "/" in name or "\\" in name:
                    raise OptionError(key, f"{written(name)} is a path.", "Name what stands directly in the package.")
        for name in self.files:
            if not self._is_judged(name):
                raise OptionError("files", f"{written(name)} fits nothing in `matching`.", "Correct one of them.")

    def needs(self) -> tuple[Request[Any], ...]:
        return (DirectoryOf(package=self.package),)

    def check(self, facts: Facts) -> Outcome:
        found = facts[DirectoryOf(package=self.package)]
        if not found.directories:
            return Outcome(findings=(missing_subject(self.package, found.nearest, key="package"),), checked=Checked())
        files = [one for one in found.entries if not one.is_folder and self._is_judged(one.name)]
        folders = [one for one in found.entries if one.is_folder]
        findings = [*_compare("file", files, self._looked_at(self.files, found), self.package, found)]
        if self.folders is not None:
            findings += _compare("folder", folders, self._looked_at(self.folders, found), self.package, found)
        return Outcome(findings=tuple(findings), checked=Checked(files=len(files)))

    def _looked_at(self, named: Mapping[str, str], found: DirectoryFacts) -> Mapping[str, str]:
        """The listed names that `exclude` does not hide in every directory of the package."""
        excluded = path_matcher(self.exclude)
        return {
            name: why
            for name, why in named.items()
            if not all(excluded(f"{directory}/{name}") for directory in found.directories)
        }

    def _is_judged(self, name: str) -> bool:
        return any(fnmatchcase(name, pattern) for pattern in self.matching)


def _compare(
    what: str, entries: list[DirectoryEntry], named: Mapping[str, str], package: str, found: DirectoryFacts
) -> Iterator[Finding]:
    """Findings in both directions: entries that are not named, and names without an entry."""
    present = {entry.name for entry in entries}
    for entry in entries:
        if entry.name not in named:
            yield Finding(
                path=entry.path,
                subject=entry.path,
                kind=f"unlisted-{what}",
                message=f"The {what} {entry.name} stands directly in {package} and is not listed.",
                remedy=f"Move it to the folder that it belongs to, or list it under `{what}s` with its reason.",
            )
    for name in named:
        if name not in present:
            close = nearest(name, present - named.keys())
            yield Finding(
                path=found.directories[0],
                subject=f"{found.directories[0]}/{name}",
                kind=f"missing-{what}",
                message=f"The {what} {name} is listed for {package} and does not stand there.",
                remedy=f"Did you mean {close}?" if close else f"Put it back, or take it out of `{what}s`.",
            )
