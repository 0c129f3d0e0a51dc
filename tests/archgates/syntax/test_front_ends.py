"""Both front ends give equal trees on real files; `python -m benchmarks.front_ends` does this for all of them."""

from __future__ import annotations

import ast
import random
import sysconfig
from collections import Counter
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.front_ends import Outcome, compare, difference, main

LIBRARY = Path(sysconfig.get_paths()["stdlib"])
CHOSEN = 60
LARGEST = 24_000


def chosen_files() -> list[Path]:
    """The same files on every run of one Python: small enough to be quick, drawn from all of the library."""
    files = sorted(path for path in LIBRARY.rglob("*.py") if "site-packages" not in path.parts)
    small = [path for path in files if 0 < path.stat().st_size < LARGEST]
    return random.Random(2).sample(small, CHOSEN)


def test_standard_library() -> None:
    outcomes = {path: compare(path.read_bytes()) for path in chosen_files()}
    assert {path: one for path, one in outcomes.items() if one.outcome is Outcome.DIFFERENT} == {}
    counts = Counter(one.outcome for one in outcomes.values())
    assert counts[Outcome.EQUAL] >= CHOSEN - 3


TOKENS = (
    "a|b.c|1|'d'|f'{e}'|f'{g:{h}}'|(|)|[|]|{|}|,|:|;|\n|\n  | |=| + | ** |-| not | if | else | for | in |lambda |*|**"
    "| as |with |import |from |try|except |def f|class A|return |yield |await |async |del |match |case |@|->|:=|.|é"
    "|# c\n|\\\n| and | < | is |pass|..."
).split("|")


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(TOKENS), max_size=12))
def test_random_tokens(tokens: list[str]) -> None:
    comparison = compare("".join(tokens).encode())
    assert comparison.outcome is not Outcome.DIFFERENT, comparison.detail


def test_differences_are_found() -> None:
    tree = ast.parse("x = [1, a.b]")
    assert difference(tree, ast.parse("x = [1, a.b]")) is None
    for other in ("x = [1, a.c]", "x = [1,  a.b]", "x = [1]", "x = (1, a.b)", "x = [1.0, a.b]", "x = [True, a.b]"):
        assert difference(tree, ast.parse(other)) is not None


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.py").write_text(f"{name} = 1\n", encoding="utf-8")
    (tmp_path / "d.py").write_text("d = \n", encoding="utf-8")
    state = tmp_path / "state"
    for lines in (2, 4, 4):
        assert main([str(tmp_path), "--state", str(state), "--limit", "2"]) == 0
        assert len(state.read_text(encoding="utf-8").splitlines()) == lines
    assert state.read_text(encoding="utf-8").count("not read by ast") == 1
