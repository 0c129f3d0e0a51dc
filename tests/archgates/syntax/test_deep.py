"""Room for deep recursion, without leaving the process changed."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from archgates.syntax.deep import with_big_stack


def depth(levels: int) -> int:
    return 0 if levels == 0 else 1 + depth(levels - 1)


def test_deeper_than_the_recursion_limit() -> None:
    levels = sys.getrecursionlimit() * 20
    assert with_big_stack(lambda: depth(levels)) == levels


def test_settings_are_restored_whatever_happens() -> None:
    before = (sys.getrecursionlimit(), threading.stack_size())
    with pytest.raises(KeyError):
        with_big_stack(lambda: dict[str, int]()["missing"])
    with pytest.raises(RecursionError):
        with_big_stack(lambda: depth(10_000_000))
    assert (sys.getrecursionlimit(), threading.stack_size()) == before


def test_from_several_threads() -> None:
    before = sys.getrecursionlimit()
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda levels: with_big_stack(lambda: depth(levels)), [5_000] * 40)) == [5_000] * 40
    assert sys.getrecursionlimit() == before


def test_no_thread_is_a_recursion_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(RecursionError, match="no thread with a big stack"):
        with_big_stack(lambda: 1)
