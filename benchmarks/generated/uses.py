"""What is done with a class once a module holds it (`uses.txt`), and the place where it is done."""

from __future__ import annotations

import random
from collections.abc import Callable

from benchmarks.generated.catalogue import Section, sections

ALONE = "alone"
"""Tag of a use that needs a module or function of its own."""
_DOTTED = "dotted"


def choose(source: random.Random, expression: str) -> Section:
    """A use that the expression fits: patterns, bases and annotations take plain dotted names."""
    is_dotted = all(part.isidentifier() for part in expression.split("."))
    return source.choice([one for one in sections("uses.txt") if is_dotted or _DOTTED not in one.tags])


Place = Callable[[str], tuple[str, str]]
"""Takes statements; gives what stands at the module's top and what stands in `run()`."""


def indented(text: str, by: int = 1) -> str:
    """The text, `by` levels deeper."""
    return "\n".join("    " * by + line if line else line for line in text.split("\n"))


def at_top(text: str) -> tuple[str, str]:
    """At the module's top."""
    return text, "pass"


def in_function(text: str) -> tuple[str, str]:
    """In `run()`."""
    return "", text


def in_nested_function(text: str) -> tuple[str, str]:
    """In a function within `run()`."""
    return "", f"def within():\n{indented(text)}\nwithin()"


def in_method(text: str) -> tuple[str, str]:
    """In a method."""
    return f"class Doer:\n    def do(self):\n{indented(text, 2)}", "Doer().do()"


def under_if(text: str) -> tuple[str, str]:
    """In a branch at the top."""
    return f"if __name__ != '':\n{indented(text)}", "pass"


def under_try(text: str) -> tuple[str, str]:
    """In a try block."""
    return "", f"try:\n{indented(text)}\nexcept LookupError:\n    pass"


def under_loop(text: str) -> tuple[str, str]:
    """In a loop."""
    return "", f"for turn in (1, 2):\n{indented(text)}"


PLACES: tuple[Place, ...] = (at_top, in_function, in_nested_function, in_method, under_if, under_try, under_loop)
PLACES_ALONE: tuple[Place, ...] = (at_top, in_function)
