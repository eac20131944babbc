"""Sampled chances for all tables: one thread, which thinks a little about each position that is looked at."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future

from ..core.game import State
from ..table.hints import Hint, hints_for

LOG = logging.getLogger("holdtheline.web")
Who = tuple[str, int]
"""A table, by its id, and a seat."""
MOST_BEGUN = 4
"""Positions that have trees, which take up to 31 MB for each of them."""
SHARE = 0.2
"""Seconds that a position is thought about while another waits for its trees: so none waits for a second."""
PATIENCE = 5.0
"""Seconds after which nobody seems to look any more."""
KEPT = 60.0
"""Seconds for which an answer is kept that will not get better."""
MOST_KEPT = 1_000
LONGEST_END = 2.0


class Question:
    """What a seat sees, and the best that is known of it so far."""

    def __init__(self, key: str, hints: Iterator[Hint]) -> None:
        self.key = key
        self.hint: Hint | None = None
        self.is_done = False
        self.asked = time.monotonic()
        self.spent = 0.0
        self.answered: Future[None] = Future()
        """Done as soon as there is something to say."""
        self._hints: Iterator[Hint] | None = hints

    @property
    def has_begun(self) -> bool:
        """Whether it has trees."""
        return self.spent > 0 and not self.is_done

    def think(self) -> None:
        """A little, and no further than the last hint."""
        began = time.monotonic()
        try:
            hints = self._hints
            if hints is None:  # it was ended a moment ago
                return
            self.hint = next(hints)
            self.is_done |= self.hint.is_done
        except Exception:  # (a coach that fails must not end the game)
            LOG.exception("the chances of a position could not be worked out")
            self.is_done = True
        self.spent += time.monotonic() - began
        if self.is_done:
            self.end()
        if not self.answered.done():
            self.answered.set_result(None)

    def end(self) -> None:
        """It keeps its answer and gives its trees back."""
        self.is_done = True
        self._hints = None


class Thinking:
    """Begins when somebody asks, and rests when nobody does.

    Whoever has had the least of it is next. Where more ask than can have trees, those that have had their
    share must be content with it.
    """

    def __init__(self, hints: Callable[[State, int], Iterator[Hint]] = hints_for) -> None:
        self._hints = hints
        self._questions: dict[Who, Question] = {}
        self._news = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_over = False

    def ask(self, who: Who, seen: State, seat: int) -> Question:
        """The question of this seat; if it sees something else than before, the old one is forgotten."""
        key = seen.digest()
        with self._news:
            question = self._questions.get(who)
            if question is None or question.key != key:
                self._drop(who)
                question = self._questions[who] = Question(key, self._hints(seen, seat))
            question.asked = time.monotonic()
            self._wake()
        return question

    def end(self) -> None:
        """Think no more. What is being compiled just now is not waited for."""
        with self._news:
            self._is_over = True
            self._news.notify()
            thread = self._thread
        if thread is not None:
            thread.join(LONGEST_END)

    @property
    def is_busy(self) -> bool:
        return self._thread is not None

    # In the thread

    def _wake(self) -> None:
        self._news.notify()
        if self._thread is None and not self._is_over:
            self._thread = threading.Thread(target=self._work, name="thinking", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while (question := self._next()) is not None:
            question.think()

    def _next(self) -> Question | None:
        """Whom to think for; None, and the thread ends: nobody asks."""
        with self._news:
            while not self._is_over:
                self._forget(time.monotonic())
                question = fairest(list(self._questions.values()))
                if question is not None:
                    return question
                if not self._questions:
                    break
                self._news.wait(PATIENCE)
            self._thread = None
            return None

    def _drop(self, who: Who) -> None:
        question = self._questions.pop(who, None)
        if question is not None:
            question.end()

    def _forget(self, now: float) -> None:
        """Those that nobody has asked for some time, and the oldest answers if there are too many."""
        for who, question in list(self._questions.items()):
            if now - question.asked > (KEPT if question.is_done else PATIENCE):
                self._drop(who)
        done = [who for who, question in self._questions.items() if question.is_done]
        for who in done[: max(len(done) - MOST_KEPT, 0)]:
            self._drop(who)


def fairest(questions: list[Question]) -> Question | None:
    """The one that has had the least, if there is room for its trees; whoever has had enough makes room."""
    begun = [one for one in questions if one.has_begun]
    fresh = [one for one in questions if not one.is_done and not one.has_begun]
    if fresh and len(begun) >= MOST_BEGUN:
        longest = max(begun, key=lambda one: one.spent)
        if longest.spent < SHARE:
            return min(begun, key=lambda one: one.spent)
        longest.end()
    return min(fresh or begun, key=lambda one: one.spent, default=None)
