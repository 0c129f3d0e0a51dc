"""The oracle: `python -m benchmarks.oracle [PACKAGE ...] [--all]`. Exit 0 when every bound holds, 1 when one is broken.

With `--all`, generated programs, grimp's graph and the equality of filtered answers are judged as well.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks import filter_equality, grimp_oracle
from benchmarks.generated import __main__ as generated
from benchmarks.oracle.results import SubjectResult, broken, judge, routes
from benchmarks.oracle.subjects import SUBJECTS


def main(arguments: Sequence[str] | None = None) -> int:
    """Record, compare, print. Records are kept by content: a second run only compares."""
    names = [one.name for one in SUBJECTS]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.oracle", description=__doc__)
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"any of {', '.join(names)}; default all")
    parser.add_argument("--folder", type=Path, default=Path(".oracle"), help="where trees and records are kept")
    parser.add_argument("--all", action="store_true", help="run every other oracle too")
    options = parser.parse_args(arguments)
    unknown = [one for one in options.packages if one not in names]
    if unknown:
        parser.error(f"no package is called {unknown[0]!r}; there are {', '.join(names)}")
    results: list[SubjectResult] = []
    for subject in SUBJECTS:
        if not options.packages or subject.name in options.packages:
            results.append(judge(subject, options.folder.resolve()))
            print(_line(results[-1]), flush=True)
    print(f"sites {sum(len(one.sites) for one in results)} by route: {dict(routes(results).most_common())}")
    problems = broken(results, whole=not options.packages)
    for problem in problems:
        print(f"BROKEN {problem}")
    others = [run([]) for run in (generated.main, grimp_oracle.main, filter_equality.main)] if options.all else []
    return 1 if problems or any(others) else 0


def _line(result: SubjectResult) -> str:
    loaded = sum(one.loaded for one in result.loads)
    undecided = sum(len(one.in_unresolved) for one in result.loads)
    return (
        f"{result.name:11} classes {len(result.classes):4}  recorded {len(result.sites):5}  "
        f"in sites {result.in_sites:5}  unresolved {result.in_unresolved:3}  missed {len(result.missed):3}  "
        f"modules {len(result.loads):3} loading {loaded:5}, unresolved {undecided:3}, "
        f"missed {len(result.missed_loads):3}  "
        f"left aside {result.skipped}, not importable {len(result.not_importable)}"
    )


if __name__ == "__main__":
    sys.exit(main())
