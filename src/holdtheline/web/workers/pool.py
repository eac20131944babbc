"""The pool of workers: a fair queue of jobs, with limits for each address and each table.

A job is a function, or a generator function whose values are better and better results. After every value the pool
decides which job continues, so a long job delays nobody by more than one slice. The address that has used the workers
least goes first, then its table that has used them least, then the job. The event loop owns the pool.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterable
from itertools import count
from typing import Any, TypeVar, overload

from ..http.errors import ApiError
from ..http.loop_share import CLIENT
from .worker import Drop, ProcessWorker, Reply, Slice, Worker

LOG = logging.getLogger("holdtheline.web")
MAX_JOBS, MAX_ADDRESS_JOBS, MAX_TABLE_JOBS = 256, 24, 6
"""Unfinished jobs: of all clients, of one address, of one table."""
SLICE_SECONDS = 30.0
"""Time after which a worker is killed: the longest slice takes about a second, loading compiled code a few. On a busy
machine a slice may wait for a processor, so it is killed only if it has computed for half of this time, or at
MAX_SLICES times this time."""
MAX_SLICES = 6
IDLE_SECONDS = 300.0
"""An idle worker is ended after this long, to free its memory."""
RUN_SECONDS = 60.0
"""Worker time after which a job that a request waits for is given up."""
RETRY_SECONDS = 3
SHUTTING_DOWN = "The server is shutting down"
R = TypeVar("R")
MakeWorker = Callable[[Callable[[Reply], None], Callable[[], None]], Worker]


def worker_count() -> int:
    """Return the number of workers: one core is left for the server."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(cores - 1, 1)


class WorkersBusy(ApiError):
    """There are too many jobs already."""

    def __init__(self, reason: str) -> None:
        sentence = f"{reason}; try again in {RETRY_SECONDS} seconds."
        super().__init__("busy", sentence, headers={"Retry-After": str(RETRY_SECONDS)})


class JobFailed(ApiError):
    """A job raised an unexpected error, took too long, or was lost with its worker."""

    def __init__(self, reason: str) -> None:
        super().__init__("inside", f"The server could not compute this ({reason}); please try again later.")


class Job:
    """One piece of work, its latest value, and a future for the last one."""

    def __init__(self, number: int, address: str, table: str, function: Callable[..., Any], args: tuple[Any, ...]):
        self.number = number
        self.address = address
        self.table = table
        self.function = function
        self.args = args
        self.spent = 0.0
        """Seconds of a worker so far."""
        self.max_seconds = float("inf")
        self.on_value: Callable[[Any], None] = lambda value: None
        """Called with every value of a generator function; None means that there is nothing new."""
        self.result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.slot: WorkerSlot | None = None
        """The worker in which it was begun."""

    @property
    def is_finished(self) -> bool:
        return self.result.done()


class WorkerSlot:
    """A place for a worker, and the job whose slice it works on."""

    def __init__(self) -> None:
        self.worker: Worker | None = None
        self.starts = 0
        """How many workers were started here."""
        self.job: Job | None = None
        self.timer: asyncio.TimerHandle | None = None
        """Ends the worker if its slice takes too long, or if it stays idle."""


class Shares:
    """How many seconds each address, or table, with unfinished jobs has used, counted from the one with the least."""

    def __init__(self) -> None:
        self.jobs: Counter[Hashable] = Counter()
        self.seconds: dict[Hashable, float] = {}

    def join(self, owner: Hashable) -> None:
        if not self.jobs[owner]:
            self.seconds[owner] = min(self.seconds.values(), default=0.0)
        self.jobs[owner] += 1

    def leave(self, owner: Hashable) -> None:
        self.jobs[owner] -= 1
        if not self.jobs[owner]:
            del self.jobs[owner], self.seconds[owner]


class WorkerPool:
    """Worker processes that are started when there is work for them."""

    def __init__(self, make_worker: MakeWorker = ProcessWorker, workers: int | None = None) -> None:
        self._make_worker = make_worker
        self._slots = [WorkerSlot() for _ in range(workers or worker_count())]
        self._jobs: dict[int, Job] = {}
        self._numbers = count(1)
        self._addresses, self._tables = Shares(), Shares()
        self._is_closed = False

    @overload
    async def run(self, table: str, function: Callable[..., Generator[Any, None, R]], *args: Any) -> R: ...

    @overload
    async def run(self, table: str, function: Callable[..., R], *args: Any) -> R: ...

    async def run(self, table: str, function: Callable[..., Any], *args: Any) -> Any:
        """Return the result of a job; raise ApiError if there are too many jobs, and whatever ApiError it raises."""
        job = self.start(table, function, *args)
        job.max_seconds = RUN_SECONDS
        try:
            return await job.result
        finally:
            self.cancel(job)

    def start(self, table: str, function: Callable[..., Any], *args: Any) -> Job:
        """Queue a job for a table; raise ApiError if there are too many."""
        address = CLIENT.get().address
        if self._is_closed:
            raise WorkersBusy(SHUTTING_DOWN)
        if len(self._jobs) >= MAX_JOBS:
            raise WorkersBusy("The server is computing for many players")
        if self._addresses.jobs[address] >= MAX_ADDRESS_JOBS:
            raise WorkersBusy("The server is still computing what your address has asked for")
        if table and self._tables.jobs[table] >= MAX_TABLE_JOBS:
            raise WorkersBusy("The server is still computing for this table")
        job = Job(next(self._numbers), address, table, function, args)
        self._jobs[job.number] = job
        self._addresses.join(job.address)
        self._tables.join(job.table)
        self._dispatch()
        return job

    def cancel(self, job: Job) -> None:
        """Give a job up, if it is not finished; a slice that is being worked on is finished first."""
        if not job.is_finished:
            job.result.cancel()
        self._remove(job)

    def close(self) -> None:
        """Kill the workers and refuse all jobs, so that no request waits for one."""
        self._is_closed = True
        for job in list(self._jobs.values()):
            self._fail(job, WorkersBusy(SHUTTING_DOWN))
        for slot in self._slots:
            self._stop_timer(slot)
            if slot.worker is not None:
                slot.worker.kill()

    @property
    def workers(self) -> list[Worker]:
        return [slot.worker for slot in self._slots if slot.worker is not None]

    # Private

    def _dispatch(self) -> None:
        """Give each idle worker the next job."""
        for slot in self._slots:
            while slot.job is None and not self._is_closed:
                job = self._next_job(slot)
                if job is None:
                    self._end_when_idle(slot)
                    break
                self._send(slot, job)

    def _end_when_idle(self, slot: WorkerSlot) -> None:
        def end() -> None:
            worker, slot.worker, slot.timer = slot.worker, None, None
            if worker is not None:
                worker.kill()

        if slot.worker is not None and slot.timer is None:
            slot.timer = asyncio.get_running_loop().call_later(IDLE_SECONDS, end)

    def _next_job(self, slot: WorkerSlot) -> Job | None:
        """Return the job whose address, then table, has had least time; a job that was begun stays in its worker."""
        running = {other.job for other in self._slots}
        waiting: Iterable[Job] = (job for job in self._jobs.values() if job not in running and job.slot in (None, slot))
        return min(waiting, key=self._priority, default=None)

    def _priority(self, job: Job) -> tuple[float, float, float, int]:
        return self._addresses.seconds[job.address], self._tables.seconds[job.table], job.spent, job.number

    def _send(self, slot: WorkerSlot, job: Job) -> None:
        is_new = job.slot is None
        self._stop_timer(slot)
        if slot.worker is None:
            slot.worker = self._start_worker(slot)
        slot.job, job.slot = job, slot
        self._watch(slot.worker, slot, slot.worker.processor_seconds(), MAX_SLICES)
        slot.worker.send(Slice(job.number, job.function, job.args) if is_new else Slice(job.number))

    def _watch(self, worker: Worker, slot: WorkerSlot, used_before: float | None, left: int) -> None:
        """Kill a worker that does not reply, unless it is only waiting for a processor."""

        def check() -> None:
            used = worker.processor_seconds()
            if left > 1 and used is not None and used_before is not None and used - used_before < SLICE_SECONDS / 2:
                self._watch(worker, slot, used_before, left - 1)
            else:
                worker.kill()

        slot.timer = asyncio.get_running_loop().call_later(SLICE_SECONDS, check)

    def _start_worker(self, slot: WorkerSlot) -> Worker:
        loop = asyncio.get_running_loop()
        slot.starts += 1
        number = slot.starts

        def in_loop(callback: Callable[..., None], *args: Any) -> None:
            try:
                loop.call_soon_threadsafe(callback, *args)
            except RuntimeError:  # the server has ended
                return

        return self._make_worker(
            lambda reply: in_loop(self._handle_reply, slot, reply), lambda: in_loop(self._handle_death, slot, number)
        )

    def _handle_reply(self, slot: WorkerSlot, reply: Reply) -> None:
        job, slot.job = slot.job, None
        self._stop_timer(slot)
        if job is None or self._is_closed:
            return
        job.spent += reply.seconds
        if job.number in self._jobs:
            self._addresses.seconds[job.address] += reply.seconds
            self._tables.seconds[job.table] += reply.seconds
        self._finish_slice(slot, job, reply)
        self._dispatch()

    def _finish_slice(self, slot: WorkerSlot, job: Job, reply: Reply) -> None:
        if reply.kind == "value":
            if job.is_finished and slot.worker is not None:  # cancelled
                slot.worker.send(Drop(job.number))
            elif job.spent > job.max_seconds:
                self._fail(job, JobFailed("it took too long"))
            else:
                job.on_value(reply.value)
            return
        self._remove(job)
        if job.is_finished:
            return
        if reply.kind == "done":
            job.result.set_result(reply.value)
        elif reply.kind == "refused":
            job.result.set_exception(reply.value)
        else:
            LOG.error("%s failed: %s", job.function.__name__, reply.value)
            job.result.set_exception(JobFailed("an error occurred"))

    def _handle_death(self, slot: WorkerSlot, number: int) -> None:
        """Give up the job that the worker was working on; jobs that were only begun there start again elsewhere."""
        if number != slot.starts or slot.worker is None:  # it was idle
            return
        self._stop_timer(slot)
        slot.worker, job, slot.job = None, slot.job, None
        if self._is_closed:
            return
        LOG.error("a worker ended%s", "" if job is None else f" during {job.function.__name__}")
        for other in self._jobs.values():
            if other.slot is slot:
                other.slot = None
        if job is not None:
            self._fail(job, JobFailed("it took too long or needed too much memory"))
        self._dispatch()

    def _fail(self, job: Job, error: ApiError) -> None:
        if not job.is_finished:
            job.result.set_exception(error)
        self._remove(job)

    def _remove(self, job: Job) -> None:
        if self._jobs.pop(job.number, None) is None:
            return
        self._addresses.leave(job.address)
        self._tables.leave(job.table)
        slot = job.slot
        if slot is not None and slot.worker is not None and slot.job is not job:
            slot.worker.send(Drop(job.number))

    def _stop_timer(self, slot: WorkerSlot) -> None:
        if slot.timer is not None:
            slot.timer.cancel()
            slot.timer = None
