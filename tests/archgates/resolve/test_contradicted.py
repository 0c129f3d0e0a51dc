"""Parameters of `type[X]` that are passed a class which is no X: what holds an X may then be the target."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.cpython import constructions
from tests.archgates.resolve.projects import answered, index, noted

ENGINE = """
class Base: ...
class Engine(Base):
    def __init__(self, *arguments, **options): ...
class Other:
    def __init__(self, *arguments, **options): ...
"""
HEAD = (
    "from __future__ import annotations\nfrom typing import Dict, Protocol, Type\n"
    "from app.engine import Base, Engine, Other\nclass Function: ...\n"
)
CALLS = {
    "it is kept in a registry": """
        _registry: Dict[str, Dict[str, Type[Function]]] = {"default": {}}
        def register(name: str, kind: Type[Function]) -> None:
            table = _registry["default"]
            table[name] = kind
        class Generator:
            def build(self, name: str):
                kind = _registry["default"].get(name)
                if kind is not None:
                    return kind()  # -> maybe
        register("engine", Engine)  # type: ignore[arg-type]  # -> escape
        Generator().build("engine")
        """,
    "it is called on the spot": """
        def run(kind: type[Function]):
            return kind()  # -> maybe
        run(Engine)  # -> escape
        """,
    "an annotation that admits it says enough": """
        def run(kind: type[Base] | type[Function]):
            return kind()  # -> maybe
        def other(kind: type[Function]):
            return kind()
        run(Engine)  # -> escape
        other(Function)
        """,
    "another class is passed": """
        def run(kind: type[Function]):
            return kind()
        run(Other)
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", CALLS)
def test_annotations_that_a_call_contradicts(tmp_path: Path, sample: str, everything: bool) -> None:
    text = HEAD + textwrap.dedent(CALLS[sample])
    project = index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text}, everything=everything)
    found = answered(project.sites("app.engine.Engine"), "app/use.py")
    assert found == noted(text)
    assert constructions(tmp_path, ["."], "app.engine.Engine", "import app.use") <= {
        f"app/use.py:{line}" for line in found
    }


def test_a_protocol_is_not_contradicted(tmp_path: Path) -> None:
    """Whether a class fits a protocol is not always known: what asks for it elsewhere is not taken for the target."""
    text = HEAD + textwrap.dedent("""
        class Runs(Protocol):
            def run(self) -> int: ...
        def run(kind: type[Runs]):
            return kind()
        def other(kind: type[Runs]):
            return kind()
        other(Other)
        run(Engine)  # -> escape
        """)
    project = index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text})
    assert answered(project.sites("app.engine.Engine"), "app/use.py") == noted(text)
