"""What the repository promises about itself: exact, hashed pins that name no host and cover what is declared."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PINS = sorted((ROOT / "requirements").glob("*.txt"))
REQUIREMENT = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^ ;]+)")


def pinned(path: Path) -> dict[str, str]:
    """Name to version of every requirement in a pins file."""
    found = (REQUIREMENT.match(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {match["name"]: match["version"] for match in found if match}


def direct(requirements: list[str]) -> set[str]:
    """Names of the requirements in a list of pyproject.toml, self-references apart."""
    names = {re.split(r"[\[<>=!~; ]", one, maxsplit=1)[0].lower() for one in requirements}
    return names - {"archgates"}


def test_there_are_pins() -> None:
    assert [path.name for path in PINS] == ["base.txt", "dev.txt", "pins.txt"]


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.name)
def test_pins_name_no_host(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if "://" in line or line.startswith("-")] == []


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.name)
def test_every_pin_is_exact_and_hashed(path: Path) -> None:
    text = re.sub(r"^ *#.*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for entry in text.replace("\\\n", " ").splitlines():
        assert REQUIREMENT.match(entry), entry
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry


def test_pins_cover_what_the_project_declares() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    base = direct(project["project"]["dependencies"]) | direct(groups["repository"])
    extras = direct([one for extra in project["project"]["optional-dependencies"].values() for one in extra])
    assert base <= pinned(ROOT / "requirements/base.txt").keys()
    assert base | extras <= pinned(ROOT / "requirements/dev.txt").keys()


def test_base_pins_are_a_part_of_the_development_pins() -> None:
    assert pinned(ROOT / "requirements/base.txt").items() <= pinned(ROOT / "requirements/dev.txt").items()
