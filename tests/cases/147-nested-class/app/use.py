from app.engine import Outer
from app.engine import Outer as Shell


def go():
    return Outer.Inner()  # E: construct


def instance():
    return Shell().Inner()  # E: construct


def outer():
    return Outer()  # E: none
