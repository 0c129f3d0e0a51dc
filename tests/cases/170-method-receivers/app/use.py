from app.engine import Engine
from app.other import Other


def annotated(engine: Engine):
    return engine.start()  # E: call


def made():
    return Engine().start()  # E: call


def local():
    engine = Engine(2)
    return engine.start()  # E: call


def unknown(thing):
    return thing.start()  # E: maybe


def other(also: Other):
    return Other().start(), also.start()  # E: none


class Holder:
    def __init__(self, engine: Engine, thing) -> None:
        self.engine = engine
        self.thing = thing
        self.other = Other()

    def go(self):
        return self.engine.start()  # E: call

    def perhaps(self):
        return self.thing.start()  # E: maybe

    def elsewhere(self):
        return self.other.start()  # E: none


def by_value(engine: Engine, register):
    register(engine.start)  # E: escape
    return Engine().start  # E: escape


def unbound(engine):
    return Engine.start(engine)  # E: call


def longer_name(thing):
    return thing.start_all(), thing.restart()  # E: none


def start():
    return "a function of that name"


def function():
    return start()  # E: none
