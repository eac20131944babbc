"""The worker processes of the judge: each plays one game at a time, in a jail."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from ...arena.jail.self_test import JailNotSafe, require_safe_jail
from ...arena.jail.supervisor import PREPARE_SECONDS, Supervisor
from ...arena.jailed_bot import make_supervisor
from ...arena.job import GameResult, Job
from ...arena.referee import play_job
from ...arena.submission import Submission
from ...arena.tournament.pool import WorkerHandle, find_free_cores

BUDGET_FACTOR = 10.0
"""How many times as long as one bot may compute a whole game may take by the wall clock."""
MIN_BUDGET = 300.0
"""Seconds: a busy machine takes a while to start the jail and the bots."""


class MatchNotPlayed(Exception):
    """A match failed through no fault of a bot."""


class MatchGivenUp(Exception):
    """A match was not over within its budget; the message says how long that is."""


def wall_clock_budget(job: Job) -> float:
    """Return the seconds after which a game is given up.

    The limits of the bots end every game long before, also if they sleep, unless the machine is overloaded or the jail
    itself hangs. So no bot is blamed.
    """
    return max(BUDGET_FACTOR * (job.limits.load_seconds + job.limits.match_seconds), MIN_BUDGET)


# In the worker


@dataclass(frozen=True)
class AttackRequest:
    """A jail to be attacked, to prove that it holds."""

    game: str


@dataclass(frozen=True)
class MatchRequest:
    """A game to be played."""

    job: Job
    bots: Mapping[str, Submission]
    """By digest."""
    record: Path


@dataclass(frozen=True)
class RequestRunner:
    """The `JobRunner` of the judge's workers. Each kind of game has a supervisor of its own."""

    game: str
    """The game to be ready for."""

    @contextmanager
    def open(self) -> Iterator[Callable[[AttackRequest | MatchRequest], GameResult | str]]:
        supervisors: dict[str, Supervisor] = {}
        try:
            find_supervisor(self.game, supervisors)
            yield lambda request: carry_out(request, supervisors)
        finally:
            for supervisor in supervisors.values():
                supervisor.close()


def carry_out(request: AttackRequest | MatchRequest, supervisors: dict[str, Supervisor]) -> GameResult | str:
    """Play a game, or attack its jail and return why no bot may be started here ("": it holds)."""
    if isinstance(request, MatchRequest):
        supervisor = find_supervisor(request.job.game, supervisors)
        return play_job(request.job, request.bots, supervisor, record=request.record)
    try:
        require_safe_jail(find_supervisor(request.game, supervisors))
    except JailNotSafe as error:
        return str(error)
    return ""


def find_supervisor(game: str, supervisors: dict[str, Supervisor]) -> Supervisor:
    """Return the supervisor for a game; a new one prepares itself in the background."""
    if game not in supervisors:
        supervisors[game] = make_supervisor(game)
        supervisors[game].start_zygote()
    return supervisors[game]


# In the judge


def choose_worker_cores() -> Sequence[int]:
    """Return the cores for workers: all but one, which is left to the server, or the only one."""
    cores = find_free_cores()
    return cores[1:] or cores


class WorkerPool:
    """Plays games in worker processes. Called by several threads.

    A worker takes seconds to start, so while some are busy another one stands by.
    """

    def __init__(self, cores: Sequence[int]) -> None:
        self._cores = cores
        self._lock = threading.Lock()
        self._attack_locks: dict[str, threading.Lock] = {}
        self._idle: list[WorkerHandle] = []
        self._busy: list[WorkerHandle] = []
        self._attacked: set[str] = set()
        """The games whose jail was attacked in vain."""

    def __call__(self, job: Job, bots: Mapping[str, Submission], record: Path) -> GameResult:
        """Play a game; raise MatchGivenUp, MatchNotPlayed, or JailNotSafe if no bot may be started here."""
        players = {bot: bots[bot] for bot in job.bots if bot in bots}
        self._attack_once(job.game)
        with self._borrow_worker(job.game) as worker:
            budget = wall_clock_budget(job)
            try:
                result = ask(worker, MatchRequest(job, players, record), budget)
            except TimeoutError as error:
                raise MatchGivenUp(describe_minutes(budget)) from error
        assert isinstance(result, GameResult)
        return result

    def _attack_once(self, game: str) -> None:
        """Attack the jail before the first match of a game; other threads with this game wait for the result."""
        with self._lock:
            lock = self._attack_locks.setdefault(game, threading.Lock())
        with lock:
            if game in self._attacked:
                return
            with self._borrow_worker(game) as worker:
                why_not = ask(worker, AttackRequest(game), PREPARE_SECONDS)
            if why_not:
                raise JailNotSafe(str(why_not))
            self._attacked.add(game)

    def close(self) -> None:
        """End all workers; threads that wait for one get MatchNotPlayed."""
        with self._lock:
            for worker in self._busy:
                worker.process.kill()
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.end()

    @contextmanager
    def _borrow_worker(self, game: str) -> Iterator[WorkerHandle]:
        """Take an idle worker or a new one, and give it back unless something went wrong."""
        with self._lock:
            worker = self._idle.pop() if self._idle else self._start_worker(game)
            self._busy.append(worker)
        is_usable = False
        try:
            yield worker
            is_usable = True
        finally:
            with self._lock:
                self._busy.remove(worker)
                if is_usable:
                    # The one that stands by is taken last.
                    self._idle = [*(self._idle or [self._start_worker(game)]), worker]
            if not is_usable:
                worker.process.kill()
                worker.end()

    def _start_worker(self, game: str) -> WorkerHandle:
        taken = [worker.core for worker in self._busy]
        return WorkerHandle(RequestRunner(game), min(self._cores, key=taken.count))


def ask(worker: WorkerHandle, request: AttackRequest | MatchRequest, seconds: float) -> GameResult | str:
    """Return the answer of a worker; raise TimeoutError if it takes too long, and MatchNotPlayed if it fails."""
    with suppress(OSError):  # it has ended; reading says why
        worker.connection.send([request])
    while True:
        if not worker.connection.poll(seconds):
            raise TimeoutError(f"a worker did not answer within {describe_minutes(seconds)}")
        try:
            kind, what = worker.connection.recv()
        except (EOFError, OSError) as error:
            raise MatchNotPlayed(f"a match could not be played: {worker.read_last_error()}") from error
        if kind == "played":
            answer: GameResult | str = what
            return answer
        if kind != "ready":
            raise MatchNotPlayed(f"a match could not be played: {what}")


def describe_minutes(seconds: float) -> str:
    return f"{max(round(seconds / 60), 1)} minutes"  # a budget is never shorter than MIN_BUDGET
