"""What the application needs from outside: kinds of gates, answers to requests, a place to say how far it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from archgates.domain.gate import Gate

Provider: TypeAlias = Callable[[Sequence[Any]], Mapping[Any, Any]]
"""Answers all requests of one type at once: the requests, without doubles, to one fact for each.

A part that reads files gets every request in one call, so that it reads each file once however many gates ask.
"""

Progress: TypeAlias = Callable[[str], None]
"""Told in a few words what is being done now."""


class GateKinds(Protocol):
    """The kinds of gates that a configuration may name."""

    def __contains__(self, name: object) -> bool:
        """Whether there is a kind of this name, as written after `gate =`."""
        ...

    def names(self) -> tuple[str, ...]:
        """Every kind, sorted; nothing is loaded for it."""
        ...

    def load(self, name: str) -> type[Gate] | None:
        """The gate of this kind, one that there is. None when it may not be loaded, since that runs foreign code.

        Raises ConfigurationError when it cannot be loaded.
        """
        ...


def each(answer: Callable[[Any], Any], progress: Progress | None = None) -> Provider:
    """A provider that answers one request after the other."""

    def provide(requests: Sequence[Any]) -> dict[Any, Any]:
        answers = {}
        for number, request in enumerate(requests, start=1):
            if progress is not None:
                progress(f"collecting {type(request).__name__} {number} of {len(requests)}")
            answers[request] = answer(request)
        return answers

    return provide


def silent(_: str) -> None:
    """The progress of a run that nobody watches."""
