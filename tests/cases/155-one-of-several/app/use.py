from app.engine import Engine
from app.other import Other


def loop():
    for kind in (Engine, Other):  # E: escape
        kind()  # E: maybe|construct-indirect


def at_once(flag):
    return (Engine if flag else Other)()  # E: maybe


def named(flag):
    kind = Engine if flag else Other  # E: alias
    return kind()  # E: maybe


def given(kind=None):
    return (kind or Engine)()  # E: maybe


def default(kind=Engine):  # E: escape|alias
    return kind()  # E: maybe|construct-indirect
