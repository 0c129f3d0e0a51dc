"""The index: answers are sorted, complete in their evidence, the same however often and in whatever order asked."""

from __future__ import annotations

import itertools
from pathlib import Path

from archgates.domain.sites import TargetKind, UnknownTarget
from archgates.resolve.index import SymbolIndex
from tests.archgates.resolve.projects import index, told

FILES = {
    "app/engine.py": """\
        class Engine:
            def run(self): ...
            def copy(self):
                return type(self)()

        class Heir(Engine): ...

        def build(kind: type[Engine] = Engine):
            return kind()
        """,
    "app/a.py": "from app.b import *\nfrom app import b\n\nm = Motor()\nm.run()\nb.Motor.run(m)\n",
    "app/b.py": """\
        from app.engine import Engine as Motor, build
        import app.a

        TABLE = {"motor": Motor}
        TABLE["motor"]()
        """,
    "app/c.py": """\
        from app.b import TABLE, build

        def f(x):
            x.run()
            return TABLE["motor"]().run(), build(), build().run
        """,
}
QUESTIONS = [
    ("sites", "app.engine.Engine"),
    ("sites", "app.engine.Heir"),
    ("calls", "app.engine.Engine.run"),
    ("sites", "app.engine.build"),
    ("calls", "app.b.Motor.copy"),
]


def answer(project: SymbolIndex, question: tuple[str, str]) -> tuple[object, ...]:
    how, target = question
    return told(project.sites(target) if how == "sites" else project.calls(target))


def test_the_order_of_questions_does_not_show(tmp_path: Path) -> None:
    alone = {question: answer(index(tmp_path, FILES), question) for question in QUESTIONS}
    for order in itertools.permutations(QUESTIONS, 4):
        project = index(tmp_path, FILES)
        assert {question: answer(project, question) for question in order} == {one: alone[one] for one in order}


def test_a_question_asked_again_has_the_same_answer(tmp_path: Path) -> None:
    project = index(tmp_path, FILES)
    for question in QUESTIONS:
        assert answer(project, question) == answer(project, question)


def test_a_target_between_does_not_show(tmp_path: Path) -> None:
    project = index(tmp_path, FILES)
    first = answer(project, QUESTIONS[0])
    project.target("app.c.TABLE")
    project.connections("app.engine.Engine.run", "app.engine.Heir")
    assert answer(project, QUESTIONS[0]) == first


def test_answers_are_sorted_and_say_how_much_was_in_scope(tmp_path: Path) -> None:
    facts = index(tmp_path, FILES).sites("app.engine.Engine")
    places = [(site.path, site.line, site.column) for site in facts.sites]
    assert places == sorted(places)
    assert facts.files == len(FILES) + 1
    assert {site.module for site in facts.sites} <= {"app.engine", "app.a", "app.b", "app.c"}


def test_a_broken_file_is_a_gap_and_the_rest_is_answered(tmp_path: Path) -> None:
    files = {**FILES, "app/broken.py": "from app.engine import Engine\nEngine(\n"}
    whole, broken = (index(tmp_path / str(n), one).sites("app.engine.Engine") for n, one in enumerate((FILES, files)))
    assert broken.sites == whole.sites
    assert [gap.path for gap in broken.gaps] == ["app/broken.py"]
    assert whole.gaps == ()


def test_functions_are_asked_by_sites_too(tmp_path: Path) -> None:
    project = index(tmp_path, FILES)
    for target in ("app.engine.build", "app.engine.Engine.run"):
        assert told(project.sites(target)) == told(project.calls(target))


def test_an_unknown_target_has_no_sites(tmp_path: Path) -> None:
    project = index(tmp_path, FILES)
    for facts in (project.sites("app.engine.Engin"), project.calls("app.engine.Engine.ran")):
        assert isinstance(facts.target, UnknownTarget)
        assert (facts.sites, facts.unresolved) == ((), ())


def test_the_columns_are_those_of_editors(tmp_path: Path) -> None:
    """Code points from 1, not bytes."""
    text = "from app.engine import Engine\nmötör = ['ü', Engine()]; 日本 = Engine()\n"
    facts = index(tmp_path, {"app/engine.py": "class Engine: ...\n", "app/use.py": text}).sites("app.engine.Engine")
    line = text.splitlines()[1]
    first = line.index("Engine()") + 1
    assert [site.column for site in facts.sites] == [first, line.rindex("Engine()") + 1]


def test_scopes_are_named_as_cpython_names_them(tmp_path: Path) -> None:
    text = """\
        from app.engine import Engine
        Engine()
        class K:
            Engine()
            def m(self):
                Engine()
                def inner():
                    [Engine() for _ in ()]
                    class Local:
                        Engine()
                return lambda: Engine()
        """
    facts = index(tmp_path, {"app/engine.py": "class Engine: ...\n", "app/use.py": text}).sites("app.engine.Engine")
    assert [site.scope for site in facts.sites] == [
        "<module>",
        "K",
        "K.m",
        "K.m.<locals>.inner",
        "K.m.<locals>.inner.<locals>.Local",
        "K.m",
    ]
    assert facts.target.asked == "app.engine.Engine"
    assert getattr(facts.target, "kind", None) is TargetKind.CLASS


def test_a_pattern_stands_for_every_callable_that_it_fits(tmp_path: Path) -> None:
    known = index(tmp_path, FILES)
    together = known.calls("app.engine.Engine.*")
    apart = [known.calls("app.engine.Engine.run"), known.calls("app.engine.Engine.copy")]
    assert together.sites == tuple(
        sorted((site for one in apart for site in one.sites), key=lambda site: (site.path, site.line, site.column))
    )
    assert len(together.sites) > 2


def test_a_pattern_that_fits_nothing_is_unknown(tmp_path: Path) -> None:
    assert isinstance(index(tmp_path, FILES).calls("app.engine.Engine.zz*").target, UnknownTarget)


def test_a_class_made_from_itself_ends(tmp_path: Path) -> None:
    made = "from app.engine import Engine\n\nkind = Engine\nfor _ in range(3):\n"
    made += "    kind = type('K', (kind,), {})\nkind()\n"
    facts = index(tmp_path, {"app/engine.py": FILES["app/engine.py"], "app/made.py": made}).sites("app.engine.Engine")
    assert [site.kind.value for site in facts.sites if site.path == "app/made.py" and site.line == 6] == ["maybe"]
