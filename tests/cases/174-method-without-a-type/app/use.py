from app.engine import Engine
from elsewhere import registry


class Host:
    def run(self):
        return self.engine.start()  # E: maybe

    def deeper(self):
        return self.parts.engine.start()  # E: maybe


def subscript(table):
    return table["engine"].start()  # E: maybe


def result(make):
    return make().start()  # E: maybe


def outside():
    return registry.engine.start()  # E: maybe


def loop(things):
    for thing in things:
        thing.start()  # E: maybe
    return [one.start() for one in things]  # E: maybe


def handed(thing, register):
    register(thing.start)  # E: maybe|escape


start = Engine().start  # E: escape


def kept(engine: Engine):
    handler = engine.start  # E: escape
    return handler  # E: none|escape


class Button:
    def __init__(self, engine: Engine) -> None:
        self.on_click = engine.start  # E: escape


def known():
    return "text".start(), [].start(), {}.start(), (1).start()  # E: none


def list_of(engines: list[Engine], table: dict[str, Engine]):
    engines[0].start()  # E: call|maybe
    table["a"].start()  # E: call|maybe
    for engine in engines:
        engine.start()  # E: call|maybe
