"""Classes: the method resolution order is CPython's own, of random hierarchies too (DESIGN 2.2 rule 6)."""

from __future__ import annotations

import tempfile
import textwrap
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archgates.resolve import classes
from archgates.resolve.values import Definition
from archgates.resolve.world import World
from tests.archgates.resolve.projects import world
from tests.archgates.resolve.seen import differences

BASIS = "from typing import Generic, TypeVar\nT = TypeVar('T')\n\n"


def order(known: World, path: str, name: str) -> list[str | None]:
    """The order of a class of a module by names; outside classes by theirs, None for an unknown base."""
    form = known.form(path)
    assert form is not None
    (number,) = (place for place, scope in enumerate(form.scopes) if scope.owner == name)
    found = known.settled(lambda: classes.linear(known, Definition(path, number)))
    return [known.name(one) if isinstance(one, Definition) else one for one in found]


@st.composite
def hierarchies(draw: st.DrawFn) -> list[tuple[int, ...]]:
    """The numbers of the bases of each class; a base has a smaller number than its heirs."""
    count = draw(st.integers(2, 9))
    bases: list[tuple[int, ...]] = [()]
    for number in range(1, count):
        chosen = draw(st.lists(st.integers(0, number - 1), unique=True, max_size=min(number, 3)))
        bases.append(tuple(chosen))
    return bases


@settings(max_examples=150)
@given(hierarchies())
def test_orders_are_those_of_cpython(bases: list[tuple[int, ...]]) -> None:
    """Classes that CPython refuses (C3 has no answer) are left out, with their heirs."""
    made: dict[int, type] = {}
    for number, parents in enumerate(bases):
        if all(parent in made for parent in parents):
            try:
                made[number] = type(f"C{number}", tuple(made[parent] for parent in parents), {})
            except TypeError:
                continue
    text = "".join(
        f"class C{number}({', '.join(f'C{parent}' for parent in bases[number])}): ...\n" for number in sorted(made)
    )
    with tempfile.TemporaryDirectory() as folder:
        known = world(Path(folder), {"m.py": text})
        for number, cls in made.items():
            expected = [f"m.{one.__name__}" for one in cls.__mro__ if one is not object]
            assert order(known, "m.py", f"C{number}") == expected


@settings(max_examples=60)
@given(hierarchies(), st.randoms(use_true_random=False))
def test_attributes_are_found_where_cpython_finds_them(bases: list[tuple[int, ...]], source: Any) -> None:
    names = ("a", "b")
    lines: list[str] = ["class Nothing: ..."]
    namespace: dict[str, Any] = {}
    exec(lines[0], namespace)
    for number, parents in enumerate(bases):
        body = "; ".join(f"{name} = Nothing" if source.random() < 0.2 else f"{name}{number} = 1" for name in names)
        marks = f"class Mark{number}: ...\n"
        own = "; ".join(f"{name} = Mark{number}" for name in names if source.random() < 0.4)
        text = f"{marks}class C{number}({', '.join(f'C{one}' for one in parents)}): {own or body}"
        try:
            exec(text, namespace)
        except (TypeError, NameError):
            continue
        lines.append(text)
        lines += [
            f"see(C{number}.{name})" for name in names if isinstance(getattr(namespace[f"C{number}"], name, None), type)
        ]
    with tempfile.TemporaryDirectory() as folder:
        assert differences(Path(folder).resolve(), {"main.py": "\n".join(lines)}) == {}


def test_where_c3_has_no_answer_every_base_is_kept(tmp_path: Path) -> None:
    text = "class A: ...\nclass B(A): ...\nclass Wrong(A, B): ...\nclass Heir(Wrong): ...\n"
    known = world(tmp_path, {"m.py": text})
    assert order(known, "m.py", "Heir") == ["m.Heir", "m.Wrong", "m.A", "m.B"]


def test_bases_are_followed_through_names_modules_and_subscripts(tmp_path: Path) -> None:
    files = {
        "a.py": BASIS + "class Root(Generic[T]): ...\nclass Mixin: ...\n",
        "b.py": "import a as first\nfrom a import Mixin as M\nBase = first.Root\nclass Mid(Base[int], M): ...\n",
        "c.py": "from b import *\nimport b\nclass Leaf(b.Mid, dict): ...\nclass Twig(Mid): ...\n",
    }
    known = world(tmp_path, files)
    assert order(known, "c.py", "Leaf") == ["c.Leaf", "b.Mid", "a.Root", "typing.Generic", "a.Mixin", "builtins.dict"]
    assert order(known, "c.py", "Twig") == ["c.Twig", "b.Mid", "a.Root", "typing.Generic", "a.Mixin"]


@pytest.mark.parametrize(
    "base", ["missing.Base", "make()", "BASES[0]", "(lambda: None)()", "Base if flag() else None", "*bases()"]
)
def test_a_base_that_cannot_be_resolved_is_told(tmp_path: Path, base: str) -> None:
    text = f"def make(): return eval('object')\nBASES = make()\nclass K({base}): ...\n"
    assert order(world(tmp_path, {"m.py": text}), "m.py", "K")[-1] is None


def test_classes_in_a_circle_end(tmp_path: Path) -> None:
    files = {"a.py": "from b import B\nclass A(B): ...\n", "b.py": "from a import A\nclass B(A): ...\n"}
    known = world(tmp_path, files)
    assert {"a.A", "b.B"} <= set(order(known, "a.py", "A"))


def test_a_class_that_inherits_from_an_earlier_class_of_its_name(tmp_path: Path) -> None:
    files = {"a.py": "class K: ...\n", "b.py": "from a import K\nclass K(K): ...\nclass L(K): ...\n"}
    known = world(tmp_path, files)
    assert order(known, "b.py", "L") == ["b.L", "b.K", "a.K"]


def test_a_deep_hierarchy(tmp_path: Path) -> None:
    """CPython has no limit; frameworks stay below a dozen."""
    text = "class C0: ...\n" + "".join(f"class C{n}(C{n - 1}): ...\n" for n in range(1, 50))
    known = world(tmp_path, {"m.py": text})
    assert order(known, "m.py", "C49") == [f"m.C{n}" for n in range(49, -1, -1)]


SAMPLES = {
    "dynamic classes": """
        K = type("K", (A,), {})
        see(K)  # open
        """,
    "class decorators": """
        def register(cls):
            return cls
        def wrap(kind):
            def inner(cls):
                return cls
            return inner
        @register
        class K:
            @wrap(1)
            class Inner: ...
        see(K)
        see(K.Inner)
        see(K())
        """,
    "conditional classes": """
        import sys
        try:
            import missing_module
        except ImportError:
            class K:
                kind = A
        else:
            class K:
                kind = B
        see(K.kind)  # more
        """,
    "__init_subclass__": """
        class Base:
            def __init_subclass__(cls):
                see(cls)
                cls.kind = A
        class K(Base): ...
        see(K.kind)
        """,
    "conditional attributes": """
        class K:
            if len("a"):
                kind = A
            else:
                kind = B
            for other in (A,):
                pass
        see(K.kind)  # more
        see(K.other)
        """,
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_classes_are_those_of_cpython(tmp_path: Path, sample: str) -> None:
    text = "from things import A, B, C\n" + textwrap.dedent(SAMPLES[sample])
    files = {"things.py": "class A: ...\nclass B: ...\nclass C: ...\n", "main.py": text}
    assert differences(tmp_path, files) == {}
