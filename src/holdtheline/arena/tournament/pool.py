"""The pool of worker processes on this machine: one per core, pinned to it (`worker` runs in each of them).

A worker that dies is replaced and its game is played again; no bot is blamed for it. The result of a game does not
depend on the worker."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from socket import socketpair
from typing import Any, Protocol

from ...core.errors import BadOption, HtlError
from ..job import Job
from .job_runner import JobRunner
from .result_store import PlayedJob

MAX_TRIES = 3
"""How many workers may fail in a game before the pool gives it up."""
MAX_UNPLAYED_IN_A_ROW = 10
"""After this many, the cause is not a single game, and the pool gives up."""
POLL_SECONDS = 1.0
END_SECONDS = 5.0

WORKER_SCRIPT = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from holdtheline.arena.tournament.worker import run_worker
run_worker(int(sys.argv[2]), int(sys.argv[3]))
"""


class CannotPlay(HtlError):
    """Games cannot be played here at all."""


@dataclass(frozen=True)
class UnplayedJob:
    """A game that no worker could finish, through no fault of a bot."""

    key: str
    reason: str


class Pool(Protocol):
    """Plays games in worker processes."""

    @property
    def capacity(self) -> int:
        """The number of batches that keeps all workers busy."""
        ...

    def submit(self, batch: Sequence[Job]) -> None:
        """Queue a batch of games, which one worker plays in order."""
        ...

    def collect(self) -> list[PlayedJob | UnplayedJob]:
        """Wait for at least one result and return all new ones."""
        ...

    def close(self) -> None:
        """End all workers and discard unfinished games."""
        ...


class FailureCounter:
    """Count how often the workers of each game failed, and decide when to give a game up."""

    def __init__(self) -> None:
        self._failures: Counter[str] = Counter()
        self._unplayed_in_a_row = 0

    def add(self, job: Job, why: str) -> UnplayedJob | None:
        """Count a failure; return the unplayed job after its last try, or None to try it again."""
        self._failures[job.key] += 1
        if self._failures[job.key] < MAX_TRIES:
            return None
        self._unplayed_in_a_row += 1
        if self._unplayed_in_a_row >= MAX_UNPLAYED_IN_A_ROW:
            raise CannotPlay(f"{self._unplayed_in_a_row} games in a row could not be played: {why}")
        return UnplayedJob(job.key, f"{MAX_TRIES} workers failed while playing it; the last reason: {why}")

    def reset_streak(self) -> None:
        """Record that a game was played."""
        self._unplayed_in_a_row = 0


def find_free_cores() -> tuple[int, ...]:
    """Return the cores that this process may use."""
    if not hasattr(os, "sched_getaffinity"):  # macOS
        return tuple(range(os.cpu_count() or 1))
    return tuple(sorted(os.sched_getaffinity(0)))


def choose_cores(workers: int | None) -> tuple[int, ...]:
    """Return one core per worker, or all cores if no number is given."""
    if sys.platform == "win32":
        raise BadOption("tournaments and duels need Linux or macOS; `htl match --trust` plays bots on Windows")
    cores = find_free_cores()
    if workers is None:
        return cores
    if not 1 <= workers <= len(cores):
        raise BadOption(f"the number of workers must be 1 to {len(cores)} (one per core), not {workers}")
    return cores[:workers]


class WorkerHandle:
    """The pool's handle to a worker process on one core."""

    def __init__(self, runner: JobRunner, core: int) -> None:
        self.core = core
        self.jobs: list[Job] = []
        self.is_ready = False
        self._since = 0.0
        self._errors: Any = tempfile.TemporaryFile()  # noqa: SIM115  # closed in `end`
        ours, theirs = socketpair()
        self.connection = Connection(ours.detach())
        path = json.dumps([os.path.abspath(entry) for entry in sys.path])
        command = [sys.executable, "-c", WORKER_SCRIPT, path, str(theirs.fileno()), str(core)]
        with theirs:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,  # Ctrl-C reaches only the pool, which ends the workers itself
            )
        try:
            self.connection.send(runner)
        except OSError:
            pass  # it has already ended; `collect` will notice

    def assign(self, batch: list[Job]) -> bool:
        """Send a batch; return False if the worker is gone."""
        try:
            self.connection.send(batch)
        except OSError:
            self.is_ready = False
            return False
        self.jobs, self._since = list(batch), time.monotonic()
        return True

    def finish_job(self) -> None:
        """Record that the first of its games is finished."""
        del self.jobs[0]
        self._since = time.monotonic()

    def is_late(self, patience: float) -> bool:
        return bool(self.jobs) and time.monotonic() - self._since > patience

    def read_last_error(self) -> str:
        self.process.wait()
        self._errors.seek(0)
        lines = self._errors.read()[-4000:].decode(errors="replace").strip().splitlines()
        return lines[-1][:300] if lines else f"exit code {self.process.returncode}"

    def end(self) -> None:
        """Ask it to exit, so that it closes what it has opened, and wait until it has."""
        self.connection.close()
        self.process.terminate()
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._errors.close()


class LocalPool:
    """A pool of one worker for each of these cores."""

    def __init__(self, runner: JobRunner, cores: Sequence[int], patience: float = 3600.0) -> None:
        self._runner = runner
        self._patience = patience
        self._queue: deque[list[Job]] = deque()
        self._failures = FailureCounter()
        self._early_failures = 0
        self._workers: list[WorkerHandle] = []
        try:
            for core in cores:
                self._workers.append(WorkerHandle(runner, core))
        except BaseException:
            self.close()
            raise

    @property
    def capacity(self) -> int:
        return 2 * len(self._workers)

    @property
    def processes(self) -> list[int]:
        """The pids of the workers."""
        return [worker.process.pid for worker in self._workers]

    def submit(self, batch: Sequence[Job]) -> None:
        if batch:
            self._queue.append(list(batch))
            self._send_batches()

    def collect(self) -> list[PlayedJob | UnplayedJob]:
        results: list[PlayedJob | UnplayedJob] = []
        while not results:
            self._send_batches()
            readable = wait([worker.connection for worker in self._workers], POLL_SECONDS)
            for worker in list(self._workers):
                if worker.connection in readable:
                    results += self._handle_message(worker)
                elif worker.is_late(self._patience):
                    worker.process.kill()
        return results

    def close(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.end()
        self._workers = []

    # Messages from workers

    def _send_batches(self) -> None:
        for worker in self._workers:
            if self._queue and worker.is_ready and not worker.jobs:
                batch = self._queue.popleft()
                if not worker.assign(batch):
                    self._queue.appendleft(batch)

    def _handle_message(self, worker: WorkerHandle) -> list[PlayedJob | UnplayedJob]:
        try:
            kind, what = worker.connection.recv()
        except (EOFError, OSError):
            return self._replace_worker(worker, worker.read_last_error())
        if kind == "ready":
            worker.is_ready, self._early_failures = True, 0
            return []
        if kind == "refused":
            raise CannotPlay(what)
        if kind == "failed":
            return self._replace_worker(worker, what)
        worker.finish_job()
        self._failures.reset_streak()
        return [what]

    def _replace_worker(self, worker: WorkerHandle, why: str) -> list[PlayedJob | UnplayedJob]:
        """Replace a worker. Its current game loses one try; its other games are queued again."""
        jobs, was_ready = worker.jobs, worker.is_ready
        worker.end()
        if not was_ready:
            self._early_failures += 1
            if self._early_failures >= MAX_TRIES:
                raise CannotPlay(f"workers fail before they play anything: {why}")
        self._workers[self._workers.index(worker)] = WorkerHandle(self._runner, worker.core)
        if not jobs:
            return []
        unplayed = self._failures.add(jobs[0], why)
        remaining = jobs if unplayed is None else jobs[1:]
        if remaining:
            self._queue.appendleft(remaining)
        return [] if unplayed is None else [unplayed]
