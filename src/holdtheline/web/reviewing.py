"""Reviews of finished games, worked out in the background, one after the other, and kept for a while."""

from __future__ import annotations

import hashlib
import json
import logging
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from ..lab.judge import NODES
from ..lab.retold import as_json
from ..lab.review import NOT_OVER, Reviewing
from ..table.hints import waiting
from ..table.session import Table
from .problems import Problem

LOG = logging.getLogger("holdtheline.web")
MOST_KEPT = 64
"""Reviews that are remembered, finished or not."""
MOST_WAITING = 8
"""Reviews that wait for their turn; whoever asks for more comes too early."""
PATIENCE = 15.0
"""Seconds after which a review that nobody asks for any more is laid aside."""
FAILED = "The review could not be worked out."
QUEUED = "another review is being worked out first..."


@dataclass(eq=False)
class Job:
    """A review for one seat. Its `table` is let go when all is told."""

    table: Table | None
    seat: int
    reviewing: Reviewing | None = None
    stretches: list[dict[str, Any]] = field(default_factory=list)
    told: dict[str, Any] | None = None
    is_whole: bool = False
    has_failed: bool = False
    wanted: float = 0.0  # when somebody asked last


class Reviews:
    """Whoever asks gets what there is; asking also says that somebody still waits."""

    def __init__(self, nodes: int = NODES, patience: float = PATIENCE) -> None:
        self._nodes = nodes
        self._patience = patience
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._waiting: list[Job] = []
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def ask(self, table: Table, seat: int) -> dict[str, Any]:
        """The review as far as it is; the first who asks begins it."""
        if not table.is_over:
            raise Problem("forbidden", NOT_OVER)
        if seat >= len(table.game.seats):
            raise Problem("unknown", f"There is no seat {seat} at this table.")
        with self._lock:
            job = self._job(table, seat)
            if job.has_failed:
                raise Problem("forbidden", FAILED)
            sentence = None if job.told else QUEUED if job in self._waiting[1:] else waiting()
            return {"ready": job.is_whole, "sentence": sentence, "review": job.told}

    def _job(self, table: Table, seat: int) -> Job:
        name = digest_of(table, seat)
        job = self._jobs.get(name) or Job(table, seat)
        job.wanted = time.monotonic()
        if not (job.is_whole or job.has_failed or job in self._waiting):
            if len(self._waiting) >= MOST_WAITING:
                sentence = "Many games are being reviewed just now; try again in a minute."
                raise Problem("busy", sentence, headers={"Retry-After": "60"})
            self._waiting.append(job)
            self._begin()
        self._jobs[name] = job
        self._jobs.move_to_end(name)
        while len(self._jobs) > MOST_KEPT:
            self._jobs.popitem(last=False)
        return job

    def _begin(self) -> None:
        if self._thread is None:
            # A daemon: a server that ends does not wait for a review.
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
                self._go_on(job)
            except Exception:  # (a review that fails must not end the others)
                LOG.exception("a review could not be worked out")
                job.has_failed = True
                job.table = job.reviewing = None
            with self._lock:
                self._waiting.remove(job)

    def _go_on(self, job: Job) -> None:
        """Work at it until it is whole, or nobody wants it any more."""
        table = job.table
        assert table is not None
        name = digest_of(table, job.seat)
        job.reviewing = job.reviewing or Reviewing(table, job.seat, self._nodes)
        for done in job.reviewing.go_on():
            job.told = as_json(job.reviewing.so_far, table, job.stretches)
            if done < job.reviewing.positions and time.monotonic() - job.wanted > self._patience:
                return
        if digest_of(table, job.seat) != name:
            raise RuntimeError("the end was taken back while it was being reviewed")
        job.is_whole, job.table, job.reviewing = True, None, None


def digest_of(table: Table, seat: int) -> str:
    """What tells a game, and the seat whose review it is, from any other."""
    told = [table.game.name, table.game.options, seat, [(done.seat, done.play) for done in table.done]]
    return hashlib.blake2b(json.dumps(told).encode(), digest_size=16).hexdigest()
