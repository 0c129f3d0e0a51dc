import dataclasses
from dataclasses import dataclass
from dataclasses import field as column

from app.engine import Engine


@dataclass
class Car:
    one: Engine = column(default_factory=Engine)  # E: escape-ctor
    two: Engine = dataclasses.field(default_factory=Engine)  # E: escape-ctor
