"""grimp's own builder as a second opinion on installed packages: every difference has a rule that explains it."""

from __future__ import annotations

import sysconfig
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import grimp
import pytest

from archgates.domain.imports import ImportKind, View
from archgates.imports.index import ImportIndex
from archgates.project.discover import discover
from archgates.project.sources import Sources

INSTALLED = Path(sysconfig.get_path("purelib"))
CANDIDATES = (
    "_pytest",
    "click",
    "grimp",
    "hypothesis",
    "importlinter",
    "libcst",
    "networkx",
    "packaging",
    "pygments",
    "rich",
    "yaml",
)
PACKAGES = tuple(name for name in CANDIDATES if find_spec(name) is not None)
"""Those that this environment has: libcst brings another YAML for newer Pythons."""
FOR_TYPES = frozenset({ImportKind.TYPING, ImportKind.STUB})
RULES: Mapping[str, str] = {
    "stub": "stubs are read for the typing view; grimp reads code alone",
    "dynamic": "imports by a call with a constant name are edges; grimp reads statements alone",
    "lazy": "a module `__getattr__` and what asks for its attributes are edges; grimp reads statements alone",
    "parent": "the packages around an imported module run; grimp names the module alone",
    "star": "`__all__` of a package makes a star import load submodules; grimp stops at the package",
    "compiled": "importing a compiled or missing module runs the packages around it; grimp drops the import",
    "attribute": "a name that is attribute and submodule may be either; grimp takes the submodule",
    "folder": "a folder without `__init__` inside a package is a package too; grimp does not look into it",
}


@cache
def own_index(package: str) -> ImportIndex:
    """The import graph of one installed package and its stubs."""
    kept = {package, f"{package}-stubs"}
    others = [one.name for one in INSTALLED.iterdir() if one.name not in kept]
    return ImportIndex(Sources.of(discover(INSTALLED, exclude=others)))


def peer_edges(package: str, *, without_typing: bool) -> set[tuple[str, str]]:
    """The edges of grimp's own builder."""
    graph = grimp.build_graph(package, cache_dir=None, exclude_type_checking_imports=without_typing)
    return {(one, other) for one in graph.modules for other in graph.find_modules_directly_imported_by(one)}


def own_edges(package: str, *, without_typing: bool) -> dict[tuple[str, str], set[ImportKind]]:
    """Our edges inside one package, with the kinds that make each."""
    found: dict[tuple[str, str], set[ImportKind]] = {}
    for edge in own_index(package).facts(View.ALL).edges:
        inside = edge.importer.split(".")[0] == package == edge.imported.split(".")[0]
        if inside and not (without_typing and edge.kind in FOR_TYPES):
            found.setdefault((edge.importer, edge.imported), set()).add(edge.kind)
    return found


def rule_for(pair: tuple[str, str], kinds: set[ImportKind], modules: frozenset[str]) -> str | None:
    """The rule that explains an edge which grimp does not have."""
    importer, imported = pair
    statements = kinds - {ImportKind.PARENT}
    if importer not in modules or imported not in modules:
        return "folder" if not statements <= FOR_TYPES else "stub"
    if not statements:
        return "parent"
    for kind in (ImportKind.STUB, ImportKind.DYNAMIC, ImportKind.LAZY, ImportKind.STAR):
        if statements == {kind} or statements == {kind, ImportKind.TYPING}:
            return str(kind.value)
    return "compiled" if _imports_nothing_that_has_a_file(pair) else None


def _imports_nothing_that_has_a_file(pair: tuple[str, str]) -> bool:
    """Whether the lines behind an edge import from modules that have no Python file."""
    edges = [
        one for one in own_index(pair[0].split(".")[0]).facts(View.ALL).edges if (one.importer, one.imported) == pair
    ]
    for edge in edges:
        if edge.kind is ImportKind.PARENT:
            continue
        line = (INSTALLED / edge.path).read_text("utf-8").split("\n")[edge.line - 1]
        name = line.split()[1]
        if (INSTALLED / Path(*name.split("."))).with_suffix(".py").exists():
            return False
    return True


@pytest.mark.parametrize("without_typing", [False, True])
@pytest.mark.parametrize("package", PACKAGES)
def test_every_difference_has_a_rule(package: str, without_typing: bool) -> None:
    peer = peer_edges(package, without_typing=without_typing)
    own = own_edges(package, without_typing=without_typing)
    modules = frozenset(grimp.build_graph(package, cache_dir=None).modules)
    assert peer - own.keys() == set()
    explained = {pair: rule_for(pair, own[pair], modules) for pair in own.keys() - peer}
    assert [pair for pair, rule in explained.items() if rule is None] == []
    assert {rule for rule in explained.values() if rule is not None} <= RULES.keys()


def test_the_comparison_is_not_empty() -> None:
    edges = sum(len(peer_edges(package, without_typing=False)) for package in PACKAGES)
    assert edges > 3_000
