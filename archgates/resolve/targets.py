"""From a dotted name to the definition that it means, through re-exports, or to the nearest name."""

from __future__ import annotations

import builtins
import re
import sys
from dataclasses import dataclass
from fnmatch import fnmatchcase

from archgates.domain.errors import nearest
from archgates.domain.modules import SourceKind
from archgates.domain.sites import Target, TargetKind, UnknownTarget
from archgates.resolve import modules
from archgates.resolve.attributes import attribute_of
from archgates.resolve.standard_library import misspelt
from archgates.resolve.values import (
    Bound,
    ClassValue,
    Definition,
    External,
    FunctionValue,
    ModuleValue,
    Unknown,
    Value,
    Values,
    add,
)
from archgates.resolve.world import World
from archgates.syntax.form import BindingKind, ScopeKind

_DEFINES = (BindingKind.CLASS, BindingKind.FUNCTION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """A target with what resolution needs to recognise it."""

    target: Target
    definition: Definition | None = None
    external: str | None = None


def seek(world: World, name: str) -> Sought | UnknownTarget:
    """The definition that a dotted name means."""
    root, _, dotted = name.rpartition("::")
    spellings = () if root else _spellings(world, dotted)
    if spellings:
        return UnknownTarget(asked=name, nearest=" or ".join(spellings))
    values = world.settled(lambda: _dotted(world, dotted, root))
    for value in values or _taken_away(world, dotted, root):
        sought = _sought(world, name, value)
        if sought is not None:
            return sought
    outside = sorted(value.external for value in values if isinstance(value, External))
    meant = misspelt(outside[0]) if outside and len(outside) == len(values) else None
    if meant is not None:
        return UnknownTarget(asked=name, nearest=meant)
    if outside and len(outside) == len(values) and _exists(world, outside[0]):
        target = Target(asked=name, canonical=outside[0], kind=TargetKind.EXTERNAL)
        return Sought(target=target, external=outside[0])
    if any(not isinstance(value, External | Unknown) for value in values):
        return Sought(target=Target(asked=name, canonical=dotted, kind=TargetKind.OTHER))
    return UnknownTarget(asked=name, nearest=nearest(dotted, _known(world, dotted)))


def _spellings(world: World, name: str) -> tuple[str, ...]:
    """How to write a name whose module more than one root defines; empty for any other name."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        prefix = ".".join(parts[:length])
        if prefix in world.table:
            doubled = world.table.ambiguous.get(prefix, ())
            return tuple(".".join([world.table.label(module), *parts[length:]]) for module in doubled)
    return ()


def _sought(world: World, asked: str, value: Value) -> Sought | None:
    if isinstance(value, ClassValue):
        definition, kind = value.cls, TargetKind.CLASS
    elif isinstance(value, FunctionValue | Bound):
        definition = value.function if isinstance(value, FunctionValue) else value.bound
        kind = _function_kind(world, definition)
    else:
        return None
    scope = world.scope(definition)
    line = 1 if scope is None else scope.line
    target = Target(asked=asked, canonical=world.name(definition), kind=kind, path=definition.path, line=line)
    return Sought(target=target, definition=definition)


def _function_kind(world: World, definition: Definition) -> TargetKind:
    form = world.form(definition.path)
    if form is None:
        return TargetKind.FUNCTION
    parent = form.scopes[form.scopes[definition.scope].parent]
    return TargetKind.METHOD if parent.kind is ScopeKind.CLASS else TargetKind.FUNCTION


def _dotted(world: World, name: str, root: str) -> Values:
    """The value of a dotted name: the longest module first, then attributes."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        prefix = ".".join(parts[:length])
        if prefix in world.table:
            break
    else:
        return {External(name): ()}
    owners: Values = {}
    for module in world.table.named(prefix):
        if module.kind is not SourceKind.CYTHON and (not root or module.root == root):
            owners[ModuleValue(module.path)] = ()
    owners = owners or dict(modules.named(world, prefix, root))
    for part in parts[length:]:
        found: Values = {}
        for owner in owners:
            add(found, attribute_of(world, owner, part))
        owners = found
    return owners


def _taken_away(world: World, name: str, root: str) -> Values:
    """The definition that a module's text makes under a name which it deletes afterwards."""
    owner, _, last = name.rpartition(".")
    result: Values = {}
    for value in world.settled(lambda: _dotted(world, owner, root)):
        form = world.form(value.module) if isinstance(value, ModuleValue) else None
        for number in () if form is None else form.scopes[0].own.get(last, ()):
            bound = None if form is None else form.bindings[number]
            if form is not None and bound is not None and bound.kind in _DEFINES:
                definition = Definition(form.module.path, bound.target)
                is_class = bound.kind is BindingKind.CLASS
                result[ClassValue(definition) if is_class else FunctionValue(definition)] = ()
    return result


def _exists(world: World, name: str) -> bool:
    """Whether an outside name can be real: the standard library's, or imported somewhere in the project."""
    top, _, rest = name.partition(".")
    if not all(name.split(".")) or (top == "builtins" and rest.partition(".")[0] not in dir(builtins)):
        return False
    if top in sys.stdlib_module_names:
        return True
    wanted = re.compile(rb"^[ \t]*(?:from|import)[ \t]+" + re.escape(top.encode()) + rb"\b", re.MULTILINE)
    return any(wanted.search(world.sources.data(module) or b"") for module in world.sources.mentioning([top]))


def _known(world: World, name: str) -> list[str]:
    """Names of definitions that could have been meant: in the modules that the name begins with, or of that tail."""
    tail = name.rpartition(".")[2]
    close = [module for module in world.table if name.startswith(f"{module.name}.")]
    mentioning = [one for one in world.sources.mentioning([tail]) if one not in close][:40]
    names = [module.name for module in world.table]
    for module in [*close, *mentioning]:
        form = world.form(module.path)
        if form is not None:
            names.extend(
                f"{module.name}.{scope.owner}"
                for scope in form.scopes
                if scope.kind in (ScopeKind.CLASS, ScopeKind.FUNCTION) and "<locals>" not in scope.owner
            )
            names.extend(f"{module.name}.{exit_name}" for exit_name in form.scopes[0].exit)
    return names


def fitting(world: World, pattern: str) -> tuple[str, ...]:
    """The names of the project that a pattern such as `app.fn.sp*` fits; empty for a pattern of outside names."""
    owner, _, last = pattern.rpartition(".")
    values = world.settled(lambda: _dotted(world, owner, ""))
    names: set[str] = set()
    for value in values:
        form = world.form(value.module) if isinstance(value, ModuleValue) else None
        scope = None if form is None else form.scopes[0]
        if isinstance(value, ClassValue):
            scope = world.scope(value.cls)
        if scope is not None:
            names.update(f"{owner}.{name}" for name in scope.exit if fnmatchcase(name, last))
    return tuple(sorted(names))
