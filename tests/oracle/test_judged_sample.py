"""The judged sample is whole; `python -m benchmarks.judge score tests/judged/sites.tsv` holds the tool against it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.judge import VERDICTS, read_judged

SAMPLE = Path(__file__).resolve().parents[1] / "judged" / "sites.tsv"


def test_every_place_has_a_verdict_and_stands_once() -> None:
    judged = read_judged(SAMPLE)

    assert len({place for place, _ in judged}) == len(judged) == 162
    assert Counter(verdict for _, verdict in judged) == {
        "constructs": 69,
        "none": 56,
        "subclass": 19,
        "hands-out": 18,
    }


def test_an_unknown_verdict_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "judged.tsv"
    file.write_text("django\tdjango.http.HttpResponse\tdjango/views.py\t1\tperhaps\n", encoding="utf-8")

    with pytest.raises(ValueError, match=f"the verdict is none of {', '.join(VERDICTS)}"):
        read_judged(file)
