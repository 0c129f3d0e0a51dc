"""Keeps from libcst what it would need quadratic or exponential time or a bottomless stack for.

Everything is counted in tokens, never in seconds: a verdict does not depend on the speed of the machine. The
ceilings come from measuring libcst 1.9, which takes 0.5 to 2 microseconds for one unit of effort.
"""

from __future__ import annotations

import re

from archgates.syntax.errors import SourceError

MAX_CHARACTERS = 6_000_000
MAX_DEPTH = 100
"""Brackets within brackets; CPython itself stops at 200."""
MAX_PATTERN_DEPTH = 7
"""The same inside `case`, where each level doubles libcst's time or more."""
MAX_LITERALS = 3_000
"""String literals side by side; libcst itself refuses more."""
MAX_BRANCHES = 5_000
"""`elif` clauses in a file; libcst nests them."""
MAX_EFFORT = 2_000_000

_FREE_RUN = 40
_FREE_DEPTH = 20
_DEPTH_WEIGHT = 20
_PATTERN_FACTOR = 4

_TOKEN = re.compile(
    r"""
    (?: [ \t\f]+ | \\\n | \#[^\n]* )+
  | (?P<string> [a-zA-Z]{0,2} (?: '{3} (?:\\.|[^\\])*? '{3} | "{3} (?:\\.|[^\\])*? "{3}
                                | '(?:\\.|[^\\'\n])*' | "(?:\\.|[^\\"\n])*" ) )
  | (?P<restart> ^ (?:def|class|import|from) \b )
  | (?P<case> case \b (?! \s* [=.,:)] ) )
  | (?P<elif> elif \b )
  | (?P<operator> (?:lambda|not|await|and|or|if|else|in|is|for) \b )
  | \w+
  | (?P<newline> \n )
  | (?P<open> [(\[{] )
  | (?P<close> [)\]}] )
  | (?P<separator> [,;] )
  | (?P<symbol> . )
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def screen(text: str) -> None:
    """Raise SourceError when libcst would take too long over `text` or exhaust the stack."""
    if len(text) > MAX_CHARACTERS:
        raise _too_complex(f"{len(text):,} characters, more than {MAX_CHARACTERS:,}", 1)
    gauge = _Gauge()
    for token in _TOKEN.finditer(text):
        if token.lastgroup is not None:
            problem = gauge.take(token.lastgroup)
            if problem:
                raise _too_complex(problem, text.count("\n", 0, token.start()) + 1)


def _too_complex(what: str, line: int) -> SourceError:
    return SourceError(f"too complex for the fallback parser of newer grammar: {what}", line)


class _Gauge:
    """Counts along the tokens of a file. The runs of the brackets around the current one wait on a stack."""

    def __init__(self) -> None:
        self._runs = [0]
        self._effort = 0
        self._branches = 0
        self._literals = 0
        self._deepest = MAX_DEPTH

    def take(self, kind: str) -> str:
        """Count one token; says what is too much, or nothing."""
        self._literals = self._literals + 1 if kind == "string" else 0
        if kind == "close":
            if len(self._runs) > 1:
                self._runs.pop()
        elif kind == "separator":
            self._runs[-1] = 0
        elif kind == "newline":
            if len(self._runs) == 1:
                self._start_line()
        elif kind == "restart":
            self._runs = [0]
            self._start_line()
        elif kind == "case":
            if len(self._runs) == 1 and not self._runs[0]:
                self._deepest = MAX_PATTERN_DEPTH
        elif kind == "elif":
            self._branches += 1
        elif kind != "string":
            self._count(opens=kind == "open")
        return self._problem()

    def _start_line(self) -> None:
        self._runs[0] = 0
        self._deepest = MAX_DEPTH

    def _count(self, *, opens: bool) -> None:
        self._runs[-1] += 1
        if self._runs[-1] > _FREE_RUN:
            self._effort += self._runs[-1] - _FREE_RUN
        if opens:
            self._runs.append(0)
            if self._deepest == MAX_PATTERN_DEPTH:
                self._effort += _PATTERN_FACTOR ** len(self._runs)
            if len(self._runs) > _FREE_DEPTH:
                self._effort += _DEPTH_WEIGHT * (len(self._runs) - _FREE_DEPTH)

    def _problem(self) -> str:
        if len(self._runs) - 1 > self._deepest:
            return f"more than {self._deepest} brackets within one another"
        if self._literals > MAX_LITERALS:
            return f"more than {MAX_LITERALS:,} string literals side by side"
        if self._branches > MAX_BRANCHES:
            return f"more than {MAX_BRANCHES:,} elif clauses"
        if self._effort > MAX_EFFORT:
            return "too many long or deeply nested expressions"
        return ""
