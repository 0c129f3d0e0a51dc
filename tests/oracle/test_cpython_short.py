"""A small real package under the recorder: what CPython constructs while the package's parser works is in the answers.

The long form, `python -m benchmarks.oracle`, runs five packages with their own tests.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from archgates.project.discover import discover
from archgates.project.sources import Sources
from archgates.resolve.index import SymbolIndex
from benchmarks.oracle.compare import compare_class
from benchmarks.oracle.runs import Construction

PROJECT = Path(__file__).resolve().parents[2]
PACKAGE = "click"
PROGRAM = """
import click
from click.testing import CliRunner

@click.group(chain=True)
@click.option("--count", type=click.IntRange(0, 5), default=1, show_default=True, help="How many.")
@click.version_option("1")
def main(count):
    click.echo(count)

@main.command()
@click.argument("name", type=click.Choice(["a", "b"]))
@click.option("--at", type=click.DateTime())
@click.option("--where", type=click.Path())
@click.option("--pair", type=(int, str))
@click.option("--ratio", type=float)
@click.option("--flag/--no-flag")
@click.password_option()
def run(**values):
    with click.progressbar([1, 2]) as bar:
        list(bar)
    click.secho("done", fg="green")

@main.command()
@click.pass_context
def fail(context):
    context.fail("no")

runner = CliRunner()
for line in (
    ["--help"], ["--version"], ["run", "--help"], ["run", "a"], ["run", "c"], ["fail"], ["none"],
    ["--count", "9", "run"],
    ["run", "a", "--at", "2026-01-01", "--pair", "1", "x", "--ratio", "z", "--password", "p"],
    ["run", "a", "--at", "2026-01-01", "--pair", "1", "x", "--password", "p"], ["run", "b", "--nope"], [],
):
    runner.invoke(main, line)
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds a copy of the package and nothing else."""
    spec = find_spec(PACKAGE)
    assert spec is not None
    assert spec.origin is not None
    folder = tmp_path_factory.mktemp("judged").resolve()
    shutil.copytree(Path(spec.origin).parent, folder / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(scope="module")
def recorded(root: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the recorder wrote about the run of PROGRAM."""
    folder = tmp_path_factory.mktemp("recorded")
    (folder / "program.py").write_text(PROGRAM, encoding="utf-8")
    package = root / PACKAGE
    command = [sys.executable, str(PROJECT / "benchmarks/oracle/recorder.py"), str(folder / "out.json")]
    done = subprocess.run(
        [*command, str(package), str(package), "--", str(folder / "program.py")],
        env={**os.environ, "PYTHONPATH": f"{PROJECT}{os.pathsep}{root}", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads((folder / "out.json").read_text(encoding="utf-8"))
    return answer


def test_every_recorded_construction_is_a_site_or_unresolved(root: Path, recorded: dict[str, Any]) -> None:
    by_class: dict[str, list[Construction]] = defaultdict(list)
    for site in recorded["sites"]:
        path = Path(site["path"]).relative_to(root).as_posix()
        by_class[site["class"]].append(
            Construction(
                path,
                site["line"],
                site["column"],
                site["class"],
                site["how"],
                site["scope"],
                site["text"],
                site["times"],
            )
        )
    found = discover(root, ["."])
    index = SymbolIndex(Sources(root, found.table, gaps=found.gaps))

    results = [compare_class(name, index.sites(name), sites) for name, sites in sorted(by_class.items())]

    total = sum(len(sites) for sites in by_class.values())
    assert len(by_class) >= 25
    assert total >= 30
    assert [one.cls for one in results if one.unknown] == []
    assert [(one.cls, missed.path, missed.line) for one in results for missed in one.missed] == []
    assert sum(len(one.in_sites) for one in results) >= 0.98 * total
    assert [(one.cls, one.unresolved) for one in results if one.unresolved > one.unresolved_bound] == []
