"""Whose attribute an assignment sets: the method's own object, its class, or another object."""

from __future__ import annotations

import textwrap
from pathlib import Path

from archgates.resolve import stores
from tests.archgates.resolve.projects import world
from tests.archgates.resolve.seen import differences

TEXT = """\
class K:
    def method(me, other):
        me.own = 1
        other.foreign = 2
        def inner():
            me.deep = 3
        def hides(me):
            me.hidden = 4
        for me in ():
            me.rebound = 5
    @classmethod
    def made(kind):
        kind.on_class = 6
    def __new__(cls):
        cls.new = 7
    @staticmethod
    def static(me):
        me.static = 8
    class Inner:
        def method(self):
            self.inner = 9

def function(self):
    self.free = 10
"""


def test_owners(tmp_path: Path) -> None:
    form = world(tmp_path, {"m.py": TEXT}).form("m.py")
    assert form is not None
    scopes = {scope.owner: number for number, scope in enumerate(form.scopes)}
    names = [store.name for store in form.stores]
    owned = {name for name in names if stores.own(form, scopes["K"], name)}
    assert owned == {"own", "deep", "on_class", "new"}
    assert {name for name in names if stores.own(form, scopes["K.Inner"], name)} == {"inner"}
    assert {name for name in names if stores.outside(form, name)} == {
        "foreign",
        "hidden",
        "rebound",
        "static",
        "free",
    }
    on_class = {store.name for store in form.stores if stores.on_class(form, store)}
    assert on_class == {"on_class", "new"}


def test_attributes_set_in_every_way_are_those_of_cpython(tmp_path: Path) -> None:
    text = """
        class A: ...
        class B: ...
        class K:
            def __init__(self):
                self.one, self.two = A, B
                self.three = self.four = A
                with open(__file__) as self.file:
                    pass
                for self.each in (B,):
                    pass
                def later():
                    self.five = B
                later()
                self.six: type = A
                (self.seven, [self.eight]) = (A, [B])
        k = K()
        see(k.one)
        see(k.two)
        see(k.three)
        see(k.four)
        see(k.each)
        see(k.five)
        see(k.six)
        see(k.seven)
        see(k.eight)
        class L(K):
            def __init__(self):
                super().__init__()
                self.one = B
        see(L().one)  # more
        see(L().two)
        """
    assert differences(tmp_path, {"main.py": textwrap.dedent(text)}) == {}
