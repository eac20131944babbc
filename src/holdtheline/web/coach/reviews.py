"""Review finished games in workers, and cache the reviews."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...core.game_record.replay import Record
from ...lab.evaluator import DEFAULT_NODES, Evaluation
from ...lab.review import NOT_FINISHED, Reviewer, table_from_record
from ...lab.review_text import review_json
from ...table.hints import waiting_text
from ...table.session import Table
from ..http.errors import ApiError
from ..workers.pool import Job, WorkerPool, WorkersBusy
from .models import Review, ReviewProgress

MAX_CACHED_REVIEWS = 64
"""Reviews that are kept, finished or not."""
MAX_REVIEWS, MAX_ADDRESS_REVIEWS = 8, 3
"""Reviews that may be computed at the same time: for all, and for one address."""
ABANDON_SECONDS = 15.0
"""A review that was not requested for this long is paused."""
REPORT_SECONDS = 0.3
"""How often a review is shown while it grows, about."""
GUIDED = "a guided game has no review, because its dice are no luck"
REVIEW_FAILED = "The review could not be computed."


def why_no_review(table: Table) -> str | None:
    """Return why a table cannot be reviewed, or None."""
    if table.guide is not None:
        return GUIDED
    return None if table.is_over else NOT_FINISHED


class ReviewPart(NamedTuple):
    """A review so far, and what a worker needs to continue it."""

    review: Review
    evaluations: tuple[Evaluation, ...]


def review_record(
    data: bytes, seat: int, nodes: int, known: tuple[Evaluation, ...]
) -> Generator[ReviewPart | None, None, ReviewPart]:
    """Review a record after the evaluations that are known; yield the review so far (runs in a worker)."""
    table = table_from_record(Record.parse(data))
    reviewer = Reviewer(table, seat, nodes, evaluations=known)
    segments: list[dict[str, Any]] = []
    reported = time.perf_counter()

    def part() -> ReviewPart:
        so_far = reviewer.so_far
        return ReviewPart(Review.model_validate(review_json(so_far, table, segments)), so_far.evaluations)

    for done in reviewer.run():
        is_due = done == 1 or time.perf_counter() - reported > REPORT_SECONDS
        yield part() if is_due else None
        reported = time.perf_counter() if is_due else reported
    return part()


@dataclass(eq=False)
class CachedReview:
    """A review for one seat, as far as it is computed."""

    part: ReviewPart | None = None
    is_complete: bool = False
    has_failed: bool = False
    last_asked: float = 0.0
    job: Job | None = None


class ReviewQueue:
    """Answer each request with the review so far; a request also keeps the review from being paused."""

    def __init__(
        self, workers: WorkerPool, nodes: int = DEFAULT_NODES, abandon_seconds: float = ABANDON_SECONDS
    ) -> None:
        self._workers = workers
        self._nodes = nodes
        self._abandon_seconds = abandon_seconds
        self._reviews: OrderedDict[tuple[bytes, int], CachedReview] = OrderedDict()

    def ask(self, table_id: str, table: Table, record: bytes, seat: int) -> ReviewProgress:
        """Return the review so far, and start it if this is the first request."""
        why_not = why_no_review(table)
        if why_not is not None:
            raise ApiError("forbidden", why_not)
        if seat >= len(table.game.seats):
            raise ApiError("unknown", f"There is no seat {seat} at this table.")
        key = hashlib.blake2b(record, digest_size=16).digest(), seat
        cached = self._reviews.get(key) or CachedReview()
        cached.last_asked = time.monotonic()
        if cached.has_failed:
            raise ApiError("forbidden", REVIEW_FAILED)
        if not cached.is_complete and cached.job is None:
            self._begin(cached, table_id, record, seat)
        self._reviews[key] = cached
        self._reviews.move_to_end(key)
        while len(self._reviews) > MAX_CACHED_REVIEWS:
            self._pause(self._reviews.popitem(last=False)[1])
        review = cached.part.review if cached.part else None
        sentence = None if review else waiting_text(table.game.definition)
        return ReviewProgress(ready=cached.is_complete, sentence=sentence, review=review)

    def _begin(self, cached: CachedReview, table_id: str, record: bytes, seat: int) -> None:
        running = [other.job for other in self._reviews.values() if other.job is not None]
        if len(running) >= MAX_REVIEWS:
            raise WorkersBusy("Many games are being reviewed right now")
        known = cached.part.evaluations if cached.part else ()
        job = self._workers.start(table_id, review_record, record, seat, self._nodes, known)
        if sum(other.address == job.address for other in running) >= MAX_ADDRESS_REVIEWS:
            self._workers.cancel(job)
            raise WorkersBusy("Several of your games are being reviewed right now")
        cached.job = job

        def note(part: ReviewPart | None) -> None:
            cached.part = part or cached.part
            if time.monotonic() - cached.last_asked > self._abandon_seconds:
                self._pause(cached)

        def end(result: asyncio.Future[ReviewPart]) -> None:
            if cached.job is job:
                cached.job = None
            if result.cancelled():
                return
            cached.has_failed = result.exception() is not None
            if not cached.has_failed:
                cached.part, cached.is_complete = result.result(), True

        job.on_value = note
        job.result.add_done_callback(end)

    def _pause(self, cached: CachedReview) -> None:
        """Stop computing; the next request continues where it was."""
        job, cached.job = cached.job, None
        if job is not None:
            self._workers.cancel(job)
