"""A match: two players, many games, and what came out.

Bots play in processes of their own, which `Jail` names; or, where they are trusted, in this one. A bot that
does what no bot may do loses that game, with the reason; the match goes on (T8.2). In this process that keeps
honest bots apart, not evil ones: there they can do whatever it can.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ..core.contract import DRAWN, LOST, WON
from ..core.dice import stream_for
from ..core.errors import BadOption, NotSaved
from ..core.game import Game
from ..core.interval import wilson
from .jail.handin import Handin
from .jail.keeper import Keeper
from .jail.limits import Limits
from .jobs import GameResult, Job
from .loading import Rival, entrant, told_apart
from .playing import play

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
    kind: str = ""
    """Of the fault: one of `jobs.FAULTS`."""
    cpu: tuple[float, ...] = ()
    """Seconds of the processor that each of the two has used, where that was measured."""
    slips: tuple[int, ...] = ()
    """Decisions that each of the two lost in training."""


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
        return wilson(wins, self.seeds)


@dataclass(frozen=True)
class Jail:
    """How bots play that are not trusted."""

    keeper: Keeper
    limits: Limits = field(default_factory=Limits)
    strict: bool = True
    logs: Path | None = None
    """A folder for what each bot has written."""


def match(
    game: Game,
    a: str | Path | Rival,
    b: str | Path | Rival,
    games: int = 100,
    swap: bool = False,
    seed: int = 1,
    report: Callable[[int], None] = lambda done: None,
    *,
    records: Path | None = None,
    jail: Jail | None = None,
) -> MatchResult:
    """Play so many games; with `swap` each seed twice, from both seats. The same seed gives the same games.

    Ctrl-C ends the match, and what was played so far counts. `records` is a folder for a record a game.
    Without a jail bots are trusted; with one they are handed in (`jail.handin.hand_in`).
    """
    if len(game.seats) != SEATS:
        raise BadOption(f"{game.name} has {len(game.seats)} seat(s), and a match is between two players")
    if games < 1:
        raise BadOption(f"the number of games must be 1 or more, not {games}")
    if swap and games % 2:
        raise BadOption(f"with both seats for each seed the number of games must be even, not {games}")
    found = [entrant(game.contract, who) if isinstance(who, str | Path) else who for who in (a, b)]
    rivals = told_apart(found[0], found[1])
    contest = Contest(game, rivals, swap, seed, records, jail)
    played: list[Played] = []
    began = time.perf_counter()
    with stop_sign() as stopped:
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
    rivals: tuple[Rival, Rival]
    swap: bool
    seed: int
    records: Path | None
    jail: Jail | None

    def play(self, number: int, stopped: Callable[[], bool]) -> Played:
        lot, seat = (number // 2, number % 2) if self.swap else (number, 0)
        order = self.rivals if seat == 0 else self.rivals[::-1]
        job = Job(
            self.game.name,
            tuple(map(key_of, order)),
            int(stream_for(self.seed, "lot", lot)[0]),
            tuple(self.game.options.items()),
            self.jail is None or self.jail.strict,
            Limits() if self.jail is None else self.jail.limits,
            self.jail is None,
        )
        file = f"{order[0].name}-{order[1].name}-{number + 1:04}.htl"
        result = play(
            job,
            {key_of(one): one for one in order},
            None if self.jail is None else self.jail.keeper,
            record=self.records and self.records / file,
            game=self.game,
            stopped=lambda: stopped() or not is_main(),
        )
        if self.jail is not None and self.jail.logs is not None:
            keep_logs(self.jail.logs, [one.name for one in order], number + 1, result)
        return played_of(number + 1, seat, [one.name for one in order], result)


def key_of(rival: Rival) -> str:
    """What a job calls it."""
    return rival.digest if isinstance(rival, Handin) else rival.name


def played_of(number: int, seat: int, names: list[str], result: GameResult) -> Played:
    """A result as the first of the two had it, who sat here."""
    turned = slice(None, None, -1 if seat else 1)
    at_fault = " and ".join(names[fault.seat] for fault in result.faults)
    return Played(
        number,
        seat,
        result.scores[seat],
        result.turns,
        at_fault,
        result.reason,
        result.digest,
        " and ".join(fault.kind for fault in result.faults),
        result.cpu[turned],
        result.slips[turned],
    )


def keep_logs(folder: Path, names: list[str], number: int, result: GameResult) -> None:
    """Each bot's log into a file of its own: it is for its author alone."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for seat, name in enumerate(names):
            faults = [fault.sentence for fault in result.faults if fault.seat == seat]
            if result.logs[seat] or faults:
                with (folder / f"{name}.log").open("a", encoding="utf-8") as file:
                    file.write("\n".join((f"--- game {number} ---", result.logs[seat], *faults, "")))
    except OSError as error:
        raise NotSaved(f"{error.filename or folder} cannot be written: {error.strerror}") from error


def is_main() -> bool:
    return threading.current_thread() is threading.main_thread()


@contextmanager
def stop_sign() -> Iterator[Callable[[], bool]]:
    """Tells a Ctrl-C from a KeyboardInterrupt that a bot raises, and remembers one that a bot has caught."""
    pressed = threading.Event()

    def stop(number: int, frame: Any) -> None:
        pressed.set()
        raise KeyboardInterrupt

    if not is_main():
        yield pressed.is_set
        return
    before = signal.signal(signal.SIGINT, stop)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)
