"""Outside functions that hand on what they get, or call what they get with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archgates.resolve.constructed import Project, places

PROJECTS = {
    "map, filter, reversed, enumerate, max, sorted, zip": Project(
        """
        from app.engine import Engine
        KINDS = [Engine]
        """,
        """
        from app.lib import KINDS
        list(map(lambda k: k(), KINDS))
        for k in filter(None, KINDS):
            k()
        for k in reversed(KINDS):
            k()
        for i, k in enumerate(KINDS):
            k()
        max(KINDS, key=id)()
        sorted(KINDS, key=id)[0]()
        [k() for k, in zip(KINDS)]
        """,
    ),
    "itertools": Project(
        """
        import itertools
        from app.engine import Engine
        KINDS = [Engine]
        """,
        """
        import itertools
        from app.lib import KINDS
        for k in itertools.chain(KINDS, []):
            k()
        for k in itertools.islice(KINDS, 1):
            k()
        for k in itertools.chain.from_iterable([KINDS]):
            k()
        """,
    ),
    "partialmethod": Project(
        """
        from functools import partial, partialmethod
        from app.engine import Engine
        class Host:
            def _make(self, kind):
                return kind()
            make = partialmethod(_make, Engine)
        """,
        """
        from app.lib import Host
        Host().make()
        """,
    ),
    "ChainMap": Project(
        """
        from collections import ChainMap
        from app.engine import Engine
        table = ChainMap({'a': Engine}, {})
        """,
        """
        from app.lib import table
        table['a']()
        """,
    ),
    "MappingProxyType": Project(
        """
        from types import MappingProxyType
        from app.engine import Engine
        TABLE = MappingProxyType({'e': Engine})
        """,
        """
        from app.lib import TABLE
        TABLE['e']()
        """,
    ),
    "contextmanager": Project(
        """
        from contextlib import contextmanager
        from app.engine import Engine
        @contextmanager
        def loaded():
            yield Engine
        """,
        """
        from app.lib import loaded
        with loaded() as kind:
            kind()
        """,
    ),
    "an executor": Project(
        """

        """,
        """
        from concurrent.futures import ThreadPoolExecutor
        from app.engine import Engine
        def run(k):
            return k()
        with ThreadPoolExecutor(1) as ex:
            ex.submit(run, Engine).result()
            list(ex.map(run, [Engine]))
        """,
    ),
    "a thread": Project(
        """

        """,
        """
        import threading
        from app.engine import Engine
        t = threading.Thread(target=Engine)
        t.start()
        t.join()
        def run(k):
            k()
        t = threading.Thread(target=run, args=(Engine,))
        t.start()
        t.join()
        """,
    ),
    "reduce": Project(
        """

        """,
        """
        import functools
        from app.engine import Engine
        functools.reduce(lambda acc, k: acc + [k()], [Engine], [])
        """,
    ),
    "copies": Project(
        """
        from app.engine import Engine
        T = [Engine]
        """,
        """
        import copy
        from app.lib import T
        copy.copy(T)[0]()
        copy.deepcopy(T)[0]()
        """,
    ),
}


@pytest.mark.parametrize("name", PROJECTS)
def test_what_outside_functions_hand_on_is_told(tmp_path: Path, name: str) -> None:
    found = places(tmp_path, PROJECTS[name])
    assert found.made
    assert found.made <= found.filtered
    assert found.filtered == found.unfiltered
