"""`python -m archgates`."""

from __future__ import annotations

import os
import sys


def leave_the_current_directory() -> None:
    """Take the current directory off the path, where `python -m` puts it first.

    The judged project stands there: a `json.py` of its own would be run in place of the library. An archgates that
    itself lies in the current directory needs it there. Only modules that are loaded already may be used here.
    """
    home = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))  # noqa: PTH120  # pathlib is not loaded yet
    if not sys.flags.safe_path and sys.path and os.path.realpath(sys.path[0]) != home:
        del sys.path[0]


if __name__ == "__main__":
    leave_the_current_directory()

    from archgates.cli import main

    main()
