"""Real worker processes: what they compute, and when they end."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.errors import BadRecord
from holdtheline.core.game_record.lines import TABLE_DICE, make_header
from holdtheline.web.http.errors import ApiError
from holdtheline.web.tables.computer_play import play_computers, play_game
from holdtheline.web.tables.records import check_upload, record_bytes
from holdtheline.web.workers import slices
from holdtheline.web.workers.pool import JobFailed, WorkerPool
from holdtheline.web.workers.positions import Position
from holdtheline.web.workers.worker import WORKER_COMMAND, Drop, ProcessWorker, Reply, Slice, WorkerLoop

from ..server import PATIENCE


def numbers(last: int) -> Iterator[int]:
    yield from range(last)
    return last


def fail() -> None:
    raise BadRecord("it is torn", line=3)


def crash() -> None:
    raise RuntimeError("broken")


def make_lambda() -> object:
    return lambda: None


def test_a_worker_works_on_a_generator_slice_by_slice() -> None:
    loop = WorkerLoop()
    replies = [loop.answer(Slice(1, numbers, (2,))), loop.answer(Slice(2, numbers, (9,))), loop.answer(Slice(1))]
    assert [(reply.kind, reply.value) for reply in replies if reply] == [("value", 0), ("value", 0), ("value", 1)]
    end = loop.answer(Slice(1))
    assert end is not None
    assert (end.kind, end.value) == ("done", 2)
    assert loop.answer(Drop(2)) is None
    assert loop._jobs == {}


def test_checking_a_long_record_is_interrupted_for_other_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "SLICE_SECONDS", 0.0)
    header, loop = make_header(load("siege", plain=True), ["book"], TABLE_DICE), WorkerLoop()
    *_, played = replies_to(loop, play_game, record_bytes(header, []), False)
    row, lines = played.value
    *checks, checked = replies_to(loop, check_upload, record_bytes(header, lines))
    assert [check.kind for check in checks] == ["value"] * row.steps
    assert checked.value[1] == lines


def replies_to(loop: WorkerLoop, function: Callable[..., Any], *args: Any) -> Iterator[Reply]:
    message = Slice(1, function, args)
    while (reply := loop.answer(message)) is not None:
        yield reply
        if reply.kind != "value":
            return
        message = Slice(1)


def test_a_refusal_of_the_rules_becomes_an_error_of_the_api_and_a_crash_a_traceback() -> None:
    refused, failed = WorkerLoop().answer(Slice(1, fail)), WorkerLoop().answer(Slice(1, crash))
    assert refused is not None
    assert failed is not None
    assert refused.kind == "refused"
    assert (refused.value.code, refused.value.sentence) == (
        "invalid",
        "This record cannot be read: line 3: it is torn.",
    )
    assert failed.kind == "failed"
    assert "RuntimeError: broken" in failed.value


def test_an_error_of_the_api_can_be_sent_to_another_process() -> None:
    error = ApiError("illegal", "no", clause="S1", rule="/rules/siege#S1", headers={"Retry-After": "3"})
    copy = pickle.loads(pickle.dumps(error))
    assert vars(copy) == vars(error)


def test_worker_processes_compute_refuse_and_survive_a_kill() -> None:
    async def run() -> None:
        pool = WorkerPool(workers=1)
        state = load("siege", plain=True).start()
        while state.current_player < 0:
            state.play(1)
        codes = await pool.run("table", play_computers, Position.of(state), ["book"], "table")
        assert codes[0] in state.legal_codes()
        with pytest.raises(ApiError, match="cannot be read"):
            await pool.run("", check_upload, b"no record\n")
        (worker,) = pool.workers
        assert isinstance(worker, ProcessWorker)
        running = asyncio.create_task(pool.run("", check_upload, b"no record\n" * 5))
        os.kill(worker.pid, signal.SIGKILL)
        with pytest.raises(ApiError):  # it was sent to the killed worker, or to its successor
            await running
        codes = await retried(pool, state)
        assert codes[0] in state.legal_codes()
        pool.close()

    async def retried(pool: WorkerPool, state: object) -> list[int]:
        for _ in range(3):
            try:
                return await pool.run("table", play_computers, Position.of(state), ["book"], "table")  # type: ignore[arg-type]
            except JobFailed:
                continue
        pytest.fail("no new worker was started")

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_a_worker_ends_when_the_server_is_killed() -> None:
    with subprocess.Popen(list(WORKER_COMMAND), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(pickle.dumps(Slice(1, crash)))
        process.stdin.flush()
        assert pickle.load(process.stdout).kind == "failed"  # it is running
        process.stdin.close()  # as the system does when the server is killed
        assert process.wait(PATIENCE) == 0
