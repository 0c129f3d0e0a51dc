import functools

from app import api, engine
from app.api import make
from app.engine import build


def go():
    return build(), make(), api.make(), engine.build()  # E: call


def hand_over(register):
    register(build)  # E: escape
    return functools.partial(make, 1)  # E: escape


@build  # E: call
def decorated(): ...


def hidden(build):
    return build()  # E: none


def inside():
    from app.engine import build as local

    return local()  # E: call


text = "build()"  # E: none
