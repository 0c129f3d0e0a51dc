"""Reads a configuration from TOML: `archgates.toml`, or the table [tool.archgates] of a pyproject.toml."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from archgates.application.configuration import Document
from archgates.domain.errors import ConfigurationError
from archgates.domain.words import sentence
from archgates.project.files import read_regular, why

OWN_FILE = "archgates.toml"
SHARED_FILE = "pyproject.toml"
PREFIX = "tool.archgates"


class UnreadableError(ConfigurationError):
    """A file of configuration that is no readable TOML."""

    def __init__(self, source: str, problem: str, remedy: str) -> None:
        super().__init__(source=source, key="", problem=problem, remedy=remedy)


def find_configuration(root: Path) -> Document | None:
    """The configuration of a project, or None when it has none. Raises ConfigurationError when it has two.

    A project file that cannot be read or is no TOML is another tool's to complain of, unless ours may stand in it:
    where there is no file of our own and it mentions us, or nobody can tell.
    """
    own = root / OWN_FILE
    shared = root / SHARED_FILE
    has_own = os.path.lexists(own)
    try:
        found = _within(_read(shared, SHARED_FILE, SHARED_FILE)) if _may_mention_us(shared) else None
    except UnreadableError:
        if not has_own:
            raise
        found = None
    if not has_own:
        return found
    if found is not None:
        raise ConfigurationError(
            source=SHARED_FILE,
            key=PREFIX,
            problem=f"{OWN_FILE} stands beside it, so there are two configurations.",
            remedy="Keep one of them.",
        )
    document = _read(own, OWN_FILE, OWN_FILE)
    if _within(document) is not None:
        raise ConfigurationError(
            source=OWN_FILE,
            key=PREFIX,
            problem=f"the prefix {PREFIX} is for a {SHARED_FILE}; all of {OWN_FILE} is about archgates.",
            remedy="Leave the prefix out: write [[gates]].",
        )
    return document


def read_configuration_file(path: Path, root: Path) -> Document:
    """The configuration in a file of any name and of either shape, named in errors as `path` names it.

    Raises ConfigurationError.
    """
    document = _read(path, shown_path(path, root), path.as_posix())
    within = _within(document)
    if within is None and path.name == SHARED_FILE:
        raise ConfigurationError(
            source=document.named,
            key="",
            problem=f"there is no table [{PREFIX}].",
            remedy=f"Add [[{PREFIX}.gates]] tables, or name another file.",
        )
    return within or document


def shown_path(path: Path, root: Path) -> str:
    """How a file is named in reports: relative to the project root, with `/`."""
    try:
        return Path(os.path.relpath(path, root)).as_posix()
    except ValueError:  # another drive
        return path.as_posix()


def _may_mention_us(shared: Path) -> bool:
    """False for a file that is about other tools alone: whether it is valid is none of our business."""
    if not os.path.lexists(shared):
        return False
    try:
        return b"archgates" in read_regular(shared).replace(b"\0", b"")  # UTF-16 is told what is wrong with it
    except OSError:
        return True  # reading it again says why


def _within(document: Document) -> Document | None:
    """The table of archgates in a file that others share."""
    tool = document.table.get("tool")
    if not isinstance(tool, Mapping) or "archgates" not in tool:
        return None
    table = tool["archgates"]
    if not isinstance(table, Mapping):
        raise ConfigurationError(
            source=document.named, key=PREFIX, problem="must be a table.", remedy=f"Write [{PREFIX}] above its keys."
        )
    return replace(document, prefix=PREFIX, table=table)


def _read(path: Path, source: str, named: str) -> Document:
    """The whole document of a file; `named` is what errors call it. Raises UnreadableError."""
    try:
        text = read_regular(path).decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise UnreadableError(named, f"cannot be read: {why(error)}.", "Give --config an existing file.") from None
    except OSError as error:
        remedy = "Make it a readable file, or name another with --config."
        raise UnreadableError(named, f"cannot be read: {why(error)}.", remedy) from None
    except UnicodeDecodeError as error:
        raise UnreadableError(
            named, f"is no UTF-8 at byte {error.start}.", "TOML is always UTF-8: save it so."
        ) from None
    try:
        return Document(source=source, named=named, table=tomllib.loads(text), text=text)
    except RecursionError:
        raise UnreadableError(named, "is too deeply nested.", "No option needs more than a few levels.") from None
    except tomllib.TOMLDecodeError as error:
        raise UnreadableError(named, f"is no TOML: {sentence(str(error))}", "Mend it there.") from None
    except ValueError:  # the interpreter converts no integer of thousands of digits
        raise UnreadableError(named, "holds a number that is too long.", "TOML's integers have 64 bits.") from None
