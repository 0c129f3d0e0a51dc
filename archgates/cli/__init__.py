"""The command line. This file starts it and turns its end into an exit code; it imports nothing heavy."""

from __future__ import annotations

import gc
import os
import signal
import sys
from typing import NoReturn

INTERRUPTED = 130
"""Exit code after Ctrl-C: 128 and the number of the signal."""
COLLECTION = (50_000, 20, 50)
"""Thresholds of the garbage collector. A run makes millions of objects and few of them in circles: looking for
circles as often as usual costs a fifth of its time and saves no memory."""


def main() -> NoReturn:
    """Run the command that the arguments name, and exit with its code."""
    earlier_hook, earlier_collection = sys.unraisablehook, gc.get_threshold()

    def end_when_interrupted(unraisable: sys.UnraisableHookArgs) -> None:
        """An interrupt that arrives inside a finaliser would be swallowed: end here."""
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            os._exit(INTERRUPTED)
        earlier_hook(unraisable)

    sys.unraisablehook = end_when_interrupted
    gc.set_threshold(*COLLECTION)
    try:
        from archgates.cli.commands import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        code = INTERRUPTED
        print("\narchgates: interrupted.", file=sys.stderr)  # noqa: T201  # nothing else may be importable any more
    finally:
        sys.unraisablehook = earlier_hook
        gc.set_threshold(*earlier_collection)
    sys.exit(code)
