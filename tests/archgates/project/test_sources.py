"""Reading files once, parsing on demand, and the text filter that must never lose a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from archgates.project.discover import discover
from archgates.project.sources import Sources
from archgates.syntax.parse import Limits


def sources(root: Path, **files: bytes) -> Sources:
    """A flat project; `a_b=...` is the file `a_b.py`."""
    for name, data in files.items():
        (root / f"{name}.py").write_bytes(data)
    return Sources.of(discover(root))


def mentioning(found: Sources, *names: str) -> list[str]:
    return [one.name for one in found.mentioning(names)]


def test_a_file_is_read_once(tmp_path: Path) -> None:
    found = sources(tmp_path, a=b"x = 1")
    (module,) = found.table
    assert found.data(module) == b"x = 1"
    (tmp_path / "a.py").write_bytes(b"x = 2")
    assert found.data(module) == b"x = 1"
    tree = found.tree(module)
    assert tree is not None
    assert tree.text == "x = 1"


def test_a_file_that_vanishes_is_a_gap(tmp_path: Path) -> None:
    found = sources(tmp_path, a=b"")
    (module,) = found.table
    (tmp_path / "a.py").unlink()
    assert found.tree(module) is None
    assert found.mentioning(["x"]) == ()
    assert [(gap.path, "vanished" in gap.reason) for gap in found.gaps] == [("a.py", True)]


def test_a_file_that_may_not_be_read_is_a_gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = sources(tmp_path, a=b"")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    (module,) = found.table
    assert found.data(module) is None
    assert ["Permission denied" in gap.reason for gap in found.gaps] == [True]


@pytest.mark.parametrize(("make", "reason"), [(os.mkfifo, "no regular file"), (os.mkdir, "Is a directory")])
def test_a_file_that_is_replaced_by_something_else_is_a_gap_and_not_waited_for(
    make: Callable[[Path], None], reason: str, tmp_path: Path
) -> None:
    found = sources(tmp_path, a=b"")
    (module,) = found.table
    (tmp_path / "a.py").unlink()
    make(tmp_path / "a.py")
    assert found.data(module) is None
    assert [(gap.path, reason in gap.reason) for gap in found.gaps] == [("a.py", True)]


def test_a_file_that_is_too_large_is_a_gap(tmp_path: Path) -> None:
    sources(tmp_path, a=b"x = 1\n" * 10)
    found = Sources(tmp_path, discover(tmp_path).table, limits=Limits(bytes=20))
    (module,) = found.table
    assert found.tree(module) is None
    assert ["larger than the limit of 20 bytes" in gap.reason for gap in found.gaps] == [True]


def test_a_broken_file_is_one_gap_with_its_place(tmp_path: Path) -> None:
    found = sources(tmp_path, a=b"x = 1\ndef f(:\n", b=b"y = 1")
    for _ in range(2):
        assert [found.tree(module) is None for module in found.table] == [True, False]
    assert [(gap.path, gap.line, gap.column) for gap in found.gaps] == [("a.py", 2, 7)]


def test_few_trees_are_kept(tmp_path: Path) -> None:
    found = sources(tmp_path, **{f"m{number}": b"x = 1" for number in range(80)})
    modules = list(found.table)
    first = [found.tree(module) for module in modules]
    assert found.tree(modules[-1]) is first[-1]
    assert found.tree(modules[0]) is not first[0]


def test_gaps_of_discovery_are_kept(tmp_path: Path) -> None:
    (tmp_path / "gone.py").symlink_to("nowhere")
    assert [gap.path for gap in sources(tmp_path).gaps] == ["gone.py"]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"Engine()", "Engine"),
        (b"MyEngines()", "Engine"),
        ("größe = 1".encode(), "größe"),
        ("ﬁle = 1".encode(), "file"),
        ("x = ℌ".encode(), "H"),
        ("cafe\u0301 = 1".encode(), "café"),
        (b"# coding: latin-1\ngr\xf6\xdfe = 1", "größe"),
        ("größe = 1".encode(), "gro\u0308ße"),
        (b"# coding: utf-7\n+AEUAbgBnAGkAbgBl- = 1", "Engine"),
        (b"# coding: utf-8\nEngine = 1", "Engine"),
        (b"\xff\xfe broken", "Engine"),
        (b"# coding: no-such\nx = 1", "Engine"),
        ("𝐄ngine()".encode(), "Engine"),
        ("x = 'ä'; Engine()".encode(), "Engine"),
    ],
)
def test_the_filter_never_loses_a_file(data: bytes, name: str, tmp_path: Path) -> None:
    """Python compares identifiers in NFKC; whatever cannot be decided without a parse stays in."""
    assert mentioning(sources(tmp_path, a=data), name) == ["a"]


@pytest.mark.parametrize(
    "data", [b"x = 1", "x = 'ä'".encode(), b"# coding: latin-1\nx = '\xe4'", b"# coding: utf-8\nx = 1"]
)
def test_the_filter_drops_what_cannot_mention_the_name(data: bytes, tmp_path: Path) -> None:
    assert mentioning(sources(tmp_path, a=data), "Engine", "Motor") == []


def test_without_the_filter_every_readable_module(tmp_path: Path) -> None:
    sources(tmp_path, a=b"x = 1", b=b"Engine")
    found = Sources(tmp_path, discover(tmp_path).table, filtered=False)
    assert mentioning(found, "Engine") == ["a", "b"]
