"""Reads a configuration from TOML: `archgates.toml`, or the table [tool.archgates] of a pyproject.toml."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

from archgates.application.configuration import Document
from archgates.domain.errors import ConfigurationError

OWN_FILE = "archgates.toml"
SHARED_FILE = "pyproject.toml"
PREFIX = "tool.archgates"


def find_configuration(root: Path) -> Document | None:
    """The configuration of a project, or None when it has none. Raises ConfigurationError when it has two."""
    own = root / OWN_FILE
    shared = root / SHARED_FILE
    found = _within(_read(shared, root)) if _exists(shared) and _mentions_us(shared) else None
    if not _exists(own):
        return found
    if found is not None:
        raise ConfigurationError(
            source=SHARED_FILE,
            key=PREFIX,
            problem=f"{OWN_FILE} stands beside it, so there are two configurations.",
            remedy="Keep one of them.",
        )
    return _read(own, root)


def read_configuration_file(path: Path, root: Path) -> Document:
    """The configuration in a file of any name and of either shape. Raises ConfigurationError."""
    document = _read(path, root)
    within = _within(document)
    if within is None and path.name == SHARED_FILE:
        raise ConfigurationError(
            source=document.source,
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


def _exists(path: Path) -> bool:
    return os.path.lexists(path)


def _mentions_us(shared: Path) -> bool:
    """False for a file that is about other tools alone: whether it is valid is none of our business."""
    try:
        return b"archgates" in shared.read_bytes()
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
            source=document.source, key=PREFIX, problem="must be a table.", remedy=f"Write [{PREFIX}] above its keys."
        )
    return Document(source=document.source, prefix=PREFIX, table=table, text=document.text)


def _read(path: Path, root: Path) -> Document:
    source = shown_path(path, root)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise _unreadable(
            source, f"cannot be read: {error.strerror or error}.", "Give --config an existing file."
        ) from None
    except UnicodeDecodeError as error:
        raise _unreadable(source, f"is no UTF-8 at byte {error.start}.", "TOML is always UTF-8: save it so.") from None
    try:
        return Document(source=source, table=tomllib.loads(text), text=text)
    except RecursionError:
        raise _unreadable(source, "is too deeply nested.", "No option needs more than a few levels.") from None
    except ValueError as error:
        raise _unreadable(source, f"is no TOML: {_sentence(error)}", "Mend it there.") from None


def _sentence(error: ValueError) -> str:
    text = str(error).strip()
    return text if text.endswith(".") else f"{text}."


def _unreadable(source: str, problem: str, remedy: str) -> ConfigurationError:
    return ConfigurationError(source=source, key="", problem=problem, remedy=remedy)
