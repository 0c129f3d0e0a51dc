"""The facts of a run: every request that a gate declared is answered once, all of one type together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, cast

from archgates.application.defects import describe_defect, is_defect
from archgates.application.exclusion import Exclusion, without
from archgates.application.ports import Progress, Provider, silent
from archgates.domain.location import Gap
from archgates.domain.requests import Request

AnswerT = TypeVar("AnswerT")


class UnansweredError(Exception):
    """A request that nothing could answer; the text says why."""


class FactBase:
    """Answers requests by the provider of their type, and keeps the answers."""

    def __init__(self, providers: Mapping[type[Request[Any]], Provider]) -> None:
        self._providers = dict(providers)
        self._answers: dict[Request[Any], Any] = {}
        self._failures: dict[Request[Any], str] = {}

    def prepare(self, requests: Iterable[Request[Any]], progress: Progress = silent) -> None:
        """Answer all requests that have no answer yet."""
        pending: dict[type[Request[Any]], dict[Request[Any], None]] = defaultdict(dict)
        for request in requests:
            if request not in self._answers and request not in self._failures:
                pending[type(request)][request] = None
        for kind, group in pending.items():
            progress(f"collecting {kind.__name__} ({len(group)})")
            self._answer(kind, tuple(group))

    def answer(self, request: Request[AnswerT]) -> AnswerT:
        """The answer to a prepared request. Raises UnansweredError when there is none."""
        if request in self._failures:
            raise UnansweredError(self._failures[request])
        return cast("AnswerT", self._answers[request])

    def _answer(self, kind: type[Request[Any]], group: tuple[Request[Any], ...]) -> None:
        provider = self._providers.get(kind)
        if provider is None:
            self._failures.update(dict.fromkeys(group, f"no part of archgates answers {kind.__name__}"))
            return
        try:
            answers = provider(group)
            self._answers.update({request: answers[request] for request in group})
        except BaseException as error:
            if not is_defect(error):
                raise
            self._answer_singly(kind, group, error)

    def _answer_singly(self, kind: type[Request[Any]], group: tuple[Request[Any], ...], error: BaseException) -> None:
        """Keep one bad request from spoiling the others of its type."""
        if len(group) == 1:
            self._failures[group[0]] = f"{kind.__name__} broke: {describe_defect(error)}"
            return
        for request in group:
            self._answer(kind, (request,))


class GateFacts:
    """What one gate sees: the answers to the requests that it declared, without what it excludes."""

    def __init__(self, base: FactBase, needs: Iterable[Request[Any]], exclusion: Exclusion | None = None) -> None:
        """Raise UnansweredError when one of the needs has no answer."""
        answers = {request: base.answer(request) for request in needs}
        if exclusion is not None:
            answers = {request: without(fact, exclusion) for request, fact in answers.items()}
        self._answers = answers

    def __getitem__(self, request: Request[AnswerT]) -> AnswerT:
        if request not in self._answers:
            raise KeyError(f"{request!r} is not among the gate's needs(); declare it there")
        return cast("AnswerT", self._answers[request])

    def values(self) -> tuple[Any, ...]:
        """Every answer, in the order of the needs."""
        return tuple(self._answers.values())

    def gaps(self) -> tuple[Gap, ...]:
        """Every file, or part of one, that could not be judged; sorted, without doubles."""
        return tuple(sorted({gap for fact in self._answers.values() for gap in getattr(fact, "gaps", ())}))
