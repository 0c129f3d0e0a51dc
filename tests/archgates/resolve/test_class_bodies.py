"""Names in and around class bodies mean what CPython finds there (DESIGN 2.2 rule 3)."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.resolve.seen import differences

THINGS = "class A: ...\nclass B: ...\nclass C: ...\n"
SAMPLES = {
    "class scope is invisible to methods": """
        x = A
        class K:
            x = B
            see(x)
            def method(self):
                see(x)
            see([x for _ in "a"][0])
            y = [see(one) for one in (x,)]
            z = lambda self: see(x)
        K().method()
        K().z()
        """,
    "a class body reads around before it binds": """
        x = A
        class K:
            see(x)
            x = B
            see(x)
            del x
            see(x)
        """,
    "heads in a class body see what it binds": """
        class K:
            class Inner(A):
                thing = C
            class Heir(Inner): ...
            kind = B
            def m(self, thing=None) -> Inner:
                return thing or eval("K.Inner()")
            def n(self, one=kind):
                return see(one)  # more
        see(K().m())
        see(K.Heir.thing)
        K().n()
        """,
    "a class body inside a function": """
        def f():
            x = A
            class K:
                see(x)
                class Inner:
                    see(x)
            return K
        x = B
        f()
        """,
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_names_in_class_bodies(tmp_path: Path, sample: str) -> None:
    text = "from things import A, B, C\n" + textwrap.dedent(SAMPLES[sample])
    assert differences(tmp_path, {"things.py": THINGS, "main.py": text}) == {}
