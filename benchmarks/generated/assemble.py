"""Puts programs together: which fragments a seed gives."""

from __future__ import annotations

import random
from dataclasses import replace

from benchmarks.generated.accesses import ACCESSES
from benchmarks.generated.classes import NAMES, write_class
from benchmarks.generated.flows import SCENARIOS, flow
from benchmarks.generated.importing import importing
from benchmarks.generated.program import Draft, Fragment, Program
from benchmarks.generated.uses import ALONE, PLACES, PLACES_ALONE, choose, indented

FREE_FRAGMENTS = 3
"""Fragments of access, use and place drawn at random, beside the scenarios that are taken in turn."""


def access_and_use(source: random.Random, package: str) -> Fragment:
    """A class in one module; another module reaches it somehow, and does something with it somewhere."""
    draft = Draft(source, package)
    name = source.choice(NAMES)
    write_class(draft, "engine", name)
    made = source.choice(ACCESSES)
    access = made(draft, name)
    draft.write("use", access.lines)
    top, body = _placed(draft, access.expression, access.kinds)
    draft.write("use", f"{top}\n\ndef run():\n{indented(body)}")
    return Fragment(
        f"{package}:{made.__name__}:{access.expression}",
        package,
        draft.texts(),
        frozenset(draft.tags),
        f"{package}.engine.{name}",
        (f"{package}.use",),
    )


def _placed(draft: Draft, expression: str, kinds: str) -> tuple[str, str]:
    """A use and the place where it stands.

    Never a class body: a nested function there does not see the body's names, and most uses have one.
    """
    use = choose(draft.random, expression)
    draft.tags |= use.tags
    place = draft.random.choice(PLACES_ALONE if ALONE in use.tags else PLACES)
    return place(use.text.replace("{x}", expression).replace("{k}", kinds))


def program(seed: int) -> Program:
    """The program of a seed. Scenarios are taken in turn, so that consecutive seeds cover every one of them."""
    source = random.Random(seed)
    prefix = f"g{seed}"
    fragments = [access_and_use(source, f"{prefix}.free{number}") for number in range(FREE_FRAGMENTS)]
    fragments.append(flow(seed, source, f"{prefix}.flow"))
    fragments.append(SCENARIOS[seed % len(SCENARIOS)](source, f"{prefix}.scenario"))
    fragments.append(importing(source, f"{prefix}.imports"))
    if seed % 2:  # the other programs live in a namespace package
        first = fragments[0]
        fragments[0] = replace(first, files={**first.files, f"{prefix}/__init__.py": ""})
    return Program(seed, tuple(fragments))
