"""Where a class is made and a callable called: every symbol and call case, asked through `archgates sites`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.archgates.casebook import CALLING, COUNTING, Case, ask, cases, numbered


def by_line(sites: Iterable[Mapping[str, Any]]) -> dict[str, set[str]]:
    """`path:line` to the kinds of the sites there."""
    found: dict[str, set[str]] = defaultdict(set)
    for site in sites:
        found[f"{site['path']}:{site['line']}"].add(site["kind"])
    return dict(found)


def allowed(expected: str) -> list[set[str]]:
    """The sets of kinds that an expectation such as `a|b+c` allows on its line; `none` is the empty set."""
    return [set() if one == "none" else set(one.split("+")) for one in re.split(r"\|", expected)]


@pytest.mark.parametrize("case", cases("symbol", "call"), ids=str)
def test_sites_are_exactly_those_of_the_case(case: Case, tmp_path: Path) -> None:
    answer = ask("sites", case.built(tmp_path), case.roots, case.spec["target"])
    assert answer.code == 0, answer.err
    document = answer.document
    seen = by_line(document["sites"])
    expected = {place: allowed(kind) for place, kind in case.spec["expected_sites"].items()}
    wrong = {
        place: seen.get(place, set())
        for place in {*seen, *expected}
        if seen.get(place, set()) not in expected.get(place, [set()])
    }
    assert wrong == {}
    assert document["incomplete"] == []


@pytest.mark.parametrize("case", cases("symbol", "call"), ids=str)
def test_what_counts(case: Case, tmp_path: Path) -> None:
    """Constructions and escapes of a class count; of a method, a call on an unknown receiver does too."""
    counting = CALLING if case.kind == "call" else COUNTING
    sites = ask("sites", case.built(tmp_path), case.roots, case.spec["target"]).document["sites"]
    assert [site for site in sites if site["counts"] is not (site["kind"] in counting)] == []


@pytest.mark.parametrize("case", cases("symbol", "call"), ids=str)
def test_sites_are_sorted_and_stand_where_the_source_has_them(case: Case, tmp_path: Path) -> None:
    root = case.built(tmp_path)
    document = ask("sites", root, case.roots, case.spec["target"]).document
    places = [(site["path"], site["line"], site["column"]) for site in document["sites"]]
    assert places == sorted(places)
    for path, line, column in places:
        text = (root / path).read_text(encoding="utf-8").split("\n")[line - 1]
        assert re.match(r"[\w(\[{@\"']", text[column - 1 :]), (path, line, column)


def test_alias_case_names_the_canonical_class_and_the_hops() -> None:
    one = numbered("01")
    (site,) = ask("sites", one.folder, one.roots, one.spec["target"]).document["sites"]
    assert site["canonical"] == "app.engine.Engine"
    assert site["column"] == 12
    assert site["scope"] == "build"
    hops = [(hop["path"], hop["line"]) for hop in site["via"]]
    assert ("app/use.py", 1) in hops
    assert ("app/api.py", 1) in hops


@pytest.mark.parametrize("target", ["app.api.Motor", "app.use.Motor", "app.engine.Engine"])
def test_a_re_export_is_the_same_target(target: str) -> None:
    one = numbered("01")
    assert by_line(ask("sites", one.folder, one.roots, target).document["sites"]) == {"app/use.py:5": {"construct"}}


def test_sites_are_attributed_to_their_nearest_named_owner() -> None:
    one = numbered("35")
    sites = ask("sites", one.folder, one.roots, one.spec["target"]).document["sites"]
    assert {site["line"]: site["scope"] for site in sites} == {
        6: "outer.<locals>.inner",
        8: "outer",
        12: "Box",
        16: "Box.get.<locals>.go",
    }


def test_four_constructions_on_one_line_are_four_sites() -> None:
    one = numbered("43")
    sites = ask("sites", one.folder, one.roots, one.spec["target"]).document["sites"]
    assert [site["column"] for site in sites if site["line"] == 18] == [12, 21, 28, 40]


def test_a_misspelt_class_is_refused_with_the_nearest_name() -> None:
    one = numbered("01")
    answer = ask("sites", one.folder, one.roots, "app.engine.Engin")
    assert (answer.code, answer.out) == (2, "")
    assert "app.engine.Engine" in answer.err
    assert "Traceback" not in answer.err
