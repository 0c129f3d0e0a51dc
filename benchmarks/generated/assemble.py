"""Puts programs together: which fragments a seed gives."""

from __future__ import annotations

import random
from dataclasses import replace

from benchmarks.generated.accesses import ACCESSES
from benchmarks.generated.classes import NAMES, write_class
from benchmarks.generated.flows import FLOWS, flow_of, inherited_maker, makes_itself, nested_class, shadowed_submodule, two_roots
from benchmarks.generated.importing import importing
from benchmarks.generated.program import Draft, Fragment, Maker, Program
from benchmarks.generated.uses import ANY_CALL, PLACES, choose

FREE_FRAGMENTS = 3
"""Fragments of access, use and place drawn at random, beside the scenarios that are taken in turn."""
_SCENARIOS: tuple[Maker, ...] = (makes_itself, inherited_maker, nested_class, shadowed_submodule, two_roots)


def access_and_use(source: random.Random, package: str) -> Fragment:
    """A class in one module; another module reaches it somehow, and does something with it somewhere."""
    draft = Draft(source, package)
    name = source.choice(NAMES)
    write_class(draft, "engine", name)
    made = source.choice(ACCESSES)
    access = made(draft, name)
    draft.write("use", access.lines)
    top, body = _placed(draft, access.expression, access.kinds)
    draft.write("use", f"{top}\n\ndef run():\n" + "\n".join("    " + line for line in body.split("\n")))
    return Fragment(
        f"{package}:{made.__name__}:{access.expression}",
        package,
        draft.texts(),
        frozenset(draft.tags),
        f"{package}.engine.{name}",
        (f"{package}.use",),
    )


def _placed(draft: Draft, expression: str, kinds: str) -> tuple[str, str]:
    use = choose(draft.random, expression)
    draft.tags |= set(use.tags)
    place = draft.random.choice(PLACES[:2] if not use.anywhere else PLACES)
    # In a class body, a nested function and a comprehension do not see the body's names: no place of its own here.
    return place(use.text.format(x=expression, k=kinds, c=ANY_CALL))


def program(seed: int) -> Program:
    """The program of a seed. Scenarios are taken in turn, so that consecutive seeds cover every one of them."""
    source = random.Random(seed)
    prefix = f"g{seed}"
    makers: list[tuple[str, Maker]] = [(f"free{n}", access_and_use) for n in range(FREE_FRAGMENTS)]
    fragments = [make(source, f"{prefix}.{name}") for name, make in makers]
    fragments.append(flow_of(FLOWS[seed % len(FLOWS)], source, f"{prefix}.flow"))
    fragments.append(_SCENARIOS[seed % len(_SCENARIOS)](source, f"{prefix}.scenario"))
    fragments.append(importing(source, f"{prefix}.imports"))
    if seed % 2:  # the other programs live in a namespace package
        first = fragments[0]
        fragments[0] = replace(first, files={**first.files, f"{prefix}/__init__.py": ""})
    return Program(seed, tuple(fragments))

