"""What containers hold: displays, what is put in later, and what iterating gives, as CPython has it."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from archgates.resolve.containers import elements, only_text
from archgates.resolve.values import ClassValue, Definition, Held, Many, TextValue, Unknown, unknown
from tests.archgates.resolve.projects import world
from tests.archgates.resolve.seen import differences

SAMPLES = {
    "registered later": """
        REGISTRY = {}
        REGISTRY["a"] = A
        see(REGISTRY["a"])  # more
        def register(cls):
            REGISTRY[cls.__name__] = cls
        see(REGISTRY.get("a"))  # more
        """,
    "put in later and iterated over": """
        class Registry:
            entries = []
            @classmethod
            def add(cls, name, kind, first=False):
                if first:
                    cls.entries.insert(0, (name, kind))
                else:
                    cls.entries.append((name, kind))
        Registry.entries.append(("a", A))
        Registry.add("b", A)
        for name, kind in Registry.entries:
            see(kind)  # open
        PLAIN = [A]
        PLAIN.append(B)
        for kind in PLAIN:
            see(kind)
        """,
    "made by calls": """
        from collections import OrderedDict, defaultdict, deque
        see(dict(a=A)["a"])
        see(dict.fromkeys(("a", "b"), A).get("a"))
        see(defaultdict(list)["a"])
        SAME = dict.fromkeys(["a"], A)
        SAME["b"] = B
        see(SAME["b"])  # more
        EMPTY = dict()
        EMPTY["a"] = A
        see(EMPTY["a"])
        ORDERED = OrderedDict()
        ORDERED["a"] = A
        see(ORDERED.get("a"))
        QUEUE = deque()
        QUEUE.append(A)
        for kind in QUEUE:
            see(kind)
        BY_NAME = defaultdict(list)
        BY_NAME["a"].append(A)
        for kind in BY_NAME["a"]:
            see(kind)
        NESTED = defaultdict(dict)
        inner = NESTED["a"]
        inner["b"] = A
        see(NESTED["a"].get("b"))
        see(NESTED["a"]["b"])
        """,
    "unpacked": """
        BASE = {"a": A}
        MORE = {**BASE, "b": B}
        see(MORE["b"])
        see(MORE["a"])  # more
        FIRST = [A]
        BOTH = [*FIRST, *(A,)]
        see(BOTH[0])
        """,
    "sums": """
        KINDS = [A] + [A]
        see(KINDS[0])
        for kind in (A,) + (B,):
            see(kind)
        MORE = [A]
        MORE += [B]
        for kind in MORE:
            see(kind)
        """,
    "known keys": """
        TABLE = {"a": A, "b": B, 1: C}
        see(TABLE["a"])
        see(TABLE["b"])
        see(TABLE[1])  # more
        key = "a"
        see(TABLE[key])
        see(TABLE[key]())
        """,
    "comprehensions": """
        TABLE = {name: kind for name, kind in (("a", A),)}
        see(TABLE["a"])
        see([kind for kind in (A, B) if kind is A][0])  # more
        see({kind() for kind in (A,)}.pop())
        """,
    "nested": """
        TREE = {"a": {"b": A}, "c": [(B, C)]}
        see(TREE["a"]["b"])
        see(TREE["c"][0][1])  # more
        for one, two in TREE["c"]:
            see(one)
            see(two)
        """,
    "tuples by place": """
        pair = A, B
        one, two = pair
        see(one)
        see(two)
        def both():
            return A, B
        three, four = both()
        see(three)
        see(four)
        for name, kind in [("a", A), ("b", A)]:
            see(kind)
        """,
    "in classes": """
        class K:
            KINDS = {"a": A}
            def __init__(self):
                self.parts = [B]
            def use(self):
                see(self.KINDS["a"])
                see(self.parts[0])
                for part in self.parts:
                    see(part)
        K().use()
        see(K.KINDS["a"])
        """,
    "objects that iterate": """
        class Pair:
            def __iter__(self):
                return iter((A, B))
        for one in Pair():
            see(one)
        first, second = Pair()
        see(first)
        see(second)
        """,
    "keys": """
        for name in {"a": A}:
            see(name)
        for kind in {A: 1}:
            see(kind)
        for name in {"a": A}.keys():
            see(name)
        """,
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_elements_are_those_of_cpython(tmp_path: Path, sample: str) -> None:
    text = "from things import A, B, C\n" + textwrap.dedent(SAMPLES[sample])
    files = {"things.py": "class A: ...\nclass B: ...\nclass C: ...\n", "main.py": text}
    assert differences(tmp_path, files) == {}


def test_elements_of_values_that_are_no_displays(tmp_path: Path) -> None:
    known = world(tmp_path, {"main.py": ""})
    cls = ClassValue(Definition("main.py", 0))
    assert elements(known, Many(cls)) == {Held(cls): ()}
    assert elements(known, Held(Many(cls))) == {Held(cls): ()}
    assert [type(value) for value in elements(known, cls)] == [Unknown]


def test_a_text_is_known_only_alone() -> None:
    assert only_text({TextValue("a"): ()}) == "a"
    assert only_text({TextValue("a"): (), TextValue("b"): ()}) is None
    assert only_text(unknown("why")) is None
    assert only_text({}) is None
