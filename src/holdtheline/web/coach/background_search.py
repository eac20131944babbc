"""Search the positions of all tables in one background thread that shares its time between them."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future

from ...core.game import State
from ...table.hints import Hint, hints_for

LOG = logging.getLogger("holdtheline.web")
TableSeat = tuple[str, int]
"""The id of a table, and a seat."""
MAX_SEARCH_TREES = 4
"""Positions that have search trees at the same time; the trees of one position need up to 31 MB."""
SHARE_SECONDS = 0.2
"""Search time of a position while others wait for trees, so that each is answered within a second."""
IDLE_SECONDS = 5.0
"""A position that was not asked about for this long is dropped."""
ANSWER_SECONDS = 60.0
"""A final answer is kept for this long."""
MAX_ANSWERS = 1_000
STOP_SECONDS = 2.0


class SearchQuestion:
    """A position as one seat sees it, and the best hint so far."""

    def __init__(self, digest: str, hints: Iterator[Hint]) -> None:
        self.digest = digest
        self.hint: Hint | None = None
        self.is_done = False
        self.last_asked = time.monotonic()
        self.spent = 0.0
        self.answered: Future[None] = Future()
        """Done as soon as there is a first hint, or the search has failed."""
        self._hints: Iterator[Hint] | None = hints

    @property
    def has_trees(self) -> bool:
        return self.spent > 0 and not self.is_done

    def search(self) -> None:
        """Search until the next hint."""
        started = time.monotonic()
        try:
            hints = self._hints
            if hints is None:  # stopped a moment ago
                return
            self.hint = next(hints)
            self.is_done |= self.hint.is_done
        except Exception:  # (a coach that fails must not end the game)
            LOG.exception("the chances of a position could not be computed")
            self.is_done = True
        self.spent += time.monotonic() - started
        if self.is_done:
            self.stop()
        if not self.answered.done():
            self.answered.set_result(None)

    def stop(self) -> None:
        """Keep the answer and free the search trees."""
        self.is_done = True
        self._hints = None


class BackgroundSearch:
    """A thread that runs while there are questions.

    It searches the position that has had the least time so far. When more positions are asked about than
    can have trees, those that have had their share keep their latest answer.
    """

    def __init__(self, hints: Callable[[State, int], Iterator[Hint]] = hints_for) -> None:
        self._hints = hints
        self._questions: dict[TableSeat, SearchQuestion] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def ask(self, table_seat: TableSeat, seen: State) -> SearchQuestion:
        """Return this seat's question, a new one if the seat sees another position than before."""
        digest = seen.digest()
        with self._changed:
            question = self._questions.get(table_seat)
            if question is None or question.digest != digest:
                self._drop(table_seat)
                question = self._questions[table_seat] = SearchQuestion(digest, self._hints(seen, table_seat[1]))
            question.last_asked = time.monotonic()
            self._wake()
        return question

    def close(self) -> None:
        """Stop searching, without waiting for a compilation that may be under way."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
            thread = self._thread
        if thread is not None:
            thread.join(STOP_SECONDS)

    @property
    def is_busy(self) -> bool:
        return self._thread is not None

    # In the thread

    def _wake(self) -> None:
        self._changed.notify()
        if self._thread is None and not self._is_closed:
            self._thread = threading.Thread(target=self._work, name="background search", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while (question := self._next()) is not None:
            question.search()

    def _next(self) -> SearchQuestion | None:
        """Return the question to work on, or None, which ends the thread."""
        with self._changed:
            while not self._is_closed:
                self._drop_old(time.monotonic())
                question = pick_question(list(self._questions.values()))
                if question is not None:
                    return question
                if not self._questions:
                    break
                self._changed.wait(IDLE_SECONDS)
            self._thread = None
            return None

    def _drop(self, table_seat: TableSeat) -> None:
        question = self._questions.pop(table_seat, None)
        if question is not None:
            question.stop()

    def _drop_old(self, now: float) -> None:
        """Drop questions that are no longer asked, and the oldest answers if there are too many."""
        for table_seat, question in list(self._questions.items()):
            if now - question.last_asked > (ANSWER_SECONDS if question.is_done else IDLE_SECONDS):
                self._drop(table_seat)
        finished = [table_seat for table_seat, question in self._questions.items() if question.is_done]
        for table_seat in finished[: max(len(finished) - MAX_ANSWERS, 0)]:
            self._drop(table_seat)


def pick_question(questions: list[SearchQuestion]) -> SearchQuestion | None:
    """Return the question with the least search time; stop one that has had its share if trees are scarce."""
    with_trees = [question for question in questions if question.has_trees]
    new = [question for question in questions if not question.is_done and not question.has_trees]
    if new and len(with_trees) >= MAX_SEARCH_TREES:
        longest = max(with_trees, key=lambda question: question.spent)
        if longest.spent < SHARE_SECONDS:
            return min(with_trees, key=lambda question: question.spent)
        longest.stop()
    return min(new or with_trees, key=lambda question: question.spent, default=None)
