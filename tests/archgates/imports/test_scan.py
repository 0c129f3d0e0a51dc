"""What one file's imports are: kind, place, and whether they run while the file is being imported."""

from __future__ import annotations

from textwrap import dedent

import pytest

from archgates.domain.modules import Module
from archgates.imports.scan import scan_tree
from archgates.imports.statements import Scan
from archgates.imports.text import scan_text
from archgates.syntax.parse import parse

MODULE = Module(root=".", name="pkg.sub.mod", path="pkg/sub/mod.py")


def scanned(text: str, version: tuple[int, int] = (3, 11)) -> Scan:
    """The scan of the parsed text; the scan without a parse, where there is one, must agree."""
    source = dedent(text)
    full = scan_tree(parse(source.encode()), MODULE, version)
    quick = scan_text(source)
    assert quick is None or quick.statements == full.statements
    return full


def kinds(text: str, version: tuple[int, int] = (3, 11)) -> dict[str, tuple[str, bool]]:
    """Imported name to kind and whether it runs at import."""
    return {
        ".".join(part for part in ("." * one.level + one.module, one.name) if part): (one.kind.value, one.at_import)
        for one in scanned(text, version).statements
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import a.b", {"a.b": ("module", True)}),
        ("import a, b.c as d", {"a": ("module", True), "b.c": ("module", True)}),
        ("from . import x", {"..x": ("module", True)}),
        ("from ..a import (\n    x,  # one\n    y as z,\n)", {"..a.x": ("module", True), "..a.y": ("module", True)}),
        ("from a import *", {"a.*": ("star", True)}),
        ("def f():\n    import a", {"a": ("deferred", False)}),
        ("async def f():\n    from a import b", {"a.b": ("deferred", False)}),
        ("class C:\n    import a", {"a": ("module", True)}),
        ("class C:\n    def f(self):\n        import a", {"a": ("deferred", False)}),
        ("try:\n    import a\nexcept ImportError:\n    import b", {"a": ("fallback", True), "b": ("fallback", True)}),
        ("try:\n    import a\nexcept (OSError, ImportError):\n    a = None", {"a": ("fallback", True)}),
        ("try:\n    import a\nexcept:\n    pass", {"a": ("fallback", True)}),
        (
            "try:\n    import a\nexcept KeyError:\n    import b\nelse:\n    import c\nfinally:\n    import d",
            {"a": ("module", True), "b": ("fallback", True), "c": ("module", True), "d": ("module", True)},
        ),
        (
            "from contextlib import suppress\nwith suppress(ImportError):\n    import a",
            {"contextlib.suppress": ("module", True), "a": ("fallback", True)},
        ),
        ("with open('x') as f:\n    import a", {"a": ("module", True)}),
        ("for x in y:\n    import a\nelse:\n    import b", {"a": ("module", True), "b": ("module", True)}),
        ("while x:\n    import a", {"a": ("module", True)}),
        ("match x:\n    case 1:\n        import a", {"a": ("module", True)}),
        (
            "if __name__ == '__main__':\n    import a\nelse:\n    import b",
            {"a": ("deferred", False), "b": ("module", True)},
        ),
        ("if x: import a; import b", {"a": ("module", True), "b": ("module", True)}),
        ("import a; from b import c", {"a": ("module", True), "b.c": ("module", True)}),
        ("f = lambda: __import__('a')", {"a": ("dynamic", False)}),
        ("x = [__import__('a') for _ in y]", {"a": ("dynamic", True)}),
    ],
)
def test_kind(text: str, expected: dict[str, tuple[str, bool]]) -> None:
    assert kinds(text) == expected


TYPING = [
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:",
    "import typing\nif typing.TYPE_CHECKING:",
    "import typing as t\nif t.TYPE_CHECKING:",
    "from typing import TYPE_CHECKING as TC\nif TC:",
    "import typing_extensions as te\nif te.TYPE_CHECKING:",
    "from typing_extensions import TYPE_CHECKING\nif TYPE_CHECKING:",
    "TYPE_CHECKING = False\nif TYPE_CHECKING:",
    "MYPY = False\nif MYPY:",
    "from typing import TYPE_CHECKING\nTC = TYPE_CHECKING\nif TC:",
    "try:\n    from typing import TYPE_CHECKING\nexcept ImportError:\n    TYPE_CHECKING = False\nif TYPE_CHECKING:",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING and x:",
    "from typing import TYPE_CHECKING\nif not (not TYPE_CHECKING):",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING is True:",
    "from typing import TYPE_CHECKING\nif True == TYPE_CHECKING:",
    "from typing import TYPE_CHECKING\nif not TYPE_CHECKING:\n    pass\nelse:",
    "if False:",
    "if 0:",
    "if True:\n    pass\nelse:",
    "from typing import *\nif TYPE_CHECKING:",
    "from other import TYPE_CHECKING\nif TYPE_CHECKING:",
    "import other.compat as c\nif c.TYPE_CHECKING:",
    "import other.compat\nif other.compat.TYPE_CHECKING:",
    "import sys\nif sys:\n    from typing import TYPE_CHECKING\nelse:\n    TYPE_CHECKING = False\nif TYPE_CHECKING:",
]


@pytest.mark.parametrize("head", TYPING)
def test_the_flag_is_followed_to_its_import(head: str) -> None:
    assert kinds(f"{head}\n    import target")["target"] == ("typing", False)
    inside = f"{head}\n    def f():\n        import target"
    assert kinds(inside)["target"] == ("typing", False)


RUNNING = [
    "from typing import TYPE_CHECKING\nif not TYPE_CHECKING:",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING or x:",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    pass\nelse:",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    pass\nelif x:",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING is False:",
    "TYPE_CHECKING = True\nif TYPE_CHECKING:",
    "TYPE_CHECKING = x()\nif TYPE_CHECKING:",
    "from typing import TYPE_CHECKING_NOW\nif TYPE_CHECKING_NOW:",
    "from other import settings\nif settings.TYPE_CHECKING:",
    "import other\nif other.settings.TYPE_CHECKING:",
    "if x.TYPE_CHECKING:",
    "if x().TYPE_CHECKING:",
    "TYPE_CHECKING = True\nif x:\n    TYPE_CHECKING = False\nif TYPE_CHECKING:",
    "try:\n    from typing import TYPE_CHECKING\nexcept ImportError:\n    TYPE_CHECKING = x\nif TYPE_CHECKING:",
    "if x and y:",
    "if False or x:",
    "if x == 0:",
    "import sys\nif sys.platform == 'win32':",
]


@pytest.mark.parametrize("head", RUNNING)
def test_what_only_looks_like_the_flag_runs(head: str) -> None:
    assert kinds(f"{head}\n    import target")["target"] == ("module", True)


VERSIONS = [
    ("sys.version_info >= (3, 12)", (3, 11), False),
    ("sys.version_info >= (3, 12)", (3, 12), True),
    ("sys.version_info > (3, 12)", (3, 12), True),
    ("sys.version_info <= (3, 12)", (3, 12), False),
    ("sys.version_info < (3, 12)", (3, 11), True),
    ("sys.version_info == (3, 12)", (3, 12), False),
    ("sys.version_info[:2] == (3, 12)", (3, 12), True),
    ("sys.version_info[0] == 2", (3, 12), False),
    ("sys.version_info[0] >= 3 and sys.version_info[1] >= 12", (3, 12), True),
    ("sys.version_info.major < 3", (3, 12), False),
    ("sys.version_info.minor >= 11", (3, 12), True),
    ("(3, 12) <= sys.version_info", (3, 11), False),
    ("not sys.version_info >= (3, 12)", (3, 11), True),
    ("sys.version_info >= (3, 12, 1)", (3, 13), True),
    ("sys.version_info >= (3, 12, 1)", (3, 11), False),
    ("sys.version_info >= (4,)", (3, 13), False),
]


@pytest.mark.parametrize(("test", "version", "taken"), VERSIONS)
def test_version_tests_are_decided_by_the_target(test: str, version: tuple[int, int], taken: bool) -> None:
    """A branch that the target version never takes is no edge for anybody, type checkers included."""
    text = f"import sys\nif {test}:\n    import yes\nelse:\n    import no"
    found = set(kinds(text, version)) - {"sys"}
    assert found == ({"yes"} if taken else {"no"})


def test_version_tests_that_hang_on_the_micro_version_stay_open() -> None:
    text = "import sys\nif sys.version_info >= (3, 11, 4):\n    import yes\nelse:\n    import no"
    assert {"yes", "no"} <= set(kinds(text, (3, 11)))


def test_named_version_test() -> None:
    text = "import sys\nOLD = sys.version_info < (3, 12)\nif OLD:\n    import yes\nelse:\n    import no"
    assert set(kinds(text, (3, 11))) == {"sys", "yes"}


EXECUTED = [
    "def f():\n    import target\nf()",
    "def f():\n    import target\ndef g():\n    f()\nX = g()",
    "def f(cls):\n    import target\n@f\nclass C: ...",
    "def f(g):\n    import target\n@f\ndef h(): ...",
    "def f(**kw):\n    import target\n@f(x=1)\nclass C: ...",
    "class C:\n    def __init__(self):\n        import target\nX = C()",
    "class C:\n    @staticmethod\n    def f():\n        import target\nC.f()",
    "class C:\n    def f(self):\n        import target\nC().f()",
    "class C:\n    def __init_subclass__(cls):\n        import target\nclass D(C): ...",
    "class M(type):\n    def __new__(m, *a):\n        import target\nclass D(metaclass=M): ...",
    "def f():\n    import target\nX = [f() for _ in '1']",
    "def f():\n    import target\ndef g(x=f()): ...",
    "def f():\n    try:\n        import target\n    except OSError:\n        pass\nif True:\n    f()",
]


@pytest.mark.parametrize("text", EXECUTED)
def test_a_function_that_the_file_calls_runs_at_import(text: str) -> None:
    assert kinds(text)["target"] == ("deferred", True)


NOT_EXECUTED = [
    "def f():\n    import target\ndef g():\n    f()",
    "class C:\n    def f(self):\n        import target\nC()",
    "def f():\n    def g():\n        import target\n    return g\nf()",
    "def f():\n    import target\nX = f",
    "def f():\n    import target\nX = lambda: f()",
    "class C:\n    class D:\n        def f(self):\n            import target\n",
]


@pytest.mark.parametrize("text", NOT_EXECUTED)
def test_a_function_that_nobody_calls_does_not(text: str) -> None:
    assert kinds(text)["target"] == ("deferred", False)


DYNAMIC = [
    ("import importlib\nimportlib.import_module('a.b')", {"a.b"}),
    ("from importlib import import_module as imp\nimp('a')", {"a"}),
    ("import importlib as il\nload = il.import_module\nload('a')", {"a"}),
    ("import importlib\nNAME = 'a.b'\nimportlib.import_module(NAME)", {"a.b"}),
    ("import importlib\nimportlib.import_module('.x', package='a.b')", {"a.b.x"}),
    ("import importlib\nimportlib.import_module('..x', 'a.b')", {"a.x"}),
    ("import importlib\nimportlib.import_module('.x', __package__)", {"pkg.sub.x"}),
    ("import importlib\nimportlib.import_module(__name__ + '.x')", {"pkg.sub.mod.x"}),
    ("import importlib\nimportlib.import_module(f'{__package__}.x')", {"pkg.sub.x"}),
    ("import importlib\nimportlib.import_module('a' if x else 'b')", {"a", "b"}),
    ("import importlib\nfor n in ('a', 'b'):\n    importlib.import_module(n)", {"a", "b"}),
    ("import importlib\nN = ['a', 'b']\nX = [importlib.import_module('p.' + n) for n in N]", {"p.a", "p.b"}),
    ("import importlib\nT = {'k': 'a', 'l': 'b'}\ndef f(k):\n    return importlib.import_module(T[k])", {"a", "b"}),
    ("import importlib\nT = {'k': 'a'}\ndef f(k):\n    return importlib.import_module(T.get(k))", {"a"}),
    ("import importlib\nimportlib.import_module('a.%s' % 'b')", {"a.b"}),
    ("import importlib\nimportlib.import_module('a.{}'.format('b'))", {"a.b"}),
    ("__import__('a.b')", {"a.b"}),
    ("__import__('a', fromlist=['x', 'y'])", {"a.x", "a.y"}),
    ("import builtins\nbuiltins.__import__('a')", {"a"}),
    ("__import__('x', globals(), locals(), ['y'], 1)", {".x.y"}),
]


@pytest.mark.parametrize(("text", "expected"), DYNAMIC)
def test_dynamic_imports_with_readable_names(text: str, expected: set[str]) -> None:
    assert {name for name, (kind, _) in kinds(text).items() if kind == "dynamic"} == expected
    assert scanned(text).unreadable == ()


UNREADABLE = [
    "import importlib\ndef f(name):\n    importlib.import_module(name)",
    "import importlib\nN = 'a'\ndef f(N):\n    importlib.import_module(N)",
    "import importlib\nimportlib.import_module(input())",
    "import importlib\nimportlib.import_module('.x')",
    "import importlib\nimportlib.import_module('.x', package=p)",
    "import importlib\nimportlib.import_module('...x', package='a')",
    "__import__(name)",
    "__import__('a', level=n)",
    "import importlib\nN = 'a'\nN += 'b'\nimportlib.import_module(N)",
    "import importlib\ngetattr(importlib, name)('a')",
    "import importlib as il\nvars(il)[name]('a')",
    "import importlib\nlist(map(importlib.import_module, names))",
    "import importlib\nself.load = importlib.import_module",
    "from importlib import import_module as load\nx = [load]",
    "list(map(__import__, names))",
]


@pytest.mark.parametrize("text", UNREADABLE)
def test_dynamic_imports_with_unreadable_names_are_listed(text: str) -> None:
    (found,) = scanned(text).unreadable
    assert found.line == len(text.splitlines())
    assert [kind for kind, _ in kinds(text).values() if kind == "dynamic"] == []


def test_a_local_function_of_that_name_imports_nothing() -> None:
    text = "def import_module(name): ...\nimport_module('a')"
    assert scanned(text) == Scan(names=scanned(text).names)


def test_columns_count_code_points_from_one() -> None:
    statements = scanned("x = 'é'; import a\nif x:\n    import b\n").statements
    assert [(one.line, one.column) for one in statements] == [(1, 10), (3, 5)]
