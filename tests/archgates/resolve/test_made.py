"""Containers that calls and operators make, and what unpacking takes out of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archgates.resolve.constructed import Project, places

PROJECTS = {
    "dict of pairs": Project(
        """
        from app.engine import Engine
        table = dict([('e', Engine)])
        """,
        """
        from app.lib import table
        table['e']()
        """,
    ),
    "OrderedDict of pairs": Project(
        """
        from collections import OrderedDict
        from app.engine import Engine
        table = OrderedDict([('e', Engine)])
        """,
        """
        from app.lib import table
        table['e']()
        for name, kind in table.items():
            kind()
        """,
    ),
    "deque": Project(
        """
        from collections import deque
        from app.engine import Engine
        table = deque([Engine])
        """,
        """
        from app.lib import table
        for one in table:
            one()
        """,
    ),
    "SimpleNamespace": Project(
        """
        from types import SimpleNamespace
        from app.engine import Engine
        table = SimpleNamespace(kind=Engine)
        """,
        """
        from app.lib import table
        table.kind()
        """,
    ),
    "one table or another": Project(
        """
        from app.engine import Engine
        first = {'a': Engine}
        table = first | {}
        """,
        """
        from app.lib import table
        table['a']()
        """,
    ),
    "a list several times": Project(
        """
        from app.engine import Engine
        table = [Engine] * 2
        """,
        """
        from app.lib import table
        table[1]()
        """,
    ),
    "a starred name": Project(
        """
        from app.engine import Engine, Other
        first, *rest = [Other, Engine]
        """,
        """
        from app.lib import rest
        rest[0]()
        """,
    ),
    "defaultdict of a lambda": Project(
        """
        from collections import defaultdict
        from app.engine import Engine
        table = defaultdict(lambda: Engine)
        """,
        """
        from app.lib import table
        table['a']()
        """,
    ),
    "update, extend, insert": Project(
        """
        from app.engine import Engine
        table = {}
        table.update({'a': Engine})
        table2 = {}
        table2.update(a=Engine)
        lst = []
        lst.extend([Engine])
        lst.insert(0, Engine)
        """,
        """
        from app.lib import table, table2, lst
        table['a']()
        table2['a']()
        lst[0]()
        """,
    ),
    "a pattern of a sequence": Project(
        """
        from app.engine import Engine
        pair = ('a', Engine)
        """,
        """
        from app.lib import pair
        match pair:
            case (name, k):
                k()
            case _:
                pass
        """,
    ),
    "a pattern of a mapping": Project(
        """
        from app.engine import Engine
        pair = {'a': Engine}
        """,
        """
        from app.lib import pair
        match pair:
            case {'a': k}:
                k()
        """,
    ),
    "callbacks under a key": Project(
        """
        class Bus:
            def __init__(self):
                self.subs = {}
            def on(self, name, fn):
                self.subs.setdefault(name, []).append(fn)
            def emit(self, name):
                for fn in self.subs[name]:
                    fn()
        """,
        """
        from app.lib import Bus
        from app.engine import Engine
        b = Bus()
        b.on('x', Engine)
        b.emit('x')
        """,
    ),
    "pop and popitem": Project(
        """
        from app.engine import Engine
        T = {'a': Engine}
        L = [Engine]
        S = {Engine}
        """,
        """
        from app.lib import T, L, S
        T.popitem()[1]()
        L.pop()()
        S.pop()()
        """,
    ),
    "a table of zip": Project(
        """
        from app.engine import Engine, Other
        T = dict(zip('ab', (Engine, Other)))
        """,
        """
        from app.lib import T
        T['a']()
        """,
    ),
    "a table of tables": Project(
        """
        from app.engine import Engine
        T = {'a': {'b': Engine}}
        """,
        """
        from app.lib import T
        T['a']['b']()
        for inner in T.values():
            for k in inner.values():
                k()
        """,
    ),
    "rows": Project(
        """
        from app.engine import Engine
        ROWS = [('a', Engine, 1)]
        """,
        """
        from app.lib import ROWS
        for name, kind, n in ROWS:
            kind()
        for row in ROWS:
            row[1]()
        """,
    ),
}


@pytest.mark.parametrize("name", PROJECTS)
def test_what_containers_hold_is_told(tmp_path: Path, name: str) -> None:
    found = places(tmp_path, PROJECTS[name])
    assert found.made
    assert found.made <= found.filtered
    assert found.filtered == found.unfiltered
