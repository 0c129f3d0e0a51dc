"""Reads tables from TOML and JSON files."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from archgates.domain.errors import nearest
from archgates.domain.literals import LiteralFacts, LiteralInFile, MappingValue, Pair, Scalar, SequenceValue, Value
from archgates.domain.location import Gap, Location
from archgates.project.files import names_in, read_regular, why


class _Repeated(list[tuple[str, Any]]):
    """The entries of a JSON object in their order; a key may come more than once."""


def read_data_file(request: LiteralInFile, root: Path) -> LiteralFacts:
    """The value under a dotted key of a file. `root` is the project root."""
    path = root / request.path
    parse = _PARSERS.get(path.suffix)
    if parse is None:
        return _no_such_file(request, path)
    try:
        text = read_regular(path).decode("utf-8-sig")
        found, close = _under(parse(text), request.key)
        if close is not None:
            return LiteralFacts(value=None, nearest=close or None)
        return LiteralFacts(value=_Converter(request.path, text).value(found))
    except RecursionError:
        return _unread(request, "nested too deeply")
    except (FileNotFoundError, NotADirectoryError):
        return _no_such_file(request, path)
    except OSError as error:
        return _unread(request, f"cannot be read: {why(error)}")
    except ValueError as error:
        return _unread(request, f"cannot be read: {error}")


def _no_such_file(request: LiteralInFile, path: Path) -> LiteralFacts:
    close = nearest(path.name, names_in(path.parent))
    return LiteralFacts(value=None, nearest=str(Path(request.path).with_name(close).as_posix()) if close else None)


def _unread(request: LiteralInFile, reason: str) -> LiteralFacts:
    return LiteralFacts(value=None, gaps=(Gap(request.path, reason),))


def _json(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_Repeated)


_PARSERS: Mapping[str, Callable[[str], Any]] = {".toml": tomllib.loads, ".json": _json}


def _under(document: Any, key: str) -> tuple[Any, str | None]:
    """The value under a dotted key, and, when there is none, the nearest key at that level (perhaps empty)."""
    current = document
    for part in key.split(".") if key else ():
        table = dict(current) if isinstance(current, dict | _Repeated) else {}
        if part not in table:
            return None, nearest(part, table) or ""
        current = table[part]
    return current, None


@dataclass(slots=True)
class _Converter:
    """Turns parsed data into values, and finds the line of each text by reading on in the file."""

    path: str
    text: str
    _offset: int = 0
    _line: int = 1
    _column: int = 1

    def value(self, data: Any) -> Value:
        if isinstance(data, dict | _Repeated):
            at = self._here()
            entries = data.items() if isinstance(data, dict) else data
            return MappingValue(
                at=at, pairs=tuple(Pair(key=self._scalar(key), value=self.value(one)) for key, one in entries)
            )
        if isinstance(data, list):
            at = self._here()
            return SequenceValue(at=at, items=tuple(self.value(one) for one in data))
        return self._scalar(data)

    def _scalar(self, data: Any) -> Scalar:
        known = data if data is None or isinstance(data, str | int | float | bool) else str(data)
        if isinstance(known, str):
            self._read_on(known)
        return Scalar(at=self._here(), value=known)

    def _here(self) -> Location:
        return Location(self.path, self._line, self._column)

    def _read_on(self, text: str) -> None:
        """Move to the next place where a text is written; stay where it is spelled with escapes."""
        found = self.text.find(text, self._offset)
        if found < 0:
            return
        self._line += self.text.count("\n", self._offset, found)
        self._column = found - self.text.rfind("\n", 0, found)
        self._offset = found
