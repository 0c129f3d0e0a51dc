"""Tables are judged as CPython leaves them when their module has run: a wrong verdict is worse than INCOMPLETE."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.archgates.gates.bench import judge

HEAD = """\
from collections import OrderedDict
from copy import copy
from enum import Enum
from types import MappingProxyType


class P(Enum):
    A = 1
    B = 2


FULL = {P.A: 1, P.B: 2}
HALF = {P.A: 1}
yes = True
"""
OPTIONS: dict[str, Any] = {"gate": "exhaustive-table", "table": "app.X", "rows": "app.P"}
DECIDED = {
    "rebound": "X = HALF\nX = {P.A: 1, P.B: 2}\n",
    "rebound to less": "X = {P.A: 1, P.B: 2}\nX = {P.A: 1}\n",
    "a copy": "X = dict(FULL)\n",
    "spread of what was bound before": "X = {P.A: 1}\nX = {**X, P.B: 2}\n",
    "a name that is bound anew below": "T = {P.A: 1}\nX = {**T}\nT = {P.A: 1, P.B: 2}\n",
    "a name that is deleted below": "T = {P.A: 1, P.B: 2}\nX = T | {}\ndel T\n",
    "changed before it is bound anew": "X = {}\nX.clear()\nX = {P.A: 1, P.B: 2}\n",
    "unpacked": "X, Y = {P.A: 1, P.B: 2}, {}\n",
    "unpacked, the other one": "Y, X = {P.A: 1, P.B: 2}, {P.A: 1}\n",
    "chained": "X = Y = {P.A: 1, P.B: 2}\n",
    "annotated": "X: dict = {P.A: 1}\n",
    "an alias of the class": "Q = P\nX = {Q.A: 1, Q.B: 2}\n",
    "an alias that is bound anew": "Q = P\nX = {Q.A: 1, Q.B: 2}\nQ = None\n",
    "an alias in a class": "class N:\n    q = P\nX = {N.q.A: 1, N.q.B: 2}\n",
    "members by value and by name": "X = {P(1): 1, P['B']: 2}\n",
    "members by an alias": "Q = P\nX = {Q(1): 1, Q['B']: 2}\n",
    "constants of a class": "class N:\n    a = P.A\n    b = P.B\nX = {N.a: 1, N.b: 2}\n",
    "a frozen copy": "X = MappingProxyType(OrderedDict(FULL))\n",
    "numbers that only look like members": "X = {1: 1, 2: 2}\n",
    "a local of a function": "X = {P.A: 1, P.B: 2}\ndef f():\n    X = {}\n    X.clear()\nf()\n",
    "a parameter": "X = {P.A: 1, P.B: 2}\ndef f(X):\n    X.clear()\nf({})\n",
    "a name of a comprehension": "X = {P.A: 1, P.B: 2}\n[X.clear() for X in [{}]]\n",
    "the same name elsewhere": "X = {P.A: 1, P.B: 2}\nclass N:\n    X = {}\nN.X.clear()\n",
    "an enum that is replaced": "X = {P.A: 1, P.B: 2}\nclass P(Enum):\n    A = 1\n    C = 3\n",
    "a name of the class": "T = {P.A: 1, P.B: 2}\nclass N:\n    T = {P.A: 1}\n    X = {**T}\nX = N.X\n",
    "a name of the class that comes later": "class N:\n    X = {**FULL}\n    FULL = {}\nX = N.X\n",
    "an alias of the class in a class": "class N:\n    q = P\n    r = q\n    X = {r.A: 1, q.B: 2}\nX = N.X\n",
    "an alias that the module has too": "q = P\nclass N:\n    q = MappingProxyType\n    X = q({P.A: 1})\nX = N.X\n",
    "nested classes": "class N:\n    class M:\n        X = {P.A: 1, P.B: 2}\n    X = M.X\nX = N.M.X\n",
    "inside with": "import io\nwith io.StringIO():\n    X = {P.A: 1, P.B: 2}\n",
}
UNDECIDED = {
    "emptied in a loop": "X = {P.A: 1, P.B: 2}\nfor k in list(X): del X[k]\n",
    "emptied in a branch": "X = {P.A: 1, P.B: 2}\nif yes:\n    X.clear()\n",
    "global": "X = {P.A: 1, P.B: 2}\ndef f():\n    global X\n    X = {}\nf()\n",
    "changed by a function": "X = {P.A: 1, P.B: 2}\ndef f():\n    X.pop(P.A)\nf()\n",
    "changed by a lambda": "X = {P.A: 1, P.B: 2}\n(lambda: X.popitem())()\n",
    "changed by a comprehension": "X = {P.A: 1, P.B: 2}\n[X.pop(k) for k in list(X)]\n",
    "changed under another name": "X = {P.A: 1, P.B: 2}\nT = X\nT.clear()\n",
    "the origin is changed": "X = FULL\nFULL.clear()\n",
    "changed under a local name": "X = {P.A: 1, P.B: 2}\ndef f():\n    t = X\n    del t[P.A]\nf()\n",
    "by its type": "X = {P.A: 1, P.B: 2}\ndict.clear(X)\n",
    "by globals": "X = {P.A: 1, P.B: 2}\nglobals()['X'] = {}\n",
    "walrus": "X = {P.A: 1, P.B: 2}\nprint(X := {})\n",
    "a branch": "X = {P.A: 1, P.B: 2}\nif yes:\n    X = HALF\n",
    "a conditional": "X = HALF if yes else FULL\n",
    "a function's result": "def drop(x): return {}\nX = drop({P.A: 1, P.B: 2})\n",
    "a foreign function's result": "from builtins import set as kind\nX = dict.fromkeys(kind({P.A: 1}), 1)\n",
    "copied by a function": "X = copy({P.A: 1, P.B: 2})\n",
    "a target of a loop": "for X in [{}, {P.A: 1}]: pass\n",
    "deleted in a branch": "X = {P.A: 1, P.B: 2}\nif not yes:\n    del X\n",
}


def is_full(text: str) -> bool:
    """Whether the table that CPython leaves has exactly the members as keys."""
    namespace: dict[str, Any] = {"__name__": "app"}
    exec(compile(HEAD + text, "app.py", "exec", dont_inherit=True), namespace)
    return set(namespace["X"]) == set(namespace["P"])


@pytest.mark.parametrize("form", DECIDED)
def test_what_is_written_out_is_judged_as_it_is_in_the_end(tmp_path: Path, form: str) -> None:
    text = DECIDED[form]
    assert judge(tmp_path, {"app.py": HEAD + text}, OPTIONS).verdict == ("PASS" if is_full(text) else "FAIL")


@pytest.mark.parametrize("form", UNDECIDED)
def test_what_only_running_tells_is_incomplete(tmp_path: Path, form: str) -> None:
    is_full(UNDECIDED[form])
    assert judge(tmp_path, {"app.py": HEAD + UNDECIDED[form]}, OPTIONS).verdict == "INCOMPLETE"
