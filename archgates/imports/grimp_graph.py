"""Fills grimp's graph with the edges of a view, so that import-linter's contracts can run on it (DESIGN 2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archgates.domain.imports import ImportFacts
from archgates.domain.modules import ModuleTable

if TYPE_CHECKING:
    from grimp import ImportGraph


def grimp_graph(facts: ImportFacts, table: ModuleTable) -> ImportGraph:
    """A `grimp.ImportGraph` with the modules and edges of a view.

    Namespace packages are left out, as grimp does not know them as modules; a module that two roots define keeps
    its label. The text of the line is empty: contracts print the place, and the line is in the file.
    """
    import grimp

    graph = grimp.ImportGraph()
    namespaces = table.namespaces
    for label in facts.modules:
        if label not in namespaces:
            graph.add_module(label)
    for edge in facts.edges:
        if edge.imported not in namespaces:
            graph.add_import(importer=edge.importer, imported=edge.imported, line_number=edge.line, line_contents="")
    return graph
