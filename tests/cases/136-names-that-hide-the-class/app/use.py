from app.engine import Engine
from app.other import Other


def parameter(Engine):
    return Engine()  # E: none


def local():
    Engine = Other
    return Engine()  # E: none


class Box:
    Engine = Other

    def get(self):
        return Engine(1)  # E: construct


def loop():
    return [Engine() for Engine in (Other, Other)], Engine(2)  # E: construct


def outer():
    Kind = Engine  # E: alias

    def inner():
        nonlocal Kind
        Kind = Other
        return Kind()  # E: none|maybe

    return inner


def declared():
    global Made
    Made = Engine  # E: alias
    return Made(3)  # E: construct|maybe


def deleted():
    Engine = Other
    del Engine
    return lambda: Engine()  # E: none
