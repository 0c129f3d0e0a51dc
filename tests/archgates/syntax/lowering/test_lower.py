"""Lowering as a whole: a bounded stack whatever the input, equal forms of both front ends, CPython's own scopes."""

from __future__ import annotations

import random
import symtable
import sys
import sysconfig
from collections import Counter
from pathlib import Path

import pytest

from archgates.domain.modules import Module
from archgates.project.discover import discover
from archgates.project.sources import Sources
from archgates.resolve.index import SymbolIndex
from archgates.syntax.form import Form, ScopeKind
from archgates.syntax.lowering.lower import lower
from archgates.syntax.parse import parse
from benchmarks.front_ends import Outcome, compare

LIBRARY = Path(sysconfig.get_paths()["stdlib"])
ENGINE = "class Engine:\n    def run(self): return self\n"

DEEP = {
    "a sum of 5,000 terms": "x = " + " + ".join(["Engine()"] * 5_000),
    "a mixed sum": "x = " + " - ".join(["Engine() + 1"] * 2_500),
    "5,000 comparisons": "x = " + " < ".join(["Engine()"] * 5_000),
    "5,000 alternatives": "x = " + " or ".join(["Engine()"] * 5_000),
    "1,500 calls in a chain": "x = Engine()" + ".run()" * 1_500,
    "1,500 calls of results": "x = Engine" + "()" * 1_500,
    "1,500 subscripts": "x = Engine()" + "[0]" * 1_500,
    "1,500 elifs": "if a: pass\n" + "".join(f"elif a{n}:\n    x = Engine()\n" for n in range(1_500)),
    "90 blocks": "".join("    " * n + "if a:\n" for n in range(90)) + "    " * 90 + "Engine()\n",
    "18 loops within one another": "".join("    " * n + "for _ in a:\n" for n in range(18))
    + "    " * 18
    + "Engine()\n",
    "60 functions within one another": "".join("    " * n + "def f():\n" for n in range(60))
    + "    " * 60
    + "Engine()\n",
    "60 classes within one another": "".join("    " * n + "class K:\n" for n in range(60)) + "    " * 60 + "Engine()\n",
    "80 parentheses": "x = " + "(" * 80 + "Engine()" + ")" * 80,
    "80 calls in calls": "x = " + "f(" * 80 + "Engine()" + ")" * 80,
    "80 lists": "x = " + "[" * 80 + "Engine()" + "]" * 80,
    "80 tables": "x = " + "{1: " * 80 + "Engine()" + "}" * 80,
    "300 lambdas": "x = " + "lambda: " * 300 + "Engine()",
    "60 comprehensions": "x = " + "[" * 60 + "Engine()" + " for _ in a]" * 60,
    "300 conditions": "x = " + "Engine() if a else " * 300 + "None",
    "80 conditions in parentheses": "x = " + "(" * 80 + "Engine()" + " if a else b)" * 80,
    "80 alternatives in parentheses": "x = " + "(" * 80 + "Engine()" + " or b)" * 80,
    "900 negations": "x = " + "not " * 900 + "Engine()",
    "900 awaits": "async def f():\n    x = " + "-" * 900 + "Engine()",
    "80 walruses": "x = " + "".join(f"(a{n} := " for n in range(80)) + "Engine()" + ")" * 80,
    "80 starred lists": "x = " + "[*" * 80 + "[Engine()]" + "]" * 80,
    "40 patterns": "match a:\n    case " + "[" * 40 + "x" + "]" * 40 + ":\n        Engine()\n",
    "80 annotations": "x: " + "list[" * 80 + "int" + "]" * 80 + " = Engine()\n",
    "a chain of 3,000 names": "x0 = Engine\n" + "".join(f"x{n} = x{n - 1}\n" for n in range(1, 3_000)) + "x2999()\n",
    "a chain of 1,500 functions": "def f0(): return Engine()\n"
    + "".join(f"def f{n}(): return f{n - 1}()\n" for n in range(1, 1_500))
    + "f1499().run()\n",
    "a chain of 300 heirs": "class K0(Engine): ...\n"
    + "".join(f"class K{n}(K{n - 1}): ...\n" for n in range(1, 300))
    + "K299()\nEngine()\n",
    "40 decorators": "@Engine()\n" * 40 + "def f(): ...\n",
    "2,000 targets": "x = " + " = ".join(f"y{n}" for n in range(2_000)) + " = Engine()\n",
}


@pytest.mark.parametrize("shape", DEEP)
def test_the_stack_is_bounded(tmp_path: Path, shape: str) -> None:
    """Every construction is found, or the file is a gap with its reason; nothing is a RecursionError."""
    (tmp_path / "engine.py").write_text(ENGINE, encoding="utf-8")
    (tmp_path / "use.py").write_text("from engine import Engine\n" + DEEP[shape], encoding="utf-8")
    project = SymbolIndex(Sources.of(discover(tmp_path, ["."])))
    facts = project.sites("engine.Engine")
    assert facts.gaps == ()
    made = [site for site in facts.sites if site.path == "use.py"]
    assert len(made) >= min(DEEP[shape].count("Engine()"), 1) or "Engine\n" in DEEP[shape]
    assert made
    assert project.calls("engine.Engine.run").gaps == ()


@pytest.mark.parametrize("shape", ["a sum of 5,000 terms", "5,000 comparisons", "5,000 alternatives", "1,500 elifs"])
def test_every_term_of_a_long_expression_counts(tmp_path: Path, shape: str) -> None:
    (tmp_path / "engine.py").write_text(ENGINE, encoding="utf-8")
    (tmp_path / "use.py").write_text("from engine import Engine\n" + DEEP[shape], encoding="utf-8")
    facts = SymbolIndex(Sources.of(discover(tmp_path, ["."]))).sites("engine.Engine")
    assert len(facts.sites) == DEEP[shape].count("Engine()")


def chosen_files(count: int, seed: int) -> list[Path]:
    """The same files on every run of one Python, drawn from all of the library."""
    files = sorted(path for path in LIBRARY.rglob("*.py") if "site-packages" not in path.parts)
    return random.Random(seed).sample([path for path in files if 0 < path.stat().st_size < 24_000], count)


def test_both_front_ends_lead_to_equal_forms() -> None:
    outcomes = {path: compare(path.read_bytes(), forms=True) for path in chosen_files(60, 5)}
    assert {path: one for path, one in outcomes.items() if one.outcome is Outcome.DIFFERENT} == {}
    assert Counter(one.outcome for one in outcomes.values())[Outcome.EQUAL] >= 57


def lowered(path: Path) -> tuple[Form, str] | None:
    tree = parse(path.read_bytes())
    try:
        compile(tree.text, str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return None
    return lower(Module(root=".", name="m", path="m.py"), tree, (3, 12)), tree.text


def tables(text: str) -> list[tuple[str, symtable.SymbolTable]]:
    """Every function and class of a text with its qualified place, but those that comprehensions open."""
    found: list[tuple[str, symtable.SymbolTable]] = []
    pending = [("", symtable.symtable(text, "m.py", "exec"))]
    while pending:
        place, table = pending.pop()
        found.append((place, table))
        for child in table.get_children():
            if child.get_name() in ("listcomp", "setcomp", "dictcomp", "genexpr"):
                pending.append((place, child))
            elif child.get_type() in ("function", "class"):
                pending.append((f"{place}/{child.get_name()}:{child.get_lineno()}", child))
    return found


@pytest.mark.parametrize("path", chosen_files(40, 11), ids=lambda path: path.name)
def test_scopes_and_their_names_are_those_of_symtable(path: Path) -> None:
    """Each definition opens a scope, and a scope binds exactly the names that CPython says are its own."""
    read = lowered(path)
    if read is None:
        pytest.skip("CPython does not compile it")
    form, text = read
    expected: dict[str, set[str]] = {}
    annotated: dict[str, set[str]] = {}  # CPython does not tell whether these are bound or only declared
    inlined: dict[str, set[str]] = {}  # targets of comprehensions, names of the scope around from Python 3.12 on
    for place, table in tables(text):
        if table.get_name() in ("listcomp", "setcomp", "dictcomp", "genexpr") and sys.version_info >= (3, 12):
            targets = {one.get_name() for one in table.get_symbols() if one.is_assigned()}
            inlined.setdefault(place, set()).update(targets)
        if table.get_name() not in ("listcomp", "setcomp", "dictcomp", "genexpr"):
            noted = {one.get_name() for one in table.get_symbols() if one.is_annotated()}
            annotated.setdefault(place, set()).update(noted)
            names = {one.get_name() for one in table.get_symbols() if _binds(table, one)}
            expected.setdefault(place, set()).update(names)
    said: dict[str, set[str]] = {}
    for number, scope in enumerate(form.scopes):
        said.setdefault(_place(form, number), set()).update(
            name
            for name, bindings in scope.own.items()
            if name != "*"
            and name not in scope.globals | scope.nonlocals
            and (not bindings or set(bindings) - set(scope.injected.get(name, ())))
        )
    assert said.keys() == expected.keys()
    different = {
        place: (names ^ expected[place]) - annotated[place] - inlined.get(place, set()) for place, names in said.items()
    }
    assert {place: names for place, names in different.items() if names} == {}


def _binds(table: symtable.SymbolTable, symbol: symtable.Symbol) -> bool:
    bound = symbol.is_assigned() or symbol.is_imported() or symbol.is_parameter() or symbol.is_namespace()
    bound = bound and not (table.get_type() == "function" and (symbol.is_global() or symbol.is_free()))
    return bound and symbol.get_name() != "__conditional_annotations__"


def _place(form: Form, number: int) -> str:
    """The way from the module to a scope, as `tables` writes it."""
    scope = form.scopes[number]
    if scope.kind is ScopeKind.MODULE:
        return ""
    name = "lambda" if scope.kind is ScopeKind.LAMBDA else scope.name
    return f"{_place(form, scope.parent)}/{name}:{scope.line}"
