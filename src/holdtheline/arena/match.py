"""A match: two players, many games in this process, and what came out.

A bot that does what no bot may do loses that game, with the reason; the match goes on (T8.2). This keeps
honest bots apart, not evil ones: they run in this process and can do whatever it can.
"""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..core.contract import DRAWN, LOST, OVER, WON
from ..core.dice import stream_for
from ..core.errors import BadOption
from ..core.game import Game
from ..games.towers.bot import BotFault
from ..lab.simulate import wilson
from .bout import Bout
from .loading import Entrant, entrant, told_apart

SEATS = 2


class Played(NamedTuple):
    """One game, as the first of the two had it."""

    number: int
    """From 1."""
    seat: int
    score: int
    """WON, DRAWN or LOST."""
    turns: int
    faulty: str
    """Whose fault ended it, or nobody's."""
    reason: str
    """How it ended."""
    course: str
    """What tells this game from others."""


class Tally(NamedTuple):
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class MatchResult:
    """What came out, as the first of the two had it."""

    game: str
    names: tuple[str, str]
    seats: tuple[str, ...]
    swapped: bool
    wanted: int
    """How many games were to be played; fewer were if somebody stopped it."""
    played: tuple[Played, ...]
    seconds: float

    @property
    def games(self) -> int:
        return len(self.played)

    @property
    def wins(self) -> int:
        return self.tally().wins

    @property
    def draws(self) -> int:
        return self.tally().draws

    @property
    def losses(self) -> int:
        return self.tally().losses

    @property
    def was_stopped(self) -> bool:
        return self.games < self.wanted

    @property
    def turns(self) -> float:
        """Of a game, on the average."""
        return sum(one.turns for one in self.played) / max(self.games, 1)

    @property
    def different(self) -> int:
        """How many of the games differ: two players without luck play the same game again and again."""
        return len({one.course for one in self.played})

    @property
    def faults(self) -> tuple[Played, ...]:
        return tuple(one for one in self.played if one.faulty)

    def tally(self, seat: int | None = None) -> Tally:
        """Of all games, or of those in this seat."""
        scores = [one.score for one in self.played if seat is None or one.seat == seat]
        return Tally(scores.count(WON), scores.count(DRAWN), scores.count(LOST))

    def win_rate(self) -> float:
        return self.wins / max(self.games, 1)

    @property
    def seeds(self) -> int:
        """How many seeds were played: with `swap` half as many as games."""
        return (self.games + 1) // 2 if self.swapped else self.games

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win rate (Wilson's).

        The two games of a seed are much alike, often the same but for the seats, so they count as one.
        """
        if not self.games:
            return 0.0, 1.0
        wins = self.wins * self.seeds / self.games
        return wilson(wins, self.seeds)  # type: ignore[arg-type]  # halves are right here


def match(
    game: Game,
    a: str | Path | Entrant,
    b: str | Path | Entrant,
    games: int = 100,
    swap: bool = False,
    seed: int = 1,
    report: Callable[[int], None] = lambda done: None,
    *,
    records: Path | None = None,
) -> MatchResult:
    """Play so many games; with `swap` each seed twice, from both seats. The same seed gives the same games.

    Ctrl-C ends the match, and what was played so far counts. `records` is a folder for a record a game.
    """
    if len(game.seats) != SEATS:
        raise BadOption(f"{game.name} has {len(game.seats)} seat(s), and a match is between two players")
    if games < 1:
        raise BadOption(f"the number of games must be 1 or more, not {games}")
    if swap and games % 2:
        raise BadOption(f"with both seats for each seed the number of games must be even, not {games}")
    rivals = told_apart(*(who if isinstance(who, Entrant) else entrant(game.contract, who) for who in (a, b)))
    contest = Contest(game, rivals, swap, seed, records)
    played: list[Played] = []
    began = time.perf_counter()
    with own_chance(), stop_sign() as stopped:
        try:
            while len(played) < games and not stopped():
                played.append(contest.play(len(played), stopped))
                report(len(played))
        except KeyboardInterrupt:
            pass
    names = rivals[0].name, rivals[1].name
    seconds = time.perf_counter() - began
    return MatchResult(game.name, names, game.seats, swap, games, tuple(played), seconds)


class Contest(NamedTuple):
    """What all games of a match have in common."""

    game: Game
    rivals: tuple[Entrant, Entrant]
    swap: bool
    seed: int
    records: Path | None

    def play(self, number: int, stopped: Callable[[], bool]) -> Played:
        lot, seat = (number // 2, number % 2) if self.swap else (number, 0)
        random.seed(f"{self.seed} {lot}")
        np.random.seed(self._drawn("numpy", lot) % 2**32)
        order = self.rivals if seat == 0 else self.rivals[::-1]
        seeds = [self._drawn("rival", self.rivals.index(one), lot) for one in order]
        bout = Bout(self.game, self._drawn("dice", lot), keeps_course=self.records is not None)
        try:
            faulty, reason = ended(bout, order, seeds, stopped)
        finally:
            # A game that was stopped has a record too, as far as it went.
            if self.records is not None:
                bout.write(self.records / f"{order[0].name}-{order[1].name}-{number + 1:04}.htl", order)
        if faulty is None:
            score = int(self.game.engine.result(bout.state.words, seat))
        else:
            score = LOST if faulty == seat else WON
        name = "" if faulty is None else order[faulty].name
        return Played(number + 1, seat, score, bout.turns, name, reason, bout.state.digest())

    def _drawn(self, *path: int | str) -> int:
        """A number that belongs to this part of the match, and to no other."""
        return int(stream_for(self.seed, *path)[0])


def ended(
    bout: Bout, order: tuple[Entrant, ...], seeds: list[int], stopped: Callable[[], bool]
) -> tuple[int | None, str]:
    """Play the game; the seat whose fault ended it, or None, and how it ended."""
    try:
        for one, seed in zip(order, seeds, strict=True):
            bout.sides.append(one.make(one.name, seed))
        while bout.state.turn != OVER:
            bout.go_on()
    except BotFault as fault:
        return [one.name for one in order].index(fault.name), fault.reason
    except KeyboardInterrupt:
        if stopped() or not _is_main():
            raise
        # Nobody pressed Ctrl-C: it was a bot that raised it.
        return bout.asked, f"{order[bout.asked].name} raised KeyboardInterrupt"
    outcome = bout.state.outcome
    assert outcome is not None
    return None, outcome.reason


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()


@contextmanager
def own_chance() -> Iterator[None]:
    """Bots may use `random` and `numpy.random`: each game seeds them, and here they are put back."""
    before, before_numpy = random.getstate(), np.random.get_state()
    try:
        yield
    finally:
        random.setstate(before)
        np.random.set_state(before_numpy)


@contextmanager
def stop_sign() -> Iterator[Callable[[], bool]]:
    """Tells a Ctrl-C from a KeyboardInterrupt that a bot raises, and remembers one that a bot has caught."""
    pressed = threading.Event()

    def stop(number: int, frame: Any) -> None:
        pressed.set()
        raise KeyboardInterrupt

    if not _is_main():
        yield pressed.is_set
        return
    before = signal.signal(signal.SIGINT, stop)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)
