"""Writes an answer as one JSON document with a versioned schema, for programs."""

from __future__ import annotations

import json
from typing import ClassVar

from archgates.application.report import Report, Reporter


class JsonReporter(Reporter):
    """ASCII only, so that every name of a file and every encoding of the output can carry it."""

    format: ClassVar[str] = "json"

    def render(self, report: Report, *, colour: bool) -> str:
        del colour
        document = {"schema": f"archgates.{report.command}/1", **report.wire()}
        return json.dumps(document, indent=2, ensure_ascii=True)
