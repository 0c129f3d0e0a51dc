"""The scanner of words agrees with CPython's tokenizer and parser, on the standard library and on odd literals."""

from __future__ import annotations

import ast
import io
import keyword
import sysconfig
import tokenize
import warnings
from collections import Counter
from pathlib import Path

import pytest

from archgates.collect.tokens import WordKind, words

LIBRARY = Path(sysconfig.get_path("stdlib"))
FILES = sorted(path for path in LIBRARY.rglob("*.py") if "site-packages" not in path.parts)
SAMPLE = FILES[::25]


def of_kind(text: str, kind: WordKind) -> list[str]:
    return [word.text for word in words(text) if word.kind is kind]


def identifiers(text: str) -> Counter[str]:
    return Counter(word for word in of_kind(text, WordKind.IDENTIFIER) if not keyword.iskeyword(word))


def in_fields(literal: str) -> Counter[str]:
    """The identifiers in the replacement fields of an f-string, as CPython parses them."""
    names: Counter[str] = Counter()
    for node in ast.walk(ast.parse(f"({literal})")):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)) | ast.arg(arg=name):
                names[name] += 1
    return names


def expected(text: str) -> tuple[Counter[str], list[str]]:
    """Identifiers and comments by CPython; before 3.12 its tokenizer takes an f-string for one token."""
    names: Counter[str] = Counter()
    comments = []
    before = ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        before, conversion = token.string, before == "!" and token.string in ("r", "s", "a")
        if conversion:  # `!r` in an f-string, which newer tokenizers split
            continue
        if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
            names[token.string] += 1
        elif token.type == tokenize.COMMENT:
            comments.append(token.string)
        elif token.type == tokenize.STRING and "f" in token.string.split(token.string[-1])[0].lower():
            names += in_fields(token.string)
    return names, comments


def test_the_sample_is_large_enough() -> None:
    assert len(SAMPLE) > 20


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: str(path.relative_to(LIBRARY)))
def test_the_standard_library_has_the_words_that_cpython_sees(path: Path) -> None:
    try:
        with tokenize.open(path) as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            text = file.read()
            ast.parse(text)
    except (SyntaxError, UnicodeDecodeError):
        return  # test data of CPython that is broken on purpose
    names, comments = expected(text)
    assert identifiers(text) == names
    assert of_kind(text, WordKind.COMMENT) == comments


@pytest.mark.parametrize(
    ("text", "names", "strings"),
    [
        ("0xface 1e5 1_0.e2j 0b1 0o7 1if x else 2", ["if", "x", "else"], []),
        ("a.b.c", ["a", "b", "c"], []),
        ("1..real", ["real"], []),
        ("'it\\'s' b\"x\" rb'\\'' R''", [], ["it\\'s", "x", "\\'", ""]),
        ("'''a'b''c\n\\'''d''' e", ["e"], ["a'b''c\n\\'''d"]),
        ('"""a"b""c"""', [], ['a"b""c']),
        ("f'a{b}c'", ["b"], ["a", "c"]),
        ("f'{{a}} {b!r:>{c}} }}d'", ["b", "c"], ["{{a}} ", ">", "", " }}d"]),
        ("f'{a:b}'", ["a"], ["", "b", ""]),
        ("f'{a!s}{b!a:x}'", ["a", "b"], ["", "", "x", ""]),
        ("f'{a!=b}'", ["a", "b"], ["", ""]),
        ("f'{a = }'", ["a"], ["", ""]),
        ("f'{ {a: b}[c] }{(lambda x: x)}'", ["a", "b", "c", "lambda", "x", "x"], ["", "", ""]),
        ("f'{(a:=1)}{a:=5}'", ["a", "a"], ["", "", "=5", ""]),
        ("f\"{a['b']}\"", ["a"], ["", "b", ""]),
        ("f'{a['b']}'", ["a"], ["", "b", ""]),
        ("f'{f'{f'{a}'}'}'", ["a"], ["", "", "", "", "", ""]),
        ("f'''{\n    a  # b\n}'''", ["a"], ["", ""]),
        ("f'\\N{DASH}{a}\\{b}'", ["a", "b"], ["\\N{DASH}", "\\", ""]),
        ("rf'\\N{a}\\'{b}'", ["a", "b"], ["\\N", "\\'", ""]),
        ("t'a{b}'", ["b"], ["a", ""]),
        ("Rb'a' bR'b' F'{c}'", ["c"], ["a", "b", "", ""]),
        ("'a' 'b'f'{c}'", ["c"], ["a", "b", "", ""]),
        ("été = ｎame + देवनागरी", ["été", "ｎame", "देवनागरी"], []),
        ("a#b\nc", ["a", "c"], []),
        ("f'{a:%Y-%m}'", ["a"], ["", "%Y-%m", ""]),
        ("f'{a:{b}{c}}'", ["a", "b", "c"], ["", "", "", "", ""]),
    ],
)
def test_odd_literals(text: str, names: list[str], strings: list[str]) -> None:
    assert of_kind(text, WordKind.IDENTIFIER) == names
    assert of_kind(text, WordKind.STRING) == strings


@pytest.mark.parametrize("text", ["'", "'''a", "f'", "f'{", "f'{a:", "f'{a:{", "\\", "(", "f'}'", "'a\nb'"])
def test_text_that_breaks_off_ends_the_scan(text: str) -> None:
    assert sum(len(word.text) for word in words(text)) <= len(text)


def test_offsets_are_those_of_the_words() -> None:
    text = "x = f'é{name}' # end\n"
    assert all(text[word.start : word.start + len(word.text)] == word.text for word in words(text))
