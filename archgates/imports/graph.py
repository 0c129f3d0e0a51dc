"""Paths in an import graph."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import cached_property

from archgates.domain.imports import ImportEdge, ImportFacts


class ImportGraph:
    """The edges of one view by importing and imported module, for questions about paths."""

    def __init__(self, facts: ImportFacts) -> None:
        self.facts = facts

    def direct(self, importer: str, imported: str) -> tuple[ImportEdge, ...]:
        """Every import of one module by another, in source order."""
        return tuple(self._edges.get(importer, {}).get(imported, ()))

    def reachable(self, importer: str) -> frozenset[str]:
        """Every module that `importer` reaches by one import or more, and itself."""
        return frozenset(self._came_by(importer, None))

    def shortest_chain(self, importer: str, imported: str) -> tuple[ImportEdge, ...]:
        """A shortest path, each step with its first import; empty when there is none.

        Of several shortest paths the one whose module names come first, so that the answer never varies.
        """
        if importer == imported:
            return self.direct(importer, imported)[:1]
        came_by = self._came_by(importer, imported)
        chain: list[ImportEdge] = []
        while imported != importer:
            edge = came_by.get(imported)
            if edge is None:
                return ()
            chain.append(edge)
            imported = edge.importer
        return tuple(reversed(chain))

    @cached_property
    def _edges(self) -> Mapping[str, Mapping[str, list[ImportEdge]]]:
        grouped: dict[str, dict[str, list[ImportEdge]]] = {}
        for edge in self.facts.edges:
            grouped.setdefault(edge.importer, {}).setdefault(edge.imported, []).append(edge)
        return {importer: dict(sorted(found.items())) for importer, found in grouped.items()}

    def _came_by(self, start: str, goal: str | None) -> dict[str, ImportEdge | None]:
        """Breadth first: the edge by which each module was reached first, until `goal` is."""
        came_by: dict[str, ImportEdge | None] = {start: None}
        queue = deque([start])
        while queue:
            for imported, edges in self._edges.get(queue.popleft(), {}).items():
                if imported not in came_by:
                    came_by[imported] = edges[0]
                    if imported == goal:
                        return came_by
                    queue.append(imported)
        return came_by
