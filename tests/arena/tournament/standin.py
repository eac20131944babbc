"""A referee that plays nothing: its results are made up, and depend on the job alone."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from holdtheline.arena.playing import Fault, GameResult, Job
from holdtheline.arena.tournament.schedule import Entry, Settings
from holdtheline.arena.tournament.store import Played
from holdtheline.core.contract import DRAWN, LOST, WON

SETTINGS = Settings("towers", trust=True)
DRAWS = 0.1


def entries(count: int) -> tuple[Entry, ...]:
    return tuple(
        Entry(f"bot{number:02}", f"{number:040x}", f"bots/bot{number:02}.py") for number in range(count)
    )


def made_up(job: Job, strength: Mapping[str, float]) -> GameResult:
    """Who is stronger wins more often."""
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
    """`strength` in Elo by the ids of bots; others have 0."""

    strength: Mapping[str, float] = field(default_factory=dict)
    seconds: float = 0.0
    """That a game takes."""

    @contextmanager
    def opened(self) -> Iterator[Callable[[Job], Played]]:
        yield self.play

    def play(self, job: Job) -> Played:
        time.sleep(self.seconds)
        result = made_up(job, self.strength)
        return Played(result, f'{{"game":"{job.key}"}}\n'.encode())


@dataclass(frozen=True)
class Dying(MadeUp):
    """Its process is killed by its own hand the first times that it comes to this game."""

    folder: Path = Path()
    keys: tuple[str, ...] = ()
    times: int = 1

    def play(self, job: Job) -> Played:
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
    """Raises in this game, whenever it comes to it."""

    key: str = ""

    def play(self, job: Job) -> Played:
        if job.key == self.key:
            raise ZeroDivisionError("the referee has a bug")
        return super().play(job)


class HerePool:
    """Plays in this process, in the order in which games are sent, or the other way round."""

    def __init__(self, referee: MadeUp, backwards: bool = False) -> None:
        self.referee = referee
        self.backwards = backwards
        self.jobs: list[Job] = []
        self.played: list[str] = []
        self.room = 4

    def submit(self, batch: Sequence[Job]) -> None:
        self.jobs += batch

    def answers(self) -> list[Played]:
        job = self.jobs.pop(-1 if self.backwards else 0)
        self.played.append(job.key)
        return [self.referee.play(job)]

    def close(self) -> None:
        self.jobs = []
