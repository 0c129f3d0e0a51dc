"""The questions of the commands `why` and `cycles`, and grimp's graph for contracts."""

from __future__ import annotations

from pathlib import Path

import pytest

from archgates.domain.cycles import GraphLevel
from archgates.domain.errors import UsageError
from archgates.domain.imports import View
from archgates.imports.grimp_graph import grimp_graph
from archgates.imports.queries import cycles, why
from archgates.project.discover import discover
from tests.archgates.imports.trees import index_of, short

DATA = {
    "app/__init__.py": "",
    "app/cli.py": "from app.data.names import X",
    "app/data/__init__.py": "from app.data import warehouse",
    "app/data/names.py": "X = 1",
    "app/data/warehouse.py": "",
}
BARREL = {
    "ui/__init__.py": "",
    "ui/page.py": "from ui.parts import Button\nclass Page: ...",
    "ui/parts/__init__.py": "from ui.parts.button import Button\nfrom ui.parts.panel import Panel",
    "ui/parts/button.py": "class Button: ...",
    "ui/parts/panel.py": "from ui.page import Page",
}


def test_chain_through_a_package_that_runs(tmp_path: Path) -> None:
    index = index_of(tmp_path, DATA)
    answer = why(index, "app.cli", "app.data.warehouse", View.LOAD)
    assert (answer.reachable, answer.direct) == (True, False)
    assert short(answer.chain) == [
        ("app.cli", "app.data", "parent", 1),
        ("app.data", "app.data.warehouse", "module", 1),
    ]
    assert why(index, "app.cli", "app.data.warehouse", View.RUNTIME).chain == ()


def test_of_two_shortest_chains_the_first_by_name(tmp_path: Path) -> None:
    files = {"a.py": "import y\nimport x", "x.py": "import z", "y.py": "import z", "z.py": ""}
    answer = why(index_of(tmp_path, files), "a", "z", View.RUNTIME)
    assert short(answer.chain) == [("a", "x", "module", 2), ("x", "z", "module", 1)]


def test_unreachable_is_an_answer(tmp_path: Path) -> None:
    answer = why(index_of(tmp_path, DATA), "app.data.names", "app.cli", View.ALL)
    assert (answer.reachable, answer.direct, answer.chain) == (False, False, ())


def test_unknown_module_names_the_nearest(tmp_path: Path) -> None:
    index = index_of(tmp_path, DATA)
    with pytest.raises(UsageError, match=r"app\.data\.nams.*nearest module is app\.data\.names"):
        why(index, "app.cli", "app.data.nams", View.RUNTIME)


def test_a_name_in_two_roots_must_be_chosen(tmp_path: Path) -> None:
    index = index_of(tmp_path, {"one/s.py": "", "one/a.py": "import s", "two/s.py": ""}, ["one", "two"])
    with pytest.raises(UsageError, match=r"one::s or two::s"):
        why(index, "a", "s", View.RUNTIME)
    assert why(index, "a", "one::s", View.RUNTIME).direct
    assert not why(index, "a", "two::s", View.RUNTIME).reachable


def test_unreadable_imports_on_the_way_are_listed(tmp_path: Path) -> None:
    call = "import importlib\ndef load(n):\n    return importlib.import_module(n)"
    files = {"a.py": "import b", "b.py": call, "c.py": call}
    answer = why(index_of(tmp_path, files), "a", "c", View.RUNTIME)
    assert [(one.path, one.line, one.column) for one in answer.unresolved] == [("b.py", 3, 12)]


def test_cycle_of_a_barrel_in_both_views(tmp_path: Path) -> None:
    index = index_of(tmp_path, BARREL)
    for view in (View.RUNTIME, View.LOAD):
        (found,) = cycles(index, view).cycles
        assert found.modules == ("ui.page", "ui.parts", "ui.parts.panel")
        assert all(cut.leaves == 0 for cut in found.cuts)
    (found,) = cycles(index, View.RUNTIME, GraphLevel.PACKAGE).cycles
    assert found.modules == ("ui", "ui.parts")


def test_running_ones_own_package_is_no_cycle(tmp_path: Path) -> None:
    files = {"app/__init__.py": "import app.a", "app/a.py": ""}
    assert cycles(index_of(tmp_path, files), View.LOAD).cycles == ()


def test_a_module_that_imports_itself_is_a_cycle(tmp_path: Path) -> None:
    (found,) = cycles(index_of(tmp_path, {"a.py": "import a"}), View.RUNTIME).cycles
    assert found.modules == ("a",)


def test_grimps_graph_has_the_edges_of_the_view(tmp_path: Path) -> None:
    index = index_of(tmp_path, {**DATA, "ns/x.py": "import app.cli"})
    graph = grimp_graph(index.facts(View.LOAD), discover(tmp_path).table)
    assert "ns" not in graph.modules
    assert graph.find_shortest_chain("ns.x", "app.data.warehouse") == (
        "ns.x",
        "app.cli",
        "app.data",
        "app.data.warehouse",
    )
    assert graph.find_children("app.data") == {"app.data.names", "app.data.warehouse"}
