"""Writes docs/gates.md from the gates themselves: `python -m tests.archgates.gates.docs_page`."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from archgates.application.explain import OptionText, explain_gate, summary
from archgates.domain.gate import Gate
from archgates.registry import GateRegistry

PAGE = Path(__file__).resolve().parents[3] / "docs" / "gates.md"
PARTS = ("What it checks", "Why", "Example", "What to do instead")
SHARED = ("id", "reason", "level", "exclude", "allow_empty")
"""Options of every gate, described once."""

_HEAD = """\
# Gates

A gate is one rule with typed options. This page has one section for each kind; `archgates explain KIND` prints the
same text. It is written from the gates by `python -m tests.archgates.gates.docs_page`.

## Where they are written

In `archgates.toml` at the root of the project, each gate as a table `[[gates]]`; or in its `pyproject.toml`, as the
examples below, with the prefix: `[[tool.archgates.gates]]`. A project has one of the two. `--config FILE` names
another. Three keys beside the gates say what is judged; `sites`, `why` and `cycles` read them too:

- `roots`: folders that hold packages, relative to the project; found when left out.
- `exclude`: paths that nothing looks at, such as `"tests/**"`.
- `target_version`: the Python version that decides `sys.version_info` branches, such as `"3.12"`; the running one's
  when left out.

## What all gates share

- **Modules and paths.** `allow` takes dotted module names, `where` also paths (an entry with a `/`, or one that ends
  like a source file), `exclude` paths alone. In a dotted name `*` is one part and `**` one part or more: `adf.**` is
  everything below `adf`, and not `adf` itself. In a path `*` stays inside one name, `**` is any number of folders,
  and what names a folder means everything below it.
- **Nothing to judge.** A gate that looked at no file fails; so does a gate that names a class, function, module, table
  or file that does not exist, or a pattern that no module fits. The finding has the nearest name that does exist.
- **Not judged.** A file that cannot be read, or a value that only running the program could tell, makes a gate
  INCOMPLETE, never PASS.
- **Notes.** What a gate saw and does not judge (a class that makes itself, a place that may be a construction within
  `max_unresolved`) is printed beside the findings and changes no verdict.

{shared}

## Kinds

{contents}
"""


def gates() -> list[type[Gate]]:
    """Every built-in gate, by kind."""
    return [gate for _, gate in sorted(GateRegistry().built_in.items())]


def parts_of(gate: type[Gate]) -> dict[str, str]:
    """The named parts of a gate's documentation; the example is TOML, the others are one paragraph each."""
    text = explain_gate(gate).text
    marks = list(re.finditer(rf"^({'|'.join(PARTS)}):\s", text, re.MULTILINE))
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    found = {mark.group(1): text[mark.end() : end] for mark, end in zip(marks, ends, strict=True)}
    return {
        name: textwrap.dedent(part).strip() if name == "Example" else " ".join(part.split())
        for name, part in found.items()
    }


def page() -> str:
    """The whole page."""
    shared = [option for option in explain_gate(gates()[0]).options if option.key in SHARED]
    contents = "\n".join(f"- [`{gate.gate}`](#{gate.gate}): {summary(gate)}" for gate in gates())
    head = _HEAD.format(shared="\n".join(_table(shared)), contents=contents)
    return "\n".join([head, *(section(gate) for gate in gates())])


def section(gate: type[Gate]) -> str:
    """One gate."""
    parts = parts_of(gate)
    own = [option for option in explain_gate(gate).options if option.key not in SHARED]
    return "\n\n".join(
        [
            f"## {gate.gate}",
            summary(gate),
            _paragraph("What it checks", parts),
            _paragraph("Why", parts),
            f"```toml\n{parts['Example']}\n```",
            _paragraph("What to do instead", parts),
            "\n".join(_table(own)) + "\n",
        ]
    )


def _paragraph(name: str, parts: Mapping[str, str]) -> str:
    text = parts[name]
    return textwrap.fill(f"**{name}.** {text[0].upper()}{text[1:]}", 120, break_long_words=False)


def _table(options: Iterable[OptionText]) -> Iterator[str]:
    yield "| option | type | default | meaning |"
    yield "|---|---|---|---|"
    for option in options:
        default = "required" if option.required else f"`{option.default}`" if option.default is not None else ""
        cells = (f"`{option.key}`", option.type, default, option.text)
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
