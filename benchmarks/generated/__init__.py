"""Small programs made from a seed, run by CPython and judged by the tool: the two must agree line by line."""

from __future__ import annotations
