"""Annotations: classes as `typing.get_type_hints` reads them, objects as CPython has them (DESIGN 2.2 rule 7)."""

from __future__ import annotations

import importlib
import textwrap
import typing
from pathlib import Path
from typing import Any

import pytest

from archgates.resolve.annotations import annotated
from archgates.resolve.values import ExternalInstance, Instance, Many, Null, Returner, TypeOf, Unknown, Value
from archgates.resolve.world import World
from tests.archgates.resolve.projects import world, written
from tests.archgates.resolve.seen import differences, importable

HEAD = """\
from __future__ import annotations
import collections.abc, typing
import typing as t
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Dict, Final, List, Optional, Tuple, Type, Union
import app.engine
import app.engine as e
from app.engine import Engine, Engine as E, Motor, Generic_
"""
ENGINE = """\
from typing import Generic, TypeVar
T = TypeVar("T")
class Engine:
    class Inner: ...
class Motor(Engine): ...
class Generic_(Generic[T]): ...
"""
HINTS = [
    "Engine",
    "E",
    "e.Engine",
    "app.engine.Engine",
    "Engine.Inner",
    "'Engine'",
    "'app.engine.Engine'",
    "Optional[Engine]",
    "Optional['Engine']",
    "t.Optional[Engine]",
    "Engine | None",
    "'Engine | None'",
    "Union[Engine, Motor]",
    "Union[Engine, 'Motor', None]",
    "Engine | Motor",
    "type[Engine]",
    "Type[Engine]",
    "t.Type['Engine']",
    "type[Engine] | None",
    "type[Engine | Motor]",
    "type[Union[Engine, Motor]]",
    "Type['Engine'] | Type[Motor]",
    "list[Engine]",
    "List['Engine']",
    "Sequence[Engine]",
    "collections.abc.Iterable[Engine]",
    "tuple[Engine, ...]",
    "dict[str, Engine]",
    "Dict[str, 'Engine']",
    "Mapping[str, type[Engine]]",
    "list[type[Engine]]",
    "Optional[list[Engine]]",
    "Callable[[], Engine]",
    "Callable[..., Engine]",
    "t.Callable[[int], 'Engine']",
    "Callable[[], type[Engine]]",
    "Annotated[Engine, 'text']",
    "Annotated['Engine', 1, 2]",
    "Final[Engine]",
    "ClassVar[Engine]",
    "ClassVar[Type[Engine]]",
    "Generic_[Engine]",
    "Generic_[int]",
    "Any",
    "int",
    "Iterator[Engine]",
]


def expected(hint: Any) -> set[str]:
    """What `typing` makes of an annotation, in words."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint is type(None):
        return {"none"}
    if hint is Any:
        return {"unknown"}
    if origin in (typing.Final, ClassVarOrigin):
        return expected(arguments[0])
    if origin is typing.Union or type(hint).__name__ == "UnionType":
        return set().union(*(expected(one) for one in arguments))
    if origin is type:
        return {word.replace("object of", "class") for word in expected(arguments[0])}
    if origin is not None and origin.__name__ == "Callable":
        return {f"returns {word}" for word in expected(arguments[1])}
    if origin is not None and origin.__module__ in ("builtins", "collections.abc"):
        part = arguments[1] if issubclass(origin, typing.get_origin(typing.Mapping)) else arguments[0]  # type: ignore[arg-type]  # a class
        return {f"many {word}" for word in expected(part)}
    cls = origin or hint
    inside = cls.__module__.startswith("app.")
    return {f"object of {cls.__module__}.{cls.__qualname__}" if inside else "object of outside"}


ClassVarOrigin: Any = typing.ClassVar


def said(known: World, value: Value) -> str:
    """One candidate in the same words."""
    if isinstance(value, Instance):
        return f"object of {known.name(value.instance_of)}"
    if isinstance(value, TypeOf):
        return f"class {known.name(value.type_of)}"
    if isinstance(value, Many):
        return f"many {said(known, value.element)}"
    if isinstance(value, Returner):
        return f"returns {said(known, value.result)}"
    if isinstance(value, ExternalInstance):
        return "object of outside"
    assert isinstance(value, Unknown | Null)
    return "unknown" if isinstance(value, Unknown) else "none"


@pytest.fixture(scope="module")
def hints(tmp_path_factory: pytest.TempPathFactory) -> tuple[World, dict[str, Any], dict[str, int]]:
    """A project with every annotation, what `typing` reads there, and the term of each."""
    root = tmp_path_factory.mktemp("hints")
    body = "".join(f"    a{number}: {hint}\n" for number, hint in enumerate(HINTS))
    files = {"app/engine.py": ENGINE, "main.py": f"{HEAD}\nclass K:\n{body}"}
    written(root, files)
    with importable(root):
        read = typing.get_type_hints(importlib.import_module("main").K, include_extras=False)
    known = world(root, files)
    form = known.form("main.py")
    assert form is not None
    (cls,) = (scope for scope in form.scopes if scope.name == "K")
    return known, read, dict(cls.declared)


@pytest.mark.parametrize("number", range(len(HINTS)), ids=HINTS)
def test_annotations_are_read_as_typing_reads_them(
    hints: tuple[World, dict[str, Any], dict[str, int]], number: int
) -> None:
    known, read, terms = hints
    form = known.form("main.py")
    assert form is not None
    values = known.settled(lambda: annotated(known, form, terms[f"a{number}"]))
    assert {said(known, value) for value in values} == expected(read[f"a{number}"])


SAMPLES = {
    "parameters": """
        def f(a: Engine, b: "Engine", c: Optional[Engine], d: Engine | None = None, *, g: type[Engine]):
            see(a)
            see(b)
            see(c)  # more
            see(d)  # more
            see(g)
            see(g())
            see([a][0])
        f(Engine(), Engine(), Engine(), Engine(), g=Engine)
        f(Motor(), Motor(), Motor(), Motor(), g=Motor)
        """,
    "containers": """
        def f(many: list[Engine], table: dict[str, type[Engine]], pair: tuple[Engine, ...]):
            for one in many:
                see(one)
            see(many[0])
            see(table["a"])
            see(table.get("a"))
            for kind in table.values():
                see(kind)
                see(kind())
            see(pair[0])
            see([one for one in many][0])
        f([Engine()], {"a": Engine}, (Engine(),))
        """,
    "callables": """
        def f(make: Callable[[], Engine], find: Callable[[str], type[Engine]]):
            see(make())
            see(find("a"))
            see(find("a")())
        f(Engine, lambda name: Engine)
        """,
    "results": """
        def make() -> "Engine":
            return eval("Engine")()
        see(make())
        def kind() -> type[Engine]:
            return eval("Motor")
        see(kind())
        see(kind()())
        class K:
            @property
            def engine(self) -> Engine:
                return eval("Engine")()
            @classmethod
            def create(cls) -> t.Self:
                return cls()
            def me(self) -> "K":
                return self
        see(K().engine)
        see(K.create())
        see(K().me().engine)
        """,
    "variables": """
        x: Engine = eval("Engine")()
        see(x)
        y: type[Engine] = eval("Engine")
        see(y)
        z: "type[Engine]"
        z = eval("Motor")
        see(z)
        class K:
            kind: ClassVar[type[Engine]] = Motor
            engine: Engine
            def __init__(self):
                self.engine = eval("Engine")()
                self.other: Engine = eval("Engine")()
        see(K().engine)
        see(K().other)
        """,
    "Self": """
        class K:
            def me(self) -> t.Self:
                return self
            def other(self, other: t.Self):
                see(other)
        class L(K): ...
        see(K().me())
        K().other(K())
        L().other(L())
        """,
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_annotated_names_hold_what_cpython_puts_in(tmp_path: Path, sample: str) -> None:
    text = HEAD.replace("import app.engine\n", "") + textwrap.dedent(SAMPLES[sample])
    assert differences(tmp_path, {"app/engine.py": ENGINE, "main.py": text}) == {}
