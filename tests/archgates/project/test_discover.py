"""Which modules a project has: every layout, found roots and given roots, links, and what cannot be read."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from archgates.domain.errors import UsageError
from archgates.domain.modules import SourceKind
from archgates.project import discover as walking
from archgates.project.discover import Discovery, discover


def made(root: Path, *files: str, texts: Mapping[str, str] | None = None) -> Path:
    """A project of empty files, and of files with a text."""
    for name in (*files, *(texts or {})):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text((texts or {}).get(name, ""), encoding="utf-8")
    return root


def named(found: Discovery) -> list[str]:
    """Modules as `root::name`."""
    return sorted(f"{one.root}::{one.name}" for one in found.table)


FOUND: Sequence[tuple[str, tuple[str, ...], tuple[str, ...]]] = [
    ("flat", ("app/__init__.py", "app/a.py", "setup.py"), (".::app", ".::app.a", ".::setup")),
    ("src", ("src/app/__init__.py", "tests/test_a.py"), (".::tests.test_a", "src::app")),
    ("lib", ("lib/app/__init__.py",), ("lib::app",)),
    ("src is a package", ("src/__init__.py", "src/a.py"), (".::src", ".::src.a")),
    ("single file", ("tool.py",), (".::tool",)),
    ("namespace", ("org/foo/__init__.py", "org/foobar/mod.py"), (".::org.foo", ".::org.foobar.mod")),
    ("folder in a package", ("app/__init__.py", "app/data/x.py"), (".::app", ".::app.data.x")),
    (
        "monorepo",
        ("packages/a/src/aa/__init__.py", "packages/b/src/bb/__init__.py"),
        ("packages/a/src::aa", "packages/b/src::bb"),
    ),
    ("nested project", ("one/pyproject.toml", "one/app/__init__.py"), ("one::app",)),
    ("no identifier", ("my-service/app/__init__.py", "my-service/run.py"), ("my-service::app", "my-service::run")),
    ("no identifier in a package", ("app/__init__.py", "app/0001-x/0002_y.py"), (".::app", ".::app.0001-x.0002_y")),
    ("dots in names", ("gunicorn.conf.py", "v1.2/a.py"), (".::gunicorn-conf", "v1.2::a")),
    ("wheel", ("app/__init__.py", "app-1.0.dist-info/METADATA"), (".::app",)),
    (
        "hidden and built",
        (
            ".git/a.py",
            "__pycache__/b.py",
            "build/lib/c.py",
            "dist/d.py",
            "node_modules/e.py",
            "x.egg-info/f.py",
            "g.py",
        ),
        (".::g",),
    ),
    ("environment", ("env/pyvenv.cfg", "env/lib/python3.11/a.py", "b.py"), (".::b",)),
    (
        "package named build",
        ("build/__init__.py", "app/__init__.py", "app/dist/a.py"),
        (".::app", ".::app.dist.a", ".::build"),
    ),
    ("main", ("app/__init__.py", "app/__main__.py"), (".::app", ".::app.__main__")),
    ("nothing", ("README.md",), ()),
]


@pytest.mark.parametrize(("files", "expected"), [pytest.param(*one[1:], id=one[0]) for one in FOUND])
def test_found_roots(files: tuple[str, ...], expected: tuple[str, ...], tmp_path: Path) -> None:
    found = discover(made(tmp_path, *files))
    assert named(found) == sorted(expected)
    assert found.gaps == ()
    assert set(found.roots) == {one.partition("::")[0] for one in expected} or found.roots == (".",)


def test_src_that_is_imported_by_that_name_is_a_namespace_package(tmp_path: Path) -> None:
    found = discover(made(tmp_path, "src/a.py", texts={"src/b.py": "from src.a import x\n"}))
    assert named(found) == [".::src.a", ".::src.b"]


DECLARED = [
    '[tool.setuptools.package-dir]\n"" = "code"',
    '[tool.setuptools.packages.find]\nwhere = ["code"]',
    '[[tool.poetry.packages]]\ninclude = "app"\nfrom = "code"',
    '[tool.pdm.build]\npackage-dir = "code"',
]


@pytest.mark.parametrize("text", DECLARED)
def test_roots_that_the_project_file_names(text: str, tmp_path: Path) -> None:
    assert named(discover(made(tmp_path, "code/app/__init__.py", texts={"pyproject.toml": text}))) == ["code::app"]


@pytest.mark.parametrize(
    "text", ["not toml [", "tool = 3", "[tool.setuptools]\npackages = 3", "[tool.poetry]\npackages = 1"]
)
def test_project_files_that_say_nothing_usable(text: str, tmp_path: Path) -> None:
    assert named(discover(made(tmp_path, "app/__init__.py", texts={"pyproject.toml": text}))) == [".::app"]


def test_root_that_is_a_package_has_its_source_root_above(tmp_path: Path) -> None:
    made(tmp_path, "outer/__init__.py", "outer/inner/__init__.py", "outer/inner/a.py", "outer/b.py")
    found = discover(tmp_path / "outer" / "inner")
    assert named(found) == ["../..::outer.inner", "../..::outer.inner.a"]
    assert [one.path for one in found.table] == ["__init__.py", "a.py"]


def test_repository_with_a_stray_init_file_is_no_package(tmp_path: Path) -> None:
    found = discover(made(tmp_path, "__init__.py", "pyproject.toml", "app/__init__.py"))
    assert named(found) == [".::__init__", ".::app"]


def test_given_roots(tmp_path: Path) -> None:
    made(tmp_path, "one/a.py", "one/two/b.py", "three/c.py", "d.py")
    assert named(discover(tmp_path, ["one", "./one/two/"])) == ["one/two::b", "one::a"]


def test_given_root_with_an_init_file_is_taken_as_it_stands(tmp_path: Path) -> None:
    assert named(discover(made(tmp_path, "src/__init__.py", "src/a.py"), ["src"])) == ["src::__init__", "src::a"]


def test_given_root_that_does_not_exist(tmp_path: Path) -> None:
    made(tmp_path, "source/a.py")
    with pytest.raises(UsageError, match=r"no source root sorce .* nearest folder is source"):
        discover(tmp_path, ["sorce"])
    with pytest.raises(UsageError, match=r"source root source/a\.py is no folder"):
        discover(tmp_path, ["source/a.py"])
    with pytest.raises(UsageError, match="--root"):
        discover(tmp_path / "nowhere")


def test_exclude(tmp_path: Path) -> None:
    made(tmp_path, "app/__init__.py", "app/a_test.py", "app/b.py", "tests/x.py", "tests/deep/y.py", "more/tests/z.py")
    assert named(discover(tmp_path, exclude=["tests/**", "**/*_test.py"])) == [".::app", ".::app.b", ".::more.tests.z"]


def test_kinds_of_source(tmp_path: Path) -> None:
    made(
        tmp_path,
        "app/__init__.py",
        "app/a.pyi",
        "app/b.pyx",
        "app/b.pxd",
        "lib_a-stubs/__init__.pyi",
        "lib_a-stubs/c.pyi",
    )
    found = {(one.name, one.kind) for one in discover(tmp_path).table}
    assert found == {
        ("app", SourceKind.PY),
        ("app.a", SourceKind.PYI),
        ("app.b", SourceKind.CYTHON),
        ("lib_a", SourceKind.PYI),
        ("lib_a.c", SourceKind.PYI),
    }
    assert not discover(tmp_path).table.ambiguous


def test_links_are_seen_under_their_own_name_and_loops_end(tmp_path: Path) -> None:
    made(
        tmp_path,
        "pilot/__init__.py",
        "pilot/system.py",
        "real/__init__.py",
        "real/car/__init__.py",
        "real/car/values.py",
    )
    (tmp_path / "pilot/self").symlink_to("../real")
    (tmp_path / "real/car/loop").symlink_to(".")
    (tmp_path / "up").symlink_to("..")
    (tmp_path / "top").symlink_to("/")
    found = discover(tmp_path)
    assert named(found) == [
        ".::pilot",
        ".::pilot.self",
        ".::pilot.self.car",
        ".::pilot.self.car.values",
        ".::pilot.system",
        ".::real",
        ".::real.car",
        ".::real.car.values",
    ]
    assert found.links["pilot/self"] == str(tmp_path / "real")
    assert found.gaps == ()


def test_links_that_lead_to_each_other_end(tmp_path: Path) -> None:
    names = "abcdef"
    made(tmp_path, *(f"{one}/__init__.py" for one in names))
    for one in names:
        for other in names:
            if one != other:
                (tmp_path / one / other).symlink_to(f"../{other}")
    found = discover(tmp_path)
    assert len(found.table) <= walking._MAX_LINKED_FOLDERS + len(names)


def test_too_many_links_are_a_gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "_MAX_LINKED_FOLDERS", 2)
    made(tmp_path, *(f"real/{one}/a.py" for one in "abcd"))
    (tmp_path / "link").symlink_to("real")
    (gap,) = discover(tmp_path).gaps
    assert "symbolic links" in gap.reason


def test_link_to_nothing_and_odd_files_are_gaps(tmp_path: Path) -> None:
    made(tmp_path, "app/__init__.py", "app/.#lock.py")
    (tmp_path / "app/gone.py").symlink_to("nowhere.py")
    os.mkfifo(tmp_path / "app/pipe.py")
    assert {gap.path for gap in discover(tmp_path).gaps} == {"app/gone.py", "app/pipe.py"}


def test_links_in_circles_and_to_devices_are_gaps_where_a_module_is_looked_for(tmp_path: Path) -> None:
    made(tmp_path, "app/__init__.py", "app/a.py")
    for link, target in {
        "app/self.py": "self.py",
        "app/one.py": "two.py",
        "app/two.py": "one.py",
        "app/data": "data",
        "app/zero.py": "/dev/zero",
        "app/deep": "a" * 4_000,
    }.items():
        (tmp_path / link).symlink_to(target)
    found = discover(tmp_path)
    assert named(found) == [".::app", ".::app.a"]
    circle = "a symbolic link in a circle; remove it or exclude it"
    assert {gap.path: gap.reason for gap in found.gaps} == {
        "app/self.py": circle,
        "app/one.py": circle,
        "app/two.py": circle,
        "app/zero.py": "no regular file; remove it or exclude it",
        "app/deep": "cannot be looked at: File name too long; remove it or exclude it",
    }


def test_excluded_entries_are_not_looked_at(tmp_path: Path) -> None:
    made(tmp_path, "a.py")
    (tmp_path / "loop.py").symlink_to("loop.py")
    assert discover(tmp_path, exclude=["loop.py"]).gaps == ()


def test_pipes_and_nested_tables_hold_up_no_rule(tmp_path: Path) -> None:
    made(tmp_path, "src/a.py", texts={"one/pyproject.toml": "a = " + "[" * 100_000})
    os.mkfifo(tmp_path / "src/aa.py")
    os.mkfifo(tmp_path / "pyproject.toml")
    found = discover(tmp_path)
    assert named(found) == ["src::a"]
    assert [gap.path for gap in found.gaps] == ["src/aa.py"]


def test_names_that_are_not_utf8_are_gaps(tmp_path: Path) -> None:
    made(tmp_path, "a.py")
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.py"))).write_text("")
    found = discover(tmp_path)
    assert named(found) == [".::a"]
    assert [gap.path for gap in found.gaps] == ["caf\\xe9.py"]


def test_module_hidden_by_a_package_is_a_gap(tmp_path: Path) -> None:
    found = discover(made(tmp_path, "app.py", "app/__init__.py"))
    assert [one.path for one in found.table] == ["app/__init__.py"]
    assert [gap.path for gap in found.gaps] == ["app.py"]


def test_folder_that_cannot_be_read_is_a_gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path, "app/__init__.py", "app/closed/a.py")
    really = os.scandir

    def refusing(path: str) -> object:
        if path.endswith("closed"):
            raise PermissionError(13, "Permission denied", path)
        return really(path)

    monkeypatch.setattr(os, "scandir", refusing)
    found = discover(tmp_path)
    assert named(found) == [".::app"]
    assert [(gap.path, "Permission denied" in gap.reason) for gap in found.gaps] == [("app/closed", True)]


def test_order_does_not_depend_on_the_file_system(tmp_path: Path) -> None:
    made(tmp_path, "b.py", "a/__init__.py", "a/c.py", "A.py", "a-b/x.py")
    paths = [one.path for one in discover(tmp_path).table]
    assert paths == sorted(paths)
