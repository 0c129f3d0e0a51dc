"""Configurations are found, read in either shape, and refused with a sentence that names the file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from archgates.adapters.toml_configuration import find_configuration, read_configuration_file
from archgates.domain.errors import ConfigurationError

OWN = 'exclude = ["own"]\n'
SHARED = '[project]\nname = "x"\n[tool.archgates]\nexclude = ["shared"]\n'


def write(root: Path, **files: str) -> Path:
    for name, text in files.items():
        (root / f"{name}.toml").write_text(text, encoding="utf-8")
    return root


def test_a_project_without_configuration(tmp_path: Path) -> None:
    assert find_configuration(tmp_path) is None
    assert find_configuration(write(tmp_path, pyproject='[project]\nname = "x"\n')) is None


def test_a_broken_file_of_other_tools_is_none_of_our_business(tmp_path: Path) -> None:
    assert find_configuration(write(tmp_path, pyproject='name = "{{ name }}\n')) is None
    with pytest.raises(ConfigurationError, match=r"pyproject\.toml: is no TOML"):
        find_configuration(write(tmp_path, pyproject="[tool.archgates]\nx = = 1\n"))


def test_an_own_file_has_no_prefix(tmp_path: Path) -> None:
    found = find_configuration(write(tmp_path, archgates=OWN, pyproject="[tool.other]\nx = 1\n"))
    assert found is not None
    assert (found.source, found.prefix, found.table) == ("archgates.toml", "", {"exclude": ["own"]})


def test_a_prefix_in_an_own_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"archgates\.toml: tool\.archgates: .* Leave the prefix out: write"):
        find_configuration(write(tmp_path, archgates='[[tool.archgates.gates]]\nid = "a"\n'))


def test_a_shared_file_has_a_prefix(tmp_path: Path) -> None:
    found = find_configuration(write(tmp_path, pyproject=SHARED))
    assert found is not None
    assert (found.source, found.prefix, found.table) == ("pyproject.toml", "tool.archgates", {"exclude": ["shared"]})


def test_two_configurations_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"pyproject\.toml: tool\.archgates: archgates\.toml stands beside it"):
        find_configuration(write(tmp_path, archgates=OWN, pyproject=SHARED))


@pytest.mark.parametrize(("text", "prefix", "excluded"), [(OWN, "", "own"), (SHARED, "tool.archgates", "shared")])
def test_a_named_file_has_either_shape(tmp_path: Path, text: str, prefix: str, excluded: str) -> None:
    write(tmp_path, gates=text)
    found = read_configuration_file(tmp_path / "gates.toml", tmp_path / "project")
    assert (found.source, found.prefix, found.table["exclude"]) == ("../gates.toml", prefix, [excluded])
    assert found.place.source == (tmp_path / "gates.toml").as_posix()


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    (tmp_path / "archgates.toml").write_bytes(b"\xef\xbb\xbf" + OWN.encode())
    found = find_configuration(tmp_path)
    assert found is not None
    assert found.table == {"exclude": ["own"]}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"exclude = [", "gates.toml: is no TOML: "),
        (b"exclude = [1]\nroots ==", "(at line 2, column 8). Mend it there."),
        (b"exclude = 'caf\xe9'", "gates.toml: is no UTF-8 at byte 14. TOML is always UTF-8: save it so."),
        (b"a = " + b"[" * 100_000, "gates.toml: is too deeply nested."),
        (b"a = " + b"9" * 10_000, "gates.toml: holds a number that is too long. TOML's integers have 64 bits."),
        (b"a = \x00", "gates.toml: is no TOML: "),
        (
            b"[tool]\narchgates = 1",
            "gates.toml: tool.archgates: must be a table. Write [tool.archgates] above its keys.",
        ),
    ],
)
def test_what_is_no_configuration_says_why(tmp_path: Path, content: bytes, expected: str) -> None:
    (tmp_path / "gates.toml").write_bytes(content)
    with pytest.raises(ConfigurationError) as raised:
        read_configuration_file(tmp_path / "gates.toml", tmp_path)
    assert expected in str(raised.value)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"gone\.toml: cannot be read: No such file"):
        read_configuration_file(tmp_path / "gone.toml", tmp_path)
    with pytest.raises(ConfigurationError, match="cannot be read: Is a directory"):
        read_configuration_file(tmp_path, tmp_path)


@pytest.mark.parametrize("name", ["archgates", "pyproject"])
def test_what_is_no_regular_file_is_refused_and_not_waited_for(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / f"{name}.toml")
    with pytest.raises(ConfigurationError) as raised:
        find_configuration(tmp_path)
    assert str(raised.value) == (
        f"{name}.toml: cannot be read: it is no regular file. Make it a readable file, or name another with --config."
    )


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null"])
def test_a_named_device_is_refused_under_its_name(tmp_path: Path, path: str) -> None:
    with pytest.raises(ConfigurationError) as raised:
        read_configuration_file(Path(path), tmp_path)
    assert str(raised.value).startswith(f"{path}: cannot be read: it is no regular file.")


def no_toml(path: Path) -> None:
    path.write_text("[tool.archgates]\nx = = 1\n", encoding="utf-8")


def other_encoding(path: Path) -> None:
    path.write_text(SHARED, encoding="utf-16")


def in_a_circle(path: Path) -> None:
    path.symlink_to(path)


UNREADABLE = [no_toml, other_encoding, in_a_circle, os.mkfifo, os.mkdir]


@pytest.mark.parametrize("make", UNREADABLE)
def test_a_project_file_that_may_configure_us_and_cannot_be_read_is_refused(
    tmp_path: Path, make: Callable[[Path], object]
) -> None:
    make(tmp_path / "pyproject.toml")
    with pytest.raises(ConfigurationError, match=r"^pyproject\.toml: "):
        find_configuration(tmp_path)


@pytest.mark.parametrize("make", UNREADABLE)
def test_beside_an_own_file_it_is_other_tools_business(tmp_path: Path, make: Callable[[Path], object]) -> None:
    make(tmp_path / "pyproject.toml")
    found = find_configuration(write(tmp_path, archgates=OWN))
    assert found is not None
    assert found.source == "archgates.toml"


def test_a_broken_link_is_refused_and_not_skipped(tmp_path: Path) -> None:
    (tmp_path / "archgates.toml").symlink_to(tmp_path / "archgates.toml")
    with pytest.raises(ConfigurationError, match=r"archgates\.toml: cannot be read: Too many levels"):
        find_configuration(tmp_path)


def test_a_named_pyproject_without_the_table_is_refused(tmp_path: Path) -> None:
    write(tmp_path, pyproject='[project]\nname = "x"\n')
    with pytest.raises(ConfigurationError, match=r"pyproject\.toml: there is no table \[tool\.archgates\]"):
        read_configuration_file(tmp_path / "pyproject.toml", tmp_path)
