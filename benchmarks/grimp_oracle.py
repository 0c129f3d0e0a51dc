"""grimp's own builder against this project's import graph: `python -m benchmarks.grimp_oracle [CORPUS ...]`.

Every edge that only one of them has is explained by a rule (DESIGN 2.3), checked edge by edge on the source, or printed
as a defect. Exit 0 when nothing is left unexplained, 1 otherwise.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from archgates.domain.imports import ImportEdge, ImportKind, View
from archgates.imports.index import ImportIndex
from archgates.project.discover import Discovery, discover
from archgates.project.sources import Sources
from benchmarks.corpora import CORPORA, DEFAULT_FOLDER, Corpus, corpus


class Rule(Enum):
    """Why one graph has an edge that the other lacks."""

    PARENT = "importing a.b.c runs a and a.b: grimp has no edge to them"
    NOT_A_STATEMENT = "dynamic, lazy, stub and cython imports: grimp reads the import statements of .py files"
    FOLDER = "below a folder without __init__.py, or outside the package: unknown to grimp"
    ABSENT_SUBMODULE = "import of a module that the project lacks runs the packages above it: grimp drops the import"
    NAME_AND_SUBMODULE = "from a import x where a binds x and has a submodule x: both, grimp says the submodule"
    DEAD_BRANCH = "a branch that sys.version_info or sys.platform rules out: grimp counts it"


Edge = tuple[str, str]


@dataclass(slots=True)
class Comparison:
    """The two graphs of one corpus, and what explains their differences."""

    name: str
    common: int
    explained: Counter[Rule] = field(default_factory=Counter)
    defects: list[str] = field(default_factory=list)


def compare(one: Corpus) -> Comparison:
    """Build both graphs and explain every difference."""
    import grimp

    sys.path.insert(0, str(one.root))
    try:
        theirs = grimp.build_graph(one.package, cache_dir=None)
    finally:
        sys.path.remove(str(one.root))
    known = theirs.modules
    grimp_edges = {
        (importer, imported) for importer in known for imported in theirs.find_modules_directly_imported_by(importer)
    }
    explainer = _Explainer(one.root, one.package, discover(one.root), known)
    ours = explainer.edges
    result = Comparison(one.name, len(grimp_edges & ours.keys()))
    for edge in sorted(ours.keys() - grimp_edges):
        _note(result, edge, explainer.only_ours(edge), "only archgates", ours[edge])
    for edge in sorted(grimp_edges - ours.keys()):
        lines = [int(detail["line_number"]) for detail in theirs.get_import_details(importer=edge[0], imported=edge[1])]
        _note(result, edge, explainer.only_grimp(edge, lines), "only grimp", [])
    return result


def _note(result: Comparison, edge: Edge, rule: Rule | None, side: str, evidence: Sequence[ImportEdge]) -> None:
    if rule is not None:
        result.explained[rule] += 1
        return
    where = ", ".join(f"{one.path}:{one.line} {one.kind.value}" for one in evidence[:3])
    result.defects.append(f"{result.name}: {edge[0]} -> {edge[1]} {side} {where}")


class _Explainer:
    """Finds the rule behind a difference by looking at the source with `ast`."""

    def __init__(self, root: Path, package: str, found: Discovery, known: frozenset[str] | set[str]) -> None:
        self._root = root
        self._package = package
        self._known = known
        self._table = found.table
        sources = Sources(root, found.table, gaps=found.gaps)
        self.edges: dict[Edge, list[ImportEdge]] = defaultdict(list)
        for edge in ImportIndex(sources).facts(View.ALL).edges:
            self.edges[edge.importer, edge.imported].append(edge)
        self._trees: dict[str, ast.Module] = {}

    def only_ours(self, edge: Edge) -> Rule | None:
        """Why grimp lacks an edge."""
        evidence = self.edges[edge]
        unknown = [end for end in edge if end not in self._known]
        if unknown:
            return Rule.FOLDER if all(map(self._is_out_of_reach, unknown)) else None
        statements = [
            one
            for one in evidence
            if one.kind
            not in {ImportKind.PARENT, ImportKind.DYNAMIC, ImportKind.LAZY, ImportKind.STUB, ImportKind.CYTHON}
        ]
        if not statements:
            is_parent = all(one.kind is ImportKind.PARENT for one in evidence)
            return Rule.PARENT if is_parent else Rule.NOT_A_STATEMENT
        rules = {self._of_statement(one) for one in statements}
        return rules.pop() if len(rules) == 1 else None

    def _is_out_of_reach(self, name: str) -> bool:
        """Whether a package above the module, or the module's own top, is none that grimp looks into."""
        top, *_ = name.split(".")
        if top != self._package or name in self._table.namespaces:
            return True
        parts = name.split(".")
        return any(".".join(parts[:length]) in self._table.namespaces for length in range(1, len(parts)))

    def _of_statement(self, edge: ImportEdge) -> Rule | None:
        names = self._names_at(edge)
        below = {name for name in names if name.startswith(edge.imported + ".")}
        if any(name in self._known for name in below):
            return Rule.NAME_AND_SUBMODULE
        return Rule.ABSENT_SUBMODULE if below else None

    def _names_at(self, edge: ImportEdge) -> set[str]:
        """Every dotted name that the import statements on the edge's line could mean, as modules."""
        module = self._table.at(edge.path)
        package = module.package if module is not None else ""
        names: set[str] = set()
        for node in ast.walk(self._tree(edge.path)):
            if not isinstance(node, ast.Import | ast.ImportFrom) or node.lineno != edge.line:
                continue
            if isinstance(node, ast.Import):
                names |= {name.name for name in node.names}
                continue
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            names |= {source} | {f"{source}.{name.name}" for name in node.names}
        return names

    def only_grimp(self, edge: Edge, lines: Sequence[int]) -> Rule | None:
        """Why this project's graph lacks an edge."""
        module = self._table.find(edge[0])
        if module is None:
            return None
        dead = [
            range(node.lineno, (node.end_lineno or node.lineno) + 1)
            for node in ast.walk(self._tree(module.path))
            if isinstance(node, ast.If) and _asks_interpreter(node.test)
        ]
        return Rule.DEAD_BRANCH if all(any(line in span for span in dead) for line in lines) else None

    def _tree(self, path: str) -> ast.Module:
        if path not in self._trees:
            self._trees[path] = ast.parse((self._root / path).read_bytes())
        return self._trees[path]


def _asks_interpreter(test: ast.expr) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr in {"version_info", "platform"} for node in ast.walk(test))


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare every corpus, print one line each with the rules that explain its differences."""
    names = [one.name for one in CORPORA]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.grimp_oracle", description=__doc__)
    parser.add_argument("corpora", nargs="*", metavar="CORPUS", help=f"any of {', '.join(names)}; default all")
    parser.add_argument("--into", type=Path, default=DEFAULT_FOLDER, metavar="DIR")
    options = parser.parse_args(arguments)
    defects: list[str] = []
    for name in options.corpora or names:
        result = compare(corpus(name, options.into))
        explained = ", ".join(f"{rule.name.lower()} {count}" for rule, count in result.explained.most_common())
        print(f"{name:14} common {result.common:6}  explained: {explained}; defects {len(result.defects)}", flush=True)
        defects += result.defects
    for rule in Rule:
        print(f"  {rule.name.lower()}: {rule.value}")
    for defect in defects:
        print(defect)
    return 1 if defects else 0


if __name__ == "__main__":
    sys.exit(main())
