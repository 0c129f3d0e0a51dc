"""The module table: look-ups, and what stays known of modules that are left out."""

from __future__ import annotations

from archgates.domain.modules import Module, ModuleTable


def module(root: str, name: str) -> Module:
    return Module(root=root, name=name, path=f"{root}/{name.replace('.', '/')}.py")


def test_a_table_without_some_modules_still_knows_the_whole_project() -> None:
    table = ModuleTable([module("one", "app.a"), module("one", "app.b"), module("two", "app.a")])
    less = table.without(lambda path: path.startswith("two/"))
    assert [one.path for one in less] == ["one/app/a.py", "one/app/b.py"]
    assert less.whole is table
    assert less.without(lambda path: path.endswith("b.py")).whole is table
    assert [less.label(one) for one in less] == ["one::app.a", "app.b"]


def test_nothing_left_out_is_the_same_table() -> None:
    table = ModuleTable([module("one", "app.a")])
    assert table.without(lambda path: False) is table
    assert table.whole is table
