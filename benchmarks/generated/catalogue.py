"""Reads the catalogues of program text: sections that start with `## title`, after a foreword."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

ANY_CALL = "construct|construct-indirect|construct-typed|dynamic|maybe"
"""What the mark `any` means: kinds of a call of a value whose history alone tells what it is."""


@dataclass(frozen=True, slots=True)
class Section:
    """One section: its title, split where it has a colon, and its lines."""

    name: str
    tags: frozenset[str]
    text: str


@cache
def sections(file: str) -> tuple[Section, ...]:
    """The sections of a catalogue beside this file, in order."""
    whole = Path(__file__).with_name(file).read_text(encoding="utf-8")
    return tuple(_section(part) for part in whole.split("\n## ")[1:])


def _section(part: str) -> Section:
    title, _, text = part.partition("\n")
    name, colon, tags = f"{title} ".partition(": ")
    if not colon:
        name, tags = text.strip("\n").partition("\n")[0], title
    return Section(name, frozenset(tags.split()), text.strip("\n").replace("#! any", f"#! {ANY_CALL}"))
