import importlib
from importlib import import_module

one = importlib.import_module(".one", __package__)
two = import_module("app.plugins.two")


def later():
    return import_module(name="app.plugins.three")


def any_of(name):
    return import_module(f"app.plugins.{name}"), importlib.import_module(name)


four = "app.plugins.four"
five = importlib.util
