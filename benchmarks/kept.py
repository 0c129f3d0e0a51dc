"""Answers of long comparisons, kept by what they depend on: an interrupted run goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

DEFAULT_FOLDER = Path(".oracle/answers")
_PROJECT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Answer:
    """What one comparison printed: a line for people, one line per difference."""

    summary: str
    differences: tuple[str, ...]


def kept(name: str, inputs: Iterable[str], make: Callable[[], Answer], folder: Path = DEFAULT_FOLDER) -> Answer:
    """The answer that an earlier run of the same code gave for the same inputs, or else what `make` gives now.

    The file appears whole or not at all.
    """
    out = folder / f"{name}-{_digest(inputs)}.json"
    if out.is_file():
        stored = json.loads(out.read_text(encoding="utf-8"))
        return Answer(stored["summary"] + "  (kept)", tuple(stored["differences"]))
    answer = make()
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = out.with_suffix(".partial")
    unfinished.write_text(json.dumps(asdict(answer)), encoding="utf-8")
    unfinished.rename(out)
    return answer


def _digest(inputs: Iterable[str]) -> str:
    """Changes with the inputs, and with any file of the tool or of the benchmarks."""
    files = sorted(path for part in ("archgates", "benchmarks") for path in (_PROJECT / part).rglob("*.py"))
    contents = [path.read_bytes() for path in files]
    return hashlib.sha256(b"\0".join([*(one.encode() for one in inputs), *contents])).hexdigest()[:16]
