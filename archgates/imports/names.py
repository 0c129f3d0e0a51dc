"""Which module of the project an imported name means, seen from the importing file (DESIGN 2.2 rule 1)."""

from __future__ import annotations

from dataclasses import dataclass

from archgates.domain.modules import Module, ModuleTable, SourceKind


@dataclass(frozen=True, slots=True)
class Node:
    """A module or a namespace package of the project, as the import graph knows it."""

    label: str
    name: str
    module: Module | None = None
    """The file that runs; None for a namespace package, which has none."""

    @property
    def is_package(self) -> bool:
        """Whether the node can have submodules."""
        return self.module is None or self.module.is_package


class Names:
    """Finds modules by name, and remembers which names turned out to be defined in several roots."""

    def __init__(self, table: ModuleTable) -> None:
        self._table = table
        self._tops = {(one.root, one.name) for one in table if "." not in one.name and one.kind is not SourceKind.PYI}
        self._found: dict[tuple[str, str], Node | None] = {}

    def exact(self, name: str, root: str) -> Node | None:
        """The module of exactly this name; None when there is none, or none that can be chosen.

        What the importer's own root holds at the top hides the same name in other roots, as the first entry of
        `sys.path` does; namespace packages join over all roots.
        """
        key = (name, root)
        if key not in self._found:
            self._found[key] = self._look_up(name, root)
        return self._found[key]

    def longest(self, name: str, root: str) -> tuple[Node | None, bool]:
        """The module with the longest name that `name` starts with, and whether it is the whole name.

        Importing `a.b.c` runs `a` and `a.b` even where `a.b.c` is compiled, generated or missing.
        """
        node = self.exact(name, root)
        if node is not None:
            return node, True
        parent = name.rpartition(".")[0]
        while parent:
            node = self.exact(parent, root)
            if node is not None:
                # Another distribution may hold the rest of a namespace package: nothing of this project runs.
                return (node if node.module is not None else None), False
            parent = parent.rpartition(".")[0]
        return None, False

    def is_ambiguous(self, name: str) -> bool:
        """Whether more than one root defines the name."""
        return name in self._table.ambiguous

    def node_of(self, module: Module) -> Node:
        """The node that a file belongs to: code, stub and Cython files of one name in one root are one node."""
        main = self._table.find(module.name, module.root) or module
        return Node(self._table.label(main), module.name, main)

    def ancestors(self, node: Node) -> list[Node]:
        """The packages around a module, outermost first."""
        root = node.module.root if node.module is not None else "."
        parts = node.name.split(".")
        prefixes = (".".join(parts[:length]) for length in range(1, len(parts)))
        found = (self.exact(prefix, root) for prefix in prefixes)
        return [one for one in found if one is not None]

    def _look_up(self, name: str, root: str) -> Node | None:
        table = self._table
        if (root, name.partition(".")[0]) in self._tops:
            module = table.find(name, root)
            module = module if module is not None and (module.root == root or _is_stub(module)) else None
        else:
            module = table.find(name, root)
        if module is not None:
            return Node(table.label(module), name, module)
        return Node(name, name) if name in table.namespaces else None


def _is_stub(module: Module) -> bool:
    return module.kind is SourceKind.PYI


def absolute_name(module: Module, level: int, name: str) -> str | None:
    """The dotted name that a relative import means; None when it goes above the top-level package."""
    if level == 0:
        return name
    parts = module.package.split(".") if module.package else []
    kept = len(parts) - (level - 1)
    if kept <= 0:
        return None
    return ".".join([*parts[:kept], name] if name else parts[:kept])
