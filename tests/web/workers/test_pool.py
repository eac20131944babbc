"""The queue of jobs: who is next, how many may wait, and what happens to jobs whose worker ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from holdtheline.web.http.errors import ApiError
from holdtheline.web.http.loop_share import CLIENT, LoopAccount
from holdtheline.web.workers import pool as worker_pool
from holdtheline.web.workers.pool import MAX_ADDRESS_JOBS, MAX_TABLE_JOBS, Job, JobFailed, WorkerPool, WorkersBusy
from holdtheline.web.workers.worker import Drop, Reply, Slice


class FakeWorker:
    """A worker that does what the test says."""

    def __init__(self, on_reply: Callable[[Reply], None], on_death: Callable[[], None]) -> None:
        self.on_reply, self.on_death = on_reply, on_death
        self.messages: list[Slice | Drop] = []
        self.is_killed = False
        self.seconds_used: list[float] | None = None

    def send(self, message: Slice | Drop) -> None:
        self.messages.append(message)

    def kill(self) -> None:
        self.is_killed = True
        self.on_death()

    def processor_seconds(self) -> float | None:
        return None if self.seconds_used is None else self.seconds_used.pop(0)

    @property
    def slices(self) -> list[int]:
        """The numbers of the jobs that were worked on."""
        return [message.job for message in self.messages if isinstance(message, Slice)]

    @property
    def dropped(self) -> list[int]:
        return [message.job for message in self.messages if isinstance(message, Drop)]

    async def replies(self, kind: Any = "value", value: Any = None, seconds: float = 1.0) -> None:
        self.on_reply(Reply(kind, value, seconds))
        await asyncio.sleep(0)


def work() -> None:
    """Do nothing; fake workers do not call it."""


class FakePool(WorkerPool):
    def __init__(self, workers: int = 1) -> None:
        self.made: list[FakeWorker] = []
        super().__init__(self.make, workers)

    def make(self, on_reply: Callable[[Reply], None], on_death: Callable[[], None]) -> FakeWorker:
        self.made.append(FakeWorker(on_reply, on_death))
        return self.made[-1]

    def asks(self, address: str, table: str = "") -> Job:
        CLIENT.set(LoopAccount(address))
        return self.start(table, work)


def in_loop(test: Callable[[FakePool], Any], workers: int = 1) -> None:
    async def run() -> None:
        await test(FakePool(workers))

    asyncio.run(run())


# Who is next


def test_no_worker_is_started_before_there_is_work() -> None:
    async def test(pool: FakePool) -> None:
        assert pool.made == []
        pool.asks("a")
        assert len(pool.made) == 1

    in_loop(test)


def test_an_address_with_many_jobs_delays_another_by_one_slice() -> None:
    async def test(pool: FakePool) -> None:
        many = [pool.asks("a", f"table {number}") for number in range(10)]
        one = pool.asks("b")
        await pool.made[0].replies()
        assert pool.made[0].slices[1] == one.number
        for _ in range(6):
            await pool.made[0].replies()
        assert pool.made[0].slices.count(one.number) == 4  # every second slice
        assert set(pool.made[0].slices) - {one.number} <= {job.number for job in many}

    in_loop(test)


def test_an_address_is_charged_for_time_and_not_for_jobs() -> None:
    async def test(pool: FakePool) -> None:
        long, short = pool.asks("a"), pool.asks("b")
        await pool.made[0].replies(seconds=1.0)
        for _ in range(4):
            await pool.made[0].replies(seconds=0.25)
        assert pool.made[0].slices == [long.number, *[short.number] * 4, long.number]

    in_loop(test)


def test_tables_of_one_address_take_turns_and_a_new_job_goes_before_a_long_one() -> None:
    async def test(pool: FakePool) -> None:
        coach, other = pool.asks("a", "mine"), pool.asks("a", "other")
        await pool.made[0].replies()
        await pool.made[0].replies()
        move = pool.asks("a", "mine")
        await pool.made[0].replies()
        assert pool.made[0].slices == [coach.number, other.number, coach.number, other.number]
        await pool.made[0].replies()
        assert pool.made[0].slices[-1] == move.number

    in_loop(test)


def test_who_comes_later_does_not_get_the_time_before() -> None:
    async def test(pool: FakePool) -> None:
        first = pool.asks("a")
        for _ in range(50):
            await pool.made[0].replies()
        second = pool.asks("b")
        for _ in range(10):
            await pool.made[0].replies()
        assert pool.made[0].slices[-8:].count(first.number) == 4
        assert pool.made[0].slices[-8:].count(second.number) == 4

    in_loop(test)


def test_a_job_stays_in_its_worker() -> None:
    async def test(pool: FakePool) -> None:
        first, second = pool.asks("a"), pool.asks("b")
        for _ in range(3):
            for worker in pool.made:
                await worker.replies()
        assert [worker.slices for worker in pool.made] == [[first.number] * 4, [second.number] * 4]

    in_loop(test, workers=2)


# Results


def test_the_last_value_is_the_result_and_a_refusal_reaches_the_caller() -> None:
    async def test(pool: FakePool) -> None:
        job, values = pool.asks("a"), []
        job.on_value = values.append
        await pool.made[0].replies("value", 1)
        await pool.made[0].replies("done", 2)
        assert (values, job.result.result()) == ([1], 2)
        refused = asyncio.create_task(pool.run("", work))
        await asyncio.sleep(0)
        await pool.made[0].replies("refused", ApiError("invalid", "no"))
        with pytest.raises(ApiError, match="No"):
            await refused

    in_loop(test)


def test_a_job_that_is_cancelled_is_dropped_after_its_slice() -> None:
    async def test(pool: FakePool) -> None:
        job, other = pool.asks("a"), pool.asks("b")
        pool.cancel(job)
        assert pool.made[0].dropped == []
        await pool.made[0].replies()
        assert pool.made[0].dropped == [job.number]
        assert pool.made[0].slices == [job.number, other.number]

    in_loop(test)


def test_a_job_that_takes_too_long_is_given_up() -> None:
    async def test(pool: FakePool) -> None:
        running = asyncio.create_task(pool.run("", work))
        await asyncio.sleep(0)
        await pool.made[0].replies("value", None, worker_pool.RUN_SECONDS + 1)
        with pytest.raises(JobFailed, match="took too long"):
            await running
        assert pool.made[0].dropped == pool.made[0].slices

    in_loop(test)


def test_a_worker_that_does_not_reply_is_killed_and_only_its_job_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(pool: FakePool) -> None:
        waits, stuck = pool.asks("a"), pool.asks("b")
        await pool.made[0].replies()  # the first has begun, the second never replies
        with pytest.raises(JobFailed):
            await stuck.result
        assert pool.made[0].is_killed
        assert pool.made[1].messages == [Slice(waits.number, work, ())]
        await pool.made[1].replies("done", 5)
        assert waits.result.result() == 5

    monkeypatch.setattr(worker_pool, "SLICE_SECONDS", 0.0)
    in_loop(test)


@pytest.mark.parametrize(
    ("used", "checks"),
    [
        ([1.0, 1.0, 2.0, 20.0], 3),  # it waited for a processor, then it computed for too long
        ([1.0] * 7, 6),  # it waits for something else
    ],
)
def test_a_worker_that_waits_for_a_processor_has_more_time(
    monkeypatch: pytest.MonkeyPatch, used: list[float], checks: int
) -> None:
    async def test(pool: FakePool) -> None:
        job = pool.asks("a")
        await asyncio.sleep(0)
        worker = pool.made[0]
        with pytest.raises(JobFailed):
            await job.result
        assert worker.seconds_used == used[1 + checks :]

    def make(pool: FakePool, on_reply: Callable[[Reply], None], on_death: Callable[[], None]) -> FakeWorker:
        worker = FakeWorker(on_reply, on_death)
        worker.seconds_used = used.copy()
        pool.made.append(worker)
        return worker

    def call_later(loop: asyncio.AbstractEventLoop, seconds: float, check: Callable[[], None]) -> asyncio.Handle:
        return loop.call_soon(check)

    monkeypatch.setattr(FakePool, "make", make)
    monkeypatch.setattr(asyncio.BaseEventLoop, "call_later", call_later)
    in_loop(test)


def test_an_idle_worker_is_ended_and_the_next_job_starts_another(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(pool: FakePool) -> None:
        job = pool.asks("a")
        await pool.made[0].replies("done", 1)
        assert job.result.result() == 1
        while not pool.made[0].is_killed:
            await asyncio.sleep(0)
        next_job = pool.asks("a")
        await asyncio.sleep(0)
        assert pool.made[1].slices == [next_job.number]
        await pool.made[1].replies("done", 2)
        assert next_job.result.result() == 2

    monkeypatch.setattr(worker_pool, "IDLE_SECONDS", 0.0)
    in_loop(test)


def test_a_pool_that_is_closed_kills_its_workers_and_answers_its_callers() -> None:
    async def test(pool: FakePool) -> None:
        job, waiting = pool.asks("a"), pool.asks("b")
        pool.close()
        assert pool.made[0].is_killed
        for one in (job, waiting):
            with pytest.raises(WorkersBusy, match="shutting down"):
                one.result.result()
        with pytest.raises(WorkersBusy, match="shutting down"):
            pool.asks("a")

    in_loop(test)


# Limits


@pytest.mark.parametrize(("most", "table"), [(MAX_ADDRESS_JOBS, ""), (MAX_TABLE_JOBS, "mine")])
def test_too_many_jobs_of_an_address_or_a_table_are_refused_and_others_are_not(most: int, table: str) -> None:
    async def test(pool: FakePool) -> None:
        jobs = [pool.asks("a", table) for _ in range(most)]
        with pytest.raises(WorkersBusy, match="try again in 3 seconds") as refusal:
            pool.asks("a", table)
        assert refusal.value.headers == {"Retry-After": "3"}
        pool.asks("b", "other")
        pool.cancel(jobs[-1])
        pool.asks("a", table)

    in_loop(test)


def test_the_jobs_of_all_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(pool: FakePool) -> None:
        for number in range(3):
            pool.asks(f"address {number}")
        with pytest.raises(WorkersBusy, match="many players"):
            pool.asks("another")

    monkeypatch.setattr(worker_pool, "MAX_JOBS", 3)
    in_loop(test)
