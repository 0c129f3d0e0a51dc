"""From the bytes of a source file to its text, by the rules of PEP 263."""

from __future__ import annotations

import codecs
import re
import warnings
from itertools import islice

from archgates.syntax.errors import SourceError

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"^[ \t\f]*(?:#.*)?$")
_NEWLINE = re.compile(rb"\r\n|\r|\n")
_UTF8_NAMES = ("utf-8", "utf8")
_WIDE_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


def decode(data: bytes) -> str:
    r"""The text of a source file: byte order mark dropped, `\r\n` and `\r` turned into `\n`.

    Raises SourceError for an unknown encoding, undecodable bytes and null characters.
    """
    for mark, name in _WIDE_MARKS:
        if data.startswith(mark):
            raise SourceError(f"encoded in {name}, which Python cannot read; save the file as UTF-8")
    marked = data.startswith(codecs.BOM_UTF8)
    body = data[len(codecs.BOM_UTF8) :] if marked else data
    encoding, line = _declared_encoding(body)
    if _is_utf8(encoding):
        text = _decode_utf8(body)
    elif marked:
        raise SourceError(f"declares the encoding {encoding} but starts with a UTF-8 byte order mark", line)
    else:
        text = _decode_declared(body, encoding, line)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    _refuse_nulls(text)
    return text


def _declared_encoding(body: bytes) -> tuple[str, int]:
    """The name in the coding cookie of the first two lines and the cookie's line; UTF-8 without one."""
    ends = [found.start() for found in islice(_NEWLINE.finditer(body), 2)]
    head = body[: ends[1]] if len(ends) == 2 else body
    if b"coding" not in head:
        return "utf-8", 1
    for number, line in enumerate(_NEWLINE.split(head), start=1):
        found = _COOKIE.match(line)
        if found:
            return found.group(1).decode("ascii", "replace"), number
        if not _BLANK.match(line):
            break
    return "utf-8", 1


def _is_utf8(encoding: str) -> bool:
    name = encoding.lower().replace("_", "-")
    return name in _UTF8_NAMES or name.startswith("utf-8-")


def _decode_utf8(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        byte = body[error.start]
        line, column = _position(body[: error.start].decode("utf-8"))
        raise SourceError(
            f"byte 0x{byte:02x} is not valid UTF-8; save the file as UTF-8 or declare its encoding on line 1",
            line,
            column,
        ) from None


def _decode_declared(body: bytes, encoding: str, line: int) -> str:
    try:
        with warnings.catch_warnings():
            # Codecs such as unicode_escape warn about the text they decode.
            warnings.simplefilter("ignore")
            text = body.decode(encoding)
        text.encode("utf-8")
    except LookupError:
        raise SourceError(f"declares the unknown encoding {encoding}", line) from None
    except UnicodeDecodeError as error:
        where = _position(body[: error.start].decode(encoding, "replace"))
        raise SourceError(f"byte 0x{body[error.start]:02x} is not valid {encoding}", *where) from None
    except (UnicodeError, ValueError) as error:
        raise SourceError(f"cannot be decoded as {encoding}: {error}", line) from None
    return text


def _refuse_nulls(text: str) -> None:
    null = text.find("\0")
    if null >= 0:
        raise SourceError("contains a null character; it is a binary file or is damaged", *_position(text[:null]))


def _position(before: str) -> tuple[int, int]:
    """Line and column, from 1, of the character that follows `before`."""
    text = before.replace("\r\n", "\n").replace("\r", "\n")
    return text.count("\n") + 1, len(text) - text.rfind("\n")
