import os

from app.engine import Engine
from app.other import Other

if os.environ.get("APP_OTHER"):
    Kind = Other
else:
    Kind = Engine  # E: alias

Plain = Other
Plain = Engine  # E: alias
Later = Engine  # E: alias
Later = Other


def go():
    return Kind()  # E: maybe


def plain():
    return Plain()  # E: construct


def later():
    return Later()  # E: none
