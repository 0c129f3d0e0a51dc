"""Members of enums: what they were given, and what `__init__` makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archgates.resolve.constructed import Project, places

PROJECTS = {
    "an enum with an __init__": Project(
        """
        from enum import Enum
        from app.engine import Engine
        class Kind(Enum):
            ENGINE = (Engine, 'e')
            def __init__(self, made, label):
                self.made = made
                self.label = label
        """,
        """
        from app.lib import Kind
        Kind.ENGINE.made()
        """,
    ),
    "a tuple as the value": Project(
        """
        from enum import Enum
        from app.engine import Engine
        class Kind(Enum):
            ENGINE = (Engine, 'e')
        """,
        """
        from app.lib import Kind
        Kind.ENGINE.value[0]()
        """,
    ),
    "all members": Project(
        """
        from enum import Enum
        from app.engine import Engine
        class Kind(Enum):
            ENGINE = Engine
        """,
        """
        from app.lib import Kind
        for one in Kind:
            one.value()
        Kind['ENGINE'].value()
        Kind.ENGINE.value()
        """,
    ),
}


@pytest.mark.parametrize("name", PROJECTS)
def test_what_members_are_given_is_told(tmp_path: Path, name: str) -> None:
    found = places(tmp_path, PROJECTS[name])
    assert found.made
    assert found.made <= found.filtered
    assert found.filtered == found.unfiltered
