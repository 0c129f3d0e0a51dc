import collections

from app.engine import Engine


def give():
    return Engine  # E: escape


def each():
    yield Engine  # E: escape


def take(consumer):
    consumer(Engine)  # E: escape
    consumer(kind=Engine)  # E: escape
    return consumer


def mapped():
    return list(map(Engine, [1, 2]))  # E: escape|escape-ctor


def table():
    return collections.defaultdict(Engine)  # E: escape|escape-ctor


pair = (Engine, 1)  # E: escape
