"""The walk gives what `ast.walk` gives, without markers, and in the order of the text."""

from __future__ import annotations

import ast
import inspect
import textwrap

import pytest

from archgates.syntax import walk as walk_module
from archgates.syntax.deep import with_big_stack
from archgates.syntax.parse import parse
from archgates.syntax.walk import children, walk

MARKERS = (ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop, ast.type_ignore)

ORDERED = textwrap.dedent(
    """
    @n0(n1)
    def f(n2, /, n3: n4 = n5, *n6: n7, n8=n9, n10: n11, **n12) -> n13:
        n14 if n15 else n16
        {n17: n18, **n19, n20: n21}
        n22(n23, n24=n25, *n26, n27=n28, **n29)
        [n30 for n31, n32 in n33 if n34 if n35 async for n36 in n37]
        n38 < n39 < n40
        n41[n42:n43:n44, n45] = n46, *n47
        n48 += lambda n49, *, n50=n51: n52
        n53: n54 = n55
        f'{n56!r:{n57}}{n58}'
        with n59 as n60, n61: n62
        match n63:
            case {n64.a: n65.b, n66.c: n67.d} if n68: n69
            case n70(n71.a, n72.b): n73
        try: n74
        except n75: n76
        else: n77
        finally: n78
        while n79: n80
        else: n81
        for n82 in n83: n84
        else: n85
        if n86: n87
        elif n88: n89
        else: n90
        assert n91, n92
        raise n93 from n94
        (n95 := n96)
        {n97: n98 for n99 in n100}
        return n101
    @n102
    class C(n103, n104=n105, *n106, **n107): n108
    """
)


def identifiers(node: ast.AST) -> list[str]:
    found = [getattr(node, "id", None), getattr(node, "arg", None)]
    return [one for one in found if isinstance(one, str) and one.startswith("n")]


def test_source_order() -> None:
    met = [name for node in walk(ast.parse(ORDERED)) for name in identifiers(node)]
    assert met == [f"n{number}" for number in range(109)]


def test_parents_come_before_children() -> None:
    module = ast.parse(ORDERED)
    place = {id(node): number for number, node in enumerate(walk(module))}
    for node in walk(module):
        for child in children(node):
            assert place[id(node)] < place[id(child)]


@pytest.mark.parametrize("module", [ast, inspect, textwrap, walk_module])
def test_nothing_is_missing_and_nothing_comes_twice(module: object) -> None:
    tree = ast.parse(inspect.getsource(module))  # type: ignore[arg-type] # a module
    expected = [node for node in ast.walk(tree) if not isinstance(node, MARKERS)]
    met = list(walk(tree))
    assert len(met) == len({id(node) for node in met}) == len(expected)
    assert {id(node) for node in met} == {id(node) for node in expected}


def test_nodes_of_newer_grammar() -> None:
    tree = parse(b"class n0[n1: n2 = n3](n4): pass\ntype n5[**n6] = n7\nx = t'{n8:{n9}}'\n").module
    met = [name for node in walk(tree) for name in identifiers(node)]
    assert met == ["n2", "n3", "n4", "n5", "n7", "n8", "n9"]


def test_a_class_of_an_unknown_interpreter() -> None:
    class Novel(ast.expr):
        _fields = ("first", "second", "word")

    node = Novel()
    node.first, node.second, node.word = ast.Name("a", ast.Load()), [ast.Name("b", ast.Load())], "c"  # type: ignore[attr-defined]
    assert [type(one).__name__ for one in walk(node)] == ["Novel", "Name", "Name"]


def test_no_recursion() -> None:
    module = with_big_stack(lambda: ast.parse("x" + ".y" * 2_000))
    assert sum(1 for _ in walk(module)) == 2_003
