"""The positions that the coach searches for the tables that ask, in workers."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator

from ...core.game import State
from ...table.hints import Hint, hints_for
from ..workers.pool import Job, WorkerPool
from ..workers.positions import Position

TableSeat = tuple[str, int]
"""The id of a table, and a seat."""
MAX_SEARCHES = 4
"""Positions that are searched at the same time; the trees of one need up to 38 MB of a worker."""
IDLE_SECONDS = 5.0
"""A search that was not asked about for this long is stopped."""
MAX_ANSWERS = 1_000


def search(position: Position, seat: int) -> Iterator[Hint]:
    """Yield better and better hints for what a seat sees (runs in a worker)."""
    yield from hints_for(position.fast_state(), seat)


class SearchQuestion:
    """A position as one seat sees it, and the best hint so far."""

    def __init__(self, digest: str) -> None:
        self.digest = digest
        self.hint: Hint | None = None
        self.is_done = False
        self.has_failed = False
        self.last_asked = 0.0
        self.answered = asyncio.Event()
        """Set as soon as there is a first hint, or the search has ended."""
        self.job: Job | None = None


class CoachSearches:
    """The latest question of each seat. If too many are searched, the one that had most time is stopped."""

    def __init__(self, workers: WorkerPool) -> None:
        self._workers = workers
        self._questions: dict[TableSeat, SearchQuestion] = {}

    def ask(self, table_seat: TableSeat, seen: State) -> SearchQuestion | None:
        """Return this seat's question, a new one if the seat sees another position than before.

        Return None if it cannot be searched yet, because no other search has an answer.
        """
        digest, question = seen.digest(), self._questions.get(table_seat)
        if question is None or question.digest != digest:
            self._forget(table_seat)
            if not self._make_room():
                return None
            question = SearchQuestion(digest)
            self._begin(question, table_seat, seen)
            self._questions[table_seat] = question
        question.last_asked = time.monotonic()
        return question

    # Private

    def _begin(self, question: SearchQuestion, table_seat: TableSeat, seen: State) -> None:
        table, seat = table_seat
        job = question.job = self._workers.start(table, search, Position.of(seen), seat)

        def note(hint: Hint) -> None:
            question.hint = hint
            question.answered.set()
            if hint.is_done or time.monotonic() - question.last_asked > IDLE_SECONDS:
                self._stop(question)

        def end(result: asyncio.Future[None]) -> None:
            question.has_failed = not result.cancelled() and result.exception() is not None
            question.is_done, question.job = True, None
            question.answered.set()

        job.on_value = note
        job.result.add_done_callback(end)

    def _make_room(self) -> bool:
        """Stop a search if there are too many: of the address with the most, the one that had most time."""
        while len(self._questions) >= MAX_ANSWERS:
            self._forget(next(iter(self._questions)))
        running = [(question, question.job) for question in self._questions.values() if question.job is not None]
        if len(running) < MAX_SEARCHES:
            return True
        searches = Counter(job.address for _, job in running)
        answered = [(question, job) for question, job in running if question.hint is not None]
        if not answered:
            return False
        longest, _ = max(answered, key=lambda pair: (searches[pair[1].address], pair[1].spent))
        self._stop(longest)
        return True

    def _forget(self, table_seat: TableSeat) -> None:
        question = self._questions.pop(table_seat, None)
        if question is not None:
            self._stop(question)

    def _stop(self, question: SearchQuestion) -> None:
        """Keep the answer and free the search trees."""
        job, question.job, question.is_done = question.job, None, True
        if job is not None:
            self._workers.cancel(job)
