"""What is passed to constructors that nobody wrote reaches the fields of the class."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archgates.resolve.constructed import Project, places

PROJECTS = {
    "a field of type": Project(
        """
        from dataclasses import dataclass
        @dataclass
        class Config:
            kind: type
            name: str = ""
            def make(self):
                return self.kind()
        """,
        """
        from app.lib import Config
        from app.engine import Engine
        config = Config(Engine)
        config.kind()
        config.make()
        """,
    ),
    "a field of Any, by keyword": Project(
        """
        from dataclasses import dataclass
        from typing import Any
        @dataclass(frozen=True)
        class Config:
            name: str
            kind: Any = None
        """,
        """
        from app.lib import Config
        from app.engine import Engine
        config = Config('x', kind=Engine)
        config.kind()
        """,
    ),
    "a field of a dataclass with a base": Project(
        """
        from dataclasses import dataclass, field
        from typing import Callable, Any
        @dataclass
        class Base:
            name: str
        @dataclass
        class Config(Base):
            make: Callable[..., Any]
            more: list = field(default_factory=list)
        """,
        """
        from app.lib import Config
        from app.engine import Engine
        config = Config('x', Engine)
        config.make()
        """,
    ),
    "a list as a field": Project(
        """
        from dataclasses import dataclass, field
        @dataclass
        class Config:
            kinds: list
        """,
        """
        from app.lib import Config
        from app.engine import Engine
        config = Config([Engine])
        for kind in config.kinds:
            kind()
        """,
    ),
    "a named tuple": Project(
        """
        from typing import NamedTuple, Any
        class Row(NamedTuple):
            name: str
            kind: Any
        """,
        """
        from app.lib import Row
        from app.engine import Engine
        row = Row('a', Engine)
        row.kind()
        name, kind = row
        kind()
        row[1]()
        """,
    ),
    "a changed copy": Project(
        """
        from dataclasses import dataclass, replace
        @dataclass
        class Config:
            kind: type
        """,
        """
        from dataclasses import replace
        from app.lib import Config
        from app.engine import Engine, Other
        config = replace(Config(Other), kind=Engine)
        config.kind()
        """,
    ),
    "a typed dict": Project(
        """
        from typing import TypedDict, Any
        class Options(TypedDict):
            kind: Any
        """,
        """
        from app.lib import Options
        from app.engine import Engine
        options = Options(kind=Engine)
        options['kind']()
        """,
    ),
    "a class pattern": Project(
        """
        from dataclasses import dataclass
        from app.engine import Engine
        @dataclass
        class Box:
            kind: type
        """,
        """
        from app.lib import Box
        from app.engine import Engine
        match Box(Engine):
            case Box(kind=k):
                k()
        """,
    ),
}


@pytest.mark.parametrize("name", PROJECTS)
def test_what_fields_are_given_is_told(tmp_path: Path, name: str) -> None:
    found = places(tmp_path, PROJECTS[name])
    assert found.made
    assert found.made <= found.filtered
    assert found.filtered == found.unfiltered


ANNOTATIONS = {
    "list": "[Engine]",
    "list[Any]": "[Engine]",
    "list[object]": "[Engine]",
    "list[type[Any]]": "[Engine]",
    "Optional[list]": "[Engine]",
    "Sequence[Any]": "[Engine]",
    "Iterable[type]": "[Engine]",
    "Iterable[Callable[[], Any]]": "[Engine]",
    "tuple": "(Engine,)",
    "dict": "{'a': Engine}",
    "dict[str, Any]": "{'a': Engine}",
    "Mapping[str, object]": "{'a': Engine}",
    "object": "Engine",
    "Any": "Engine",
}
"""Annotations that leave open which class is passed, with an argument that fits."""
FIELD = """
    from dataclasses import dataclass
    from typing import *
    @dataclass
    class Config:
        kinds: {}
    """
PARAMETER = """
    from typing import *
    def build(kinds: {}):
        {}
    """


def made_from(argument: str) -> str:
    """The statement that makes an object of what `kinds` holds."""
    if argument == "Engine":
        return "kinds()"
    return f"for kind in kinds{'.values()' if argument.startswith('{') else ''}: kind()"


@pytest.mark.parametrize("annotation", ANNOTATIONS)
def test_an_annotation_that_leaves_the_class_open_hides_nothing(tmp_path: Path, annotation: str) -> None:
    argument = ANNOTATIONS[annotation]
    head = "from app.lib import *\nfrom app.engine import Engine\n"
    field = Project(FIELD.format(annotation), f"{head}kinds = Config({argument}).kinds\n{made_from(argument)}\n")
    parameter = Project(PARAMETER.format(annotation, made_from(argument)), f"{head}build({argument})\n")
    for folder, project in (("field", field), ("parameter", parameter)):
        found = places(tmp_path / folder, project)
        assert found.made
        assert found.made <= found.filtered
        assert found.filtered == found.unfiltered
