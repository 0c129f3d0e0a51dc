"""Many programs in one go: written, run in batches, judged; and a failing one made small."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from benchmarks.generated.assemble import program
from benchmarks.generated.judging import Disagreement, judge
from benchmarks.generated.program import Program
from benchmarks.generated.running import run

BATCH = 50
"""Programs per child process."""


def judge_seeds(seeds: Iterable[int]) -> tuple[list[Disagreement], Counter[str]]:
    """Disagreements over the programs of all seeds, and how often each rule and kind was exercised."""
    found: list[Disagreement] = []
    tags: Counter[str] = Counter()
    for batch in _batches(seeds):
        programs = [program(seed) for seed in batch]
        tags.update(tag for one in programs for fragment in one.fragments for tag in fragment.tags)
        found.extend(judge_programs(programs))
    return found, tags


def judge_programs(programs: Sequence[Program]) -> list[Disagreement]:
    """Write, run and judge programs in a folder of their own."""
    found: list[Disagreement] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        expected = {one.seed: one.write(folder / str(one.seed)) for one in programs}
        ran = run(programs, folder)
        for one in programs:
            answers = {fragment.name: ran[one.seed, fragment.name] for fragment in one.fragments}
            found.extend(judge(one, folder / str(one.seed), expected[one.seed], answers))
    return found


def smallest(seed: int, fragment: str) -> Program:
    """The program of `seed` with every fragment taken away that the failure of `fragment` does not need."""
    whole = program(seed)
    kept = list(whole.fragments)
    for one in whole.fragments:
        fewer = [other for other in kept if other is not one]
        if fewer and any(each.fragment == fragment for each in judge_programs([Program(seed, tuple(fewer))])):
            kept = fewer
    return Program(seed, tuple(kept))


def write_out(one: Program, folder: Path) -> Path:
    """Keep a program's files for reading."""
    place = folder / str(one.seed)
    shutil.rmtree(place, ignore_errors=True)
    one.write(place)
    return place


def _batches(seeds: Iterable[int]) -> Iterator[list[int]]:
    rest = iter(seeds)
    while batch := list(islice(rest, BATCH)):
        yield batch
