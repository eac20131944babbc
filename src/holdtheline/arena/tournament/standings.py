"""The standings of a tournament, finished or not: all data that the reports show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...core.definition import DRAWN, LOST, WON
from ..job import Fault, GameResult
from .collusion import Residual, compute_residuals
from .entries import Entry
from .rating import Floats, Rating, ResultUnits, compute_ratings, group_by_interval, make_points_matrix
from .schedule import GamePair


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played."""

    pair: GamePair
    order: int
    """The seat of the pair's first bot: 0 in the first game, 1 in the second."""
    result: GameResult

    @property
    def entries(self) -> tuple[Entry, Entry]:
        """The bots by seat."""
        return self.pair.seats(self.order)

    def points(self, seat: int) -> float:
        return (self.result.scores[seat] + 1) / 2

    def faults(self) -> list[tuple[Entry, Fault]]:
        return [(self.entries[fault.seat], fault) for fault in self.result.faults]


@dataclass(frozen=True)
class BotTally:
    """The results of one bot."""

    entry: Entry
    won: int
    drawn: int
    lost: int
    faults: Mapping[str, int]
    """Number of games lost by each kind of fault."""
    slips: int
    cpu: tuple[float, ...]
    """CPU seconds in each game."""

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        return self.won + self.drawn / 2


@dataclass(frozen=True)
class StandingsRow(BotTally):
    """The row of one bot: its results, and how they compare with the other bots'."""

    place: int
    group: int
    """Bots of one group cannot be distinguished statistically."""
    elo: float
    low: float
    high: float
    rank_low: int
    rank_high: int


@dataclass(frozen=True)
class Standings:
    """The standings. Arrays are indexed by place."""

    rows: tuple[StandingsRow, ...]
    games: tuple[PlayedGame, ...]
    scheduled: int
    """The number of scheduled games."""
    points: Floats
    """Points of each bot against each other."""
    met: Floats
    """Games of each bot against each other."""
    win_probability: Floats
    """Win probability of each bot against each other, according to their strengths."""
    residuals: tuple[Residual, ...]

    @property
    def distinct(self) -> int:
        """The number of distinct games."""
        return len({(game.pair.first, game.pair.second, game.result.digest) for game in self.games})

    @property
    def hints(self) -> tuple[Residual, ...]:
        return tuple(residual for residual in self.residuals if residual.is_hint)

    @property
    def is_complete(self) -> bool:
        return len(self.games) == self.scheduled


def compute_standings(pairs: Sequence[GamePair], results: Mapping[str, GameResult]) -> Standings | None:
    """Return the standings, or None before the first game; the order of results does not matter."""
    games = [
        PlayedGame(pair, order, results[job.key])
        for pair in pairs
        for order, job in enumerate(pair.jobs)
        if job.key in results
    ]
    if not games:
        return None
    entries = tuple(dict.fromkeys(entry for pair in pairs for entry in (pair.first, pair.second)))
    units = make_result_units(entries, games)
    rating = compute_ratings(len(entries), units)
    tallies = [tally_bot(entry, games) for entry in entries]
    elo = rating.elo.tolist()
    order = sorted(
        range(len(entries)), key=lambda bot: (-round(elo[bot], 3), -tallies[bot].points, entries[bot].name.casefold())
    )
    groups = group_by_interval(order, rating.low, rating.high)
    rows = tuple(
        make_row(tallies[bot], rating, bot, place, group)
        for place, (bot, group) in enumerate(zip(order, groups, strict=True), 1)
    )
    table = make_points_matrix(len(entries), units)[0]
    grid = np.ix_(order, order)
    places = {bot: place for place, bot in enumerate(order)}
    residuals = compute_residuals(len(entries), units, rating)
    return Standings(
        rows, tuple(games), 2 * len(pairs), table[grid], (table + table.T)[grid], rating.win_probability[grid],
        tuple(replace(each, first=places[each.first], second=places[each.second]) for each in residuals),
    )  # fmt: skip


def make_result_units(entries: Sequence[Entry], games: Sequence[PlayedGame]) -> ResultUnits:
    """Return one unit for each pair of games, in the order of the schedule."""
    numbers = {entry.name: number for number, entry in enumerate(entries)}
    by_pair: dict[tuple[int, int, int], list[PlayedGame]] = {}
    for game in games:
        pair = game.pair
        by_pair.setdefault((numbers[pair.first.name], numbers[pair.second.name], pair.number), []).append(game)
    groups_by_games: dict[tuple[int, int, tuple[str, ...]], int] = {}
    rows = []
    for (first, second, _), played in by_pair.items():
        # Points of the pair's first bot, whose seat in a game equals the game's order.
        points = sum(game.points(game.order) for game in played)
        games_key = first, second, tuple(game.result.digest for game in played)
        group = groups_by_games.setdefault(games_key, len(groups_by_games))
        rows.append((first, second, points, len(played), group))
    a, b, scored, met, groups = zip(*rows, strict=True)
    return ResultUnits(np.array(a), np.array(b), np.array(scored, float), np.array(met, float), np.array(groups))


def tally_bot(entry: Entry, games: Sequence[PlayedGame]) -> BotTally:
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
    return BotTally(entry, scores[WON], scores[DRAWN], scores[LOST], dict(sorted(faults.items())), slips, tuple(cpu))


def make_row(tally: BotTally, rating: Rating, bot: int, place: int, group: int) -> StandingsRow:
    elo, low, high = (float(values[bot]) for values in (rating.elo, rating.low, rating.high))
    rank_low, rank_high = int(rating.rank_low[bot]), int(rating.rank_high[bot])
    return StandingsRow(
        **vars(tally), place=place, group=group, elo=elo, low=low, high=high, rank_low=rank_low, rank_high=rank_high
    )
