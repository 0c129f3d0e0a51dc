"""Modules that import each other in every way that has a kind of its own (DESIGN 2.3)."""

from __future__ import annotations

import random

from benchmarks.generated.catalogue import Section, sections
from benchmarks.generated.program import Draft, ExpectedEdge, Fragment

_MODULES = ("alpha", "beta", "gamma", "sub.delta", "sub.deep.epsilon", "zeta", "wide.eta")
_IMPORTS_PER_MODULE = 2


def importing(source: random.Random, package: str) -> Fragment:
    """A random graph. An edge leads from a name to a later one, so that no import meets a half-loaded module."""
    draft = Draft(source, package)
    edges: list[ExpectedEdge] = []
    for name in (*_MODULES, "never"):
        draft.write(name, "VALUE = 1")
    ordered = list(_MODULES)
    source.shuffle(ordered)
    for position, at in enumerate(ordered):
        later = ordered[position + 1 :]
        ways = source.sample(sections("imports.txt"), k=_IMPORTS_PER_MODULE)
        if all("lazy" in way.tags for way in ways):  # a module has one `__getattr__`
            ways = ways[:1]
        for to, way in zip(source.sample(later, k=min(_IMPORTS_PER_MODULE, len(later))), ways, strict=False):
            edges.append(_write(draft, at, to, way))
    draft.tags.add("import:parent")
    return Fragment(
        f"{package}:imports",
        package,
        draft.texts(),
        frozenset(draft.tags),
        edges=tuple(edges),
        exact_loads=tuple(f"{package}.{name}" for name in sorted(_MODULES)),
    )


def _write(draft: Draft, at: str, to: str, way: Section) -> ExpectedEdge:
    (kind,) = way.tags
    whole = f"{draft.package}.{to}"
    holder, _, last = whole.rpartition(".")
    text = way.text.format(package=draft.package, to=to, last=last, holder=holder, dots="." * (at.count(".") + 1))
    if kind == "stub":
        draft.files.setdefault(draft.file(at) + "i", []).append(text + "\n")
    else:
        draft.write(at, text)
    draft.tags.add(f"import:{kind}")
    return ExpectedEdge(f"{draft.package}.{at}", whole, kind)
