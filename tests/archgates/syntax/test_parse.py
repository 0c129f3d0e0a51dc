"""One file to one tree: which front end reads it, what is refused and where, and input made to break parsers."""

from __future__ import annotations

import ast
import subprocess
import sys
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archgates.syntax.parse import FrontEnd, Limits, SourceError, Tree, parse
from archgates.syntax.walk import walk

DEEP = {
    "concatenation": "X = (" + "\n     ".join(["'part'"] * 3000) + ")\n",
    "sum": "X = " + " + ".join(["1"] * 5000) + "\n",
    "parentheses": "X = " + "(" * 80 + "1" + ")" * 80 + "\n",
    "blocks": "".join("    " * i + "if True:\n" for i in range(90)) + "    " * 90 + "import app.b as c\n",
    "chain": "X = app" + ".b.c(1)" * 1500 + "\n",
    "elifs": "if a == 0:\n    pass\n" + "".join(f"elif a == {i}:\n    pass\n" for i in range(1500)),
}
ON_SMALL_STACKS = {"sum", "chain"}
"""Python 3.12 and 3.13 have fixed limits that these may exceed."""


def names(tree: Tree) -> list[str]:
    return [type(statement).__name__ for statement in tree.module.body]


def outcome(data: bytes) -> Tree | SourceError:
    try:
        return parse(data)
    except SourceError as error:
        return error


@pytest.mark.parametrize("name", sorted(DEEP))
def test_deep_input(name: str) -> None:
    result = outcome(DEEP[name].encode())
    if isinstance(result, Tree):
        assert result.front_end is FrontEnd.AST
    else:
        assert sys.version_info >= (3, 12)
        assert name in ON_SMALL_STACKS
        assert "nested too deeply" in result.reason


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="has limits of its own")
def test_deep_input_is_whole() -> None:
    counts = {name: sum(1 for _ in walk(parse(text.encode()).module)) for name, text in DEEP.items()}
    assert counts == {
        "concatenation": 4,
        "sum": 3 + 5000 + 4999,
        "parentheses": 4,
        "blocks": 3 + 2 * 90,
        "chain": 3 + 1 + 1500 * 4,
        "elifs": 1 + 1501 * 5,
    }


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="has limits of its own")
def test_deep_input_inside_a_formatted_string() -> None:
    tree = parse(f"x = f'{{({' + '.join(['a'] * 4000)})}}'\n".encode())
    assert sum(isinstance(node, ast.Name) for node in walk(tree.module)) == 4001


def test_deep_input_and_newer_grammar() -> None:
    newer = "type X = int\n"
    for name in ("concatenation", "parentheses", "blocks", "elifs"):
        assert names(parse((newer + DEEP[name]).encode()))[0] == "TypeAlias"


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="reads this grammar itself")
@pytest.mark.parametrize(
    "hard", [DEEP["sum"], DEEP["chain"], "match a:\n case " + "[" * 12 + "]" * 12 + ": pass\n", "x = " + "f(" * 150]
)
def test_what_libcst_would_take_too_long_for(hard: str) -> None:
    with pytest.raises(SourceError, match="too complex for the fallback parser") as raised:
        parse(("type X = int\n" + hard).encode())
    assert raised.value.line == 1


@pytest.mark.parametrize("text", ["x = " + "-" * 100_000 + "1", "if a: pass\n" + "elif a: pass\n" * 20_000])
def test_deeper_than_any_parser(text: str) -> None:
    with pytest.raises(SourceError, match="nested too deeply"):
        parse(text.encode())


def test_sixty_thousand_lines() -> None:
    text = "".join(f"value_{number} = call({number}, key='{'x' * 52}')\n" for number in range(60_000))
    assert len(text) > 5_000_000
    assert len(parse(text.encode()).module.body) == 60_000


def test_limit_of_bytes() -> None:
    assert names(parse(b"x = 1\n", Limits(bytes=6))) == ["Assign"]
    with pytest.raises(SourceError, match="holds 7 bytes, more than the limit of 6"):
        parse(b"xx = 1\n", Limits(bytes=6))


def test_limit_of_nodes() -> None:
    text = b"x = [1, 2, 3]  # long enough\n"
    assert names(parse(text, Limits(nodes=7))) == ["Assign"]  # module, assignment, name, list, three numbers
    with pytest.raises(SourceError, match="holds 7 syntax nodes, more than the limit of 6"):
        parse(text, Limits(nodes=6))


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("def broken(:\n    import app.b\n", 1, 12),
        ("x = 1\n\n  é = $\n", 3, 2),
        ('print "Python 2"\n', 1, 1),
        ("x = '\\N{no such name}'", 1, None),
        ("def f():\n\tif a:\n        b\n", 3, None),
        ("a\n'abc\n", 2, 1),
        ("x\n\x0c\ny = (\n", 3, 5),
        ("f(1) = 2", 1, 1),
        ("ok = 1\nx = f'{a b}'\n", 2, 8),
        ("ok = 1\n\nx = (f'{ok}'\n     f'é{ok:>3}{a b}')\n", 4, 17),
        ("async x", 1, None),
        ("x = 1" + "0" * 5000, 1, None),
        ("type X = int\nf() = 1\n", None, None),
    ],
)
def test_broken_files_say_where(text: str, line: int | None, column: int | None) -> None:
    with pytest.raises(SourceError, match="syntax error: ") as raised:
        parse(text.encode())
    assert line in {None, raised.value.line}
    assert column in {None, raised.value.column}


@pytest.mark.parametrize("text", ["print x, 'y'", "x = yield = 1", "def f(a, a=1, b): pass", "del f()", "(x) = y: int"])
def test_what_libcst_alone_accepts_stays_refused(text: str) -> None:
    """Whatever libcst makes of it, no newer grammar explains why `ast` refuses it."""
    with pytest.raises(SyntaxError):
        ast.parse(text)
    with pytest.raises(SourceError, match="syntax error"):
        parse(text.encode())


def test_warnings_about_the_source_are_kept_quiet() -> None:
    text = 'x = "\\d"\ny = "\\400" f"\\{x}"\nassert (x, y)\nz = 1if x else 2\n'
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        parse(text.encode())
        parse(("type X = int\n" + text).encode())
        warnings.warn("still heard", UserWarning, stacklevel=1)
    assert [str(one.message) for one in caught] == ["still heard"]


def test_nothing_is_printed_and_no_limit_stays_changed(capsys: pytest.CaptureFixture[str]) -> None:
    before = sys.getrecursionlimit()
    for text in ("'\\d'", DEEP["chain"], "x ="):
        outcome(text.encode())
    assert sys.getrecursionlimit() == before
    assert capsys.readouterr() == ("", "")


def test_libcst_is_loaded_only_when_ast_refuses() -> None:
    program = (
        "import sys; from archgates.syntax.parse import parse; parse(b'x = 1'); print('libcst' in sys.modules);"
        "parse(b'lazy import a'); print('libcst' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60))
def test_random_bytes(data: bytes) -> None:
    _tree_or_error(data)


SNIPPETS = (
    "f'{x |}'|{|}|\"|'''|(|)|[|]|\\|\n|    |if x:|type X[T] = |match x:|case |lambda: |t'|é|\x0c|\t|#|lazy import a|"
    "except A, B:|try: pass|=|*|:|1|x| |def f[T](a, /, *b: *c) -> d:|class A(b, *c, d=e):|@a|;|\r|not |async |await |!r"
).split("|")


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(SNIPPETS), max_size=14))
def test_random_source(snippets: list[str]) -> None:
    _tree_or_error("".join(snippets).encode())


def _tree_or_error(data: bytes) -> None:
    result = outcome(data)
    if isinstance(result, Tree):
        assert all(result.location("a.py", node).column >= 1 for node in walk(result.module))
    else:
        lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n") + 1
        assert 1 <= result.line <= lines + 1
        assert result.column >= 1
        assert result.reason
