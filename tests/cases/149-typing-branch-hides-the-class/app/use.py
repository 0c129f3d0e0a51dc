from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.engine import Engine
else:
    from app.fake import Engine


def go():
    return Engine()  # E: none
