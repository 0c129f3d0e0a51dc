"""Identifiers as the compiler sees them."""

from __future__ import annotations

import unicodedata

import libcst as cst


def identifier(text: str) -> str:
    """The identifier in Unicode's NFKC form (Python Language Reference, 2.3)."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def dotted(node: cst.BaseExpression) -> str:
    """The text of a name such as `a.b.c`."""
    parts: list[str] = []
    while isinstance(node, cst.Attribute):
        parts.append(identifier(node.attr.value))
        node = node.value
    parts.append(identifier(node.value) if isinstance(node, cst.Name) else "")
    return ".".join(reversed(parts))
