"""Names of the classes that the files of a project define at their top: what samples are drawn from."""

from __future__ import annotations

import ast
from pathlib import Path

from archgates.domain.modules import ModuleTable, SourceKind


def class_names(root: Path, table: ModuleTable) -> list[str]:
    """Dotted names, sorted; files that do not parse have none. Reads with `ast` alone, not with the judged resolver."""
    names: list[str] = []
    for module in table:
        if module.kind is not SourceKind.PY:
            continue
        try:
            tree = ast.parse((root / module.path).read_bytes())
        except (SyntaxError, ValueError):
            continue
        names += [f"{module.name}.{one.name}" for one in tree.body if isinstance(one, ast.ClassDef)]
    return sorted(set(names))
