"""What the names of one file mean at the statement that is being read."""

from __future__ import annotations

import ast
from collections.abc import Callable

from archgates.imports.scopes import Meaning, NameScope
from archgates.syntax.attributes import chain
from archgates.syntax.conditions import FLAGS, TYPE_CHECKING, UNKNOWN, Condition


class Meanings:
    """The scopes of a file; `scope` is the one that is being read.

    `is_flag` tells whether a dotted name is the typing flag; None where the project does not define it. Then its name
    decides, as it does for type checkers, if it surely is a name of a module.
    """

    def __init__(self, is_flag: Callable[[str], bool | None]) -> None:
        self._is_flag = is_flag
        self.top = self.scope = NameScope()
        self._imported: set[str] = set()
        self.modules: set[str] = set()
        """Modules that `import` names in full."""
        self.taken: set[str] = set()
        """Dotted names that `from` imports take."""
        self.stars: list[str] = []
        """Modules that star imports take everything of."""

    def bind(self, scope: NameScope, name: str, meaning: Meaning, *, is_sure: bool) -> None:
        """Bind a name in a scope."""
        scope.bind(name, meaning, is_sure=is_sure)
        if meaning.origin is not None:
            self._imported.add(name)

    def known(self, name: str) -> Condition | None:
        """The condition that a name holds; None where what it was imported from tells."""
        meanings = self.scope.lookup(name)
        if meanings is None:
            return self._of_unbound(name)
        conditions = {
            self._of_origin(one.origin) if one.origin is not None and one.condition == UNKNOWN else one.condition
            for one in meanings
        }
        if conditions == {UNKNOWN} and len(meanings) == 1 and meanings[0].origin is not None:
            return None
        return conditions.pop() if len(conditions) == 1 else UNKNOWN

    def qualified(self, node: ast.expr) -> str | None:
        """The dotted name that a name or attribute chain was imported from; None when it is local."""
        taken = chain(node, self.is_builtin)
        if taken is None:
            return None
        name, attributes = taken
        if name not in self._imported:
            return None
        meanings = self.scope.lookup(name)
        origin = meanings[-1].origin if meanings else None
        return ".".join([origin, *attributes]) if origin else None

    def is_flag(self, origin: str) -> bool:
        """Whether a dotted name is the typing flag."""
        answer = self._is_flag(origin)
        if answer is not None:
            return answer
        owner, _, name = origin.rpartition(".")
        return name == "TYPE_CHECKING" and (owner in self.modules or origin in self.taken)

    def is_builtin(self, name: str) -> bool:
        """Whether nothing in the file gives a name of the built-ins another meaning."""
        return self.scope.lookup(name) is None

    def origins(self) -> dict[str, str]:
        """Names at the top that are imported in one way only, with what they are imported from."""
        single = ((name, one[0].origin) for name, one in self.top.names.items() if len(one) == 1)
        return {name: origin for name, origin in single if origin}

    def may_be_flag(self, name: str) -> bool:
        """Whether a name at the top may hold the typing flag itself."""
        meanings = self.top.names[name]
        return any(one.condition == TYPE_CHECKING or (one.origin or "").endswith(".TYPE_CHECKING") for one in meanings)

    def _of_origin(self, origin: str) -> Condition:
        return TYPE_CHECKING if origin in FLAGS or self.is_flag(origin) else UNKNOWN

    def _of_unbound(self, name: str) -> Condition:
        """A name that the file does not bind comes from a star import, if from anywhere."""
        for star in reversed(self.stars):
            answer = self._is_flag(f"{star}.{name}")
            if answer is not None:
                return TYPE_CHECKING if answer else UNKNOWN
        return TYPE_CHECKING if name == "TYPE_CHECKING" else UNKNOWN
