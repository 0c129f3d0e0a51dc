from app.engine import Engine
from app.other import Other

First, Second = Engine, Other  # E: alias|escape
(Third, [Fourth]) = Other, [Engine]  # E: alias|escape


def go():
    return First()  # E: construct|construct-indirect


def other():
    return Second(), Third()  # E: none


def nested():
    return Fourth()  # E: construct|construct-indirect
