"""Generate, run and judge programs: `python -m benchmarks.generated [--count N] [--seed N]`.

Prints the first seed, so that a failure can be played again: `--seed N --count 1` shows the smallest part of the
program that still fails, and keeps its files.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.generated.campaign import judge_seeds, smallest, write_out


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit 0 when tool and CPython agree everywhere, 1 when they differ."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.generated", description=__doc__)
    parser.add_argument("--count", type=int, default=2000, help="how many programs")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first; the next ones follow")
    parser.add_argument(
        "--folder", type=Path, default=Path(".oracle/generated"), help="where a failing program is kept"
    )
    parser.add_argument("--show", type=int, default=40, help="how many disagreements to print")
    options = parser.parse_args(arguments)
    print(f"programs {options.count}, first seed {options.seed}", flush=True)
    found, tags = judge_seeds(range(options.seed, options.seed + options.count))
    print("exercised: " + ", ".join(f"{tag} {count}" for tag, count in sorted(tags.items())))
    for one in found[: options.show]:
        print(one)
    if found:
        least = smallest(found[0].seed, found[0].fragment)
        print(
            f"disagreements {len(found)}; the first, made as small as it gets, is in {write_out(least, options.folder)}"
        )
        return 1
    print("tool and CPython agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
