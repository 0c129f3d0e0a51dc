"""Random changes to a tree of Python files that move names about: new aliases, stars, moved classes, renamed imports.

The mutated tree is read, never run; what matters is that it parses, and that names reach classes by new ways.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Change:
    """What was done, for a report."""

    kind: str
    path: str
    detail: str


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    name: str
    text: str
    tree: ast.Module


Mutation = Callable[[random.Random, Path, _File], Change | None]


def mutate(source: random.Random, root: Path, times: int) -> list[Change]:
    """Change files under `root` in place, `times` times; a change that does not fit its file is drawn again."""
    paths = sorted(root.rglob("*.py"))
    changes: list[Change] = []
    for _ in range(times * 50):
        if len(changes) == times:
            break
        file = _read(root, source.choice(paths))
        change = source.choice(MUTATIONS)(source, root, file) if file is not None else None
        if change is not None:
            changes.append(change)
    return changes


def _read(root: Path, path: Path) -> _File | None:
    try:
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return None
    parts = path.relative_to(root).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return _File(path, name, text, tree)


def _write(file: _File, lines: Iterable[str]) -> bool:
    text = "\n".join(lines)
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    file.path.write_text(text, encoding="utf-8")
    return True


def _from_imports(file: _File) -> list[ast.ImportFrom]:
    """Top-level `from X import a, b` on one line, without a star."""
    return [
        one
        for one in file.tree.body
        if isinstance(one, ast.ImportFrom)
        and one.lineno == one.end_lineno
        and one.module != "__future__"
        and all(name.name != "*" for name in one.names)
    ]


def add_alias(source: random.Random, root: Path, file: _File) -> Change | None:
    """A class gets a second name at the end of its module, and is made by that name."""
    classes = [one.name for one in file.tree.body if isinstance(one, ast.ClassDef)]
    if not classes:
        return None
    name = source.choice(classes)
    alias = f"Other{source.randrange(1000)}"
    done = _write(file, [file.text, f"{alias} = {name}", f"def make_{alias}():", f"    return {alias}()", ""])
    return Change("alias", str(file.path.relative_to(root)), f"{alias} = {name}") if done else None


def star(source: random.Random, root: Path, file: _File) -> Change | None:
    """`from X import a` becomes `from X import *`."""
    imports = [one for one in _from_imports(file) if all(name.asname is None for name in one.names)]
    if not imports:
        return None
    chosen = source.choice(imports)
    lines = file.text.split("\n")
    lines[chosen.lineno - 1] = f"from {'.' * chosen.level}{chosen.module or ''} import *"
    done = bool(chosen.module) and _write(file, lines)
    return Change("star", str(file.path.relative_to(root)), lines[chosen.lineno - 1]) if done else None


def rename_import(source: random.Random, root: Path, file: _File) -> Change | None:
    """`from X import a` becomes `from X import a as b`, and every `a` in the file becomes `b`."""
    imports = [one for one in _from_imports(file) if len(one.names) == 1 and one.names[0].asname is None]
    if not imports:
        return None
    chosen = source.choice(imports)
    name = chosen.names[0].name
    alias = f"Renamed{source.randrange(1000)}"
    lines = [re.sub(rf"(?<![\w.]){re.escape(name)}\b", alias, line) for line in file.text.split("\n")]
    lines[chosen.lineno - 1] = f"from {'.' * chosen.level}{chosen.module or ''} import {name} as {alias}"
    done = _write(file, lines)
    return Change("rename", str(file.path.relative_to(root)), f"{name} as {alias}") if done else None


def move_class(source: random.Random, root: Path, file: _File) -> Change | None:
    """A class moves to a new module beside its own, which imports it back."""
    classes = [one for one in file.tree.body if isinstance(one, ast.ClassDef) and not one.decorator_list]
    if not classes or not file.name:
        return None
    chosen = source.choice(classes)
    lines = file.text.split("\n")
    end = chosen.end_lineno or chosen.lineno
    body = lines[chosen.lineno - 1 : end]
    module = f"moved{source.randrange(10_000)}"
    new = file.path.with_name(f"{module}.py")
    package = file.name if file.path.name == "__init__.py" else file.name.rpartition(".")[0]
    where = f"{package}.{module}" if package else module
    # The class may need any name of its old module: a star from there closes a cycle of imports, as real moves do.
    done = _write(file, [*lines[: chosen.lineno - 1], f"from {where} import {chosen.name}", *lines[end:]])
    if not done:
        return None
    new.write_text("\n".join([f"from {file.name} import *", *body, ""]), encoding="utf-8")
    return Change("move", str(file.path.relative_to(root)), f"{chosen.name} to {where}")


MUTATIONS: tuple[Mutation, ...] = (add_alias, star, rename_import, move_class)
