"""A worklist that solves questions that depend on each other (DESIGN 2.2 rule 8).

An answer is computed anew whenever one that it asked for changes, so that the order of asking does not show in
the result. A question that keeps changing is part of a cycle: from then on its answer only grows, and growth is
bounded, so the work ends, however long the chain of re-exports is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from archgates.resolve.values import Values, add

REPLACED = 60
"""How often an answer may be replaced before it only grows."""

QuestionT = TypeVar("QuestionT", bound=Hashable)


class Fixpoint(Generic[QuestionT]):
    """Answers questions on demand. `rule` computes one answer and may ask for others through `get`."""

    def __init__(self, rule: Callable[[QuestionT], Values]) -> None:
        self._rule = rule
        self._answers: dict[QuestionT, Values] = {}
        self._askers: dict[QuestionT, set[QuestionT]] = {}
        self._changes: dict[QuestionT, int] = {}
        self._queue: list[QuestionT] = []
        self._queued: set[QuestionT] = set()
        self._touched: set[QuestionT] = set()
        """Questions that are to be answered anew; one that only waits in the queue is passed over."""
        self._current: QuestionT | None = None

    def get(self, question: QuestionT) -> Values:
        """The answer so far. Whoever asks is asked again when it changes. Do not change what is returned."""
        answer = self._answers.get(question)
        if answer is None:
            answer = self._answers[question] = {}
            self._push(question)
        if self._current is not None:
            self._askers.setdefault(question, set()).add(self._current)
        return answer

    @property
    def pending(self) -> bool:
        """Whether something that was asked for is not worked out yet."""
        return bool(self._queue)

    def solve(self, question: QuestionT) -> Values:
        """The whole answer to one question."""
        answer = self.get(question)
        self.settle()
        return answer

    def settle(self) -> None:
        """Work until nothing grows any more.

        What a question asked for is worked out first, all of it, and then the question again, once: a table of n rows
        is looked at twice, not n times.
        """
        while self._queue:
            question = self._queue.pop()
            self._queued.discard(question)
            if question not in self._touched:
                continue
            self._touched.discard(question)
            self._current = question
            asked_from = len(self._queue)
            try:
                fresh = self._rule(question)
            finally:
                self._current = None
            asked = self._queue[asked_from:]
            del self._queue[asked_from:]
            if self._update(question, fresh):
                for asker in self._askers.get(question, ()):
                    self._push(asker)
            if asked:
                self._wait(question)
                self._queue.extend(asked)

    def _update(self, question: QuestionT, fresh: Values) -> bool:
        """Take over an answer; True when it is another one than before."""
        answer = self._answers[question]
        if answer == fresh:
            return False
        count = self._changes[question] = self._changes.get(question, 0) + 1
        if count > REPLACED:
            return add(answer, fresh)
        answer.clear()
        answer.update(fresh)
        return True

    def _push(self, question: QuestionT) -> None:
        self._touched.add(question)
        self._wait(question)

    def _wait(self, question: QuestionT) -> None:
        if question not in self._queued:
            self._queued.add(question)
            self._queue.append(question)
