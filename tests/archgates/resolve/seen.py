"""CPython as the judge of values: a project calls `see(x)`, and what x was is compared with what resolution says."""

from __future__ import annotations

import builtins
import contextlib
import importlib
import inspect
import sys
import types
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from archgates.resolve.values import (
    Bound,
    ClassValue,
    Definition,
    Display,
    FunctionValue,
    Held,
    Instance,
    MadeClass,
    Many,
    ModuleValue,
    NamespaceValue,
    Null,
    Parameter,
    TextValue,
    TypeOf,
    Unknown,
    Value,
    class_in,
    function_in,
)
from archgates.resolve.world import TermQuestion, World
from archgates.syntax.form import Context, Form
from archgates.syntax.terms import Call, Free, Load
from tests.archgates.resolve.projects import world

Place = tuple[str, int]
"""Path in the project and line."""
OUTSIDE = "outside"
"""Whatever is not defined in the project."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What stood at one `see(...)`: as CPython had it, and as resolution has it."""

    ran: frozenset[tuple[str, ...]]
    """Each value, in the words for itself and for every base class of its own."""
    said: frozenset[str]

    @property
    def complete(self) -> bool:
        """Whether resolution knows of every value that there was."""
        return all(not self.said.isdisjoint(words) for words in self.ran)

    @property
    def exact(self) -> bool:
        """Whether it also knows of no other."""
        return self.complete and self.said <= {word for words in self.ran for word in words}


def compared(root: Path, files: Mapping[str, str], script: str = "main") -> dict[Place, Seen]:
    """Both answers for every `see(...)` of a project whose module `script` is run."""
    known = world(root, files)
    said = dict(resolved(known))
    ran = executed(root, script)
    assert ran.keys() <= said.keys(), "a line that calls see() twice, or through another name"
    return {place: Seen(ran[place], said[place]) for place in ran}


def resolved(known: World) -> Iterator[tuple[Place, frozenset[str]]]:
    """What resolution says of each `see(...)`."""
    for module in known.table:
        form = known.form(module.path)
        assert form is not None, module.path
        for term, line in seen_terms(form):
            values = known.solve(TermQuestion(module.path, term))
            # A parameter beside what an annotation or test says matters only to the search for a class.
            told = [value for value in values if not (isinstance(value, Parameter) and value.typed)]
            yield (module.path, line), frozenset(said_of(known, value) for value in told)


def seen_terms(form: Form) -> Iterator[tuple[int, int]]:
    """The argument of every `see(...)` with its line."""
    for use in form.uses:
        if use.context is Context.CALLED:
            call, function = form.terms[use.owner], form.terms[use.term]
            if isinstance(function, Load | Free) and function.name == "see" and isinstance(call, Call):
                yield call.arguments[0], use.line


def said_of(known: World, value: Value) -> str:
    """One candidate in the words of `ran_as`."""
    if isinstance(value, Held):
        return said_of(known, value.held)
    if isinstance(value, ClassValue | TypeOf):
        return f"class {_name(known, class_in(value))}"
    if isinstance(value, Instance):
        return f"object of {_name(known, class_in(value))}"
    if isinstance(value, FunctionValue | Bound):
        return f"function {_name(known, function_in(value))}"
    if isinstance(value, ModuleValue):
        module = known.table.at(value.module)
        return f"module {value.module if module is None else module.name}"
    if isinstance(value, NamespaceValue):
        return f"module {value.namespace}"
    if isinstance(value, TextValue):
        return f"text {value.text}"
    if isinstance(value, Display | Many):
        return "container"
    if isinstance(value, Unknown):
        return "unknown"
    if isinstance(value, MadeClass):
        return "unknown"
    return "none" if isinstance(value, Null) else OUTSIDE


def _name(known: World, definition: Definition | None) -> str:
    return "" if definition is None else known.name(definition)


def executed(root: Path, script: str) -> dict[Place, frozenset[tuple[str, ...]]]:
    """What every `see(...)` got while CPython imported a module of the project."""
    found: dict[Place, set[tuple[str, ...]]] = defaultdict(set)

    def see(value: object) -> object:
        frame = inspect.currentframe()
        assert frame is not None
        assert frame.f_back is not None
        path = Path(frame.f_back.f_code.co_filename).relative_to(root).as_posix()
        found[path, frame.f_back.f_lineno].add(ran_as(root, value))
        return value

    with mock.patch.object(builtins, "see", see, create=True), importable(root):
        importlib.import_module(script)
    return {place: frozenset(values) for place, values in found.items()}


@contextlib.contextmanager
def importable(root: Path) -> Iterator[None]:
    """The project can be imported, and leaves nothing behind."""
    before = set(sys.modules)
    with mock.patch.object(sys, "path", [str(root), *sys.path]), mock.patch.object(sys, "dont_write_bytecode", True):
        importlib.invalidate_caches()
        try:
            yield
        finally:
            for name in set(sys.modules) - before:
                if _inside(root, sys.modules[name]):
                    del sys.modules[name]


def _inside(root: Path, module: types.ModuleType) -> bool:
    places = [getattr(module, "__file__", None), *getattr(module, "__path__", ())]
    return any(place is not None and Path(place).is_relative_to(root) for place in places)


def ran_as(root: Path, value: Any) -> tuple[str, ...]:
    """One value of the running program in words; a class or object in those of its base classes too."""
    if value is None or isinstance(value, bool | int | float | types.EllipsisType):
        return ("none",)
    if isinstance(value, str):
        return (f"text {value}",)
    if isinstance(value, list | tuple | set | frozenset | dict | types.GeneratorType):
        return ("container",)
    if isinstance(value, types.ModuleType):
        return (f"module {value.__name__}" if _inside(root, value) else OUTSIDE,)
    if isinstance(value, types.MethodType):
        value = value.__func__
    if isinstance(value, types.FunctionType):
        return (f"function {value.__module__}.{value.__qualname__}" if _defined_inside(root, value) else OUTSIDE,)
    kind, cls = ("class", value) if isinstance(value, type) else ("object of", type(value))
    order = [one for one in cls.__mro__ if _defined_inside(root, one)]
    return tuple(f"{kind} {one.__module__}.{one.__qualname__}" for one in order) or (OUTSIDE,)


def _defined_inside(root: Path, definition: Any) -> bool:
    module = sys.modules.get(definition.__module__)
    return module is not None and _inside(root, module)


def differences(root: Path, files: Mapping[str, str], script: str = "main") -> dict[str, Seen]:
    """Every `see(...)` where resolution says something else than CPython, by `path:line`.

    A line ending in `# more` may have further candidates, one ending in `# open` must be unknown as well.
    """
    found: dict[str, Seen] = {}
    for (path, line), seen in compared(root, files, script).items():
        text = (root / path).read_text(encoding="utf-8").splitlines()[line - 1]
        right = seen.exact
        if text.endswith("# more"):
            right = seen.complete and not seen.exact
        elif text.endswith("# open"):
            right = "unknown" in seen.said
        if not right:
            found[f"{path}:{line}: {text.strip()}"] = seen
    return found
