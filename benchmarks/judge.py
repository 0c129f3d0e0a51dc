"""A sample of places for a person to judge, and what the verdicts say about the tool.

    python -m benchmarks.judge draw OUT.tsv      places without the tool's answer, and OUT.txt to read them by
    python -m benchmarks.judge score JUDGED.tsv  precision and recall of the tool under the verdicts

Two thirds of the places are sites that the tool reports, one third lines that mention the class's name and that it does
not report; they are mixed, so that whoever judges cannot tell. A verdict is one of VERDICTS.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from archgates.domain.sites import SiteFacts, SiteKind
from archgates.project.discover import discover
from archgates.project.sources import Sources
from archgates.resolve.index import SymbolIndex
from benchmarks.corpora import DEFAULT_FOLDER, corpus

SEED = 20261130
TARGETS = {
    "django": ("django.http.HttpResponse", "django.db.models.CharField"),
    "ansible": ("ansible.errors.AnsibleError", "ansible.playbook.play.Play"),
    "airflow": ("airflow.models.dagrun.DagRun",),
    "salt": ("salt.exceptions.CommandExecutionError",),
    "homeassistant": ("homeassistant.helpers.device_registry.DeviceInfo",),
    "sqlalchemy": ("sqlalchemy.sql.elements.BindParameter", "sqlalchemy.MetaData"),
}
SITES_PER_CORPUS = 18
MENTIONS_PER_CORPUS = 9
VERDICTS = {
    "constructs": "a call on this line makes an object of exactly this class, or may by its type",
    "hands-out": "the class itself is passed, stored or returned as a value",
    "subclass": "a call on this line makes an object of a subclass",
    "alias": "the class only gets another name",
    "none": "nothing of this: annotation, base class, isinstance, another class's name, text",
}
_CALLS = frozenset(
    {
        SiteKind.CONSTRUCT,
        SiteKind.CONSTRUCT_INDIRECT,
        SiteKind.CONSTRUCT_TYPED,
        SiteKind.SELF_CONSTRUCT,
        SiteKind.MAYBE,
        SiteKind.DYNAMIC,
    }
)
_TRUE_OF: dict[SiteKind, str] = {
    **dict.fromkeys(_CALLS, "constructs"),
    SiteKind.ESCAPE: "hands-out",
    SiteKind.ESCAPE_CTOR: "hands-out",
    SiteKind.SUBCLASS: "subclass",
    SiteKind.ALIAS: "alias",
}


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """One line of a corpus, asked about for one class."""

    corpus: str
    target: str
    path: str
    line: int

    @property
    def row(self) -> str:
        """The place as the start of a TSV line."""
        return f"{self.corpus}\t{self.target}\t{self.path}\t{self.line}"


def draw(folder: Path) -> list[Place]:
    """The sample: sorted, which mixes reported and unreported places."""
    source = random.Random(SEED)
    chosen: set[Place] = set()
    for name, targets in TARGETS.items():
        sites: list[Place] = []
        mentions: list[Place] = []
        one = corpus(name, folder)
        for target, facts in _answers(one.root, targets):
            # Code that is made alike a thousand times would fill the sample: at most as many of one class as of all.
            reported = {(site.path, site.line) for site in facts.sites}
            told = reported | {(each.path, each.line) for each in facts.unresolved}
            sites += _some(source, [Place(name, target, *place) for place in sorted(reported)], SITES_PER_CORPUS)
            found = [Place(name, target, *place) for place in _mentions(one.root, target) if place not in told]
            mentions += _some(source, found, MENTIONS_PER_CORPUS)
        chosen |= {*_some(source, sites, SITES_PER_CORPUS), *_some(source, mentions, MENTIONS_PER_CORPUS)}
    return sorted(chosen)


def _some(source: random.Random, places: Sequence[Place], count: int) -> list[Place]:
    return source.sample(places, min(count, len(places)))


def _answers(root: Path, targets: Sequence[str]) -> Iterator[tuple[str, SiteFacts]]:
    found = discover(root)
    index = SymbolIndex(Sources(root, found.table, gaps=found.gaps))
    for target in targets:
        yield target, index.sites(target)


def _mentions(root: Path, target: str) -> Iterator[tuple[str, int]]:
    """Lines of Python files that hold the class's own name as a word."""
    word = re.compile(rf"\b{re.escape(target.rpartition('.')[2])}\b")
    top = target.partition(".")[0]
    for path in sorted((root / top).rglob("*.py")):
        text = path.read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.split("\n"), start=1):
            if word.search(line):
                yield path.relative_to(root).as_posix(), number


def reading(place: Place, folder: Path, *, around: int = 4) -> str:
    """The place with the lines around it and the imports of the name, for reading."""
    text = (corpus(place.corpus, folder).root / place.path).read_text(encoding="utf-8", errors="replace").split("\n")
    name = place.target.rpartition(".")[2]
    imports = [line for line in text if "import" in line and name in line]
    first = max(0, place.line - 1 - around)
    shown = [
        f"{'>' if number == place.line else ' '} {number:5} {line}"
        for number, line in enumerate(text[first : place.line + around], start=first + 1)
    ]
    return "\n".join([f"== {place.row}", *(f"   {line.strip()}" for line in imports[:3]), *shown, ""])


def score(judged: Sequence[tuple[Place, str]], folder: Path) -> Counter[str]:
    """How verdicts and answers meet, as counts: `right`, `wrong` among reported, `missed`, `rightly silent`."""
    counts: Counter[str] = Counter()
    answers: dict[str, SiteFacts] = {}
    for name in dict.fromkeys(place.corpus for place, _ in judged):
        targets = tuple(dict.fromkeys(place.target for place, _ in judged if place.corpus == name))
        answers.update(_answers(corpus(name, folder).root, targets))
    for place, verdict in judged:
        facts = answers[place.target]
        kinds = {site.kind for site in facts.sites if (site.path, site.line) == (place.path, place.line)}
        undecided = any((one.path, one.line) == (place.path, place.line) for one in facts.unresolved)
        stated = {_TRUE_OF[kind] for kind in kinds}
        if verdict == "none":
            outcome = "wrong" if stated else "rightly silent"
        elif stated:
            outcome = "right" if verdict in stated else "wrong"
        else:
            outcome = "undecided" if undecided else "rightly silent" if verdict == "alias" else "missed"
        counts[outcome] += 1
        if outcome in {"wrong", "missed"}:
            print(f"{outcome}: {place.row}: judged {verdict}, stated {sorted(kind.value for kind in kinds)}")
    return counts


def read_judged(path: Path) -> list[tuple[Place, str]]:
    """A judged sample: corpus, class, path, line, verdict. Raises ValueError for a verdict that is none."""
    judged = []
    for row in path.read_text(encoding="utf-8").splitlines():
        if row and not row.startswith("#"):
            name, target, file, line, verdict = row.split("\t")[:5]
            if verdict not in VERDICTS:
                raise ValueError(f"{path}: {row!r}: the verdict is none of {', '.join(VERDICTS)}")
            judged.append((Place(name, target, file, int(line)), verdict))
    return judged


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw or score."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.judge", description=__doc__)
    parser.add_argument("command", choices=["draw", "score"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--into", type=Path, default=DEFAULT_FOLDER, metavar="DIR")
    options = parser.parse_args(arguments)
    if options.command == "draw":
        places = draw(options.into)
        options.file.write_text("".join(f"{place.row}\t?\n" for place in places), encoding="utf-8")
        pages = [reading(place, options.into) for place in places]
        options.file.with_suffix(".txt").write_text("\n".join(pages), encoding="utf-8")
        print(f"{len(places)} places")
        return 0
    judged = read_judged(options.file)
    counts = score(judged, options.into)
    reported = counts["right"] + counts["wrong"]
    positive = counts["right"] + counts["undecided"] + counts["missed"]
    print(f"places {len(judged)}: {dict(counts.most_common())}")
    print(f"precision {counts['right'] / reported:.3f} of {reported} reported places")
    print(f"recall {counts['right'] / positive:.3f} of {positive} places that the verdicts call uses")
    return 0


if __name__ == "__main__":
    sys.exit(main())
