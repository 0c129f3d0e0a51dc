import functools
from dataclasses import dataclass

KNOWN = []


def register(kind):
    KNOWN.append(kind)
    return kind


@register  # E: none|escape
@functools.total_ordering  # E: none|escape
@dataclass  # E: none|escape
class Engine:
    power: int = 1

    def __lt__(self, other):
        return self.power < other.power
