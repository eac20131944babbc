"""What came out of a tournament, as far as it was played: everything that reports tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...core.contract import DRAWN, LOST, WON
from ..playing import Fault, GameResult
from .collusion import Residual, residuals
from .rating import Floats, Rating, Units, groups_of, points_table, rate
from .schedule import Entry, Pair


@dataclass(frozen=True)
class Game:
    """One game that was played."""

    pair: Pair
    order: int
    """0: the pair's first sat in seat 0; 1: in seat 1."""
    result: GameResult

    @property
    def entries(self) -> tuple[Entry, Entry]:
        """In the order of the seats."""
        first, second = self.pair.first, self.pair.second
        return (first, second) if self.order == 0 else (second, first)

    def points(self, seat: int) -> float:
        return (self.result.scores[seat] + 1) / 2

    def faults(self) -> list[tuple[Entry, Fault]]:
        return [(self.entries[fault.seat], fault) for fault in self.result.faults]


@dataclass(frozen=True)
class Row:
    """A bot in the table."""

    place: int
    group: int
    """Bots of one group cannot be told apart."""
    entry: Entry
    games: int
    won: int
    drawn: int
    lost: int
    elo: float
    low: float
    high: float
    rank_low: int
    rank_high: int
    faults: Mapping[str, int]
    """How many games it has lost by each kind of fault."""
    slips: int
    cpu: tuple[float, ...]
    """Seconds of each game."""

    @property
    def points(self) -> float:
        return self.won + self.drawn / 2


@dataclass(frozen=True)
class Standings:
    """Everything by the places of the table."""

    rows: tuple[Row, ...]
    games: tuple[Game, ...]
    wanted: int
    """How many games there are to be."""
    points: Floats
    """Of each against each."""
    met: Floats
    """How many games of each against each there were."""
    chance: Floats
    """Of each against each, as their strengths have it."""
    residuals: tuple[Residual, ...]

    @property
    def different(self) -> int:
        """How many of the games differ."""
        return len({(game.pair.first, game.pair.second, game.result.digest) for game in self.games})

    @property
    def hints(self) -> tuple[Residual, ...]:
        return tuple(one for one in self.residuals if one.is_hint)

    @property
    def is_whole(self) -> bool:
        return len(self.games) == self.wanted


def standings(pairs: Sequence[Pair], results: Mapping[str, GameResult]) -> Standings | None:
    """The table, or None before the first game. It depends on the results only, not on their order."""
    games = [
        Game(pair, order, results[job.key])
        for pair in pairs
        for order, job in enumerate(pair.jobs)
        if job.key in results
    ]
    if not games:
        return None
    entries = tuple(dict.fromkeys(entry for pair in pairs for entry in (pair.first, pair.second)))
    units = units_of(entries, games)
    rating = rate(len(entries), units)
    tallies = [tally(entry, games) for entry in entries]
    elo = rating.elo.tolist()
    order = sorted(
        range(len(entries)),
        key=lambda one: (-round(elo[one], 3), -tallies[one].points, entries[one].name.casefold()),
    )
    groups = groups_of(order, rating.low, rating.high)
    rows = tuple(
        row_of(tallies[one], rating, one, place, group)
        for place, (one, group) in enumerate(zip(order, groups, strict=True), 1)
    )
    table = points_table(len(entries), units)[0]
    grid = np.ix_(order, order)
    places = {one: place for place, one in enumerate(order)}
    found = residuals(len(entries), units, rating)
    return Standings(
        rows, tuple(games), 2 * len(pairs), table[grid], (table + table.T)[grid], rating.chance[grid],
        tuple(one.moved(places[one.first], places[one.second]) for one in found),
    )  # fmt: skip


def units_of(entries: Sequence[Entry], games: Sequence[Game]) -> Units:
    """The two games of a pair are one unit, in the order of the schedule."""
    numbers = {entry.name: number for number, entry in enumerate(entries)}
    by_pair: dict[tuple[int, int, int], list[Game]] = {}
    for game in games:
        pair = game.pair
        by_pair.setdefault((numbers[pair.first.name], numbers[pair.second.name], pair.number), []).append(
            game
        )
    alike: dict[tuple[int, int, tuple[str, ...]], int] = {}
    rows = []
    for (first, second, _), played in by_pair.items():
        # Of whoever was first in the schedule: its seat in a game is the game's order.
        points = sum(game.points(game.order) for game in played)
        same = first, second, tuple(game.result.digest for game in played)
        rows.append((first, second, points, len(played), alike.setdefault(same, len(alike))))
    a, b, scored, met, likeness = zip(*rows, strict=True)
    return Units(np.array(a), np.array(b), np.array(scored, float), np.array(met, float), np.array(likeness))


@dataclass(frozen=True)
class Tally:
    """What one bot did."""

    entry: Entry
    scores: Mapping[int, int]
    faults: Mapping[str, int]
    slips: int
    cpu: tuple[float, ...]

    @property
    def points(self) -> float:
        return self.scores[WON] + self.scores[DRAWN] / 2


def tally(entry: Entry, games: Sequence[Game]) -> Tally:
    scores: Counter[int] = Counter()
    faults: Counter[str] = Counter()
    slips, cpu = 0, []
    for game in games:
        for seat, who in enumerate(game.entries):
            if who is not entry:
                continue
            scores[game.result.scores[seat]] += 1
            faults.update(fault.kind for fault in game.result.faults if fault.seat == seat)
            slips += game.result.slips[seat] if game.result.slips else 0
            if game.result.cpu:
                cpu.append(game.result.cpu[seat])
    return Tally(entry, scores, faults, slips, tuple(cpu))


def row_of(tally: Tally, rating: Rating, one: int, place: int, group: int) -> Row:
    won, drawn, lost = (tally.scores[score] for score in (WON, DRAWN, LOST))
    return Row(
        place, group, tally.entry, won + drawn + lost, won, drawn, lost,
        float(rating.elo[one]), float(rating.low[one]), float(rating.high[one]),
        int(rating.rank_low[one]), int(rating.rank_high[one]),
        dict(sorted(tally.faults.items())), tally.slips, tally.cpu,
    )  # fmt: skip
