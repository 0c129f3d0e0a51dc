"""From import statements to edges: which module a name means, relative imports, roots, stubs, Cython, ambiguity."""

from __future__ import annotations

from pathlib import Path

import pytest

from archgates.domain.imports import ImportKind, View
from archgates.imports.index import ImportIndex
from archgates.project.discover import discover
from archgates.project.sources import Sources
from tests.archgates.imports.trees import index_of, pairs, short, views, write


def test_longest_known_name_is_what_runs(tmp_path: Path) -> None:
    """A compiled or generated module has no file to read, but the packages around it run."""
    index = index_of(tmp_path, {"app/__init__.py": "", "app/a.py": "import app._speedups.x\nfrom app._build import y"})
    assert short(index.facts(View.RUNTIME).edges) == [("app.a", "app", "module", 1), ("app.a", "app", "module", 2)]


def test_unknown_names_and_other_distributions_make_no_edge(tmp_path: Path) -> None:
    index = index_of(
        tmp_path, {"ns/app/a.py": "import os, yaml, ns.other\nfrom ns.else_ import x\nfrom ns import missing"}
    )
    assert {one.kind for one in index.facts(View.ALL).edges} == {ImportKind.PARENT}
    assert pairs(index.facts(View.RUNTIME)) == set()


def test_a_package_that_asks_itself_for_a_generated_module_is_no_cycle(tmp_path: Path) -> None:
    index = index_of(tmp_path, {"app/__init__.py": "from . import _version\nfrom app import own\nown = 1"})
    assert short(index.facts(View.RUNTIME).edges) == [("app", "app", "module", 2)]


@pytest.mark.parametrize("text", ["from .... import x", "from ....x import y", "from .......... import x"])
def test_relative_import_above_the_top_is_a_gap(text: str, tmp_path: Path) -> None:
    index = index_of(
        tmp_path,
        {"x.py": "", "app/__init__.py": "", "app/sub/__init__.py": "", "app/sub/a.py": f"import app\n{text}\nimport x"},
    )
    facts = index.facts(View.RUNTIME)
    assert pairs(facts) == {("app.sub.a", "app"), ("app.sub.a", "x")}
    (gap,) = facts.gaps
    assert (gap.path, gap.line) == ("app/sub/a.py", 2)
    assert "above the top-level package" in gap.reason
    assert "" not in index.nodes


def test_relative_import_outside_every_package_is_a_gap(tmp_path: Path) -> None:
    facts = index_of(tmp_path, {"tool.py": "from . import other", "other.py": ""}).facts(View.RUNTIME)
    assert [(gap.path, gap.line) for gap in facts.gaps] == [("tool.py", 1)]
    assert facts.edges == ()


def test_the_importers_own_root_comes_first(tmp_path: Path) -> None:
    files = {
        "one/shared.py": "",
        "one/a.py": "import shared",
        "two/shared.py": "",
        "two/b.py": "from shared import x",
        "three/c.py": "import shared",
    }
    facts = index_of(tmp_path, files, ["one", "two", "three"]).facts(View.RUNTIME)
    assert pairs(facts) == {("a", "one::shared"), ("b", "two::shared")}
    reasons = {gap.path: gap.reason for gap in facts.gaps}
    assert set(reasons) == {"one/shared.py", "three/c.py"}
    assert "one/shared.py, two/shared.py" in reasons["one/shared.py"]


def test_a_name_in_two_roots_that_nobody_imports_is_no_gap(tmp_path: Path) -> None:
    files = {"one/conftest.py": "", "two/conftest.py": "", "two/b.py": "import os"}
    facts = index_of(tmp_path, files, ["one", "two"]).facts(View.RUNTIME)
    assert facts.gaps == ()
    assert {"one::conftest", "two::conftest"} <= set(facts.modules)


def test_a_package_of_the_own_root_hides_the_other_roots(tmp_path: Path) -> None:
    files = {
        "one/app/__init__.py": "",
        "one/main.py": "import app.extra",
        "two/app/__init__.py": "",
        "two/app/extra.py": "",
    }
    facts = index_of(tmp_path, files, ["one", "two"]).facts(View.RUNTIME)
    assert pairs(facts) == {("main", "one::app")}


def test_namespace_packages_join_over_roots(tmp_path: Path) -> None:
    files = {"one/ns/a.py": "import ns.b\nfrom ns import b", "two/ns/b.py": ""}
    facts = index_of(tmp_path, files, ["one", "two"]).facts(View.RUNTIME)
    assert short(facts.edges) == [("ns.a", "ns.b", "module", 1), ("ns.a", "ns.b", "module", 2)]


def test_standard_library_names_do_not_mean_siblings(tmp_path: Path) -> None:
    facts = index_of(tmp_path, {"app/__init__.py": "", "app/io.py": "", "app/a.py": "import io"}).facts(View.ALL)
    assert ("app.a", "app.io") not in pairs(facts)


def test_stub_edges_are_for_type_checkers(tmp_path: Path) -> None:
    files = {
        "app/__init__.py": "",
        "app/a.py": "import app.b",
        "app/a.pyi": "import app.c\nfrom app.ext import f",
        "app/b.py": "",
        "app/c.py": "",
        "app/ext.pyi": "import app.c",
        "app-stubs/b.pyi": "import app.c",
    }
    index = index_of(tmp_path, files)
    by_view = views(index)
    stubbed = {("app.a", "app.c"), ("app.a", "app.ext"), ("app.ext", "app.c"), ("app.b", "app.c")}
    assert by_view[View.RUNTIME] == {("app.a", "app.b")}
    assert by_view[View.TYPING] == {("app.a", "app.b"), *stubbed}
    assert index.facts(View.TYPING).modules == ("app", "app.a", "app.b", "app.c", "app.ext")
    assert {one.kind for one in index.facts(View.TYPING).edges if (one.importer, one.imported) in stubbed} == {
        ImportKind.STUB
    }


def test_cython_files_are_read_line_by_line(tmp_path: Path) -> None:
    files = {
        "app/__init__.py": "",
        "app/fast.pyx": """
            from app.types cimport Node, Leaf
            cimport app.core as core
            import app.plain
            from . import (a,
                           b)
            include "part.pxi"
            cdef class Thing:
                cdef int x
                def f(self):
                    import app.late
            '''
            import app.text
            '''
        """,
        "app/part.pxi": "import app.pasted",
        "app/types.pxd": "",
        "app/core.pyx": "",
        "app/core.pxd": "cimport app.types",
        **{f"app/{name}.py": "" for name in ("plain", "a", "b", "late", "text", "pasted")},
    }
    edges = index_of(tmp_path, files).facts(View.RUNTIME).edges
    assert (
        short([one for one in edges if one.importer == "app.fast"])
        == [
            ("app.fast", "app.types", "cython", 2),
            ("app.fast", "app.types", "cython", 2),
            ("app.fast", "app.core", "cython", 3),
            ("app.fast", "app.plain", "module", 4),
            ("app.fast", "app.a", "module", 5),
            ("app.fast", "app.b", "module", 5),
            ("app.fast", "app.pasted", "module", 7),
            ("app.fast", "app.late", "deferred", 11),
        ][1:]
    )
    assert ("app.core", "app.types") in {(one.importer, one.imported) for one in edges}


def test_lazy_loader_tables_and_stub(tmp_path: Path) -> None:
    files = {
        "app/__init__.py": "import lazy_loader as lazy\n"
        "__getattr__, __dir__, __all__ = lazy.attach(__name__, submodules=['sub'], submod_attrs={'impl': ['Thing']})",
        "app/sub.py": "",
        "app/impl.py": "Thing = 1",
        "two/__init__.py": "import lazy_loader\n"
        "__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)",
        "two/__init__.pyi": "from .impl import Thing\nfrom . import sub",
        "two/sub.py": "",
        "two/impl.py": "Thing = 1",
        "main.py": "from app import Thing\nfrom two import Thing",
    }
    index = index_of(tmp_path, files)
    lazy = {pair for pair in pairs(index.facts(View.RUNTIME)) if pair[0] != "main"}
    assert lazy == {("app", "app.sub"), ("app", "app.impl"), ("two", "two.impl"), ("two", "two.sub")}
    taken = {pair for pair in pairs(index.facts(View.LOAD)) if pair[0] == "main"}
    assert taken == {("main", "app"), ("main", "app.impl"), ("main", "two"), ("main", "two.impl")}


def test_one_bad_file_never_ends_the_run(tmp_path: Path) -> None:
    write(tmp_path, {"app/__init__.py": "", "app/a.py": "import app.b", "app/b.py": "", "app/bad.py": "def broken(:\n"})
    (tmp_path / "app/nul.py").write_bytes(b"import app.b\0")
    (tmp_path / "app/latin.py").write_bytes(b"# caf\xe9\nimport app.b\n")
    (tmp_path / "app/cookie.py").write_bytes(b"# coding: latin-1\n# caf\xe9\nimport app.b\n")
    (tmp_path / "app/gone.py").write_text("import app.b")
    sources = Sources.of(discover(tmp_path))
    (tmp_path / "app/gone.py").unlink()
    facts = ImportIndex(sources).facts(View.RUNTIME)
    assert pairs(facts) == {("app.a", "app.b"), ("app.cookie", "app.b")}
    assert {(gap.path, gap.line) for gap in facts.gaps} == {
        ("app/bad.py", 1),
        ("app/nul.py", 1),
        ("app/latin.py", 1),
        ("app/gone.py", 0),
    }
