"""Star imports beside other bindings of a name, in circles and of lazy modules; functions that others call."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archgates.cpython import constructions
from tests.archgates.resolve.constructed import Project, places
from tests.archgates.resolve.projects import answered, index, noted, written

STAR = "from app.engine import *\n"
BESIDE = {
    "a handler": "try:\n    from app.engine import *\nexcept ImportError:\n    Engine = None\n",
    "an import that fails": f"{STAR}try:\n    from app.fast import Engine\nexcept ImportError:\n    pass\n",
    "a branch": f"import sys\n{STAR}if len(sys.argv) > 99:\n    Engine = int\n",
    "a class in a branch": f"import sys\n{STAR}if len(sys.argv) > 99:\n    class Engine: ...\n",
    "a branch of type checkers": f"{STAR}TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from app.fake import Engine\n",
    "suppress": f"import contextlib\n{STAR}with contextlib.suppress(ImportError):\n    from app.nope import Engine\n",
    "a loop": f"{STAR}while False:\n    Engine = int\n",
    "a match": f"import sys\n{STAR}match len(sys.argv):\n    case 99:\n        Engine = int\n",
    "a global statement": f"{STAR}def reset():\n    global Engine\n    Engine = None\n",
}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("name", BESIDE)
def test_what_a_star_brings_stays_beside_what_may_not_be_bound(tmp_path: Path, name: str, everything: bool) -> None:
    files = {
        "app/engine.py": "class Engine: ...\n",
        "app/lib.py": f"{BESIDE[name]}Engine()\ndef make():\n    return Engine()\nmake()\n",
        "app/use.py": "import app.lib\nfrom app.lib import Engine\nEngine()\napp.lib.Engine()\n",
    }
    made = constructions(written(tmp_path, files), ["."], "app.engine.Engine", "import app.use")
    assert len(made) == 4
    facts = index(tmp_path, files, everything=everything).sites("app.engine.Engine")
    assert made <= {f"{site.path}:{site.line}" for site in facts.sites if site.kind.value in ("construct", "maybe")}


def test_a_star_that_surely_comes_last_replaces_what_was_bound(tmp_path: Path) -> None:
    text = f"Engine = None\n{STAR}Engine()  # -> construct\nEngine = int\nEngine()\n"
    project = index(tmp_path, {"app/engine.py": "class Engine: ...\n", "app/use.py": text})
    assert answered(project.sites("app.engine.Engine"), "app/use.py") == noted(text)


CIRCLES = {
    "two modules": Project(
        "from app.engine import Engine\nfrom app.other import *\ndef build(): return Engine()\n",
        "from app.lib import Engine, build\nbuild()\nEngine()\n",
        more={"app/other.py": "from app.lib import *\n"},
    ),
    "a module and itself": Project(
        "from app.engine import Engine\nfrom app.lib import *\ndef build(): return Engine()\n",
        "from app.lib import build\nbuild()\n",
    ),
    "a lazy module": Project(
        """
        __all__ = ["Engine"]
        def __getattr__(name):
            if name == "Engine":
                from app.engine import Engine
                return Engine
            raise AttributeError(name)
        """,
        "from app.lib import *\nEngine()\n",
    ),
    "a package that binds the name of its module": Project(
        "",
        "import app.pack.part as part\npart()\n",
        more={
            "app/pack/__init__.py": "from app.pack.part import X as part\n",
            "app/pack/part.py": "from app.engine import Engine as X\n",
        },
    ),
}


@pytest.mark.parametrize("name", CIRCLES)
def test_circles_and_lazy_modules_bring_what_cpython_finds(tmp_path: Path, name: str) -> None:
    found = places(tmp_path, CIRCLES[name])
    assert found.made
    assert found.made <= found.filtered
    assert found.filtered == found.unfiltered


@pytest.mark.parametrize("call", ["pytest.raises(Engine, build, 1)", "case.assertRaises(Engine, build, 1)"])
def test_who_expects_an_error_does_not_pass_it(tmp_path: Path, call: str) -> None:
    text = f"import pytest\nfrom app.engine import Engine\ndef build(kind):\n    kind()\ndef test(case):\n    {call}\n"
    project = index(tmp_path, {"app/engine.py": "class Engine(Exception): ...\n", "app/use.py": text})
    assert answered(project.sites("app.engine.Engine"), "app/use.py") == {}
