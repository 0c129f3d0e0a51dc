"""The gate `declaration-only`: what may stand at the top of a namespace file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from archgates.domain.errors import ConfigurationError
from archgates.gates.declaration_only import DeclarationOnly
from tests.archgates.gates.bench import configured, judge

NAMESPACE: dict[str, Any] = {"gate": "declaration-only", "where": ["app/__init__.py"]}

DECLARATIONS = [
    "",
    '"""What belongs here."""',
    "from __future__ import annotations\nimport os\nfrom app.parts import *",
    "from app.parts import A\n__all__ = ['A']",
    "from app.parts import a\n__all__: list[str] = []\n__all__ += a.__all__\n__all__.extend(['b'])",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from app.parts import A\nelse:\n    import b",
    "import sys\nif sys.version_info >= (3, 12):\n    import a\nelif sys.platform == 'win32':\n    import b",
    "try:\n    import a\nexcept ImportError:\n    pass\nelse:\n    import c\nfinally:\n    import d",
    "from typing import TypeAlias\nJson: TypeAlias = object",
    "type Json = dict[str, Json]",
    "from typing import Union\nimport a\nName = Union[str, a.B]\nOther = str | None\nThird = dict[str, int]",
]

IMPLEMENTATION = {
    "def helper(): ...": "function",
    "async def helper(): ...": "function",
    "class A: ...": "class",
    "class A(Exception):\n    pass": "class",
    "import a\na.start()": "statement",
    "import a\nregistry = a.Registry()": "assignment",
    "import os\nHOME = os.environ['HOME']": "assignment",
    "TABLE = [1]\nFIRST = TABLE[0]": "assignment",
    "for x in (1, 2):\n    pass": "statement",
    "while False:\n    pass": "statement",
    "with open('x') as f:\n    import a": "statement",
    "import a\nif a.ready():\n    import b": "statement",
    "try:\n    import a\nexcept ImportError:\n    class A: ...": "class",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    class A: ...": "class",
    "assert True": "statement",
    "import a\ndel a": "statement",
    "import a\na.b = 1": "assignment",
    "lambda: 1": "statement",
    "raise ImportError": "statement",
}


@pytest.mark.parametrize("source", DECLARATIONS)
def test_declarations_pass(tmp_path: Path, source: str) -> None:
    judged = judge(tmp_path, {"app/__init__.py": source + "\n"}, NAMESPACE)
    assert judged.verdict == "PASS", judged.text


@pytest.mark.parametrize("source", IMPLEMENTATION)
def test_planted_implementation_fails(tmp_path: Path, source: str) -> None:
    judged = judge(tmp_path, {"app/__init__.py": source + "\n"}, {**NAMESPACE, "constants": True})
    assert (judged.verdict, judged.kinds) == ("FAIL", [IMPLEMENTATION[source]])


@pytest.mark.parametrize(
    ("source", "option", "kind"),
    [
        ("LIMIT = 5", "constants", "constant"),
        ("__version__: str = '1.0'", "constants", "constant"),
        ("NAMES = {'a': ('b', -1)}", "constants", "constant"),
        ("def __getattr__(name): ...", "lazy_exports", "lazy-export"),
        ("def __dir__(): ...", "lazy_exports", "lazy-export"),
    ],
)
def test_options_widen_what_may_stand_there(tmp_path: Path, source: str, option: str, kind: str) -> None:
    files = {"app/__init__.py": source + "\n"}
    assert judge(tmp_path, files, NAMESPACE).kinds == [kind]
    assert judge(tmp_path, files, {**NAMESPACE, option: True}).verdict == "PASS"


def test_type_aliases_can_be_refused(tmp_path: Path) -> None:
    files = {"app/__init__.py": "type Json = dict[str, Json]\n"}
    assert judge(tmp_path, files, {**NAMESPACE, "type_aliases": False}).kinds == ["type-alias"]


def test_a_finding_says_where_and_what(tmp_path: Path) -> None:
    judged = judge(tmp_path, {"app/__init__.py": "import a\n\n\nclass Engine: ...\n"}, NAMESPACE)
    assert judged.places == [("app/__init__.py", 4, "class")]
    assert judged.subjects == {"app.Engine"}


def test_dotted_patterns_name_namespace_packages(tmp_path: Path) -> None:
    files = {"app/__init__.py": "x = f()\n", "app/sub/__init__.py": "y = f()\n", "app/sub/code.py": "z = f()\n"}
    judged = judge(tmp_path, files, {**NAMESPACE, "where": ["app", "app.sub"]})
    assert [path for path, _, _ in judged.places] == ["app/__init__.py", "app/sub/__init__.py"]


def test_stubs_declare_by_nature(tmp_path: Path) -> None:
    files = {"app/__init__.py": "", "app/__init__.pyi": "class A: ...\n"}
    assert judge(tmp_path, files, {**NAMESPACE, "where": ["app"]}).verdict == "PASS"


def test_a_pattern_that_fits_nothing_fails_with_the_nearest_name(tmp_path: Path) -> None:
    judged = judge(tmp_path, {"app/__init__.py": ""}, {**NAMESPACE, "where": ["app/__init__.py", "app/__int__.py"]})
    assert (judged.verdict, judged.kinds) == ("FAIL", ["missing"])
    assert "app/__init__.py" in judged.text


def test_an_empty_scope_fails(tmp_path: Path) -> None:
    files = {"app/__init__.py": "", "b.py": ""}
    judged = judge(tmp_path, files, {**NAMESPACE, "where": ["app/**"], "exclude": ["app"]})
    assert judged.verdict == "FAIL"
    judged = judge(tmp_path, files, {**NAMESPACE, "where": []})
    assert judged.kinds == ["vacuous"]


def test_a_broken_namespace_file_is_incomplete(tmp_path: Path) -> None:
    judged = judge(tmp_path, {"app/__init__.py": "class A(:\n", "app/b.py": "class B(:\n"}, NAMESPACE)
    assert (judged.verdict, judged.places) == ("INCOMPLETE", [("app/__init__.py", 1, "gap")])


def test_a_malformed_pattern_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="no pattern of module names"):
        configured(DeclarationOnly, where=["app..sub"])
