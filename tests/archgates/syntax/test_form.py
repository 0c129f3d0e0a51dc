"""The form's own indexes: uses, bindings, stores and declarations by the identifiers inside them."""

from __future__ import annotations

from archgates.domain.modules import Module
from archgates.syntax.form import Context, Form
from archgates.syntax.lowering.lower import lower
from archgates.syntax.parse import parse

TEXT = """\
import app.engine as engine
from app.api import Motor as M

class Holder:
    kind: "type[Engine]"
    other: int

    def make(self, given: Engine = None) -> Engine:
        self.made = Engine()
        self.text = "x"
        return self.made

def f(x):
    x["Engine"]
    plain = x.other
    return [Engine for _ in x]
"""


def lowered(text: str) -> Form:
    return lower(Module(root=".", name="m", path="m.py"), parse(text.encode()), (3, 12))


def test_uses_by_identifier() -> None:
    form = lowered(TEXT)
    uses = [form.uses[number] for number in form.uses_of(("Engine",))]
    assert {use.line for use in uses} == {9, 16}
    assert {use.context for use in uses} == {Context.CALLED, Context.STORED, Context.MEMBER, Context.RETURNED}
    assert form.uses_of(("nothing",)) == []
    both = form.uses_of(("Engine", "other"))
    assert both == sorted(both)
    assert set(both) >= set(form.uses_of(("Engine",)))


def test_bindings_by_identifier() -> None:
    form = lowered(TEXT)

    def names(identifier: str) -> set[str]:
        return {form.bindings[number].name for number in form.bindings_of(identifier)}

    assert names("Motor") == {"M"}
    assert names("M") == {"M"}
    assert names("Engine") == {"given", "make"}
    assert names("other") == {"plain"}


def test_stores_and_declarations_by_identifier() -> None:
    form = lowered(TEXT)
    assert [form.stores[number].name for number in form.stores_of("Engine")] == ["made"]
    assert [name for _, name in form.declared_of("Engine")] == ["kind"]
    assert [name for _, name in form.all_declared()] == ["kind", "other"]


def test_mentions() -> None:
    form = lowered(TEXT)
    assert all(form.mentions(name) for name in ("Engine", "Motor", "Holder", "make", "other"))
    assert not form.mentions("Absent")


def test_uses_of_one_term() -> None:
    form = lowered("import a\nkind = a.Engine\nf(a.Engine)\n")
    for use in form.uses:
        assert use in form.uses_by_term(use.term)
    assert form.uses_by_term(len(form.terms)) == ()


def test_indexes_hold_what_a_plain_scan_finds() -> None:
    form = lowered(TEXT)
    names = set().union(*form.keys)
    for name in names:
        assert form.uses_of((name,)) == [n for n, use in enumerate(form.uses) if name in form.keys[use.term]]
        assert list(form.stores_of(name)) == [n for n, one in enumerate(form.stores) if name in form.keys[one.value]]
