"""A class that a method of an unknown object is passed: methods with that name and parameter, or few of the name."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.cpython import constructions
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
    "by place, at another": "def run(signer):\n    signer.sign(1, 2, Engine)  # -> escape\n",
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


ENGINE = """
class Base: ...
class Engine(Base):
    def __init__(self, *arguments, **options): ...
class Other:
    def __init__(self, *arguments, **options): ...
"""
MEMO = """
class {name}:
    def memo(self, key, make, *more):
        return make(*more)  # -> unresolved
"""
COMMON = MEMO.replace("  # -> unresolved", "")
PASSED = "from app.engine import Engine\ndef run(found):\n    found.memo('key', Engine)  # -> escape\n"


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("count", [1, 3, 4])
def test_by_place_where_few_methods_have_the_name(tmp_path: Path, count: int, everything: bool) -> None:
    memo = "".join((MEMO if count < 4 else COMMON).format(name=f"Memo{number}") for number in range(count))
    files = {"app/engine.py": ENGINE, "app/memo.py": memo, "app/use.py": PASSED}
    facts = index(tmp_path, files, everything=everything).sites("app.engine.Engine")
    assert answered(facts, "app/memo.py") == noted(memo)
    assert answered(facts, "app/use.py") == noted(PASSED)


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
def test_by_place_through_a_descriptor(tmp_path: Path, everything: bool) -> None:
    memo = """
        from functools import partial
        class either:
            def __init__(self, on_class, on_object):
                self.on_class, self.on_object = on_class, on_object
            def __get__(self, instance, owner):
                if instance is None:
                    return partial(self.on_class, owner)
                return partial(self.on_object, instance)
        class Memo:
            def _class_memo(cls, key, make): return make()  # -> unresolved
            def _memo(self, key, make): return make()  # -> unresolved
            memo = either(_class_memo, _memo)
        """
    use = PASSED + "from app.memo import Memo\nrun(Memo)\nrun(Memo())\n"
    files = {"app/engine.py": ENGINE, "app/memo.py": memo, "app/use.py": use}
    facts = index(tmp_path, files, everything=everything).sites("app.engine.Engine")
    found = answered(facts, "app/memo.py")
    assert found == noted(memo)
    assert constructions(tmp_path, ["."], "app.engine.Engine", "import app.use") == {
        f"app/memo.py:{line}" for line in found
    }


def test_methods_of_built_in_types_tell_nothing(tmp_path: Path) -> None:
    own = "class Bag:\n    def append(self, make):\n        return make()\n"
    use = "from app.engine import Engine\ndef run(found):\n    found.append(Engine)  # -> escape\n"
    files = {"app/engine.py": ENGINE, "app/own.py": own, "app/use.py": use}
    facts = index(tmp_path, files).sites("app.engine.Engine")
    assert answered(facts, "app/own.py") == {}
