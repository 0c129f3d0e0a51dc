from app import engine, other
from app.other import Engine


def go():
    return Engine()  # E: none


def dotted():
    return other.Engine(), other.Box.Engine()  # E: none


def both():
    return other.Engine(), engine.Engine()  # E: construct


class Holder:
    Engine = other.Engine

    def make(self):
        return self.Engine()  # E: none
