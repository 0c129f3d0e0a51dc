"""A big stack for input that is nested deeper than the interpreter's defaults allow."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

ResultT = TypeVar("ResultT")

RECURSION_LIMIT = 100_000
"""`ast` on Python 3.11 builds trees three times as deep as this; 3.12 and 3.13 have limits of their own."""
STACK_BYTES = 256 * 1024 * 1024
"""Address space, not memory: about four times what 300,000 levels of `ast` construction use."""

_settings = threading.Lock()
"""Guards the process-wide settings below while one call has them changed."""


def with_big_stack(work: Callable[[], ResultT]) -> ResultT:
    """What `work` returns or raises, run in a thread of its own with room for deep recursion.

    The recursion limit belongs to the process: other threads see it raised until the call ends. Calls from
    several threads run one after another. Raises RecursionError when such a thread cannot be started.
    """
    results: list[ResultT] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001 - handed to the caller below
            failures.append(error)

    with _settings:
        limit = sys.getrecursionlimit()
        try:
            sys.setrecursionlimit(max(limit, RECURSION_LIMIT))
            _started(run).join()
        finally:
            sys.setrecursionlimit(limit)
    if failures:
        raise failures[0]
    return results[0]


def _started(run: Callable[[], None]) -> threading.Thread:
    """A daemon thread with a big stack."""
    size = threading.stack_size(STACK_BYTES)
    try:
        thread = threading.Thread(target=run, name="archgates-deep", daemon=True)
        thread.start()
    except RuntimeError:
        raise RecursionError("no thread with a big stack could be started") from None
    finally:
        threading.stack_size(size)
    return thread
