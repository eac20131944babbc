"""Review finished games in the background, one after the other, and cache the reviews."""

from __future__ import annotations

import hashlib
import json
import logging
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from ...lab.evaluator import DEFAULT_NODES
from ...lab.review import NOT_FINISHED, Reviewer
from ...lab.review_text import review_json
from ...table.hints import waiting_text
from ...table.session import Table
from ..http.errors import ApiError
from .models import Review, ReviewProgress

LOG = logging.getLogger("holdtheline.web")
MAX_CACHED_REVIEWS = 64
"""Reviews that are kept, finished or not."""
MAX_WAITING_REVIEWS = 8
"""Reviews that may wait for their turn; further requests are refused for now."""
ABANDON_SECONDS = 15.0
"""A review that was not requested for this long is paused."""
REVIEW_FAILED = "The review could not be computed."
REVIEW_QUEUED = "another review is being computed first..."


@dataclass(eq=False)
class ReviewJob:
    """A review for one seat. Its table is released when the review is complete."""

    table: Table | None
    seat: int
    reviewer: Reviewer | None = None
    segments: list[dict[str, Any]] = field(default_factory=list)
    review: Review | None = None
    is_complete: bool = False
    has_failed: bool = False
    last_asked: float = 0.0


class ReviewQueue:
    """Answer each request with the review so far; a request also keeps the review from being paused."""

    def __init__(self, nodes: int = DEFAULT_NODES, abandon_seconds: float = ABANDON_SECONDS) -> None:
        self._nodes = nodes
        self._abandon_seconds = abandon_seconds
        self._jobs: OrderedDict[str, ReviewJob] = OrderedDict()
        self._waiting: list[ReviewJob] = []
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def ask(self, table: Table, seat: int) -> ReviewProgress:
        """Return the review so far, and start it if this is the first request."""
        if not table.is_over:
            raise ApiError("forbidden", NOT_FINISHED)
        if seat >= len(table.game.seats):
            raise ApiError("unknown", f"There is no seat {seat} at this table.")
        with self._lock:
            job = self._job(table, seat)
            if job.has_failed:
                raise ApiError("forbidden", REVIEW_FAILED)
            sentence = (
                None
                if job.review
                else REVIEW_QUEUED
                if job in self._waiting[1:]
                else waiting_text(table.game.definition)
            )
            return ReviewProgress(ready=job.is_complete, sentence=sentence, review=job.review)

    def _job(self, table: Table, seat: int) -> ReviewJob:
        digest = digest_review(table, seat)
        job = self._jobs.get(digest) or ReviewJob(table, seat)
        job.last_asked = time.monotonic()
        if not (job.is_complete or job.has_failed or job in self._waiting):
            if len(self._waiting) >= MAX_WAITING_REVIEWS:
                sentence = "Many games are being reviewed right now; please try again in a minute."
                raise ApiError("busy", sentence, headers={"Retry-After": "60"})
            self._waiting.append(job)
            self._start_thread()
        self._jobs[digest] = job
        self._jobs.move_to_end(digest)
        while len(self._jobs) > MAX_CACHED_REVIEWS:
            self._jobs.popitem(last=False)
        return job

    def _start_thread(self) -> None:
        if self._thread is None:
            # A daemon, because a server that shuts down does not wait for a review.
            self._thread = threading.Thread(target=self._work, name="reviews", daemon=True)
            self._thread.start()

    # In the thread

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._thread = None
                    return
                job = self._waiting[0]
            try:
                self._continue(job)
            except Exception:  # (a review that fails must not end the others)
                LOG.exception("a review could not be computed")
                job.has_failed = True
                job.table = job.reviewer = None
            with self._lock:
                self._waiting.remove(job)

    def _continue(self, job: ReviewJob) -> None:
        """Work on a review until it is complete or no longer requested."""
        table = job.table
        assert table is not None
        digest = digest_review(table, job.seat)
        job.reviewer = job.reviewer or Reviewer(table, job.seat, self._nodes)
        for done in job.reviewer.run():
            job.review = Review.model_validate(review_json(job.reviewer.so_far, table, job.segments))
            if done < job.reviewer.positions and time.monotonic() - job.last_asked > self._abandon_seconds:
                return
        if digest_review(table, job.seat) != digest:
            raise RuntimeError("the end of the game was undone during its review")
        job.is_complete, job.table, job.reviewer = True, None, None


def digest_review(table: Table, seat: int) -> str:
    """Return a digest that identifies a game as it was played, and the reviewed seat."""
    content = [table.game.name, table.game.options, seat, [(step.seat, step.play) for step in table.steps]]
    return hashlib.blake2b(json.dumps(content).encode(), digest_size=16).hexdigest()
