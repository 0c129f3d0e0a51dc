"""Fetch the public projects that benchmarks read: `python -m benchmarks.corpora [NAME ...] [--into DIR]`.

Files only: nothing is installed, and nothing of a corpus is run by the gates. Versions are those of the measurements.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.archives import Archive, ArchiveError, fetch

DEFAULT_FOLDER = Path(".corpora")

CORPORA = (
    Archive("django", "django", "5.2.19", "5965d974a5218a2b68a11dd1276434707f23886525c23f0598eccedaf4f4ca00"),
    Archive(
        "homeassistant",
        "homeassistant",
        "2024.3.3",
        "6e1ec2c07441d63fdcfb8acd2c4bbb6f68bc97330855784d3623d10c38fe3577",
    ),
    Archive("sqlalchemy", "sqlalchemy", "2.1.9", "449fed5c2caa3b278cc57499d09db001fb3f28dc7f18affc48142aee4dcc0cdf"),
    Archive("sympy", "sympy", "1.14.0", "e091cc3e99d2141a0ba2847328f5479b05d94a6635cb96148ccb3f34671bd8f5"),
    Archive(
        "airflow",
        "apache-airflow-core",
        "3.3.2",
        "99258922bccec15be4700ff89f3c942b8acd93407e263c287ce863e671bb3c50",
    ),
    Archive(
        "transformers", "transformers", "5.24.0", "ff5ebedf9359f94bb63772b6380eba6e7104d010cbbb2cb82c788817ea7486f6"
    ),
    Archive("ansible", "ansible-core", "2.19.14", "d518d0e96fa75bedfe9b0a96d5b158aa712d092961824c115140c8677b88ff06"),
    Archive(
        "salt",
        "salt",
        "3008.5",
        "0259deafd601d783721e5aa8ed10677d8c4d6cc12f5de17499af71590d593315",
        from_source=True,
    ),
)


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus on disk: the project root, and the source roots relative to it."""

    name: str
    root: Path
    package: str
    """The folder under the root that is judged and counted; the rest of a source archive is left aside."""

    def files(self) -> list[Path]:
        """Every Python file of the package, sorted."""
        return sorted((self.root / self.package).rglob("*.py"))


def corpus(name: str, into: Path = DEFAULT_FOLDER) -> Corpus:
    """The corpus `name`, fetched when it is not there yet. Raises KeyError for an unknown name."""
    archive = {one.name: one for one in CORPORA}[name]
    return Corpus(name, fetch(archive, into), name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Fetch and print one line per corpus. Exit 0 when all are there, 1 when one could not be fetched."""
    names = [one.name for one in CORPORA]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.corpora", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of {', '.join(names)}; default all")
    parser.add_argument("--into", type=Path, default=DEFAULT_FOLDER, metavar="DIR")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in names]
    if unknown:
        parser.error(f"no corpus is called {unknown[0]!r}; there are {', '.join(names)}")
    for name in options.names or names:
        try:
            fetched = corpus(name, options.into)
        except ArchiveError as problem:
            print(problem, file=sys.stderr)
            return 1
        contents = [path.read_bytes() for path in fetched.files()]
        lines = sum(data.count(b"\n") for data in contents)
        print(f"{name:14} files {len(contents):6} lines {lines:8} bytes {sum(map(len, contents)):9}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
