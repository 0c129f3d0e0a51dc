"""Random programs of bindings, branches and loops, run by CPython on every way that their conditions allow.

Each binding gives its name the class `K<line>` of the line it stands on (or a definition on that line), and each
`see(x)` says which one is there. `flip()` decides every condition; all its answers are tried, within a bound.
"""

from __future__ import annotations

import contextlib
import inspect
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import CodeType, FunctionType
from typing import Any

from hypothesis import strategies as st

MOST_LINES = 200
MOST_RUNS = 600
MOST_FLIPS = 9
"""Later answers are no: loops end."""
MOST_CONDITIONS = 4
"""With so few in a program, nine answers lead through every pair of them."""
NAMES = ("x", "y")
KINDS = "".join(f"class K{line}: line = {line}\n" for line in range(MOST_LINES))
"""The module `kinds` of every project."""


class Boom(Exception):  # noqa: N818 - short for programs
    """What a program raises; its line is that of the handler that caught it."""


@dataclass(slots=True)
class Lines:
    """The text of a program while it is being written."""

    text: list[str] = field(default_factory=list)

    @property
    def next(self) -> int:
        """The number of the next line."""
        return len(self.text) + 1

    def add(self, depth: int, line: str) -> None:
        """One more line; `@` stands for its number, `@@` for that of the line below."""
        self.text.append("    " * depth + line.replace("@@", str(self.next + 1)).replace("@", str(self.next)))


Block = list["Statement"]


@dataclass(frozen=True, slots=True)
class Statement:
    """One simple line, or a head line with blocks below it."""

    line: str
    blocks: tuple[tuple[str, Block], ...] = ()
    """Each later head (empty for the first) with its block."""

    def write(self, lines: Lines, depth: int) -> None:
        """Write the statement."""
        lines.add(depth, self.line)
        for head, block in self.blocks:
            if head:
                lines.add(depth, head)
            write(block, lines, depth + 1)


def write(block: Block, lines: Lines, depth: int) -> None:
    """Write the statements of a block."""
    for statement in block:
        statement.write(lines, depth)
    if not block:
        lines.add(depth, "pass")


BINDS = (
    "{n} = K@",
    "{n}: type = K@",
    "{n}, {m} = K@, K@",
    "({n} := K@)",
    "def {n}(): ...",
    "class {n}: line = @",
    "from kinds import K@ as {n}",
    "with opened(K@) as {n}: pass",
)
READS = ("see({n})", "see({n})", "see({n})", "[see({n}) for {n} in (K@,)]", "see({n}) if flip() else see({n})")
JUMPS = ("break", "continue", "raise Boom", "return", "risk()", "risk()", "del {n}")
NESTED = (
    "(lambda: see({n}))()",
    "(lambda {n}=K@: see({n}))()",
    "[see({n}) for _ in (1,)]",
    "[see({n}) for _ in (1,) if ({n} := K@)]",
    "see((lambda: {n})())",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where statements stand, which decides what may stand there."""

    depth: int = 0
    loop: bool = False
    function: bool = True
    module: bool = False
    unbinds: bool = True
    nested: bool = False
    """Whether lambdas and comprehensions may read names of the scope around them."""
    inner: bool = False
    """Whether this is the body of a function inside the program's scope."""
    orderly: bool = False
    """Whether nothing leaves a block but at its end, by `break`, `continue` or `return`."""

    def below(self, *, loop: bool | None = None, function: bool | None = None) -> Place:
        """One block further in."""
        return replace(
            self,
            depth=self.depth + 1,
            loop=self.loop if loop is None else loop,
            function=self.function if function is None else function,
        )

    def allows(self, line: str) -> bool:
        """Whether CPython compiles a line here."""
        if self.inner and line.startswith("{n}: type"):  # not of a global or nonlocal name
            return False
        return self.function or self.module or not ("for _" in line and ":=" in line)

    @property
    def jumps(self) -> list[str]:
        """What may leave a block here."""
        loops = ["break", "continue"] if self.loop else []
        returns = ["return"] if self.function else []
        raises = [] if self.orderly else ["raise Boom", "risk()", "risk()"]
        return [*loops, *returns, *raises, *(["del {n}"] if self.unbinds else []), "pass"]


@st.composite
def blocks(draw: st.DrawFn, place: Place) -> Block:
    """The statements of a block."""
    return [draw(_statement(place)) for _ in range(draw(st.integers(1, 2 if place.depth else 5)))]


@st.composite
def _statement(draw: st.DrawFn, place: Place) -> Statement:
    name, other = draw(st.permutations(NAMES))
    if place.depth >= 3 or draw(st.integers(0, 9)) < 5 + place.depth:
        mixed = (BINDS, BINDS, BINDS, READS, READS, READS, READS, place.jumps, NESTED if place.nested else BINDS)
        line = draw(st.sampled_from(draw(st.sampled_from(mixed))).filter(place.allows))
        if line in ("break", "continue", "return", "raise Boom") and draw(st.booleans()):
            line = f"if flip(): {line}"
        return Statement(line.format(n=name, m=other))
    if place.nested and place.inner is False and draw(st.integers(0, 2)) == 0:
        return draw(_called(place, name))
    head, parts = draw(st.sampled_from(CALM if place.orderly else (*CALM, *WILD)))
    written: list[tuple[str, Block]] = []
    for part in parts:
        optional = part.startswith("?")
        if optional and draw(st.booleans()):
            continue
        loop, function = (False, False) if "finally" in part else (None, None)
        if not written and head.startswith(("while", "for")):
            loop = True
        inside = draw(blocks(place.below(loop=loop, function=function)))
        text = part.lstrip("?").format(n=name)
        if text.startswith("case"):
            written.append(("", [Statement(text, (("", inside),))]))
        elif " as " in text:
            written.append((text, [Statement(f"caught({name}, @)"), *inside]))
        else:
            written.append((text, inside))
    return Statement(head.format(n=name), tuple(written))


@st.composite
def _called(draw: st.DrawFn, place: Place, name: str) -> Statement:
    """A function that is called where it stands; it may rebind a name of the scope around it."""
    around = "nonlocal" if place.function else "global" if place.module else ""
    head = [Statement(f"{around} {name}")] if around and draw(st.booleans()) else []
    body = draw(blocks(replace(place.below(loop=False, function=True), inner=True, nested=False, unbinds=False)))
    function = Statement("def inner():", (("", [*head, *body]),))
    return Statement("if True:", (("", [function, Statement("inner()")]),))


CALM = (
    ("if flip():", ("",)),
    ("if flip():", ("", "else:")),
    ("if flip():", ("", "elif flip():", "?else:")),
    ("while flip():", ("", "?else:")),
    ("while flip() and see({n}):", ("", "?else:")),
    ("while ({n} := K@) and flip():", ("",)),
    ("for {n} in (K@, K@)[: flips()]:", ("", "?else:")),
    ("match K@@:", ("case {n} if flip():", "?case _:")),
)
"""Statements with blocks: the head, and the later heads (empty for the first block, `?` before what may be missing)."""
WILD = (
    ("try:", ("", "except Boom:", "?else:", "?finally:")),
    ("try:", ("", "except Boom as {n}:", "?finally:")),
    ("try:", ("", "finally:")),
    ("with suppress(K@) as {n}:", ("",)),
)


@dataclass(frozen=True, slots=True)
class Program:
    """The text of a program, and whether control leaves blocks only at their ends."""

    text: str
    orderly: bool

    def __repr__(self) -> str:
        """Readable where hypothesis prints it."""
        return "\n".join(f"{number:3} {line}" for number, line in enumerate(self.text.splitlines(), start=1))


@st.composite
def programs(draw: st.DrawFn, scope: str, *, nested: bool = False) -> Program:
    """A program whose statements stand in a module, a function or a class.

    In a class every name stays bound: an unbound one would be looked up around the class, where nothing is.
    """
    lines = Lines()
    lines.add(0, "from kinds import *")
    heads = {"function": "def run():", "class": "class Run:"}
    if scope in heads:
        lines.add(0, heads[scope])
    for name in NAMES[: 2 if nested or scope == "class" else draw(st.sampled_from((0, 1, 2, 2, 2)))]:
        lines.add(1 if scope in heads else 0, f"{name} = K@")
    orderly = draw(st.booleans())
    place = Place(function=scope == "function", unbinds=scope != "class", nested=nested, orderly=orderly)
    write(draw(blocks(place)), lines, 1 if scope in heads else 0)
    if scope == "function":
        lines.add(0, "run()")
    return Program("\n".join(lines.text) + "\n", orderly)


@dataclass(slots=True)
class Observed:
    """What CPython did on every way that was tried."""

    lines: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    """For each line with a `see(...)`, the lines of the bindings that it saw."""
    whole: bool = True
    """Every way was tried, and none ended for want of a name."""


def observe(program: Program, prelude: str = "") -> Observed:
    """Run a program with every answer that `flip()` can give, within the bounds; first the prelude, once a run."""
    code = compile(program.text, "main.py", "exec", dont_inherit=True)
    found = Observed()
    waiting: list[tuple[bool, ...]] = [()]
    runs = 0
    while waiting and runs < MOST_RUNS:
        runs += 1
        given = waiting.pop(0)
        taken = _run(code, prelude, given, found)
        waiting += [(*taken[:place], True) for place in range(len(given), len(taken)) if not taken[place]]
    found.whole = found.whole and not waiting and program.text.count("flip") <= MOST_CONDITIONS
    return found


def _run(code: CodeType, prelude: str, given: tuple[bool, ...], found: Observed) -> tuple[bool, ...]:
    """One run; gives the answers of every `flip()` in it."""
    taken: list[bool] = []

    def flip() -> bool:
        if len(taken) >= MOST_FLIPS:
            return False
        taken.append(given[len(taken)] if len(taken) < len(given) else False)
        return taken[-1]

    names = {"__name__": "main", **_tools(flip, found.lines)}
    exec(prelude, names)
    try:
        exec(code, names)
    except Boom:
        pass
    except NameError:
        found.whole = False
    return tuple(taken)


def _tools(flip: Callable[[], bool], seen: Mapping[int, set[int]]) -> dict[str, object]:
    """What programs call; the names of `kinds` are there too."""

    def see(value: Any) -> bool:
        frame = inspect.currentframe()
        assert frame is not None
        assert frame.f_back is not None
        seen[frame.f_back.f_lineno].add(line_of(value))
        return True

    def risk() -> None:
        if flip():
            raise Boom

    def caught(error: Any, line: int) -> None:
        error.line = line - 1

    @contextlib.contextmanager
    def suppress(kind: object) -> Iterator[object]:
        try:
            yield kind
        except Boom:
            if not flip():
                raise

    return {
        "see": see,
        "flip": flip,
        "flips": lambda: int(flip()) + int(flip()),
        "risk": risk,
        "caught": caught,
        "Boom": Boom,
        "suppress": suppress,
        "opened": contextlib.nullcontext,
    }


def line_of(value: Any) -> int:
    """The line of the binding that a value stands for."""
    if isinstance(value, FunctionType):
        return value.__code__.co_firstlineno
    line: int = value.line
    return line
