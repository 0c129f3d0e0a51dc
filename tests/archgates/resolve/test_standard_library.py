"""Misspelt names of the standard library, with the running interpreter as the judge."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from archgates.resolve.standard_library import misspelt


@pytest.mark.parametrize("name", [f"os.{one}" for one in dir(os) if not one.startswith("_")])
def test_what_exists_is_not_misspelt(name: str) -> None:
    assert misspelt(name) is None


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("os.kil", "os.kill"),
        ("subprocess.Popenn", "subprocess.Popen"),
        ("subprocess.Popen.comunicate", "subprocess.Popen.communicate"),
        ("asyncio.creat_task", "asyncio.create_task"),
    ],
)
def test_a_misspelling_gets_the_name_that_was_meant(name: str, meant: str) -> None:
    assert misspelt(name) == meant
    owner, _, last = meant.rpartition(".")
    holder = subprocess.Popen if owner == "subprocess.Popen" else sys.modules[owner]
    assert hasattr(holder, last)


@pytest.mark.parametrize(
    "name", ["os.spawn*", "os.startfile", "requests.get", "run", "antigravity.fly", "app.engine.Engine"]
)
def test_what_may_exist_elsewhere_is_let_pass(name: str) -> None:
    assert misspelt(name) is None


def test_a_pattern_that_fits_nothing_is_misspelt() -> None:
    assert misspelt("os.spwn*") == "os.spawnv"
