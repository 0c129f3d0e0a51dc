from app.engine import Engine


def go():
    return Engine(3)  # E: construct
