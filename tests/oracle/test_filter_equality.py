"""The text filter changes no answer: asked about this project's own classes, in copies that were changed at random."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from benchmarks.filter_equality import mutated
from benchmarks.mutations import mutate

PROJECT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_filtered_and_unfiltered_answers_are_equal_on_a_changed_tree() -> None:
    differences, changes = mutated("archgates", PROJECT, "archgates", 1, changes=25, targets=10)

    assert {change.kind for change in changes} == {"alias", "star", "rename", "move"}
    assert differences == []


def test_changed_files_still_parse(tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text("class Engine:\n    pass\n\n\nclass Motor:\n    pass\n", encoding="utf-8")
    (tmp_path / "second.py").write_text("from first import Engine\n\nmade = Engine()\n", encoding="utf-8")

    changes = mutate(random.Random(3), tmp_path, 12)

    assert len(changes) == 12
    for path in tmp_path.iterdir():
        ast.parse(path.read_text(encoding="utf-8"))
