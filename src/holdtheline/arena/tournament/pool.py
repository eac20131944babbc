"""Who plays the games: one worker process a core, pinned to it, and never more.

A worker that dies is replaced, and what it was playing is played again: that is never a bot's fault.
Which worker plays a game makes no difference to the game.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from socket import socketpair
from typing import Any, Protocol

from ...core.errors import BadOption, HtlError
from ..playing import Job
from .store import Played

MOST_TRIES = 3
"""How many workers may end in a game before it is set aside."""
MOST_SET_ASIDE = 10
"""In a row: then something is wrong that no game is to blame for."""
LOOK_SECONDS = 1.0
END_SECONDS = 5.0

START = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from holdtheline.arena.tournament.worker import work
work(int(sys.argv[2]), int(sys.argv[3]))
"""


class NotPlayed(HtlError):
    """Games cannot be played here at all, and why."""


@dataclass(frozen=True)
class Unplayed:
    """A game that no worker could bring to its end; nobody is charged with it."""

    key: str
    why: str


class Referee(Protocol):
    """Can be sent to a worker, which opens it once and plays all its games with what it gets."""

    def opened(self) -> AbstractContextManager[Callable[[Job], Played]]: ...


class Pool(Protocol):
    """Plays games somewhere."""

    @property
    def room(self) -> int:
        """How many batches keep everybody busy."""
        ...

    def submit(self, batch: Sequence[Job]) -> None:
        """Have these played, one after the other."""
        ...

    def answers(self) -> list[Played | Unplayed]:
        """What has come out since; waits until something has."""
        ...

    def close(self) -> None:
        """End everybody; what is under way is forgotten."""
        ...


def free_cores() -> tuple[int, ...]:
    """Those that this process may use."""
    return tuple(sorted(os.sched_getaffinity(0)))


def cores_for(workers: int | None) -> tuple[int, ...]:
    """A core for each worker; unless somebody wants fewer, all of them."""
    cores = free_cores()
    if workers is None:
        return cores
    if not 1 <= workers <= len(cores):
        raise BadOption(f"the number of workers must be 1 to {len(cores)}, one a core, not {workers}")
    return cores[:workers]


class LocalPool:
    """The workers of this machine, on these cores."""

    def __init__(self, referee: Referee, cores: Sequence[int], patience: float = 3600.0) -> None:
        self._referee = referee
        self._patience = patience
        self._queue: deque[list[Job]] = deque()
        self._tries: Counter[str] = Counter()
        self._early_ends = 0
        self._set_aside = 0
        self._workers: list[Worker] = []
        try:
            for core in cores:
                self._workers.append(Worker(referee, core))
        except BaseException:
            self.close()
            raise

    @property
    def room(self) -> int:
        return 2 * len(self._workers)

    @property
    def processes(self) -> list[int]:
        """Their ids, for who wants to look at them."""
        return [worker.process.pid for worker in self._workers]

    def submit(self, batch: Sequence[Job]) -> None:
        if batch:
            self._queue.append(list(batch))
            self._feed()

    def answers(self) -> list[Played | Unplayed]:
        found: list[Played | Unplayed] = []
        while not found:
            self._feed()
            waited = wait([worker.connection for worker in self._workers], LOOK_SECONDS)
            for worker in list(self._workers):
                if worker.connection in waited:
                    found += self._heard(worker)
                elif worker.is_late(self._patience):
                    worker.kill()
        return found

    def close(self) -> None:
        for worker in self._workers:
            worker.stop()
        for worker in self._workers:
            worker.end()
        self._workers = []

    # What workers say

    def _feed(self) -> None:
        for worker in self._workers:
            if self._queue and worker.is_ready and not worker.jobs:
                batch = self._queue.popleft()
                if not worker.take(batch):
                    self._queue.appendleft(batch)

    def _heard(self, worker: Worker) -> list[Played | Unplayed]:
        try:
            kind, what = worker.connection.recv()
        except (EOFError, OSError):
            return self._replaced(worker, worker.last_words())
        if kind == "ready":
            worker.is_ready, self._early_ends = True, 0
            return []
        if kind == "refused":
            raise NotPlayed(what)
        if kind == "failed":
            return self._replaced(worker, what)
        worker.played()
        self._set_aside = 0
        return [what]

    def _replaced(self, worker: Worker, why: str) -> list[Played | Unplayed]:
        """Somebody new in its place. The game that it was playing has one try less, the others none."""
        jobs, was_ready = worker.jobs, worker.is_ready
        worker.end()
        if not was_ready:
            self._early_ends += 1
            if self._early_ends >= MOST_TRIES:
                raise NotPlayed(f"a worker ends before it has played anything: {why}")
        self._workers[self._workers.index(worker)] = Worker(self._referee, worker.core)
        if not jobs:
            return []
        self._tries[jobs[0].key] += 1
        if self._tries[jobs[0].key] < MOST_TRIES:
            self._queue.appendleft(jobs)
            return []
        self._set_aside += 1
        if self._set_aside >= MOST_SET_ASIDE:
            raise NotPlayed(f"{self._set_aside} games in a row could not be played: {why}")
        if jobs[1:]:
            self._queue.appendleft(jobs[1:])
        return [Unplayed(jobs[0].key, f"{MOST_TRIES} workers ended in it, the last one with: {why}")]


class Worker:
    """A process beside this one, which plays on one core."""

    def __init__(self, referee: Referee, core: int) -> None:
        self.core = core
        self.jobs: list[Job] = []
        self.is_ready = False
        self._since = 0.0
        self._errors: Any = tempfile.TemporaryFile()  # noqa: SIM115  # closed in `end`
        ours, theirs = socketpair()
        self.connection = Connection(ours.detach())
        path = json.dumps([os.path.abspath(place) for place in sys.path])
        words = [sys.executable, "-c", START, path, str(theirs.fileno()), str(core)]
        with theirs:
            self.process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,  # Ctrl-C is for us; we end the workers ourselves
            )
        try:
            self.connection.send(referee)
        except OSError:
            pass  # it has ended already, which the first look at it tells

    def take(self, batch: list[Job]) -> bool:
        """Whether it was there to take them."""
        try:
            self.connection.send(batch)
        except OSError:
            self.is_ready = False
            return False
        self.jobs, self._since = list(batch), time.monotonic()
        return True

    def played(self) -> None:
        """The first of its games is done."""
        del self.jobs[0]
        self._since = time.monotonic()

    def is_late(self, patience: float) -> bool:
        return bool(self.jobs) and time.monotonic() - self._since > patience

    def last_words(self) -> str:
        self.process.wait()
        self._errors.seek(0)
        lines = self._errors.read()[-4000:].decode(errors="replace").strip().splitlines()
        return lines[-1][:300] if lines else f"exit code {self.process.returncode}"

    def kill(self) -> None:
        self.process.kill()

    def stop(self) -> None:
        """Ask it to end: it closes what it has opened."""
        self.process.terminate()

    def end(self) -> None:
        self.connection.close()
        self.stop()
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            self.process.wait()
        self._errors.close()
