"""Writes an answer as one JSON document with a versioned schema, for programs."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from archgates.application.report import Report, Reporter

_LINE = 160
"""What fits into a line stays on one."""


class JsonReporter(Reporter):
    """ASCII only, so that every name of a file and every encoding of the output can carry it."""

    format: ClassVar[str] = "json"

    def render(self, report: Report, *, colour: bool) -> str:
        del colour
        return _written({"schema": f"archgates.{report.command}/1", **report.wire()}, "")


def _written(value: Any, margin: str) -> str:
    """The value on one line, or its items on lines of their own; much faster than the indentation of `json`."""
    line = json.dumps(value, ensure_ascii=True)
    if len(line) + len(margin) <= _LINE or not isinstance(value, dict | list):
        return line
    inner = f"{margin}  "
    if isinstance(value, dict):
        items = [f"{inner}{json.dumps(key)}: {_written(item, inner)}" for key, item in value.items()]
        return "\n".join(["{", ",\n".join(items), f"{margin}}}"])
    return "\n".join(["[", ",\n".join(f"{inner}{_written(item, inner)}" for item in value), f"{margin}]"])
