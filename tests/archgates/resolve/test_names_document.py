"""docs/names.md: each example of its tables has the kind, and counts, as the command line says."""

from __future__ import annotations

from pathlib import Path

import pytest

from archgates.domain.sites import CALL_KINDS, CONSTRUCTION_KINDS, SiteKind
from tests.archgates.casebook import ask
from tests.archgates.resolve.projects import written

DOCUMENT = (Path(__file__).resolve().parents[3] / "docs/names.md").read_text(encoding="utf-8")
ENGINE = "class Engine:\n    def run(self): ...\n\nclass Heir(Engine):\n    def run(self): ...\n\nclass Other: ...\n"
HEAD = DOCUMENT.partition("```python\n")[2].partition("```")[0]


def rows(table: str) -> list[tuple[str, str, str]]:
    """Kind, example and `counts` of each row of a table."""
    text = DOCUMENT.partition(f"<!-- table: {table} -->")[2].partition("<!-- end of table -->")[0]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in text.splitlines()[3:] if line]
    return [(kind.strip("`"), example.strip("`"), counts.strip(" |")) for kind, example, _, counts in cells]


def told(root: Path, target: str, text: str, path: str = "app/use.py") -> dict[str, bool]:
    """Every kind that the command line finds in a file, with whether it counts."""
    files = {"app/engine.py": ENGINE, path: text}
    answer = ask("sites", written(root, files), ["."], target)
    assert answer.code == 0, answer.err
    return {site["kind"]: site["counts"] for site in answer.document["sites"] if site["path"] == path}


@pytest.mark.parametrize(("kind", "example", "counts"), rows("kinds of a class"))
def test_examples_of_a_class(tmp_path: Path, kind: str, example: str, counts: str) -> None:
    if kind == "self-construct":
        found = told(tmp_path, "app.engine.Engine", example + "\n", "app/engine.py")
    else:
        found = told(tmp_path, "app.engine.Engine", f"{HEAD}\n{example}\n")
    assert found[kind] is (counts == "yes")
    assert kind == "construct" or "construct" not in found


@pytest.mark.parametrize(("kind", "example", "counts"), rows("kinds of a method"))
def test_examples_of_a_method(tmp_path: Path, kind: str, example: str, counts: str) -> None:
    text = f"{HEAD}\nengine_ = Engine()\n\ndef f(thing):\n    {example}\n"
    assert told(tmp_path, "app.engine.Engine.run", text) == {kind: counts == "yes"}


def test_every_kind_has_an_example() -> None:
    of_classes, of_methods = (
        {SiteKind(kind) for kind, _, _ in rows(f"kinds of a {one}")} for one in ("class", "method")
    )
    assert of_classes == set(SiteKind) - {SiteKind.CALL, SiteKind.CONNECT}
    assert of_methods >= CALL_KINDS - {SiteKind.CONNECT}
    assert {SiteKind(kind) for kind, _, counts in rows("kinds of a class") if counts == "yes"} == CONSTRUCTION_KINDS
