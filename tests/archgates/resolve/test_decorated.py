"""What a decorator is passed may be passed on to the parameters of what it decorates."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.cpython import constructions
from tests.archgates.resolve.projects import answered, index, noted

ENGINE = "class Engine:\n    def run(self): ...\nclass Other: ...\n"
DECORATORS = """\
def rows(argnames, argvalues):
    listed = argnames.split(",") if isinstance(argnames, str) else argnames
    names = [name.strip() for name in listed if name]
    many = not isinstance(argnames, str) or "," in argnames
    def decorate(decorated):
        for function in functions(decorated):
            for row in argvalues:
                function(**dict(zip(names, row if many else (row,))))
        return decorated
    return decorate

def functions(decorated):
    if not isinstance(decorated, type):
        return [decorated]
    return [getattr(decorated(), name) for name in vars(decorated) if name.startswith("test")]

def passes(*places, **words):
    def decorate(decorated):
        decorated(*places, **words)
        return decorated
    return decorate

class mark:
    rows = staticmethod(rows)
"""
HEAD = "from app.decorators import mark, passes, rows\nfrom app.engine import Engine, Other\n"
CALLS = {
    "passed as it is": """
        @passes(Engine)  # -> escape
        def by_place(kind):
            return kind()  # -> maybe
        @passes(kind=Engine)  # -> escape
        def by_keyword(*, kind):
            return kind()  # -> maybe
        @passes(Engine)  # -> escape
        def only_by_place(kind, /):
            return kind()  # -> maybe
        @passes(Engine)  # -> escape
        def default(kind=None):
            return kind()  # -> maybe
        """,
    "wherever the parameter is called": """
        @passes(Engine)  # -> escape
        def within(kind):
            def inner():
                return kind()  # -> maybe
            return inner()
        @passes(Engine)  # -> escape
        def by_another_name(kind):
            made = kind
            return [made() for _ in "a"]  # -> maybe
        @passes(Engine)  # -> escape
        def bound_again(kind):
            kind = Other
            return kind()
        def makes(kind):
            return kind()  # -> unresolved
        @passes(Engine)  # -> escape
        def passed_on(kind):
            return makes(kind)
        @passes([Engine])  # -> escape
        def elements(kinds):
            for kind in kinds:
                kind()  # -> maybe
            return kinds[0]()  # -> maybe
        """,
    "what annotations say": """
        @passes(Engine)  # -> escape
        def a_class(kind: type):
            return kind()  # -> maybe
        @passes(Engine)  # -> escape
        def the_class(kind: type[Engine]):
            return kind()  # -> construct-typed
        """,
    "rows of one": """
        @rows("kind", [Engine, Other])  # -> escape
        def one(kind):
            return kind()  # -> maybe
        @rows("kind", (Other, Engine))  # -> escape
        def of_a_tuple(kind):
            return kind()  # -> maybe
        @rows("kind", [cls for cls in (Other, Engine)])  # -> escape
        def comprehended(kind):
            return kind()  # -> maybe
        @rows("kind", [Other])
        def another(kind):
            return kind()
        @rows(argnames="kind", argvalues=[Engine])  # -> escape
        def by_keyword(kind, power=None):
            power and power()
            return kind()  # -> maybe
        @mark.rows("kind", [Engine])  # -> escape
        def of_an_object(kind):
            return kind()  # -> maybe
        """,
    "rows as long as the names tell the place": """
        @rows("kind, power", [(Engine, 0), (Other, 1)])  # -> escape
        def first(kind, power):
            power and callable(power) and power()
            return kind()  # -> maybe
        @rows("power,kind", [(0, Engine)])  # -> escape
        def second(kind, power):
            power and power()
            return kind()  # -> maybe
        @rows("kind, power", [[Engine, 0]])  # -> escape
        def in_a_list(kind, power):
            power and power()
            return kind()  # -> maybe
        @rows("kind, power", [(0, 0), (Engine, 0), (0, Engine)])  # -> escape
        def both(kind, power):
            power and power()  # -> maybe
            return kind and kind()  # -> maybe
        """,
    "rows from elsewhere": """
        TABLE = [(0, Engine)]  # -> escape
        @rows("power, kind", TABLE)
        def by_name(kind, power):
            power and power()
            return kind()  # -> maybe
        @rows("power, kind", [(0, cls) for cls in (Engine, Other)])  # -> escape
        def comprehended(kind, power):
            power and power()
            return kind()  # -> maybe
        @rows("power, kind", [(0, Other), *[(0, cls) for cls in (Engine,)]])  # -> escape
        def starred(kind, power):
            power and power()
            return kind()  # -> maybe
        def made():
            yield 0, Engine  # -> escape
        @rows("power, kind", made())
        def yielded(kind, power):
            power and power()
            return kind()  # -> maybe
        @rows("kind", [*[(cls,) for cls in (Engine,)]])  # -> escape
        def of_tuples(kind):
            return kind[0]()  # -> maybe
        """,
    "rows of other lengths": """
        @passes([Engine, 0, 0])  # -> escape
        def anywhere(kinds, power=None):
            power and power()  # -> maybe
            return kinds[0]()  # -> maybe
        """,
    "only the names in the text": """
        @rows("kind, extra", [(Engine, 0)])  # -> escape
        def some(kind, power=None, **rest):
            power and power()
            return kind()  # -> maybe
        @rows("power", [0])
        @rows("kind", [Other])
        def others(kind=Other, power=None):
            power and power()
            return kind()
        @passes("no name", Engine)  # -> escape
        def every(text, kind):
            return kind()  # -> maybe
        """,
    "methods": """
        class Tests:
            @passes(None, Engine)  # -> escape
            def run(self, kind):
                self and self()
                return kind()  # -> maybe
            @rows("self, kind", [(None, Engine)])  # -> escape
            def test(self, kind):
                return kind()  # -> maybe
            @staticmethod
            @passes(Engine)  # -> escape
            def static(kind):
                return kind()  # -> maybe
        @passes(Engine)  # -> escape
        def no_method(self):
            return self()  # -> maybe
        """,
    "a decorated class": """
        @rows("kind", [Engine])  # -> escape
        class Tests:
            def test(self, kind):
                return kind()  # -> maybe
            @classmethod
            def test_class(cls, kind):
                return kind()  # -> maybe
            @staticmethod
            def test_static(kind):
                return kind()  # -> maybe
            def helper(self, other):
                return other()
            class Inner:
                def test(self, kind):
                    return kind()
        """,
    "what a decorator makes or is": """
        def bare(decorated):
            return decorated
        @bare
        def plain(kind):
            return kind()
        @passes(Engine())  # -> construct
        def made(engine):
            return engine.run()
        @passes(lambda: Engine())  # -> construct
        def factory(make):
            return make()
        def no_decorator(kind):
            return kind()
        passes(Engine)  # -> escape
        """,
    "names in a list, with a comma behind them, or that are none": """
        @rows(["power", "kind"], [(0, Engine)])  # -> escape
        def in_a_list(kind, power):
            power and power()
            return kind()  # -> maybe
        @rows("kind,", [(Engine,)])  # -> escape
        def a_comma(kind, other=None):
            other and other()
            return kind()  # -> maybe
        @passes("label", Engine)  # -> escape
        def a_label(text, kind):
            return kind()  # -> maybe
        """,
    "by a name": """
        both = rows("kind", [Engine])  # -> escape
        @both
        def first(kind):
            return kind()  # -> maybe
        @both
        def second(kind):
            return kind()  # -> maybe
        """,
    "rests": """
        @passes(Engine)  # -> escape
        def by_place(*kinds):
            return kinds[0]()  # -> maybe
        """,
    "what a function gives back that decorates": """
        ROWS = [([Engine], [lambda kind: kind()])]  # -> escape+maybe
        def combinations():
            rows = []
            for kinds, makers in ROWS:
                rows.extend(zip(kinds, makers))
            return mark.rows("kind, maker", rows)
        @combinations()
        def test(kind, maker):
            return maker(kind)  # -> maybe
        """,
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", CALLS)
def test_calls_of_parameters(tmp_path: Path, sample: str, everything: bool) -> None:
    text = HEAD + textwrap.dedent(CALLS[sample])
    files = {"app/engine.py": ENGINE, "app/decorators.py": DECORATORS, "app/use.py": text}
    expected = noted(text)
    assert answered(index(tmp_path, files, everything=everything).sites("app.engine.Engine"), "app/use.py") == expected
    made = constructions(tmp_path, ["."], "app.engine.Engine", "import app.use")
    assert made
    assert made <= {f"app/use.py:{line}" for line, kinds in expected.items() if kinds != "escape"}
