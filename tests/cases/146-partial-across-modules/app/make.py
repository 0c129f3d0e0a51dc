from functools import partial

from app.engine import Engine

make = partial(Engine, 3)  # E: escape
again = partial(make)
