import importlib
import sys

from app import engine


def constant():
    return getattr(engine, "Engine", None)()  # E: construct|maybe


def imported():
    return importlib.import_module("app.engine").Engine()  # E: construct


def loaded():
    return sys.modules["app.engine"].Engine()  # E: construct|dynamic


def variable(name):
    return getattr(engine, name)  # E: dynamic


def unrelated(name):
    return getattr(sys, name)  # E: none
