from app import make as factory
from app.make import make


def go():
    return make()  # E: construct-indirect


def dotted():
    return factory.make()  # E: construct-indirect
