"""Which gaps may hide a name: in its module, below its package, and in what could not be listed at all."""

from __future__ import annotations

import pytest

from archgates.application.subjects import undecided
from archgates.domain.location import Gap
from archgates.domain.modules import Module, ModuleTable

TABLE = ModuleTable(
    [
        Module(root=".", name="app", path="app/__init__.py", is_package=True),
        Module(root=".", name="app.core", path="app/core.py"),
        Module(root=".", name="app.main", path="app/main.py"),
    ]
)


@pytest.mark.parametrize(
    ("name", "path", "hides"),
    [
        ("app.core.Engine", "app/core.py", True),
        ("app.core.Engine", "app/main.py", False),
        ("app.Engine", "app/core.py", True),  # a package re-exports
        ("app.loop.Engine", "app/loop.py", True),  # a link in a circle is no module of the table
        ("app.core.Engine", "app/closed", False),
        ("app.closed.Engine", "app/closed", True),
        ("app.Engine", "app/closed", True),
        ("app.core.Engine", "lib/app", True),  # a second part of the package under another root
        ("other.Engine", "lib", True),  # the folder may be a source root
        ("other.Engine", "app/loop.py", False),
        ("other.Engine", "other.py", True),
        ("other.Engine", "lib/other/__init__.py", True),
        ("app.core.Engine", ".", False),
        ("app.plugs.*", "app/plugs", True),
        ("app.plugs.**", "app/other", True),
        ("app/plugs/**", "app/plugs", True),
        ("other/**/x.py", "elsewhere", True),
        ("*.x", "elsewhere", True),
        (".::app.core.Engine", "app/core.py", True),
        ("lib::app.core.Engine", "app/core.py", False),
    ],
)
def test_a_gap_hides_a_name(name: str, path: str, hides: bool) -> None:
    gap = Gap(path, "not judged")
    assert undecided(name, TABLE, [gap]) == ((gap,) if hides else ())


@pytest.mark.parametrize("name", ["app.core.Engine", "app", "app.**", "app/**"])
def test_a_project_that_cannot_be_listed_hides_everything(name: str) -> None:
    gap = Gap(".", "the folder cannot be read")
    assert undecided(name, ModuleTable([]), [gap]) == (gap,)
