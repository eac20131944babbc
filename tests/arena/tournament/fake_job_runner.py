"""Job runners that play nothing: their results are made up and depend on the job alone."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from holdtheline.arena.job import Fault, GameResult, Job
from holdtheline.arena.tournament.entries import Entry
from holdtheline.arena.tournament.result_store import PlayedJob
from holdtheline.arena.tournament.schedule import TournamentSettings
from holdtheline.core.definition import DRAWN, LOST, WON

SETTINGS = TournamentSettings("towers", trust=True)
DRAWS = 0.1


def entries(count: int) -> tuple[Entry, ...]:
    return tuple(Entry(f"bot{number:02}", f"{number:040x}", f"bots/bot{number:02}.py") for number in range(count))


def made_up(job: Job, strength: Mapping[str, float]) -> GameResult:
    """Make up a result; the stronger bot wins more often."""
    chance = random.Random(job.key)
    apart = strength.get(job.bots[0], 0.0) - strength.get(job.bots[1], 0.0)
    share = 1 / (1 + 10 ** (-apart / 400))
    drawn = chance.random()
    first = DRAWN if drawn < DRAWS else WON if chance.random() < share else LOST
    faults: tuple[Fault, ...] = ()
    if first == LOST and chance.random() < 0.02:
        faults = (Fault(0, "time", "its plan took longer than 2 s"),)
    return GameResult(
        job.key, (first, -first), "the other has no health left", chance.randrange(10, 90),
        f"{chance.getrandbits(64):016x}", faults,
        cpu=(round(chance.uniform(0.1, 2), 3), round(chance.uniform(0.1, 2), 3)),
        logs=("hello from seat 0\n", ""), seconds=round(chance.uniform(0.5, 3), 3),
    )  # fmt: skip


@dataclass(frozen=True)
class MadeUp:
    """Makes results up. `strength` is in Elo, by bot id; other bots have 0."""

    strength: Mapping[str, float] = field(default_factory=dict)
    seconds: float = 0.0
    """How long a game takes."""

    @contextmanager
    def open(self) -> Iterator[Callable[[Job], PlayedJob]]:
        yield self.play

    def play(self, job: Job) -> PlayedJob:
        time.sleep(self.seconds)
        result = made_up(job, self.strength)
        return PlayedJob(result, f'{{"game":"{job.key}"}}\n'.encode())


@dataclass(frozen=True)
class Dying(MadeUp):
    """Kills its own process the first times it plays one of these games."""

    folder: Path = Path()
    keys: tuple[str, ...] = ()
    times: int = 1

    def play(self, job: Job) -> PlayedJob:
        if job.key in self.keys:
            deaths = self.folder / job.key
            died = len(deaths.read_bytes()) if deaths.exists() else 0
            if died < self.times:
                with deaths.open("ab") as file:
                    file.write(b"x")
                os.kill(os.getpid(), signal.SIGKILL)
        return super().play(job)


@dataclass(frozen=True)
class Failing(MadeUp):
    """Raises an exception in one game."""

    key: str = ""

    def play(self, job: Job) -> PlayedJob:
        if job.key == self.key:
            raise ZeroDivisionError("the referee has a bug")
        return super().play(job)


class HerePool:
    """A pool that plays in this process, in the order of submission or backwards."""

    def __init__(self, referee: MadeUp, backwards: bool = False) -> None:
        self.referee = referee
        self.backwards = backwards
        self.jobs: list[Job] = []
        self.played: list[str] = []
        self.capacity = 4

    def submit(self, batch: Sequence[Job]) -> None:
        self.jobs += batch

    def collect(self) -> list[PlayedJob]:
        job = self.jobs.pop(-1 if self.backwards else 0)
        self.played.append(job.key)
        return [self.referee.play(job)]

    def close(self) -> None:
        self.jobs = []
