"""Compare the two front ends on real files: `python -m benchmarks.front_ends [FOLDER ...] [--forms] [--state FILE]`.

For every file that `ast` reads, the tree made from libcst must be the same, positions included, and with `--forms` so
must the intermediate form that resolution reads. Without folders it takes the standard library and the installed
packages of the running interpreter. With `--state` every outcome is written down, and files that stand there already
are passed over, so that an interrupted run goes on where it was.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
import sysconfig
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path

from archgates.domain.modules import Module
from archgates.syntax.decode import decode
from archgates.syntax.deep import with_big_stack
from archgates.syntax.from_libcst.front_end import convert
from archgates.syntax.lowering.lower import lower
from archgates.syntax.parse import FrontEnd, SourceError, Tree, parse
from archgates.syntax.screen import screen


class Outcome(Enum):
    """What became of one file."""

    EQUAL = "equal"
    DIFFERENT = "different"
    NOT_BY_AST = "not read by ast"
    NOT_BY_LIBCST = "not read by libcst"
    SCREENED = "too complex for libcst"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The outcome for one file, and why or where."""

    outcome: Outcome
    detail: str = ""


def compare(data: bytes, *, forms: bool = False) -> Comparison:
    """Read one file with both front ends; with `forms`, the intermediate forms of both trees are compared too."""
    try:
        tree = parse(data)
    except SourceError as error:
        return Comparison(Outcome.NOT_BY_AST, str(error))
    if tree.front_end is not FrontEnd.AST:
        return Comparison(Outcome.NOT_BY_AST, "newer grammar")
    try:
        screen(tree.text)
    except SourceError as error:
        return Comparison(Outcome.SCREENED, str(error))
    try:
        converted = with_big_stack(partial(convert, decode(data)))
    except SourceError as error:
        return Comparison(Outcome.NOT_BY_LIBCST, str(error))
    found = difference(tree.module, converted.module)
    if found is None and forms:
        found = form_difference(tree, Tree(converted.module, tree.text, FrontEnd.LIBCST))
    return Comparison(Outcome.EQUAL) if found is None else Comparison(Outcome.DIFFERENT, found)


def difference(left: ast.AST, right: ast.AST) -> str | None:
    """The first place where two trees differ, or None."""
    pending: list[tuple[object, object, str]] = [(left, right, "module")]
    while pending:
        one, other, where = pending.pop()
        if isinstance(one, ast.AST) and isinstance(other, ast.AST) and type(one) is type(other):
            names = [*one._attributes, *one._fields]
            line = getattr(one, "lineno", None)
            inside = f"{where} > {type(one).__name__}" + ("" if line is None else f" (line {line})")
            values = [(getattr(one, name, None), getattr(other, name, None), f"{inside}.{name}") for name in names]
            pending += reversed(values)
        elif isinstance(one, list) and isinstance(other, list):
            first, second = _meaningful(one), _meaningful(other)
            if len(first) != len(second):
                return f"{where}: {len(first)} and {len(second)} elements"
            pending += reversed([(*pair, where) for pair in zip(first, second, strict=True)])
        elif type(one) is not type(other) or repr(one) != repr(other):
            return f"{where}: {one!r} and {other!r}"
    return None


def form_difference(left: Tree, right: Tree) -> str | None:
    """The first part of the intermediate forms that differs, or None."""
    module = Module(root=".", name="module", path="module.py")
    one, other = lower(module, left, sys.version_info[:2]), lower(module, right, sys.version_info[:2])
    for part in ("scopes", "terms", "keys", "bindings", "uses", "stores", "exports"):
        first, second = getattr(one, part), getattr(other, part)
        if first != second:
            pairs = zip(first, second, strict=False)
            place = next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))
            return f"form: {part} differ from number {place} on"
    return None


def _meaningful(values: list[object]) -> list[object]:
    """Without the empty constants that Python 3.12, alone, puts into format specs."""
    return [one for one in values if not (isinstance(one, ast.Constant) and one.value == "" and _is_empty(one))]


def _is_empty(node: ast.Constant) -> bool:
    return (node.lineno, node.col_offset) == (node.end_lineno, node.end_col_offset)


def python_files(folders: Sequence[Path]) -> Iterator[Path]:
    """Every Python file below the folders, sorted within each."""
    for folder in folders:
        yield from sorted(folder.rglob("*.py"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print the counts and every difference; 1 if there is a difference."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--state", type=Path, help="file of outcomes, one JSON line a file")
    parser.add_argument("--forms", action="store_true", help="compare the intermediate forms as well")
    parser.add_argument("--limit", type=int, default=sys.maxsize, help="compare at most so many files")
    options = parser.parse_args(arguments)
    folders = options.folders or [Path(sysconfig.get_paths()[key]) for key in ("stdlib", "purelib")]
    known = _known(options.state)
    counts = Counter(known.values())
    new = (path for path in python_files(folders) if str(path) not in known)
    for number, path in enumerate(new, start=1):
        if number > options.limit:
            break
        comparison = compare(path.read_bytes(), forms=options.forms)
        counts[comparison.outcome.value] += 1
        if options.state:
            with options.state.open("a", encoding="utf-8") as state:
                print(json.dumps([str(path), comparison.outcome.value, comparison.detail]), file=state)
        if comparison.outcome not in {Outcome.EQUAL, Outcome.NOT_BY_AST}:
            print(f"{path}: {comparison.outcome.value}: {comparison.detail}")
    for outcome in Outcome:
        print(f"{counts[outcome.value]:8,}  {outcome.value}")
    return 1 if counts[Outcome.DIFFERENT.value] else 0


def _known(state: Path | None) -> dict[str, str]:
    """Outcomes of an earlier run by path."""
    if state is None or not state.exists():
        return {}
    lines = state.read_text(encoding="utf-8").splitlines()
    return {path: outcome for path, outcome, _ in map(json.loads, lines)}


if __name__ == "__main__":
    sys.exit(main())
