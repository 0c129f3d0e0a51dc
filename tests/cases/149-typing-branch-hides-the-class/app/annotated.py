from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.engine import Engine


def go(engine: Engine) -> list[Engine]:  # E: none
    return [engine]


def late():
    from app.engine import Engine as Motor

    return Motor()  # E: construct
