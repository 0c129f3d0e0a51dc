"""The command line. This file starts it and turns its end into an exit code; it imports nothing heavy."""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn

INTERRUPTED = 130
"""Exit code after Ctrl-C: 128 and the number of the signal."""


def main() -> NoReturn:
    """Run the command that the arguments name, and exit with its code."""
    earlier_hook = sys.unraisablehook

    def end_when_interrupted(unraisable: sys.UnraisableHookArgs) -> None:
        """An interrupt that arrives inside a finaliser would be swallowed: end here."""
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            os._exit(INTERRUPTED)
        earlier_hook(unraisable)

    sys.unraisablehook = end_when_interrupted
    try:
        from archgates.cli.commands import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        code = INTERRUPTED
        print("\narchgates: interrupted.", file=sys.stderr)  # noqa: T201  # nothing else may be importable any more
    finally:
        sys.unraisablehook = earlier_hook
    sys.exit(code)
