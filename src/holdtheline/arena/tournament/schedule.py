"""The schedule: a full round robin on common seeds, each seed played from both seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ...core.dice import random_stream
from ...core.errors import BadOption
from ..jail.limits import Limits
from ..job import Job
from .entries import Entry, sort_entries

MAX_PAIRS = 10_000


@dataclass(frozen=True)
class TournamentSettings:
    """The settings that all games of a tournament share."""

    game: str
    options: tuple[tuple[str, str | int], ...] = ()
    seed: int = 1
    strict: bool = True
    limits: Limits = field(default_factory=Limits)
    trust: bool = False
    own_luck: bool = False
    """Whether each pair of bots has separate seeds, so that none can be learned from other bots' games."""

    def job(self, seats: tuple[str, str], number: int) -> Job:
        """Return the game of these two bots with the seed of this pair number."""
        bots = sorted(seats) if self.own_luck else ()
        seed = int(random_stream(self.seed, "pair", number, *bots)[0])
        return Job(self.game, seats, seed, self.options, self.strict, self.limits, self.trust)


@dataclass(frozen=True)
class GamePair:
    """Two games with the same seed: `first` has seat 0 in the first game and seat 1 in the second."""

    first: Entry
    second: Entry
    number: int
    """From 1; pairs with the same number have the same seed."""
    jobs: tuple[Job, Job]

    def __str__(self) -> str:
        return f"{self.first.name}-{self.second.name}-{self.number:04}"

    def seats(self, game: int) -> tuple[Entry, Entry]:
        """Return the bots of the first (0) or the second game (1) by seat."""
        return (self.first, self.second) if game == 0 else (self.second, self.first)


def round_robin(entries: Sequence[Entry], settings: TournamentSettings, pairs: int) -> tuple[GamePair, ...]:
    """Return all pairs of games, ordered by number, so that an unfinished tournament is fair as well."""
    if not 1 <= pairs <= MAX_PAIRS:
        raise BadOption(f"the number of pairs must be 1 to {MAX_PAIRS:,}, not {pairs}")
    in_order = sort_entries(entries)
    if len(in_order) < 2:
        raise BadOption(f"a tournament needs at least two bots, not {len(in_order)}")
    return tuple(
        make_pair(first, second, settings, number)
        for number in range(1, pairs + 1)
        for first, second in combinations(in_order, 2)
    )


def make_pair(first: Entry, second: Entry, settings: TournamentSettings, number: int) -> GamePair:
    seats = first.id, second.id
    return GamePair(first, second, number, (settings.job(seats, number), settings.job((seats[1], seats[0]), number)))
