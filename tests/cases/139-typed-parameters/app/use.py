from __future__ import annotations

from typing import Optional, Type

from app.engine import Engine


def new(kind: type[Engine]):
    return kind()  # E: construct-typed


def old(kind: Type["Engine"]):
    return kind()  # E: construct-typed


def perhaps(kind: Optional[type[Engine]] = None, other: type[Engine] | None = None):
    return kind() if kind else other()  # E: construct-typed|maybe


def instance(engine: Engine):
    return engine()  # E: none


class Holder:
    kind: type[Engine]

    def make(self):
        return self.kind()  # E: construct-typed


def use():
    return new(Engine), old(Engine), perhaps(Engine)  # E: escape
