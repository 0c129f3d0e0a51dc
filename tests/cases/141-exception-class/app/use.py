from app.engine import Broken


def bare():
    raise Broken  # E: construct|escape|escape-ctor


def called(cause):
    raise Broken("x") from cause  # E: construct


def caught():
    try:
        bare()
    except Broken as problem:  # E: none
        return isinstance(problem, Broken)  # E: none
