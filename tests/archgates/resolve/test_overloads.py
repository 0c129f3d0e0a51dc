"""Annotations of functions with overloads, and parameters that are annotated as classes of any kind."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.resolve.projects import answered, index, noted
from tests.archgates.resolve.seen import differences

ENGINE = "class Base: ...\nclass Engine(Base): ...\nclass Other: ...\n"
HEAD = (
    "from typing import Any, Type, TypeAlias, TypeVar, Union, overload\nimport typing as t\n"
    "from app.engine import Base, Engine\nT = TypeVar('T')\n"
)
CALLS = {
    "overloads say what the function itself does not": """
        B = TypeVar("B", bound=Base)
        @overload
        def build(kind: None) -> None: ...
        @t.overload
        def build(kind: type[B], extra: int = 0) -> B: ...
        def build(kind: Any, extra: int = 0) -> Any:
            return kind()  # -> maybe
        @overload
        def typed(kind: type[Engine]): ...
        @overload
        def typed(kind: int): ...
        def typed(kind):
            return kind()  # -> construct-typed
        """,
    "what the function itself says comes first": """
        from app.engine import Other
        @overload
        def build(kind: type[Engine]): ...
        @overload
        def build(kind: None): ...
        def build(kind: type[Other] | None):
            return kind()
        """,
    "only what stands above it is an overload": """
        def build(kind):
            return kind()
        @overload
        def build(kind: type[Engine]): ...
        def other(build):
            return build()
        """,
    "methods": """
        class Factory:
            @overload
            def build(self, kind: type[Engine]) -> Engine: ...
            @overload
            def build(self, kind: str) -> str: ...
            def build(self, kind):
                return kind()  # -> construct-typed
        """,
    "what only type checkers read": """
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            def build(kind: type[Engine]) -> None: ...
        else:
            def build(kind):
                return kind()  # -> construct-typed
        """,
    "an override is passed what the method asks for": """
        class Above:
            def build(self, kind: type[Base], text: str): ...
        class Below(Above):
            def build(self, kind, text):
                return kind(), text()  # -> maybe
            def other(self, kind):
                return kind()
        class Annotated(Above):
            def build(self, kind: int, text):
                return kind()
        class Unrelated:
            def build(self, kind, text):
                return kind()
        """,
    "any class, and the target is passed": """
        def build(kind: type):
            return kind()  # -> maybe
        def generic(kind: type[T]) -> T:
            return kind()  # -> maybe
        def anything(kind: Type[Any], *, again: bool = False):
            made = kind
            return made()  # -> maybe
        def either(kind: Union[type[T], T, None]):
            return kind() if callable(kind) else kind  # -> maybe
        def plain(kind):
            return kind()  # -> unresolved
        def text(kind: str):
            return kind()
        for take in (plain, text):
            pass
        build(Engine)  # -> escape
        generic(Engine)  # -> escape
        anything(kind=Engine)  # -> escape
        either(Engine)  # -> escape
        plain(Engine)  # -> escape
        """,
    "any class, and the target is not passed": """
        from app.engine import Other
        def build(kind: type):
            return kind()
        def generic(kind: type[T]) -> T:
            return kind()
        build(Other)
        generic(Other)
        """,
    "an alias of classes": """
        Kind = Union[Type[T], T]
        Made: TypeAlias = "type[Engine] | Engine"
        def build(kind: Kind[Engine]):
            return kind()  # -> maybe
        def made(kind: Made):
            return kind()  # -> construct-typed
        build(Engine)  # -> escape
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", CALLS)
def test_calls_of_parameters(tmp_path: Path, sample: str, everything: bool) -> None:
    text = HEAD + textwrap.dedent(CALLS[sample])
    project = index(tmp_path, {"app/engine.py": ENGINE, "app/use.py": text}, everything=everything)
    assert answered(project.sites("app.engine.Engine"), "app/use.py") == noted(text)


def test_results_of_overloads_are_those_of_cpython(tmp_path: Path) -> None:
    things = "class A:\n    def make(self): return B()\nclass B: ...\n"
    main = """
        from typing import Any, overload
        from things import A, B
        @overload
        def made(which: int) -> A: ...
        @overload
        def made(which: str) -> B: ...
        def made(which) -> Any:
            return eval("A()" if isinstance(which, int) else "B()")
        see(made(1))  # more
        see(made(1).make())  # open
        see(made("b"))  # more
        class Maker:
            @overload
            def made(self) -> A: ...
            @overload
            def made(self, which: int) -> A: ...
            def made(self, which=0):
                return eval("A()")
        see(Maker().made())
        """
    assert differences(tmp_path, {"things.py": things, "main.py": textwrap.dedent(main)}) == {}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
def test_overrides_in_other_files(tmp_path: Path, everything: bool) -> None:
    above = "from app.engine import Base\nclass Above:\n    def build(self, kind: type[Base]): ...\n"
    use = "from app.above import Above\nclass Below(Above):\n    def build(self, kind): return kind()  # -> maybe\n"
    files = {"app/engine.py": ENGINE, "app/above.py": above, "app/use.py": use}
    project = index(tmp_path, files, everything=everything)
    assert answered(project.sites("app.engine.Engine"), "app/use.py") == noted(use)


def test_results_that_an_annotation_leaves_open_are_those_of_cpython(tmp_path: Path) -> None:
    things = "class A: ...\nclass B: ...\n"
    main = """
        from typing import Any, Optional, TYPE_CHECKING
        from things import A, B
        def found(which) -> Optional[Any]:
            return A() if which else None
        see(found(1))  # more
        def given(which) -> Any | None:
            return eval("B()")
        see(given(1))  # open
        def nothing() -> None: ...
        see(nothing())
        if TYPE_CHECKING:
            def made() -> A: ...
        else:
            def made():
                return eval("A()")
        see(made())
        """
    assert differences(tmp_path, {"things.py": things, "main.py": textwrap.dedent(main)}) == {}
