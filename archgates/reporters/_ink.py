"""Colours, and the small words of text reports."""

from __future__ import annotations

from dataclasses import dataclass

from archgates.domain.findings import Verdict

_CODES = {"red": "31", "green": "32", "yellow": "33", "bold": "1", "dim": "2"}


@dataclass(frozen=True, slots=True)
class Ink:
    """Paints text, or leaves it as it is."""

    colour: bool

    def paint(self, style: str, text: str) -> str:
        """The text in a style: red, green, yellow, bold, dim."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.colour and text else text

    def bold(self, text: str) -> str:
        """What the eye should find first."""
        return self.paint("bold", text)

    def dim(self, text: str) -> str:
        """What is there for completeness."""
        return self.paint("dim", text)

    def verdict(self, verdict: Verdict, text: str) -> str:
        """Text in the colour of a verdict."""
        styles = {Verdict.PASS: "green", Verdict.FAIL: "red", Verdict.INCOMPLETE: "yellow"}
        return self.paint(styles[verdict], text)


def place(path: str, line: int, column: int) -> str:
    """A place as editors and terminals recognise it."""
    return f"{path}:{line}:{column}"
