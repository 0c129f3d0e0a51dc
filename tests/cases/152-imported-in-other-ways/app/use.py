import app.engine as e

from . import engine
from .engine import Engine


def relative():
    return Engine(), engine.Engine(), e.Engine(), e.Engine.__call__  # E: construct+escape


def inside():
    from app import engine as local

    return local.Engine()  # E: construct


class Box:
    from app.engine import Engine as Own

    made = Own()  # E: construct
