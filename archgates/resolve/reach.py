"""Which files a name can be used in: those that mention it and may import the module that binds it."""

from __future__ import annotations

from collections.abc import Iterator

from archgates.domain.modules import Module
from archgates.resolve.world import World


class Reach:
    """The files that a search has not yet read for a name."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._unread: dict[str, dict[str, Module]] = {}

    def modules(self, name: str, binder: str | None, *, local: bool) -> Iterator[Module]:
        """The modules that may use a name, each at most once for a name.

        `binder` is the path of the module that binds it, None when it may be bound anywhere; with `local`, it is used
        there only.
        """
        origin = None if binder is None else self._world.table.at(binder)
        if local and origin is not None:
            yield origin
            return
        unread = self._unread.get(name)
        if unread is None:
            unread = self._unread[name] = dict(self._world.mentioning(name))
        for path, module in list(unread.items()):
            if origin is None or module is origin or self.may_import(module, origin):
                del unread[path]
                yield module

    def forget(self, name: str) -> None:
        """Every file is unread again for a name."""
        self._unread.pop(name, None)

    def may_import(self, module: Module, origin: Module) -> bool:
        """Whether a module can reach another by an import statement: its text has the last part of the name."""
        data = self._world.sources.data(module)
        if data is None:
            return False
        tail = origin.name.rpartition(".")[2]
        if tail.encode() in data or (not data.isascii() and module.path in self._world.mentioning(tail)):
            return True
        return origin.is_package and (module.package + ".").startswith(origin.name + ".")

    def star_importers(self, module: Module) -> list[Module]:
        """The modules that may take everything from one."""
        return [one for one in self._world.star_importers() if one is not module and self.may_import(one, module)]
