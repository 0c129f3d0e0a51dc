from app import engine
from app.engine import Engine


def go():
    first = Engine(  # E: construct
        1,
    )
    second = (
        Engine  # E: construct
        (
            2
        )
    )
    return [
        first,
        second,
        engine.Engine(3),  # E: construct
        Engine(power=4,  # E: construct
               ),
    ]
