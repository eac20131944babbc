"""A pool of workers on many machines, with Ray (an extra: `pip install 'holdtheline[ray]'`).

One actor per core of the cluster opens the job runner once and plays batches. If its machine is lost, another one
plays its games: a result does not depend on where the game is played."""

from __future__ import annotations

import pickle
import sys
from collections import deque
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from ... import __version__
from ...core.errors import BadOption, HtlError
from ..job import Job
from .job_runner import JobRunner
from .pool import CannotPlay, FailureCounter, UnplayedJob
from .result_store import PlayedJob
from .worker import describe_error

POLL_SECONDS = 1.0
Answer = tuple[str, Any]
"""`played` with a game, or `failed` with the key of a job and the reason."""


def import_ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise BadOption("--ray needs the extra `ray`: pip install 'holdtheline[ray]'") from error
    return ray


class RayActor:
    """A worker on one core of the cluster."""

    def __init__(self, path: list[str], runner: bytes) -> None:
        sys.path += [entry for entry in path if entry not in sys.path]
        self._stack = ExitStack()
        self._refusal = ""
        try:
            self._play = self._stack.enter_context(pickle.loads(runner).open())
        except HtlError as error:
            self._refusal = str(error)

    def ready(self) -> tuple[str, str]:
        """Return the version on this machine, and why it cannot play (empty if it can)."""
        return __version__, self._refusal

    def play(self, batch: list[Job]) -> list[Answer]:
        answers: list[Answer] = []
        for job in batch:
            try:
                answers.append(("played", self._play(job)))
            except Exception as error:  # noqa: BLE001  # no bot is at fault; the pool decides what to do
                answers.append(("failed", (job.key, describe_error(error))))
        return answers

    def end(self) -> None:
        """Close the job runner, which ends all bot processes."""
        self._stack.close()


@dataclass(eq=False)
class ActorHandle:
    """The pool's handle to an actor: whether it is ready, and its current batch."""

    actor: Any
    is_ready: bool = False
    batch: list[Job] = field(default_factory=list)


class RayPool:
    """A pool on all cores of a cluster, or of this machine if there is no address."""

    def __init__(self, runner: JobRunner, address: str | None = None, workers: int | None = None) -> None:
        self._ray = import_ray()
        self._owns_ray = not self._ray.is_initialized()
        if self._owns_ray:
            self._connect(address, workers)
        self._queue: deque[list[Job]] = deque()
        self._failures = FailureCounter()
        self._refs: dict[Any, ActorHandle] = {}
        self._runner = pickle.dumps(runner)
        self._remote = self._ray.remote(num_cpus=1, max_restarts=0)(RayActor)
        cores = int(self._ray.cluster_resources().get("CPU", 1))
        self._handles: list[ActorHandle] = []
        for _ in range(min(workers or cores, cores)):
            self._start_actor()

    @property
    def capacity(self) -> int:
        return 2 * len(self._handles)

    def submit(self, batch: Sequence[Job]) -> None:
        if batch:
            self._queue.append(list(batch))
            self._send_batches()

    def collect(self) -> list[PlayedJob | UnplayedJob]:
        results: list[PlayedJob | UnplayedJob] = []
        while not results:
            self._send_batches()
            done, _ = self._ray.wait(list(self._refs), num_returns=1, timeout=POLL_SECONDS)
            for ref in done:
                results += self._handle_answer(ref)
        return results

    def close(self) -> None:
        ends = [handle.actor.end.remote() for handle in self._handles if handle.is_ready and not handle.batch]
        if ends:
            self._ray.wait(ends, num_returns=len(ends), timeout=5 * POLL_SECONDS)
        for handle in self._handles:
            self._ray.kill(handle.actor)
        self._handles, self._refs = [], {}
        if self._owns_ray:
            self._ray.shutdown()

    # Actors

    def _connect(self, address: str | None, workers: int | None) -> None:
        local = {} if address else {"num_cpus": workers, "include_dashboard": False}
        try:
            self._ray.init(address=address, log_to_driver=False, logging_level="error", **local)
        except (ConnectionError, ValueError, RuntimeError, OSError) as error:
            raise BadOption(f"cannot connect to a Ray cluster at {address or 'this machine'}: {error}") from error

    def _start_actor(self) -> None:
        """Start an actor, which waits in the background until a core is free."""
        handle = ActorHandle(self._remote.remote(list(sys.path), self._runner))
        self._handles.append(handle)
        self._refs[handle.actor.ready.remote()] = handle

    def _send_batches(self) -> None:
        for handle in self._handles:
            if self._queue and handle.is_ready and not handle.batch:
                handle.batch = self._queue.popleft()
                self._refs[handle.actor.play.remote(handle.batch)] = handle

    def _handle_answer(self, ref: Any) -> list[PlayedJob | UnplayedJob]:
        handle = self._refs.pop(ref)
        try:
            answer = self._ray.get(ref)
        except self._ray.exceptions.RayError as error:
            return self._replace_actor(handle, f"{type(error).__name__}")
        if not handle.is_ready:
            self._mark_ready(handle, *answer)
            return []
        jobs, handle.batch = handle.batch, []
        return [result for reply in answer for result in self._sort_answer(reply, jobs)]

    def _mark_ready(self, handle: ActorHandle, version: str, refusal: str) -> None:
        if refusal:
            raise CannotPlay(refusal)
        if version != __version__:
            raise CannotPlay(
                f"a machine in the cluster has htl {version}, but this one has {__version__}; install the same version"
            )
        handle.is_ready = True

    def _sort_answer(self, answer: Answer, jobs: list[Job]) -> list[PlayedJob | UnplayedJob]:
        kind, what = answer
        if kind == "played":
            self._failures.reset_streak()
            return [what]
        key, why = what
        return [result for job in jobs if job.key == key for result in self._retry(job, why)]

    def _replace_actor(self, handle: ActorHandle, why: str) -> list[PlayedJob | UnplayedJob]:
        """Replace a lost actor and queue its games again, one by one."""
        self._handles.remove(handle)
        self._start_actor()
        return [result for job in handle.batch for result in self._retry(job, why)]

    def _retry(self, job: Job, why: str) -> list[UnplayedJob]:
        unplayed = self._failures.add(job, why)
        if unplayed is not None:
            return [unplayed]
        self._queue.appendleft([job])
        return []
