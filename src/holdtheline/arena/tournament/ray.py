"""The same workers on many machines, with Ray: an extra, `pip install 'holdtheline[ray]'`.

One actor a core of the cluster opens the referee once and plays batches. If its machine is lost, its games
are played by another one: what a game comes to does not depend on where it is played.
"""

from __future__ import annotations

import pickle
import sys
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from ... import __version__
from ...core.errors import BadOption, HtlError
from ..playing import Job
from .pool import MOST_SET_ASIDE, MOST_TRIES, NotPlayed, Referee, Unplayed
from .store import Played

LOOK_SECONDS = 1.0
Answer = tuple[str, Any]
"""`played` with a game, or `failed` with the key of a job and why."""


def find_ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise BadOption("this needs Ray, which is an extra: pip install 'holdtheline[ray]'") from error
    return ray


class Actor:
    """What runs on a core somewhere."""

    def __init__(self, path: list[str], referee: bytes) -> None:
        sys.path += [place for place in path if place not in sys.path]
        self._stack = ExitStack()
        self._refusal = ""
        try:
            self._play = self._stack.enter_context(pickle.loads(referee).opened())
        except HtlError as error:
            self._refusal = str(error)

    def ready(self) -> tuple[str, str]:
        """Which version this machine has, and why it plays nothing, if so."""
        return __version__, self._refusal

    def play(self, batch: list[Job]) -> list[Answer]:
        answers: list[Answer] = []
        for job in batch:
            try:
                answers.append(("played", self._play(job)))
            except Exception as error:  # noqa: BLE001  # no bot's fault, and told to whoever sent the job
                answers.append(("failed", (job.key, f"{type(error).__name__}: {error}"[:300])))
        return answers

    def end(self) -> None:
        """Nothing that was started for bots stays behind."""
        self._stack.close()


@dataclass(eq=False)
class Hand:
    """An actor as we know it: whether it has begun, and what it plays."""

    actor: Any
    is_ready: bool = False
    batch: list[Job] = field(default_factory=list)


class RayPool:
    """All cores of a cluster: of this machine alone, unless there is an address."""

    def __init__(self, referee: Referee, address: str | None = None, workers: int | None = None) -> None:
        self._ray = find_ray()
        self._began = not self._ray.is_initialized()
        if self._began:
            self._begin(address, workers)
        self._queue: deque[list[Job]] = deque()
        self._tries: Counter[str] = Counter()
        self._set_aside = 0
        self._refs: dict[Any, Hand] = {}
        self._referee = pickle.dumps(referee)
        self._remote = self._ray.remote(num_cpus=1, max_restarts=0)(Actor)
        cores = int(self._ray.cluster_resources().get("CPU", 1))
        self._hands: list[Hand] = []
        for _ in range(min(workers or cores, cores)):
            self._hire()

    @property
    def room(self) -> int:
        return 2 * len(self._hands)

    def submit(self, batch: Sequence[Job]) -> None:
        if batch:
            self._queue.append(list(batch))
            self._feed()

    def answers(self) -> list[Played | Unplayed]:
        found: list[Played | Unplayed] = []
        while not found:
            self._feed()
            done, _ = self._ray.wait(list(self._refs), num_returns=1, timeout=LOOK_SECONDS)
            for ref in done:
                found += self._heard(ref)
        return found

    def close(self) -> None:
        ends = [hand.actor.end.remote() for hand in self._hands if hand.is_ready and not hand.batch]
        if ends:
            self._ray.wait(ends, num_returns=len(ends), timeout=5 * LOOK_SECONDS)
        for hand in self._hands:
            self._ray.kill(hand.actor)
        self._hands, self._refs = [], {}
        if self._began:
            self._ray.shutdown()

    # Inside

    def _begin(self, address: str | None, workers: int | None) -> None:
        own = {} if address else {"num_cpus": workers, "include_dashboard": False}
        try:
            self._ray.init(address=address, log_to_driver=False, logging_level="error", **own)
        except (ConnectionError, ValueError, RuntimeError, OSError) as error:
            raise BadOption(f"there is no Ray cluster at {address or 'this machine'}: {error}") from error

    def _hire(self) -> None:
        """One more; where no core is free it waits for one, and nobody waits for it."""
        hand = Hand(self._remote.remote(list(sys.path), self._referee))
        self._hands.append(hand)
        self._refs[hand.actor.ready.remote()] = hand

    def _feed(self) -> None:
        for hand in self._hands:
            if self._queue and hand.is_ready and not hand.batch:
                hand.batch = self._queue.popleft()
                self._refs[hand.actor.play.remote(hand.batch)] = hand

    def _heard(self, ref: Any) -> list[Played | Unplayed]:
        hand = self._refs.pop(ref)
        try:
            answer = self._ray.get(ref)
        except self._ray.exceptions.RayError as error:
            return self._lost(hand, f"{type(error).__name__}")
        if not hand.is_ready:
            self._welcome(hand, *answer)
            return []
        jobs, hand.batch = hand.batch, []
        return [one for got in answer for one in self._judged(got, jobs)]

    def _welcome(self, hand: Hand, version: str, refusal: str) -> None:
        if refusal:
            raise NotPlayed(refusal)
        if version != __version__:
            raise NotPlayed(f"a machine of the cluster has htl {version}, and this one {__version__}")
        hand.is_ready = True

    def _judged(self, answer: Answer, jobs: list[Job]) -> list[Played | Unplayed]:
        kind, what = answer
        if kind == "played":
            self._set_aside = 0
            return [what]
        key, why = what
        return self._again([job for job in jobs if job.key == key], why)

    def _lost(self, hand: Hand, why: str) -> list[Played | Unplayed]:
        """Its machine or its process is gone: somebody else plays its games, one by one."""
        self._hands.remove(hand)
        self._hire()
        return [one for job in hand.batch for one in self._again([job], why)]

    def _again(self, jobs: list[Job], why: str) -> list[Played | Unplayed]:
        unplayed: list[Played | Unplayed] = []
        for job in jobs:
            self._tries[job.key] += 1
            if self._tries[job.key] < MOST_TRIES:
                self._queue.appendleft([job])
                continue
            self._set_aside += 1
            if self._set_aside >= MOST_SET_ASIDE:
                raise NotPlayed(f"{self._set_aside} games in a row could not be played: {why}")
            unplayed.append(Unplayed(job.key, f"{MOST_TRIES} workers ended in it, the last one with: {why}"))
        return unplayed
