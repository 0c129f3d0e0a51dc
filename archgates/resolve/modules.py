"""Modules as values: absolute and relative names, what they export, and their attributes (DESIGN 2.2 rules 4, 5)."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Sequence

from archgates.domain.modules import Module
from archgates.resolve.annotations import annotated
from archgates.resolve.containers import elements
from archgates.resolve.values import (
    External,
    FunctionValue,
    ModuleValue,
    NamespaceValue,
    TextValue,
    Unknown,
    Value,
    Values,
    add,
    only,
    unknown,
)
from archgates.resolve.world import RUNNING, BindingQuestion, ModuleAttribute, Reading, Returned, World
from archgates.syntax.form import Binding, BindingKind, Form
from archgates.syntax.terms import Load

BUILTINS = frozenset(dir(builtins))


def absolute(module: Module, name: str, level: int) -> str | None:
    """The dotted name that `from {dots}name import ...` means; None above the top-level package."""
    if level == 0:
        return name
    parts = module.package.split(".") if module.package else []
    if level > len(parts):
        return None
    base = parts[: len(parts) - level + 1]
    return ".".join([*base, name] if name else base)


def named(world: World, name: str, root: str) -> Values:
    """The module of a dotted name, or what is known of it."""
    found = world.module(name, root)
    if found is not None:
        return only(ModuleValue(found.path))
    if name in world.table.ambiguous:
        return unknown(f"two roots define the module {name}")
    if name in world.table:
        return only(NamespaceValue(name, root))
    if name.partition(".")[0] in world.table:
        return {}
    return only(External(name, is_module=True))


def imported(world: World, form: Form, binding: Binding) -> Values:
    """What `import m` or `from m import x` binds."""
    root = form.module.root
    name = absolute(form.module, binding.module, binding.level)
    if name is None:
        return unknown("a relative import goes above the top-level package")
    return named(world, name, root)


def imported_as(world: World, form: Form, binding: Binding) -> Values:
    """What `import a.b as e` binds: the module, and what the package a binds as b in its place."""
    result = imported(world, form, binding)
    above, _, last = binding.module.rpartition(".")
    for owner in named(world, above, form.module.root) if above and binding.module == binding.attribute else {}:
        package = world.form(owner.module) if isinstance(owner, ModuleValue) else None
        if package is not None and last in package.scopes[0].exit:
            result = {**result, **world.get(ModuleAttribute(package.module.path, last))}
    return result


def taken(world: World, form: Form, binding: Binding) -> Values:
    """The attribute that `from m import x` takes: of the module, else the submodule; both is two candidates."""
    result: Values = {}
    for owner in imported(world, form, binding):
        add(result, attribute(world, owner, binding.attribute))
        if isinstance(owner, ModuleValue):
            add(result, submodule(world, owner, binding.attribute))
    return result


def attribute(world: World, owner: Value, name: str) -> Values:
    """An attribute of a module, a namespace or an outside name."""
    if isinstance(owner, ModuleValue):
        return world.get(ModuleAttribute(owner.module, name))
    if isinstance(owner, NamespaceValue):
        return named(world, f"{owner.namespace}.{name}", owner.root)
    if isinstance(owner, External):
        return only(External(f"{owner.external}.{name}"))
    return only(owner) if isinstance(owner, Unknown) else {}


def submodule(world: World, owner: ModuleValue, name: str) -> Values:
    """The submodule of a package, if there is one."""
    module = world.table.at(owner.module)
    if module is None or not module.is_package:
        return {}
    full = f"{module.name}.{name}"
    return named(world, full, module.root) if full in world.table else {}


def bindings(world: World, form: Form, name: str, numbers: Iterable[int], reading: Reading) -> Values:
    """The candidates of several bindings of a name. What only type checkers see gives way to what runs."""
    chosen = list(numbers)
    if not reading.typing:
        running = [number for number in chosen if not form.bindings[number].typing]
        chosen = running or chosen
    result: Values = {}
    for number in chosen:
        if form.bindings[number].kind is BindingKind.STAR:
            add(result, _known(from_stars(world, form, (number,), name)[0]))
        else:
            add(result, world.get(BindingQuestion(form.module.path, number, reading.given)))
    return result


def at_top(
    world: World, form: Form, name: str, numbers: Sequence[int], stars: Sequence[int], reading: Reading
) -> Values:
    """A name of a module: the newest star imports surely replace older bindings, but nothing that functions bind."""
    injected = form.scopes[0].injected.get(name, ())
    own = [one for one in numbers if one not in injected and form.bindings[one].kind is not BindingKind.STAR]
    brought, surely = from_stars(world, form, [star for star in stars if not own or star > max(own)], name)
    kept = injected if surely else [*numbers, *injected]
    return joined(brought, bindings(world, form, name, dict.fromkeys(kept), reading)) if kept else brought


def from_stars(world: World, form: Form, stars: Iterable[int], name: str) -> tuple[Values, bool]:
    """What star imports bring under a name, newest first, and whether one surely brings it."""
    result: Values = {}
    for number in stars:
        for owner in imported(world, form, form.bindings[number]):
            if isinstance(owner, ModuleValue):
                if exported(world, owner.module, name) and defines(world, owner.module, name, form.module.path):
                    add(result, world.get(ModuleAttribute(owner.module, name)))
                    if not form.bindings[number].conditional:
                        return result, True
            elif isinstance(owner, External | Unknown) and name not in BUILTINS:
                what = owner.external if isinstance(owner, External) else "an unknown module"
                add(result, unknown(f"{what} is star-imported and is not part of the project"))
    return result, False


def defines(world: World, path: str, name: str, importer: str = "") -> bool:
    """Whether a module's text binds a name, itself or through star imports; what the name is does not matter.

    What it only has from the importer itself, in a circle, it does not bring.
    """
    seen = {importer}
    stack = [path] if path != importer else []
    while stack:
        path = stack.pop()
        form = world.form(path)
        if form is None:
            return True
        seen.add(path)
        scope = form.scopes[0]
        if name in scope.exit or name in scope.injected or submodule(world, ModuleValue(path), name):
            return True
        if form.exports and "__getattr__" in scope.exit:
            return True
        for number in scope.exit_stars:
            for owner in imported(world, form, form.bindings[number]):
                if not isinstance(owner, ModuleValue):
                    return True
                if owner.module not in seen and exported(world, owner.module, name):
                    stack.append(owner.module)
    return False


def exported(world: World, path: str, name: str) -> bool:
    """Whether `from m import *` brings a name: by `__all__` when it can be read, else all public names."""
    form = world.form(path)
    if form is None:
        return False
    if not form.exports:
        return not name.startswith("_")
    names: set[str] = set()
    removed: set[str] = set()
    for how, term in form.exports:
        exports = exports_of(world, form, term)
        if any(isinstance(value, Unknown) for value in exports) and not name.startswith("_"):
            return True
        texts = {value.text for value in exports if isinstance(value, TextValue)}
        if how == "=":
            names, removed = set(texts), set()
        elif how == "remove":
            removed |= texts
        else:
            names |= texts
    return name in names - removed


def exports_of(world: World, form: Form, term: int) -> Values:
    """The elements of what is assigned or added to `__all__`."""
    values = world.term(form, term, RUNNING)
    result: Values = {}
    for value in values:
        add(result, only(value) if isinstance(value, TextValue) else elements(world, value))
    return result


def module_attribute(world: World, question: ModuleAttribute) -> Values:
    """The exit binding, else a submodule, else what star imports bring, else a lazy `__getattr__` (rule 5)."""
    form = world.form(question.module)
    if form is None:
        return world.unreadable()
    name, scope = question.name, form.scopes[0]
    numbers = [*scope.exit.get(name, ()), *scope.injected.get(name, ())]
    if numbers:
        return at_top(world, form, name, scope.exit.get(name, ()), scope.exit_stars, RUNNING)
    found = submodule(world, ModuleValue(question.module), name)
    if found:
        return found
    brought, _ = from_stars(world, form, scope.exit_stars, name)
    if brought:
        return brought
    if name in scope.declared:
        return annotated(world, form, scope.declared[name])
    return _lazy(world, form, name) or _special(form, name)


def _lazy(world: World, form: Form, name: str) -> Values:
    """What the module's own `__getattr__` gives for a name (PEP 562)."""
    if name.startswith("__"):
        return {}
    result: Values = {}
    for value in bindings(world, form, "__getattr__", form.scopes[0].exit.get("__getattr__", ()), RUNNING):
        if isinstance(value, FunctionValue):
            add(result, world.get(Returned(value.function, name)))
        else:
            add(result, unknown("a lazy attribute that cannot be read"))
    return result


def _special(form: Form, name: str) -> Values:
    if name == "__name__":
        return only(TextValue(form.module.name))
    if name == "__package__":
        return only(TextValue(form.module.package))
    return {}


def load(world: World, form: Form, number: int, reading: Reading) -> Values:
    """A name of its own scope."""
    term = form.terms[number]
    assert isinstance(term, Load)
    if term.stars:
        brought, surely = from_stars(world, form, term.stars, term.name)
        if surely:
            return brought
    else:
        brought = {}
    scope = form.scopes[form.bindings[term.bindings[0]].scope] if term.bindings else form.scopes[0]
    bound = bindings(world, form, term.name, (*term.bindings, *scope.injected.get(term.name, ())), reading)
    return joined(brought, bound)


def joined(brought: Values, bound: Values) -> Values:
    """What a star import may bring instead of what is bound; an outside star is not taken to replace anything."""
    return {**_known(brought), **bound}


def _known(values: Values) -> Values:
    return {value: via for value, via in values.items() if not isinstance(value, Unknown)}
