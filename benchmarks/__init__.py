"""Runs on public projects: corpora, oracles and comparisons with peers, each a command that prints its numbers."""

from __future__ import annotations
