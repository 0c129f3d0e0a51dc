"""The gate `cycles`: components by view and level, with the import to cut and the barrel that causes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from archgates.domain.errors import ConfigurationError
from archgates.gates.cycles import Cycles
from tests.archgates.gates.bench import configured, judge

NONE: dict[str, Any] = {"gate": "cycles"}
GOOD = {"app/__init__.py": "", "app/a.py": "import app.b\n", "app/b.py": "import app.c\n", "app/c.py": ""}


def test_a_graph_without_cycles_passes(tmp_path: Path) -> None:
    judged = judge(tmp_path, GOOD, NONE)
    assert judged.verdict == "PASS"
    assert judged.report["checked"]["files"] == 4


def test_a_planted_import_closes_the_circle(tmp_path: Path) -> None:
    judged = judge(tmp_path, {**GOOD, "app/c.py": "x = 1\nimport app.a\n"}, NONE)
    assert (judged.verdict, judged.kinds) == ("FAIL", ["cycle"])
    assert judged.subjects == {"app.a, app.b, app.c"}
    assert "leaves no circle" in judged.text


def test_a_module_that_imports_itself_is_a_cycle(tmp_path: Path) -> None:
    judged = judge(tmp_path, {"app/__init__.py": "", "app/a.py": "import app.a\n"}, NONE)
    assert judged.places == [("app/a.py", 1, "cycle")]
    assert "1 module imports itself in the runtime view: app.a." in judged.text


def test_the_cheapest_cut_is_named_with_its_evidence(tmp_path: Path) -> None:
    files = {
        "app/__init__.py": "",
        "app/low.py": "import app.high\n",
        "app/mid.py": "import app.low\nfrom app.low import x\n",
        "app/high.py": "import app.mid\nimport app.low\n\n\ndef f():\n    import app.mid\n",
    }
    judged = judge(tmp_path, files, NONE)
    (finding,) = judged.findings
    assert (finding["path"], finding["line"]) == ("app/low.py", 1)
    assert "Cut app.low -> app.high (app/low.py:1, module), which leaves no circle." in finding["remedy"]


def test_a_cut_that_leaves_a_smaller_circle_says_so(tmp_path: Path) -> None:
    files = {
        "app/__init__.py": "",
        "app/a.py": "import app.b\nimport app.c\n",
        "app/b.py": "import app.a\n",
        "app/c.py": "import app.a\n",
    }
    (finding,) = judge(tmp_path, files, NONE).findings
    assert "leaves 2 in a circle" in finding["remedy"]


@pytest.mark.parametrize(("view", "verdict"), [("runtime", "PASS"), ("typing", "FAIL"), ("all", "FAIL")])
def test_the_view_decides_which_imports_count(tmp_path: Path, view: str, verdict: str) -> None:
    guarded = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import app.a\n"
    assert judge(tmp_path, {**GOOD, "app/c.py": guarded}, {**NONE, "view": view}).verdict == verdict


def test_packages_are_nodes_by_option(tmp_path: Path) -> None:
    files = {
        "app/__init__.py": "",
        "app/one/__init__.py": "",
        "app/one/a.py": "import app.two.c\nimport app.one.b\n",
        "app/one/b.py": "",
        "app/two/__init__.py": "",
        "app/two/c.py": "",
        "app/two/d.py": "import app.one.b\n",
    }
    assert judge(tmp_path, files, NONE).verdict == "PASS"
    judged = judge(tmp_path, files, {**NONE, "graph": "package"})
    assert judged.subjects == {"app.one, app.two"}
    assert judged.findings[0]["path"] in {"app/one/a.py", "app/two/d.py"}
    assert judge(tmp_path, files, {**NONE, "graph": "package", "where": ["app.one.**"]}).verdict == "PASS"


def test_a_barrel_is_named_as_the_cause(tmp_path: Path) -> None:
    files = {
        "ui/__init__.py": "",
        "ui/parts/__init__.py": "from ui.parts.panel import Panel\nfrom ui.parts.button import Button\n",
        "ui/parts/panel.py": "import ui.page\n\n\nclass Panel: ...\n",
        "ui/parts/button.py": "class Button: ...\n",
        "ui/page.py": "from ui.parts import Button\n",
    }
    judged = judge(tmp_path, files, NONE)
    assert "barrel ui.parts (ui/parts/__init__.py)" in judged.text


def test_a_circle_without_a_barrel_blames_none(tmp_path: Path) -> None:
    assert "barrel" not in judge(tmp_path, {**GOOD, "app/c.py": "import app.a\n"}, NONE).text


def test_max_accepts_that_many_components(tmp_path: Path) -> None:
    two = {
        "app/__init__.py": "",
        "app/a.py": "import app.b\n",
        "app/b.py": "import app.a\n",
        "app/c.py": "import app.d\n",
        "app/d.py": "import app.c\n",
    }
    assert judge(tmp_path, two, {**NONE, "max": 2}).verdict == "PASS"
    judged = judge(tmp_path, two, {**NONE, "max": 1})
    assert judged.subjects == {"app.a, app.b", "app.c, app.d"}
    assert "2 cycles, 1 accepted" in judged.text


def test_a_scope_that_does_not_exist_fails_with_the_nearest_name(tmp_path: Path) -> None:
    judged = judge(tmp_path, GOOD, {**NONE, "where": ["app.a", "app.bb"]})
    assert (judged.verdict, judged.kinds) == ("FAIL", ["missing"])
    assert "Did you mean app.b?" in judged.text


def test_an_empty_scope_fails(tmp_path: Path) -> None:
    judged = judge(tmp_path, GOOD, {**NONE, "exclude": ["app"]})
    assert (judged.verdict, judged.kinds) == ("FAIL", ["vacuous"])


def test_a_negative_ceiling_is_refused() -> None:
    with pytest.raises(ConfigurationError) as error:
        configured(Cycles, max=-1)
    assert error.value.key == "gates[0].max"
