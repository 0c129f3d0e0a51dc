from typing import TYPE_CHECKING

from app.settings import Settings

if Settings.TYPE_CHECKING:
    import app.m3


def load(TYPE_CHECKING):
    if TYPE_CHECKING:
        import app.m4


load(True)
