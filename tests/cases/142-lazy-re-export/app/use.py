import app
from app import Engine


def go():
    return Engine()  # E: construct


def dotted():
    return app.Engine()  # E: construct
