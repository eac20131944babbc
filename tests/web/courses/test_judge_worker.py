"""The workers of the judge: a game is played, fails, or is given up, and the next one is played all the same."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from holdtheline.arena.jail.limits import Limits
from holdtheline.arena.jail.self_test import JailNotSafe
from holdtheline.arena.job import GameResult, Job
from holdtheline.core.definition import DRAWN
from holdtheline.web.courses import judge_worker
from holdtheline.web.courses.judge_worker import AttackRequest, MatchGivenUp, MatchNotPlayed, MatchRequest, WorkerPool

DIES, HANGS = 1, 2


class FakeRunner:
    """Does what the seed of a game says, and attacks nothing."""

    def __init__(self, game: str) -> None:
        self.game = game

    @contextmanager
    def open(self) -> Iterator[Callable[[AttackRequest | MatchRequest], GameResult | str]]:
        yield self.carry_out

    def carry_out(self, request: AttackRequest | MatchRequest) -> GameResult | str:
        if isinstance(request, AttackRequest):
            return "a wall is missing" if request.game == "unsafe" else ""
        if request.job.seed == DIES:
            os._exit(7)
        if request.job.seed == HANGS:
            time.sleep(3600)
        return GameResult("key", (DRAWN, DRAWN), f"process {os.getpid()}", 1, "")


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerPool]:
    monkeypatch.setattr(judge_worker, "RequestRunner", FakeRunner)
    pool = WorkerPool(judge_worker.choose_worker_cores())
    yield pool
    pool.close()


def play(pool: WorkerPool, seed: int = 0, game: str = "towers") -> str:
    return pool(Job(game, ("a", "b"), seed), {}, Path("record")).reason


def test_a_worker_plays_game_after_game_and_one_that_hangs_or_dies_is_replaced(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = play(pool)
    with pytest.raises(JailNotSafe, match="a wall is missing"):
        play(pool, game="unsafe")
    assert play(pool) == first
    with monkeypatch.context() as patch:
        patch.setattr(judge_worker, "wall_clock_budget", lambda job: 0.01)
        with pytest.raises(MatchGivenUp):
            play(pool, HANGS)
    assert not Path(f"/proc/{first.split()[1]}").exists()
    # The worker that stood by takes over.
    with pytest.raises(MatchNotPlayed, match="a match could not be played: exit code 7"):
        play(pool, DIES)


def test_a_game_has_ten_times_as_long_as_one_bot_and_never_less_than_some_minutes() -> None:
    assert judge_worker.wall_clock_budget(Job("towers", ("a", "b"), 1)) == 1300.0
    short = Limits(load_seconds=1.0, match_seconds=1.0)
    assert judge_worker.wall_clock_budget(Job("towers", ("a", "b"), 1, limits=short)) == 300.0


def test_one_core_is_left_to_the_server_unless_there_is_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, ours in (((0, 1, 2), (1, 2)), ((5,), (5,))):
        monkeypatch.setattr(judge_worker, "find_free_cores", lambda cores=cores: cores)
        assert judge_worker.choose_worker_cores() == ours
