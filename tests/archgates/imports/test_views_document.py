"""The published table of kinds by view says what the code does."""

from __future__ import annotations

from pathlib import Path

from archgates.domain.imports import VIEW_KINDS, ImportEdge, ImportKind, View

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "views.md"


def published() -> dict[str, dict[str, str]]:
    """The table: kind to view to cell."""
    text = (
        DOCUMENT.read_text("utf-8").partition("<!-- table: kinds by view -->")[2].partition("<!-- end of table -->")[0]
    )
    header, _, *rows = [
        [cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in text.split("\n") if line
    ]
    return {row[0]: dict(zip(header[2:], row[2:], strict=True)) for row in rows}


def counted(kind: ImportKind, view: View) -> str:
    """What the code says, in the words of the table."""
    early, late = (
        ImportEdge(importer="a", imported="b", kind=kind, path="a.py", line=1, at_import=at_import).counts_in(view)
        for at_import in (True, False)
    )
    return {(True, True): "yes", (True, False): "at import", (False, False): "no"}[early, late]


def test_table_equals_the_code() -> None:
    expected = {kind.value: {view.value: counted(kind, view) for view in View} for kind in ImportKind}
    assert published() == expected


def test_table_has_an_example_of_every_kind() -> None:
    text = DOCUMENT.read_text("utf-8").partition("<!-- table: kinds by view -->")[2]
    for kind in ImportKind:
        (row,) = [line for line in text.split("\n") if line.startswith(f"| `{kind.value}` |")]
        assert "`" in row.split("|")[2]


def test_views_are_nested_as_the_words_promise() -> None:
    assert VIEW_KINDS[View.ALL] == frozenset(ImportKind)
    assert all(VIEW_KINDS[view] <= VIEW_KINDS[View.ALL] for view in View)
    assert VIEW_KINDS[View.TYPING] == frozenset(ImportKind) - {ImportKind.DYNAMIC, ImportKind.PARENT}
