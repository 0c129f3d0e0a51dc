"""Transcripts in the README: `python -m tests.transcripts` writes them anew from the real command."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path
from unittest import mock

from tests.archgates.casebook import archgates

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(r"<!-- transcript: (?P<arguments>.*?) -->\n```console\n(?P<text>.*?)```\n", re.DOTALL)


def transcript(arguments: str) -> str:
    """What a terminal shows when `archgates ARGUMENTS` is run at the root of this repository, exit code included."""
    with contextlib.chdir(ROOT), mock.patch.dict(os.environ, {"COLUMNS": "120", "TERM": "dumb"}):
        answer = archgates(*arguments.split())
    shown = answer.out + answer.err
    return f"$ archgates {arguments}\n{shown.rstrip()}\n$ echo $?\n{answer.code}\n"


def comparable(text: str) -> str:
    """A transcript without what differs from one checkout and interpreter to the next."""
    return re.sub(r"^\w+ tree .*$", "<provenance>", text, flags=re.MULTILINE)


def rewritten(text: str) -> str:
    """The document with every transcript replaced by what the command says now."""
    return BLOCK.sub(
        lambda block: f"<!-- transcript: {block['arguments']} -->\n```console\n{transcript(block['arguments'])}```\n",
        text,
    )


if __name__ == "__main__":
    README.write_text(rewritten(README.read_text(encoding="utf-8")), encoding="utf-8")
