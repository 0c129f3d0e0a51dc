"""Which bindings reach a load: CPython runs random programs on every way through them (DESIGN 2.2 rule 3)."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from unittest import mock

import pytest
from hypothesis import given, settings

from archgates.domain.modules import Module
from archgates.syntax.form import BindingKind, Form
from archgates.syntax.lowering.lower import lower
from archgates.syntax.parse import parse
from archgates.syntax.terms import Call, Load
from tests.archgates.flows import KINDS, Program, observe, programs


def lowered(text: str) -> Form:
    return lower(Module(root=".", name="main", path="main.py"), parse(text.encode()), (3, 12))


def reaching(form: Form) -> dict[int, set[int]]:
    """For each line with a `see(...)` of a name of its own scope: the lines of the bindings that reach it."""
    found: dict[int, set[int]] = {}
    for term, use in ((form.terms[use.owner], use) for use in form.uses if use.owner >= 0):
        if isinstance(term, Call) and use.term == term.function and use.line not in found:
            function = form.terms[term.function]
            if getattr(function, "name", "") == "see":
                argument = form.terms[term.arguments[0]]
                numbers = argument.bindings if isinstance(argument, Load) else ()
                found[use.line] = unfolded(form, numbers)
    return found


def unfolded(form: Form, numbers: tuple[int, ...]) -> set[int]:
    """Lines of the bindings; where several meet, of all that do."""
    lines: set[int] = set()
    done: set[int] = set()
    pending = list(numbers)
    while pending:
        number = pending.pop()
        if number not in done:
            done.add(number)
            binding = form.bindings[number]
            if binding.kind is BindingKind.PHI:
                pending.extend(binding.operands)
            else:
                lines.add(binding.line)
    return lines


@pytest.fixture(autouse=True, scope="module")
def kinds() -> object:
    """The module that every program imports its classes from."""
    module = ModuleType("kinds")
    exec(KINDS, vars(module))
    with mock.patch.dict(sys.modules, {"kinds": module}):
        yield module


def check(program: Program) -> None:
    said = reaching(lowered(program.text))
    observed = observe(program)
    for line, lines in observed.lines.items():
        assert lines <= said[line], f"line {line}: CPython saw the bindings of lines {sorted(lines - said[line])}"
        if program.orderly and observed.whole:
            assert said[line] == lines, f"line {line}: the bindings of {sorted(said[line] - lines)} never reach it"


@settings(max_examples=250)
@given(programs("function"))
def test_functions(program: Program) -> None:
    check(program)


@settings(max_examples=150)
@given(programs("module"))
def test_modules(program: Program) -> None:
    check(program)


@settings(max_examples=100)
@given(programs("class"))
def test_classes(program: Program) -> None:
    check(program)


EXAMPLES = dict(
    section.split("\n", 1)
    for section in (Path(__file__).parent / "data/flows.txt").read_text(encoding="utf-8").split("\n== ")[1:]
)


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples(example: str) -> None:
    text = EXAMPLES[example]
    wanted = {
        number: {int(one) for one in line.partition("# ")[2].split()}
        for number, line in enumerate(text.splitlines(), start=1)
        if "see(" in line
    }
    observed = observe(Program(text, orderly=True), prelude="from kinds import *\n").lines
    said = reaching(lowered(text))
    assert wanted
    assert {line: said[line] for line in wanted} == wanted
    assert {line: lines <= wanted[line] for line, lines in observed.items()} == dict.fromkeys(wanted, True)
