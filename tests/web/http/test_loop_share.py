"""The event loop is shared: an address that keeps it busy waits, and others do not."""

from __future__ import annotations

import asyncio
import time

import pytest

from holdtheline.web.http.limits import Rate, TokenBuckets
from holdtheline.web.http.loop_share import CLIENT, LoopAccount, share_loop


def spin(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


async def steps(count: int, seconds: float, log: list[str], name: str) -> str:
    for _ in range(count):
        spin(seconds)
        log.append(name)
        await asyncio.sleep(0)
    return name


def test_a_busy_address_waits_after_its_share_and_another_runs_meanwhile() -> None:
    buckets = TokenBuckets(Rate(0.3, 0.001), 10, time.monotonic, needed=0.0, debt=1.0)
    log: list[str] = []

    async def client(name: str, count: int, seconds: float) -> str:
        CLIENT.set(LoopAccount(name, buckets.wait, buckets.take))
        return await share_loop(steps(count, seconds, log, name))

    async def both() -> list[str]:
        busy = [asyncio.create_task(client("busy", 1, 0.005)) for _ in range(10)]
        await asyncio.sleep(0)
        return await asyncio.gather(*busy, asyncio.create_task(client("other", 1, 0.0)))

    assert asyncio.run(both()) == ["busy"] * 10 + ["other"]
    assert log[:2] == ["busy", "other"]


def test_the_result_the_error_and_the_cancellation_pass_through() -> None:
    async def fails() -> None:
        await asyncio.sleep(0)
        raise KeyError("x")

    cleaned = []

    async def waits() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            cleaned.append(True)

    async def run() -> None:
        assert await share_loop(steps(2, 0.0, [], "done")) == "done"
        with pytest.raises(KeyError):
            await share_loop(fails())
        task = asyncio.create_task(share_loop(waits()))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
    assert cleaned == [True]


def test_a_cancelled_client_that_waits_for_its_share_still_cleans_up() -> None:
    cleaned = []

    async def two_steps() -> None:
        try:
            await asyncio.sleep(0)
        finally:
            cleaned.append(True)

    async def run() -> None:
        CLIENT.set(LoopAccount("busy", lambda address: 60.0 if started else 0.0))
        task = asyncio.create_task(share_loop(two_steps()))
        await asyncio.sleep(0)
        started.append(True)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    started: list[bool] = []
    asyncio.run(run())
    assert cleaned == [True]
