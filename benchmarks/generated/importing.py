"""Modules that import each other in every way that has a kind of its own (DESIGN 2.3)."""

from __future__ import annotations

import random
from collections.abc import Callable

from benchmarks.generated.program import Draft, ExpectedEdge, Fragment

Way = Callable[[Draft, str, str], str]
"""Writes into the module `at` an import of the module `to` (names relative to the package); gives the kind."""


def absolute(draft: Draft, at: str, to: str) -> str:
    draft.write(at, f"import {draft.package}.{to}")
    return "module"


def aliased(draft: Draft, at: str, to: str) -> str:
    draft.write(at, f"import {draft.package}.{to} as held")
    return "module"


def name_from(draft: Draft, at: str, to: str) -> str:
    draft.write(at, f"from {draft.package}.{to} import VALUE as value")
    return "module"


def submodule_from(draft: Draft, at: str, to: str) -> str:
    package, _, last = f"{draft.package}.{to}".rpartition(".")
    draft.write(at, f"from {package} import {last}")
    return "module"


def relative(draft: Draft, at: str, to: str) -> str:
    dots = "." * (at.count(".") + 1)
    draft.write(at, f"from {dots}{to} import VALUE")
    return "module"


def grouped(draft: Draft, at: str, to: str) -> str:
    draft.write(at, f"import os, {draft.package}.{to}, sys; from os import (\n    path,\n)")
    return "module"


def in_branch(draft: Draft, at: str, to: str) -> str:
    draft.write(at, f"if __name__:\n    import {draft.package}.{to}")
    return "module"


def in_class(draft: Draft, at: str, to: str) -> str:
    draft.write(at, f"class Body:\n    import {draft.package}.{to}")
    return "module"


def in_with(draft: Draft, at: str, to: str) -> str:
    draft.write(at, f"import contextlib\nwith contextlib.suppress(LookupError):\n    from {draft.package} import {to}" if "." not in to else f"import contextlib\nwith contextlib.suppress(LookupError):\n    import {draft.package}.{to}")
    return "module"


def in_version_branch(draft: Draft, at: str, to: str) -> str:
    draft.write(at, f"import sys\nif sys.version_info >= (3, 8):\n    import {draft.package}.{to}\nelse:\n    import {draft.package}.never")
    return "module"


def star(draft: Draft, at: str, to: str) -> str:
    draft.write(at, f"from {draft.package}.{to} import *")
    return "star"


def fallback_body(draft: Draft, at: str, to: str) -> str:
    draft.write(at, f"try:\n    import {draft.package}.{to}\nexcept ImportError:\n    held = None")
    return "fallback"


def fallback_handler(draft: Draft, at: str, to: str) -> str:
    draft.write(at, f"try:\n    import no_such_module\nexcept ImportError:\n    import {draft.package}.{to}")
    return "fallback"


def deferred(draft: Draft, at: str, to: str) -> str:
    draft.write(at, f"def later():\n    import {draft.package}.{to}\n    return {draft.package}")
    return "deferred"


def deferred_method(draft: Draft, at: str, to: str) -> str:
    draft.write(at, f"class Later:\n    def go(self):\n        from {draft.package}.{to} import VALUE\n        return VALUE")
    return "deferred"


def typing_only(draft: Draft, at: str, to: str) -> str:
    head = draft.random.choice(
        [
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:",
            "import typing\nif typing.TYPE_CHECKING:",
            "import typing as t\nif t.TYPE_CHECKING:",
            "from typing import TYPE_CHECKING as CHECKING\nif CHECKING:",
        ]
    )
    draft.write(at, f"{head}\n    import {draft.package}.{to}")
    return "typing"


def not_typing(draft: Draft, at: str, to: str) -> str:
    draft.write(at, f"import typing\nif not typing.TYPE_CHECKING:\n    import {draft.package}.{to}")
    return "module"


def else_of_typing(draft: Draft, at: str, to: str) -> str:
    draft.write(at, f"import typing\nif typing.TYPE_CHECKING:\n    held = 1\nelse:\n    import {draft.package}.{to}")
    return "module"


def dynamic(draft: Draft, at: str, to: str) -> str:
    call = draft.random.choice(
        [
            f'importlib.import_module("{draft.package}.{to}")',
            f'importlib.import_module(".{to}", "{draft.package}")',
            f'__import__("{draft.package}.{to}")',
        ]
    )
    draft.write(at, f"import importlib\nheld = {call}")
    return "dynamic"


def dynamic_later(draft: Draft, at: str, to: str) -> str:
    draft.write(at, f'import importlib\ndef much_later():\n    return importlib.import_module("{draft.package}.{to}")')
    return "dynamic"


def lazy(draft: Draft, at: str, to: str) -> str:
    draft.write(at, f'def __getattr__(name):\n    if name == "thing":\n        import {draft.package}.{to} as found\n        return found\n    raise AttributeError(name)')
    return "lazy"


def stub(draft: Draft, at: str, to: str) -> str:
    draft.files.setdefault(draft.file(at) + "i", []).append(f"import {draft.package}.{to}\n")
    return "stub"


WAYS: tuple[Way, ...] = (
    absolute,
    aliased,
    name_from,
    submodule_from,
    relative,
    grouped,
    in_branch,
    in_class,
    in_with,
    in_version_branch,
    star,
    fallback_body,
    fallback_handler,
    deferred,
    deferred_method,
    typing_only,
    not_typing,
    else_of_typing,
    dynamic,
    dynamic_later,
    lazy,
    stub,
)
_MODULES = ("alpha", "beta", "gamma", "sub.delta", "sub.deep.epsilon", "zeta", "wide.eta", "never")


def importing(source: random.Random, package: str) -> Fragment:
    """A random graph. An edge leads from a name to a later one, so that no import meets a half-loaded module."""
    draft = Draft(source, package)
    edges: list[ExpectedEdge] = []
    lazies: set[str] = set()
    for name in _MODULES:
        draft.write(name, "VALUE = 1")
    ordered = [name for name in _MODULES if name != "never"]
    source.shuffle(ordered)
    for position, at in enumerate(ordered[:-1]):
        for to in source.sample(ordered[position + 1 :], k=min(2, len(ordered) - position - 1)):
            way = source.choice(WAYS)
            if way is lazy and at in lazies:
                way = absolute
            lazies |= {at} if way is lazy else set()
            kind = way(draft, at, to)
            draft.tags.add(f"import:{kind}")
            edges.append(ExpectedEdge(f"{package}.{at}", f"{package}.{to}", kind))
    draft.tags.add("import:parent")
    modules = tuple(f"{package}.{name}" for name in sorted(ordered))
    return Fragment("imports", package, draft.texts(), frozenset(draft.tags), edges=tuple(edges), exact_loads=modules)

