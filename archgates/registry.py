"""Finds gates and reporters: being in the folder, or in the entry-point group, is the registration."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from archgates.application.report import Reporter
from archgates.domain.errors import ConfigurationError, UsageError, nearest
from archgates.domain.gate import Gate
from archgates.domain.words import sentence

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GATES = "archgates.gates"
"""The folder of the built-in gates, and the entry-point group of everybody else's."""
REPORTERS = "archgates.reporters"

ClassT = TypeVar("ClassT")


class GateRegistry:
    """The kinds of gates. Foreign ones are looked up when no built-in one has the name, and loaded when used."""

    def __init__(self, *, run_foreign_code: bool = True) -> None:
        self._run_foreign_code = run_foreign_code

    @cached_property
    def built_in(self) -> dict[str, type[Gate]]:
        """The gates of this distribution by kind."""
        return {gate.gate: gate for gate in classes_in(GATES, Gate)}  # type: ignore[type-abstract]  # only read

    @cached_property
    def _foreign(self) -> dict[str, EntryPoint]:
        from importlib.metadata import entry_points

        return {point.name: point for point in entry_points(group=GATES) if point.name not in self.built_in}

    def __contains__(self, name: object) -> bool:
        return name in self.built_in or name in self._foreign

    def names(self) -> tuple[str, ...]:
        return tuple(sorted({*self.built_in, *self._foreign}))

    def load(self, name: str) -> type[Gate] | None:
        if name in self.built_in:
            return self.built_in[name]
        return self._load_foreign(self._foreign[name]) if self._run_foreign_code else None

    def _load_foreign(self, point: EntryPoint) -> type[Gate]:
        source = f"entry point {point.name} of {point.dist.name if point.dist else 'an unknown distribution'}"
        try:
            found = point.load()
        except (Exception, SystemExit) as error:  # foreign code may raise anything while it is imported
            raise ConfigurationError(
                source=source,
                key="",
                problem=f"{point.value} cannot be loaded: {type(error).__name__}: {sentence(str(error))}",
                remedy="Mend or remove the distribution, or give --no-exec to leave its gates out.",
            ) from error
        if not (inspect.isclass(found) and issubclass(found, Gate) and not inspect.isabstract(found)):
            raise ConfigurationError(
                source=source,
                key="",
                problem=f"{point.value} is no gate.",
                remedy="Point it to a concrete subclass of archgates.domain.gate.Gate.",
            )
        return found


def classes_in(package: str, base: type[ClassT]) -> tuple[type[ClassT], ...]:
    """Every concrete subclass of `base` that a module of the package defines, by module and place in it."""
    found = []
    for name in module_names(package):
        module = importlib.import_module(f"{package}.{name}")
        found += [
            one
            for one in vars(module).values()
            if inspect.isclass(one)
            and issubclass(one, base)
            and not inspect.isabstract(one)
            and one.__module__ == module.__name__
        ]
    return tuple(found)


def module_names(package: str) -> tuple[str, ...]:
    """The modules in the folder of a package, sorted; those that begin with `_` are helpers."""
    folder = importlib.import_module(package).__path__
    return tuple(sorted(one.name for one in pkgutil.iter_modules(folder) if not one.name.startswith("_")))


def reporters() -> dict[str, Reporter]:
    """Every format by its name."""
    found = classes_in(REPORTERS, Reporter)  # type: ignore[type-abstract]  # only read
    return {one.format: one() for one in found}


def reporter(name: str, command: str) -> Reporter:
    """The reporter of a format. Raises UsageError when there is none, or when it cannot write the command's answer."""
    known = {format_: one for format_, one in reporters().items() if one.commands is None or command in one.commands}
    if name not in known:
        close = nearest(name, known)
        hint = f"did you mean {close}?" if close else f"there are {', '.join(sorted(known))}."
        raise UsageError(f"--format {name} is no format of `archgates {command}`; {hint}")
    return known[name]
