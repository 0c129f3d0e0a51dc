"""A class that a method of an unknown object is passed by keyword: methods with that name and parameter may call it."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.resolve.projects import answered, index, noted

FILES = {"app/engine.py": "class Engine: ...\n"}
SIGNER = """
class Signer:
    def sign(self, obj, serializer=None):
        return serializer()  # -> unresolved
    def other(self, obj, serializer=None):
        return serializer()
class Subclass(Signer):
    def sign(self, obj, *, compress=False, serializer):
        return serializer()  # -> unresolved
    class sign:
        def __init__(self, serializer):
            serializer()
def sign(serializer):
    return serializer()
"""
CALLS = {
    "by keyword": "\ndef run(signer):\n    signer.sign(1, serializer=Engine)  # -> escape\n",
    "through an attribute that nothing assigns": """
class Holder:
    def run(self):
        return self.signer.sign(1, serializer=Engine)  # -> escape
""",
    "through a table": '\ndef run(signer):\n    signer.sign(1, **{"serializer": Engine})  # -> escape\n',
}
OTHERS = {
    "by place": "def run(signer):\n    signer.sign(1, Engine)  # -> escape\n",
    "another keyword": "def run(signer):\n    signer.sign(1, kind=Engine)  # -> escape\n",
    "an object that is known": "import json\ndef run():\n    json.sign(1, serializer=Engine)  # -> escape\n",
    "a function": "def run(sign):\n    sign(1, serializer=Engine)  # -> escape\n",
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", CALLS)
def test_methods_with_such_a_parameter(tmp_path: Path, sample: str, everything: bool) -> None:
    use = "from app.engine import Engine" + CALLS[sample]
    project = index(tmp_path, {**FILES, "app/sign.py": SIGNER, "app/use.py": use}, everything=everything)
    facts = project.sites("app.engine.Engine")
    assert answered(facts, "app/use.py") == noted(use)
    assert answered(facts, "app/sign.py") == noted(SIGNER)


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", OTHERS)
def test_nothing_else_is_taken_to_be_called(tmp_path: Path, sample: str, everything: bool) -> None:
    use = "from app.engine import Engine\n" + textwrap.dedent(OTHERS[sample])
    project = index(tmp_path, {**FILES, "app/sign.py": SIGNER, "app/use.py": use}, everything=everything)
    facts = project.sites("app.engine.Engine")
    assert answered(facts, "app/use.py") == noted(use)
    assert answered(facts, "app/sign.py") == {}
