from app.engine import Engine

REGISTRY = {"engine": Engine, "other": object}  # E: escape
KINDS = [Engine, object]  # E: escape


def by_key():
    return REGISTRY["engine"]()  # E: construct-indirect|maybe


def by_name(name):
    return REGISTRY[name]()  # E: construct-indirect|maybe


def register():
    REGISTRY["again"] = Engine  # E: escape
