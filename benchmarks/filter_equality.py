"""Filtered and unfiltered answers must be equal: `python -m benchmarks.filter_equality [CORPUS ...]`.

The text filter decides which files are read for a question; without it every file is. Both are asked about classes of
every corpus, and of copies that were changed at random. What was answered before, by the same code, is not asked again.
Exit 0 when all answers are equal, 1 when some differ.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from archgates.domain.modules import ModuleTable
from archgates.domain.sites import SiteFacts
from archgates.project.discover import discover
from archgates.project.sources import Sources
from archgates.resolve.index import SymbolIndex
from benchmarks.class_names import class_names
from benchmarks.corpora import CORPORA, DEFAULT_FOLDER, corpus
from benchmarks.kept import Answer, kept
from benchmarks.mutations import Change, mutate

KNOWN_TARGETS = {
    "django": ("django.http.HttpResponse", "django.db.models.Model", "django.db.models.CharField"),
    "homeassistant": (
        "homeassistant.helpers.device_registry.DeviceInfo",
        "homeassistant.config_entries.ConfigEntry",
        "homeassistant.const.Platform",
    ),
    "sqlalchemy": ("sqlalchemy.Column", "sqlalchemy.sql.elements.BindParameter", "sqlalchemy.MetaData"),
    "sympy": ("sympy.Symbol", "sympy.core.numbers.Integer"),
    "airflow": ("airflow.models.dagrun.DagRun",),
    "transformers": ("transformers.modeling_outputs.BaseModelOutput",),
    "ansible": ("ansible.errors.AnsibleError", "ansible.playbook.play.Play"),
    "salt": ("salt.exceptions.CommandExecutionError", "salt.loader.lazy.LazyLoader"),
}
DRAWN_TARGETS = 6
MUTATED_CORPORA = ("ansible", "django")
MUTATED_TREES = 3
CHANGES_PER_TREE = 40


@dataclass(frozen=True, slots=True)
class Difference:
    """A line that only one of the two answers lists."""

    tree: str
    target: str
    path: str
    line: int
    kind: str
    only: str
    """`filtered` or `unfiltered`."""

    def __str__(self) -> str:
        return f"{self.tree}: {self.target}: {self.path}:{self.line} {self.kind} only {self.only}"


def compare(
    name: str, root: Path, roots: Sequence[str] | None, targets: Iterable[str], exclude: Sequence[str] = ()
) -> list[Difference]:
    """Ask both ways about every target, one index each."""
    filtered, everything = _index(root, roots, exclude, filtered=True), _index(root, roots, exclude, filtered=False)
    found: list[Difference] = []
    for target in targets:
        one, other = told(filtered.sites(target)), told(everything.sites(target))
        found += [Difference(name, target, *place, "filtered") for place in sorted(one - other)]
        found += [Difference(name, target, *place, "unfiltered") for place in sorted(other - one)]
    return found


def told(facts: SiteFacts) -> set[tuple[str, int, str]]:
    """Everything that an answer lists: path, line, kind of site or `unresolved`."""
    return {(one.path, one.line, one.kind.value) for one in facts.sites} | {
        (one.path, one.line, "unresolved") for one in facts.unresolved
    }


def _index(root: Path, roots: Sequence[str] | None, exclude: Sequence[str], *, filtered: bool) -> SymbolIndex:
    found = discover(root, roots, exclude)
    return SymbolIndex(Sources(root, found.table, gaps=found.gaps, filtered=filtered), everything=not filtered)


def drawn(source: random.Random, root: Path, table: ModuleTable, count: int) -> list[str]:
    """Classes drawn from all that the modules define at their top."""
    names = class_names(root, table)
    return sorted(source.sample(names, min(count, len(names))))


def _whole(name: str, folder: Path, seed: int) -> Answer:
    started = time.process_time()
    one = corpus(name, folder)
    table = discover(one.root, None, ()).table
    targets = [*KNOWN_TARGETS[name], *drawn(random.Random(seed), one.root, table, DRAWN_TARGETS)]
    found = compare(name, one.root, None, targets)
    seconds = time.process_time() - started
    return _answer(f"{name:14} targets {len(targets)}  differences {len(found)}  cpu {seconds:.1f} s", found)


def _changed(name: str, folder: Path, seed: int) -> Answer:
    started = time.process_time()
    one = corpus(name, folder)
    found, made = mutated(name, one.root, one.package, seed, changes=CHANGES_PER_TREE, targets=DRAWN_TARGETS)
    seconds = time.process_time() - started
    head = f"{name:14} changed {len(made)} times, seed {seed}: differences {len(found)}  cpu {seconds:.1f} s"
    return _answer(head, found)


def _answer(summary: str, found: Iterable[Difference]) -> Answer:
    return Answer(summary, tuple(map(str, found)))


def mutated(
    name: str, root: Path, package: str, seed: int, *, changes: int, targets: int
) -> tuple[list[Difference], list[Change]]:
    """Compare on a changed copy of `root/package`. The targets favour files that were changed."""
    source = random.Random(seed)
    with tempfile.TemporaryDirectory() as copy:
        place = Path(copy)
        shutil.copytree(root / package, place / package, ignore=shutil.ignore_patterns("__pycache__"))
        made = mutate(source, place, changes)
        table = discover(place, None, ()).table
        touched = {change.path for change in made}
        names = class_names(place, ModuleTable(one for one in table if one.path in touched))
        chosen = sorted(source.sample(names, min(targets, len(names))))
        return compare(f"{name} changed by seed {seed}", place, None, chosen), made


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare on every corpus, then on changed trees."""
    names = [one.name for one in CORPORA]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.filter_equality", description=__doc__)
    parser.add_argument("corpora", nargs="*", metavar="CORPUS", help=f"any of {', '.join(names)}; default all")
    parser.add_argument("--into", type=Path, default=DEFAULT_FOLDER, metavar="DIR")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    found: list[str] = []
    for name in options.corpora or names:
        seeds = range(options.seed, options.seed + MUTATED_TREES) if name in MUTATED_CORPORA else ()
        parts = [(_whole, options.seed), *((_changed, seed) for seed in seeds)]
        for ask, seed in parts:
            inputs = (name, ask.__name__, str(seed))
            answer = kept(f"filter-{name}", inputs, partial(ask, name, options.into, seed))
            print(answer.summary, flush=True)
            found += answer.differences
    for difference in found:
        print(difference)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
