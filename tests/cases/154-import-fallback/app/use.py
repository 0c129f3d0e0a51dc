try:
    from app.engine import Engine
except ImportError:
    Engine = None


def go():
    return Engine()  # E: construct|maybe


def guarded():
    if Engine is None:  # E: none
        return None
    return Engine(2)  # E: construct|maybe
