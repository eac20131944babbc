"""A pool without workers, for what is built on the pool."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from holdtheline.web.http.loop_share import CLIENT
from holdtheline.web.workers.pool import Job, WorkerPool


class FakePool(WorkerPool):
    """Jobs that yield and return what the test says."""

    def __init__(self) -> None:
        super().__init__(workers=1)
        self.jobs: list[Job] = []

    def start(self, table: str, function: Callable[..., Any], *args: Any) -> Job:
        self.jobs.append(Job(len(self.jobs) + 1, CLIENT.get().address, table, function, args))
        return self.jobs[-1]
