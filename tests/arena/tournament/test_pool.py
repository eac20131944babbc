"""Results do not depend on the workers, and no bot is blamed if one dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from holdtheline.arena.job import Job
from holdtheline.arena.tournament.pool import (
    CannotPlay,
    LocalPool,
    UnplayedJob,
    choose_cores,
    find_free_cores,
)
from holdtheline.arena.tournament.result_store import PlayedJob, ResultStore
from holdtheline.arena.tournament.run import play_missing_games
from holdtheline.arena.tournament.schedule import GamePair, round_robin
from holdtheline.core.errors import BadOption, HtlError

from .fake_job_runner import SETTINGS, Dying, Failing, HerePool, MadeUp, entries

BOTS = entries(4)
STRENGTH = {bot.id: 100.0 * number for number, bot in enumerate(BOTS)}


@contextmanager
def pool_of(referee: MadeUp, workers: int, patience: float = 3600.0) -> Iterator[LocalPool]:
    """Return a pool on the available cores; here a core may have several workers."""
    cores = find_free_cores()
    pool = LocalPool(referee, [cores[number % len(cores)] for number in range(workers)], patience)
    try:
        yield pool
    finally:
        pool.close()


def all_of(pool: LocalPool, pairs: tuple[GamePair, ...]) -> dict[str, PlayedJob | UnplayedJob]:
    for pair in pairs:
        pool.submit(pair.jobs)
    wanted = {job.key for pair in pairs for job in pair.jobs}
    found: dict[str, PlayedJob | UnplayedJob] = {}
    while found.keys() != wanted:
        for one in pool.collect():
            found[one.key if isinstance(one, UnplayedJob) else one.result.key] = one
    return found


def jobs_of(pairs: tuple[GamePair, ...]) -> list[Job]:
    return [job for pair in pairs for job in pair.jobs]


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_results_do_not_depend_on_the_number_of_workers(workers: int) -> None:
    pairs = round_robin(BOTS, SETTINGS, 2)
    referee = MadeUp(STRENGTH)
    with pool_of(referee, workers) as pool:
        found = all_of(pool, pairs)
    assert found == {job.key: referee.play(job) for job in jobs_of(pairs)}


def test_a_worker_is_pinned_to_its_core_and_there_are_never_more_than_cores() -> None:
    cores = find_free_cores()
    with pool_of(MadeUp(), len(cores)) as pool:
        all_of(pool, round_robin(BOTS, SETTINGS, 1))
        until = time.monotonic() + 60  # the other workers may play all games before one has started
        while any(len(os.sched_getaffinity(process)) > 1 for process in pool.processes) and time.monotonic() < until:
            time.sleep(0.01)
        assert [os.sched_getaffinity(process) for process in pool.processes] == [{core} for core in cores]
    assert choose_cores(None) == cores
    assert choose_cores(1) == cores[:1]
    for wrong in (0, -1, len(cores) + 1):
        with pytest.raises(BadOption, match="one per core"):
            choose_cores(wrong)


def test_a_worker_that_dies_is_replaced_and_its_game_is_played_again(tmp_path: Path) -> None:
    pairs = round_robin(BOTS, SETTINGS, 1)
    jobs = jobs_of(pairs)
    referee = Dying(STRENGTH, folder=tmp_path, keys=(jobs[0].key, jobs[5].key), times=2)
    with pool_of(referee, 2) as pool:
        before = set(pool.processes)
        found = all_of(pool, pairs)
        assert not before & set(pool.processes)
    plain = MadeUp(STRENGTH)
    assert found == {job.key: plain.play(job) for job in jobs}
    assert len((tmp_path / jobs[0].key).read_bytes()) == 2


@pytest.mark.parametrize("kind", ["dies", "fails"])
def test_a_game_that_ends_every_worker_is_set_aside_and_the_others_are_played(tmp_path: Path, kind: str) -> None:
    pairs = round_robin(BOTS, SETTINGS, 1)
    bad = jobs_of(pairs)[2].key
    referee = Dying(folder=tmp_path, keys=(bad,), times=99) if kind == "dies" else Failing(key=bad)
    with pool_of(referee, 2) as pool:
        found = all_of(pool, pairs)
    unplayed = [one for one in found.values() if isinstance(one, UnplayedJob)]
    assert [one.key for one in unplayed] == [bad]
    why = "exit code -9" if kind == "dies" else "ZeroDivisionError: the referee has a bug"
    assert unplayed[0].reason == f"3 workers failed while playing it; the last reason: {why}"


def test_a_worker_that_never_answers_is_ended(tmp_path: Path) -> None:
    pairs = round_robin(BOTS[:2], SETTINGS, 1)
    with pool_of(MadeUp(seconds=3600), 1, patience=0.05) as pool:
        found = all_of(pool, pairs)
    assert all(isinstance(one, UnplayedJob) for one in found.values())


class Refusing(MadeUp):
    @contextmanager
    def open(self) -> Iterator[None]:  # type: ignore[override]
        raise HtlError("this machine has no walls")
        yield


class Broken(MadeUp):
    @contextmanager
    def open(self) -> Iterator[None]:  # type: ignore[override]
        os._exit(7)
        yield


@pytest.mark.parametrize(
    ("referee", "sentence"),
    [
        (Refusing(), "this machine has no walls"),
        (Broken(), "fail before they play anything: exit code 7"),
    ],
)
def test_where_nothing_can_be_played_the_reason_is_told(referee: MadeUp, sentence: str) -> None:
    with pool_of(referee, 2) as pool, pytest.raises(CannotPlay, match=sentence):
        all_of(pool, round_robin(BOTS, SETTINGS, 1))


def test_closing_leaves_no_process() -> None:
    with pool_of(MadeUp(seconds=3600), 2) as pool:
        processes = pool.processes
        pool.submit(round_robin(BOTS, SETTINGS, 1)[0].jobs)
        assert all(is_alive(process) for process in processes)
    assert not any(is_alive(process) for process in processes)


def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    code = (
        "import time; from tests.arena.tournament.test_pool import *\n"
        "with pool_of(MadeUp(seconds=3600), 2) as pool:\n"
        "    pool.submit(round_robin(BOTS, SETTINGS, 1)[0].jobs)\n"
        "    print(*pool.processes, flush=True)\n"
        "    time.sleep(3600)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        processes = [int(word) for word in parent.stdout.readline().split()]
        assert len(processes) == 2
        parent.send_signal(signal.SIGKILL)
    waited = time.monotonic() + 60
    while any(is_alive(process) for process in processes) and time.monotonic() < waited:
        time.sleep(0.02)
    assert not any(is_alive(process) for process in processes)


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


# Playing what is still to be played


def test_only_what_is_new_is_played(tmp_path: Path) -> None:
    progress: list[tuple[int, int]] = []
    with ResultStore(tmp_path) as store:
        pool = HerePool(MadeUp(STRENGTH))
        assert (
            play_missing_games(round_robin(BOTS[:3], SETTINGS, 2), store, pool, lambda *some: progress.append(some))
            == ()
        )
        assert len(pool.played) == 12
        assert progress == [(done, 12) for done in range(13)]
        more = HerePool(MadeUp(STRENGTH))
        play_missing_games(round_robin(BOTS, SETTINGS, 2), store, more)
        assert len(more.played) == 12
        new = {job.key for job in jobs_of(round_robin(BOTS, SETTINGS, 2)) if BOTS[3].id in job.bots}
        assert set(more.played) == new
        idle = HerePool(MadeUp(STRENGTH))
        play_missing_games(round_robin(BOTS, SETTINGS, 2), store, idle)
        assert idle.played == []


def test_bots_with_the_same_files_have_the_same_games_once(tmp_path: Path) -> None:
    twin = type(BOTS[0])("twin", BOTS[0].id, "bots/twin.py")
    pairs = round_robin([BOTS[0], twin, BOTS[1]], SETTINGS, 2)
    with ResultStore(tmp_path) as store:
        pool = HerePool(MadeUp(STRENGTH))
        play_missing_games(pairs, store, pool)
        assert len(pool.played) == len(set(pool.played)) == 2 * (1 + 2)
        assert all(job.key in store.results for job in jobs_of(pairs))


def test_a_worker_does_not_load_the_pool() -> None:
    text = "import sys; from holdtheline.arena.tournament import job_runner, worker; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "holdtheline.arena.tournament.worker" in loaded
    assert "holdtheline.arena.tournament.pool" not in loaded
