"""Bytes to text: PEP 263 as CPython applies it, and where undecodable bytes are."""

from __future__ import annotations

import ast
import codecs

import pytest

from archgates.syntax.decode import decode
from archgates.syntax.errors import SourceError


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"a = 1\r\nb = 2\rc = 3\n", "a = 1\nb = 2\nc = 3\n"),
        (codecs.BOM_UTF8 + b"import app.b\n\x0c\nimport app.c\n", "import app.b\n\x0c\nimport app.c\n"),
        ('é = "ü"'.encode(), 'é = "ü"'),
        (b'# -*- coding: latin-1 -*-\nNAME = "Jos\xe9"\n', '# -*- coding: latin-1 -*-\nNAME = "José"\n'),
        (
            b"#!/usr/bin/python\r# vim: set fileencoding=cp1251 :\rx = '\xe9'",
            "#!/usr/bin/python\n# vim: set fileencoding=cp1251 :\nx = 'й'",
        ),
        (codecs.BOM_UTF8 + b"# coding: UTF_8\nx", "# coding: UTF_8\nx"),
        (b"# coding: utf-8-sig\nx", "# coding: utf-8-sig\nx"),
        (b"\x0c # coding=ascii\nx", "\x0c # coding=ascii\nx"),
        (b"# " + b"x" * 2000 + b"\n# coding: latin-1\n# \xe9", "# " + "x" * 2000 + "\n# coding: latin-1\n# é"),
        ("x = 1\n# coding: latin-1\n# é".encode(), "x = 1\n# coding: latin-1\n# é"),
        ("\n\n# coding: latin-1\n# é".encode(), "\n\n# coding: latin-1\n# é"),
    ],
)
def test_text(data: bytes, text: str) -> None:
    assert decode(data) == text


@pytest.mark.parametrize(
    ("data", "line", "column", "reason"),
    [
        (b"x = 1\ny = '\xe9'\n", 2, 6, "byte 0xe9 is not valid UTF-8"),
        ("é = 1\r\nüü ".encode() + b"\xff", 2, 4, "byte 0xff is not valid UTF-8"),
        (b"a\rb\rc\x80", 3, 2, "byte 0x80 is not valid UTF-8"),
        (b"# coding: ascii\n\nab\xe9", 3, 3, "byte 0xe9 is not valid ascii"),
        (b"# coding: nowhere\n", 1, 1, "unknown encoding nowhere"),
        (b"#\n# coding: nowhere\n", 2, 1, "unknown encoding nowhere"),
        (b"# coding: rot13\nx", 1, 1, "unknown encoding rot13"),
        (codecs.BOM_UTF8 + b"# coding: latin-1\n", 1, 1, "starts with a UTF-8 byte order mark"),
        ("x".encode("utf-16"), 1, 1, "UTF-16"),
        ("x".encode("utf-32"), 1, 1, "UTF-32"),
        (b"x = 1\n\ty\0z", 2, 3, "null character"),
        (b"# coding: unicode_escape\n'\\ud800'", 1, 1, "unicode_escape"),
    ],
)
def test_refused(data: bytes, line: int, column: int, reason: str) -> None:
    with pytest.raises(SourceError, match=reason) as raised:
        decode(data)
    assert (raised.value.line, raised.value.column) == (line, column)


@pytest.mark.parametrize(
    "cookie",
    [
        b"# coding: latin-1",
        b"#coding=latin-1",
        b"# -*- coding : latin-1 -*-",
        b"# encoding:  latin-1",
        b"# coding latin-1",
        b"x # coding: latin-1",
        b"'''\n# coding: latin-1\n'''",
        b"\\\n# coding: latin-1",
    ],
)
def test_cpython_agrees_on_what_a_cookie_is(cookie: bytes) -> None:
    data = cookie + b"\nx = '\xe9'\n"
    try:
        ast.parse(data)
    except SyntaxError:
        with pytest.raises(SourceError):
            decode(data)
    else:
        assert ast.dump(ast.parse(decode(data))) == ast.dump(ast.parse(data))
