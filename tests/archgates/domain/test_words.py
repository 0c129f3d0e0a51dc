"""Sentences end once, and nouns follow their numbers."""

from __future__ import annotations

import pytest

from archgates.domain.words import count, sentence, visible


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("not parsed", "not parsed."),
        ("Mended. ", "Mended."),
        ("did you mean print(...)?", "did you mean print(...)?"),
        ("stop!", "stop!"),
        ("f()", "f()."),
    ],
)
def test_a_sentence_ends_once(text: str, expected: str) -> None:
    assert sentence(text) == expected


@pytest.mark.parametrize(
    ("number", "many", "expected"),
    [(0, "", "0 sites"), (1, "", "1 site"), (1, "sites of it", "1 site"), (2_000, "", "2,000 sites"), (2, "x", "2 x")],
)
def test_a_noun_follows_its_number(number: int, many: str, expected: str) -> None:
    assert count(number, "site", many) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("app/caf\xe9.py", "app/caf\xe9.py"),
        ("esc\x1b[31mred", "esc\\x1b[31mred"),
        ("nl\nPASS", "nl\\nPASS"),
        ("bell\a\x7f\x9b", "bell\\x07\\x7f\\x9b"),
        ("\u202eright to left", "\\u202eright to left"),
        ("\udce9", "\\udce9"),
    ],
)
def test_a_terminal_obeys_no_name(text: str, expected: str) -> None:
    assert visible(text) == expected


def test_text_in_lines_keeps_them() -> None:
    assert visible("one\ntwo\r\x1b", lines=True) == "one\ntwo\\r\\x1b"
