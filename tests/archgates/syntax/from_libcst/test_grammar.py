"""Samples of the whole grammar: libcst gives the tree that `ast` gives, positions included."""

from __future__ import annotations

import ast
import textwrap
from itertools import pairwise

import pytest

from archgates.syntax.from_libcst.front_end import convert
from benchmarks.front_ends import Comparison, Outcome, compare

EXPRESSIONS = """
a
_ä, ﬁ, ªº
True, False, None, ..., __debug__
0, 0xFF, 0o17, 0b1, 1_000, 1., .5, 1e10, 1_0.0_1e-1_0, 1j, .5J, 0_0
'a', "b", '''c''', 'it\\'s', u'd', U'e', b'f', rb'\\g', Rb"h", r'\\i', '\\x41\\u00e9\\U0001F600\\N{DIGIT ONE}\\101\\
next', '', "", ''''''
'a' "b"  'c'
(u'a'
 'b' # comment
 r'\\c')
b'a' b'b'
((a))
(), (a,), (a, b), (a, (b, c),), ((a), (b))
a,
a, (b), *c,
*a, b
(*a, *b)
[], [a], [a, *b, (c),], [(a, b)]
{a}, {a, *b, c,}
{}, {a: b}, {a: b, **c, 'd': e,}, {**a}, {(a): (b)}
[a for a in b]
[(a) for (a), b in c if d if (e) for f in g if h]
{a async for a in b}
{a: b for a, b in c}
(a for a in b)
f(a for a in b)
f((a for a in b))
f (  a for a in b  )
f((a for a in b), c)
f(*a, *[b])
f()
f(a, *b, c=d, **e, f = (g), ** h)
f(a)(b)(c).d[e](f,)
f( # comment
  a, # comment
)
f(a := b), (a := (b))
a.b.c, (a).b, a . b, (a
.b)
1 .real, 1..real, 'a'.b
a[b], a[b, c], a[(b, c)], a[b,], a[:], a[::], a[b:], a[:b], a[b:c], a[b:c:d], a[b::], a[b:c:], a[::d], a[ b : (c) : ]
a[b:c, d], a[b:c,], a[(b):(c), ...], a[*b], a[*b, c], a[c, *b,], a[b:=c], a [ b ]
-a, +a, ~a, not a, --a, not not a, -(a), - a ** -b
a + b - c * d / e // f % g @ h
a ** b ** c
(a ** b) ** (c)
a << b >> c & d ^ e | f
a + (b + (c + d))
a and b and c or d and e or f
(a and b) and c, a and (b and c), (a or b) or c
not a and not b
a < b, a <= b, a > b, a >= b, a == b, a != b, a is b, a is not b, a in b, a not in b, a is  not b, a not  in b
a < b < c == (d)
(a < b) < c
a if b else c
a if b else c if d else e
(a if b else c) if (d) else (e)
lambda: a
lambda a: b
lambda a, /, b=1, *c, d, e=2, **f: g
lambda *, a: lambda b: c
lambda *a, **b: (yield)
lambda a=(1), /: a
(yield), (yield a), (yield a, b), (yield from a), (yield (a))
(await a), (await (a).b(c))
(a
 +  # comment
 b)
a if b else(c)
not(a), a if(b)else c
f'', f'a', f'{a}', f'a{b}c', f'{a!r}', f'{a:>10}', f'{a!s:{b}}', f'{a:{b}.{c}}', f'{{}}', f'{a}{b}', F'{a}', rf'\\d{a}'
f'{a}' 'b' f'{c}', 'a' f'b', f'{a=}', f'{a = !r:>{w}}', f'{a,}', f'{(a, b)}', f'{ a }', f'é{é}é', f'{a:%H:%M}'
f'''{
a
}''', f"{a['b']}", f'{"a" "b"}', f'{f"{a}"}', f'\\N{DIGIT ONE}{a}\\
{b}', f'{a if b else c}', f'{lambda_}', f'{a != b}', f'{ {a: b}[a] }', f'{(lambda: a)()}', f'{a:}', f'{-a!r}'
"""

STATEMENTS = '''
pass; pass
pass ;
a = b
a = b = c, d = e,
(a) = b
a, *b = c
[a, *b] = (c, (d, e)) = f
a.b = a[b] = c
a = yield
a = yield b, c
a = await b
*a, = b
a: b
a: b = c
a.b: c = d
a[b]: (c)
a: b = yield
a: b = c, *d
a += b; a -= b; a *= b; a /= b; a //= b; a %= b; a @= b; a **= b; a <<= b; a >>= b; a &= b; a |= b; a ^= b
a.b += yield c, d
a[b] += (c)
del a
del a, b.c, d[e],
del (a), [b, (c, d)]
del (a, b)
assert a
assert a, (b)
assert (a, b)
raise
raise a
raise a from b
raise (a) from (b)
global a
global a, b
import a
import a.b.c as d, e as f, g . h
from a import b
from a.b import c as d, e
from . import a
from .. import (a, b as c,)
from .a import *
from ... import a
from .... a . b import (  # comment
    c
)
if a: b
if a: b; c;
if a:
    b
elif c: d
elif (e):
    f
else:
    g;
if a:
    # comment
    b  # comment

    # trailing comment
c
while a: b
while a:
    break
else:
    continue
for a in b: c
for a, *b in c, *d:
    pass
else: pass
for (a) in (b): pass
for a.b in c: pass
async def f():
    async for a in b: await c
    async with a as b, c: pass
    return [a async for a in b if await c], await d
with a: pass
with a as b: pass
with a as (b, c), d as e.f: pass
with (a): pass
with (a, b): pass
with (a, b) as c: pass
with (a as b, c,): pass
with (
    a as b,
    c
):
    d
with (yield): pass
with (a), b: pass
with (a).b as c: pass
try: a
except: b
try:
    a
except b: c
except (d, e) as f:
    g
except(h): i
else: j
finally: k;
try: a
finally: b
try: a
except* b: c
except *(d, e) as f: g
def f(): pass
def f(a, b: c, d: e = f, /, g=1, *h: i, j, k: l = (m), **n: o) -> p: return
def f(*, a): return a
def f(*a: *b): yield
def f(a=1, /): return (yield)
def f(a, b = 2 , *  c , d , ** e ) -> (f) : pass
def  f ( ) :
    """docstring"""
    def g():
        nonlocal a, b
        x; y
    return g
@a
def f(): pass
@a.b
@c(d)  # comment

# another comment
@(e := f)
async def g(): pass
class A: pass
class A(): pass
class A(B, *C, metaclass=D, **E): pass
class A ( B , ) :
    a: int = 1

    @b
    def c(self): return super().c()
@a
class B:
    """docstring"""
match a:
    case b: pass
match a, b:
    case c, d: pass
match a,:
    case b,: pass
    case *b,: pass
    case *_, b: pass
match *a, b:
    case [b, * c]: pass
match (a):
    case 1 | -1 | 1.5 | -1j | 1 + 2j | -1 - 2J: pass
    case "a" | 'b' "c" | b"d" | u'e': pass
    case None | True | False: pass
    case a.b | a.b.c: pass
    case _: pass
    case (a): pass
    case (a, b) | [a, b] | (a,) | [] | (): pass
    case ((a, b), [c, *d], (*e,)): pass
    case {}: pass
    case {"a": b, c.d: _, -1: (e), **f}: pass
    case {**a, }: pass
    case {1 + 2j: a, None: b, "x" "y": c , }: pass
    case A(): pass
    case A(b, c): pass
    case A(b, c=d, e=(f | g),): pass
    case a.A(b = 1): pass
    case a as b: pass
    case (a | b) as c: pass
    case [a as b, (c as d)]: pass
    case (1) | ("a") | (a.b): pass
    case a if b: pass
    case a if (b := c):
        pass;
match = case = type = _ = lazy = 1
match(a); match[a]; match.a; case(b); type(c); print(d)
'''


def samples(text: str) -> list[str]:
    """Blocks that parse on their own: a line with all that is indented, bracketed or attached below it."""
    module = ast.parse(text)
    lines = text.split("\n")
    starts = [min([one.lineno for one in getattr(node, "decorator_list", ())] + [node.lineno]) for node in module.body]
    bounds = [*sorted(set(starts)), len(lines) + 1]
    return ["\n".join(lines[a - 1 : b - 1]) + "\n" for a, b in pairwise(bounds)]


@pytest.mark.parametrize("sample", [*samples(EXPRESSIONS), *samples(STATEMENTS)])
def test_sample(sample: str) -> None:
    assert compare(sample.encode()) == Comparison(Outcome.EQUAL)
    assert convert(sample).needed <= (3, 11)


@pytest.mark.parametrize("text", [EXPRESSIONS, STATEMENTS])
def test_all_together(text: str) -> None:
    indented = "if a:\n" + textwrap.indent(text, "\t") + "else:\n" + textwrap.indent(text, "  ")
    for variant in (text, text.rstrip(), "\n\n\x0c\n" + text, "# é\n" + text + "\n\n# end", indented):
        assert compare(variant.encode()) == Comparison(Outcome.EQUAL)


def test_the_samples_hold_every_kind_of_node() -> None:
    seen = {type(node) for text in (EXPRESSIONS, STATEMENTS) for node in ast.walk(ast.parse(text))}
    newer = {"TypeAlias", "TypeVar", "ParamSpec", "TypeVarTuple", "TemplateStr", "Interpolation"}
    abstract = {
        "expr",
        "stmt",
        "pattern",
        "excepthandler",
        "mod",
        "operator",
        "unaryop",
        "boolop",
        "cmpop",
        "type_param",
    }
    other = {"AST", "expr_context", "type_ignore", "TypeIgnore", "Expression", "Interactive", "FunctionType"}
    removed = {"Num", "Str", "Bytes", "NameConstant", "Ellipsis", "slice", "Index", "ExtSlice", "Suite", "AugLoad"}
    removed |= {"AugStore", "Param"}
    kinds = {name for name, kind in vars(ast).items() if isinstance(kind, type) and issubclass(kind, ast.AST)}
    kinds = {name for name in kinds if not name.startswith("_")}
    assert kinds - newer - abstract - other - removed == {kind.__name__ for kind in seen}
