"""`type[P]` of a protocol takes every class that fits it."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.resolve.projects import answered, index, noted

ENGINE = """
class Base:
    def __init__(self):
        self.power = 1
class Engine(Base):
    name: str
    def run(self): ...
"""
CALLS = {
    "by its methods": """
        class Runs(Protocol):
            def run(self): ...
        def build(kind: type[Runs]):
            return kind()  # -> maybe
        """,
    "by what is inherited, declared and stored": """
        class Has(Protocol):
            name: str
            power: int
        class HasMore(Has, Protocol):
            @property
            def run(self): ...
        def build(kind: Type[HasMore]):
            return kind()  # -> maybe
        """,
    "by a name for the annotation": """
        class Runs(Protocol[T]):
            def run(self) -> T: ...
        Kind = Union[Type[Runs[T]], Runs[T]]
        def build(kind: Optional[Kind[int]] = None):
            if isinstance(kind, type):
                return kind()  # -> maybe
        """,
    "tested at run time": """
        @runtime_checkable
        class Runs(Protocol):
            def run(self): ...
        def build(kind):
            if issubclass(kind, Runs):
                return kind()  # -> maybe
        """,
    "not without all members": """
        class Stops(Protocol):
            def run(self): ...
            def stop(self): ...
        def build(kind: type[Stops]):
            return kind()
        """,
    "not one that asks for nothing": """
        class Anything(Protocol): ...
        def build(kind: type[Anything]):
            return kind()
        """,
    "not what only looks alike": """
        class Runs:
            def run(self): ...
        class Protocols(Protocol):
            def run(self): ...
        def build(kind: type[Runs]):
            return kind()
        """,
    "not of an object": """
        class Runs(Protocol):
            def run(self): ...
        def build(kind: type[Runs], runs: Runs):
            kind  # a name, and no call
            runs()
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", CALLS)
def test_calls_of_classes_that_fit_a_protocol(tmp_path: Path, sample: str, everything: bool) -> None:
    head = "from typing import Optional, Protocol, Type, TypeVar, Union, runtime_checkable\nT = TypeVar('T')\n"
    text = head + textwrap.dedent(CALLS[sample])
    project = index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text}, everything=everything)
    assert answered(project.sites("app.engine.Engine"), "app/use.py") == noted(text)


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
def test_a_protocol_of_another_module(tmp_path: Path, everything: bool) -> None:
    files = {
        "app/engine.py": ENGINE,
        "app/kinds.py": """
            from typing import Protocol
            class Runs(Protocol):
                def run(self): ...
            Kind = type[Runs]
            """,
        "app/use.py": """
            from app.kinds import Kind
            def build(kind: Kind):
                return kind()  # -> maybe
            """,
    }
    project = index(tmp_path, files, everything=everything)
    assert answered(project.sites("app.engine.Engine"), "app/use.py") == noted(files["app/use.py"])
