from app.engine import Engine


def go():
    return Engine.make(), Engine.twin(Engine()), Engine().copy()  # E: construct
