"""The gate `size`: ceilings on the lines of modules and of functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from archgates.domain.findings import Checked, Finding
from archgates.domain.gate import Gate, Outcome
from archgates.domain.options import OptionError
from archgates.domain.outlines import FunctionSize, ModuleOutline, ModuleSize, ModuleSizes, Outlines
from archgates.domain.requests import AllModules, Facts, Request
from archgates.domain.scope import EVERYWHERE, Scope, check_patterns, fits, misspelt


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """Other ceilings for some modules."""

    where: tuple[str, ...]
    """Modules or paths; patterns `*` and `**`."""
    reason: str
    """Why they are different."""
    module: int | None = None
    """The most lines of a module; no ceiling when left out."""
    function: int | None = None
    """The most lines of a function; no ceiling when left out."""

    def __post_init__(self) -> None:
        check_patterns("where", self.where, paths=True)
        _check_ceilings(self.module, self.function)
        if not self.reason.strip():
            raise OptionError("reason", "is empty.", "Say why these modules are different.")


@dataclass(frozen=True, kw_only=True)
class Size(Gate):
    """No module and no function is longer than its ceiling.

    What it checks: the physical lines of each module in `where`, and of each function in it from its `def` to its
    last line, nested functions included and decorators not. The first of `overrides` that fits a module replaces both
    ceilings.

    Why: a file that everybody edits becomes the one that nobody can read, a line at a time. A ceiling asks for the
    split while it is still small.

    Example:
        [[tool.archgates.gates]]
        id = "files-stay-readable"
        gate = "size"
        where = ["adf.**"]
        module = 400
        function = 60
        overrides = [{ where = ["adf.llm.prices"], module = 900, reason = "One table of prices." }]
        reason = "A reader can hold one file in mind."

    What to do instead: split the module by responsibility; give the steps of a long function names of their own.
    """

    gate: ClassVar[str] = "size"

    module: int | None = None
    """The most lines of a module."""
    function: int | None = None
    """The most lines of a function."""
    where: tuple[str, ...] = EVERYWHERE
    """Modules or paths to measure; patterns `*` and `**`."""
    overrides: tuple[Override, ...] = ()
    """Other ceilings for some modules, each with its reason."""

    def __post_init__(self) -> None:
        check_patterns("where", self.where, paths=True)
        _check_ceilings(self.module, self.function)
        if not self._ceilings(functions=True) and not self._ceilings(functions=False):
            raise OptionError("", "no ceiling is given, so nothing would be checked.", "Write module = 400.")

    @property
    def _scope(self) -> Scope:
        return Scope(where=self.where, exclude=self.exclude)

    def needs(self) -> tuple[Request[Any], ...]:
        """Modules are parsed only when functions are measured."""
        measured = Outlines(scope=self._scope) if self._ceilings(functions=True) else ModuleSizes(scope=self._scope)
        return (AllModules(), measured)

    def check(self, facts: Facts) -> Outcome:
        modules: tuple[ModuleOutline | ModuleSize, ...]
        if self._ceilings(functions=True):
            modules = facts[Outlines(scope=self._scope)].modules
        else:
            modules = facts[ModuleSizes(scope=self._scope)].modules
        table = facts[AllModules()].modules
        return Outcome(
            findings=(
                *misspelt("where", self.where, table),
                *misspelt("overrides", [pattern for one in self.overrides for pattern in one.where], table),
                *(finding for one in modules for finding in self._judge(one)),
            ),
            checked=Checked(files=len(modules)),
        )

    def _ceilings(self, *, functions: bool) -> list[int]:
        pairs = [(self.module, self.function), *((one.module, one.function) for one in self.overrides)]
        return [ceiling for pair in pairs if (ceiling := pair[functions]) is not None]

    def _judge(self, one: ModuleOutline | ModuleSize) -> Iterator[Finding]:
        ceilings: Size | Override = next(
            (override for override in self.overrides if fits(override.where, one.path, one.module)), self
        )
        if ceilings.module is not None and one.lines > ceilings.module:
            more = one.lines - ceilings.module
            yield Finding(
                path=one.path,
                subject=one.module,
                kind="module",
                message=f"{one.module} has {one.lines} lines, {more} more than {ceilings.module}.",
                remedy="Split the module by responsibility.",
            )
        if ceilings.function is not None and isinstance(one, ModuleOutline):
            for function in one.functions:
                if function.lines > ceilings.function:
                    yield _long_function(one, function, ceilings.function)


def _long_function(outline: ModuleOutline, function: FunctionSize, ceiling: int) -> Finding:
    return Finding(
        path=outline.path,
        line=function.line,
        column=function.column,
        subject=f"{outline.module}.{function.name}",
        scope=function.name,
        kind="function",
        message=f"{function.name} has {function.lines} lines, {function.lines - ceiling} more than {ceiling}.",
        remedy="Give its steps names of their own.",
    )


def _check_ceilings(module: int | None, function: int | None) -> None:
    for key, ceiling in (("module", module), ("function", function)):
        if ceiling is not None and ceiling < 1:
            raise OptionError(key, f"is {ceiling}, but a ceiling is 1 or more.", f"Write {key} = 400.")
