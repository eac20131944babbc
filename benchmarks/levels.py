"""How far apart the levels of a game are: `python -m benchmarks.levels [GAME ...] --games 100 --out FILE`.

Where two sit at a table, neighbouring levels play each other: every seed from both sides, the battles or
options of the game one after the other. Where one plays against the rules, all levels play the same seeds,
and how far two are apart is taken from the odds of their win rates. Both are told in Elo with 95 % intervals.

Every game is a line of the file. The same command goes on where it was stopped, and tells the same in the
end; a level whose numbers were changed plays anew. `--table` only tells what the file has.
"""

from __future__ import annotations

import argparse
import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.measure import shown
from holdtheline.arena.tournament.rating import (
    ELO_PER_LOGIT,
    INTERVAL_PERCENTILES,
    RESAMPLES,
    Floats,
    ResultUnits,
    fit_correction,
    fit_strengths,
    make_points_matrix,
    make_prior_matrix,
    resample_matrices,
)
from holdtheline.core.catalog import games, load
from holdtheline.core.confidence_interval import wilson_interval
from holdtheline.core.definition import LOST, WON
from holdtheline.core.dice import random_stream
from holdtheline.core.errors import HtlError
from holdtheline.core.game import Game
from holdtheline.core.game_record.writer import AppendOnlyFile
from holdtheline.core.search_settings import Level
from holdtheline.games.civilwar.scenario import parse
from holdtheline.games.skirmish.scenario import parse as scenario_parse
from holdtheline.lab.simulate import play_python_games
from holdtheline.players.levels import LEVEL_DESCRIPTIONS, level_of

LEVELS = tuple(LEVEL_DESCRIPTIONS)
SIEGES = ({"mode": "normal"}, {"mode": "normal", "regroup": 2}, {"mode": "hard"})
"""With fewer waves everybody wins, with more nobody does."""
KEPT = "what was played before is kept, and the same command goes on"


def places_of(name: str) -> tuple[Game, ...]:
    """What a game is played on: battles, or options that make a difference."""
    if name == "siege":
        return tuple(load(name, **options) for options in SIEGES)
    if name == "towers":
        return (load(name),)
    shipped = parse.list_scenarios() if name == "civilwar" else scenario_parse.shipped_scenarios()
    return tuple(load(name, scenario=one) for one in shipped)


# The file


class Key(NamedTuple):
    """A game: where, who sat in the seats, by what they are, and with the luck of which number."""

    place: str
    seats: tuple[str, ...]
    number: int


@dataclass
class Results:
    """The points of the first seat in every game that was played, and the file that has them."""

    path: Path
    points: dict[Key, float] = field(default_factory=dict)
    ledger: AppendOnlyFile | None = None

    @classmethod
    def read(cls, path: Path) -> Results:
        """What the file has. What lies behind its last whole line was cut off by a kill."""
        data = path.read_bytes() if path.exists() else b""
        lines = data[: data.rfind(b"\n") + 1].splitlines()
        return cls(path, dict(read_line(path, number, line) for number, line in enumerate(lines, 1)))

    @classmethod
    def go_on(cls, path: Path) -> Results:
        """The same, to play on; nobody else may then."""
        ledger = AppendOnlyFile.open(path, KEPT) if path.exists() else AppendOnlyFile.create(path, "", KEPT)
        results = cls.read(path)
        results.ledger = ledger
        ledger.length = path.read_bytes().rfind(b"\n") + 1
        return results

    def add(self, key: Key, points: float) -> None:
        assert self.ledger is not None
        self.ledger.append(json.dumps([*key, points], separators=(",", ":")) + "\n")
        self.points[key] = points


def read_line(path: Path, number: int, line: bytes) -> tuple[Key, float]:
    try:
        place, seats, luck, points = json.loads(line)
        return Key(str(place), tuple(map(str, seats)), int(luck)), float(points)
    except (ValueError, TypeError) as error:
        raise HtlError(f"{path}, line {number} is damaged; delete that line to go on") from error


def identity(level: Level) -> str:
    """What a level is, not how it is called."""
    if level.policy:
        return f"{level.policy}/{level.blunder_percent}" if level.blunder_percent else level.policy
    return f"{level.nodes}/{level.blunder_percent}"


# Playing


@dataclass(frozen=True)
class Ladder:
    """The levels of a game that are measured, and on what."""

    name: str
    places: tuple[Game, ...]
    levels: tuple[str, ...]
    games: int

    @property
    def is_solo(self) -> bool:
        return len(self.places[0].seats) == 1

    @property
    def numbers(self) -> range:
        return range(self.games if self.is_solo else self.games // 2)

    def tables(self, number: int) -> Iterator[tuple[str, ...]]:
        """Who sits down with the luck of this number."""
        if self.is_solo:
            yield from ((name,) for name in self.levels)
            return
        for one, other in zip(self.levels, self.levels[1:], strict=False):
            yield (one, other)
            yield (other, one)

    def game(self, number: int) -> Game:
        return self.places[number % len(self.places)]

    def level(self, name: str) -> Level:
        return level_of(self.places[0].definition, name)

    def key(self, seats: tuple[str, ...], number: int) -> Key:
        return Key(repr(self.game(number)), tuple(identity(self.level(name)) for name in seats), number)


def play(ladder: Ladder, results: Results) -> None:
    """All games that are not in the file yet; all neighbours advance alike."""
    tables = [(number, seats) for number in ladder.numbers for seats in ladder.tables(number)]
    for number, seats in shown(tables, ladder.name, len(tables)):
        key = ladder.key(seats, number)
        if key not in results.points:
            game = ladder.game(number)
            tally, _ = play_python_games(game, seats, 1, random_stream("levels", key.place, number))
            results.add(key, float(tally[0] @ np.arange(LOST, WON + 1) - LOST) / (WON - LOST))


# Telling


def apart(bots: int, units: ResultUnits, seed: int) -> Floats:
    """By how much bot 1 is stronger than bot 0, in Elo: the estimate, and then what resamples say."""
    strength = fit_strengths(make_points_matrix(bots, units) + make_prior_matrix(bots), np.zeros(bots))[0]
    others = fit_strengths(resample_matrices(bots, units, np.random.default_rng(seed), RESAMPLES), strength)
    estimate, spread = strength[1] - strength[0], others[:, 1] - others[:, 0]
    spread = estimate + fit_correction(bots, units) * (spread - np.median(spread))
    return np.concatenate([[estimate], spread]) * np.float64(ELO_PER_LOGIT)


Row = tuple[int, int, float, float, int]
"""Of `Units`. The higher level is bot 1, the lower one bot 0, and the rules are bot 2."""


def units_of(rows: list[Row]) -> ResultUnits:
    first, second, points, played, likeness = map(np.array, zip(*rows, strict=True))
    return ResultUnits(first, second, points, played, likeness)


def between(ladder: Ladder, results: Results, lower: str, higher: str) -> list[Row]:
    """What two levels have played: against the rules with the same luck, or against each other."""
    points, rows = results.points, []
    for number in ladder.numbers:
        if ladder.is_solo:
            both = [points.get(ladder.key((name,), number)) for name in (lower, higher)]
            rows += [(bot, 2, won, 1.0, number) for bot, won in enumerate(both) if won is not None]
            continue
        one, other = (points.get(ladder.key(seats, number)) for seats in ((higher, lower), (lower, higher)))
        won = [*([] if one is None else [one]), *([] if other is None else [1 - other])]
        if won:
            rows.append((1, 0, sum(won), float(len(won)), number))
    return rows


def steps(ladder: Ladder, results: Results) -> Iterator[tuple[Floats | None, Floats | None]]:
    """Of each level from the second: Elo over the one below, and over the first, if they are known."""
    total: Floats | None = np.zeros(1 + RESAMPLES)
    for place in range(1, len(ladder.levels)):
        lower, higher = ladder.levels[place - 1 : place + 1]
        step = elo(ladder, between(ladder, results, lower, higher), place)
        if ladder.is_solo:
            total = elo(ladder, between(ladder, results, ladder.levels[0], higher), place)
        else:
            total = None if total is None or step is None else total + step
        yield step, total


def elo(ladder: Ladder, rows: list[Row], seed: int) -> Floats | None:
    if not ladder.is_solo:
        return apart(2, units_of(rows), seed) if rows else None
    return apart(3, units_of(rows), seed) if {row[0] for row in rows} == {0, 1} else None


def table(ladder: Ladder, results: Results) -> str:
    """Markdown."""
    what = "won" if ladder.is_solo else "points against the one below"
    heads = ("level", "simulations", "slips", "games", what, "Elo over the one below", "Elo over the first")
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    figures = [(None, None), *steps(ladder, results)]
    for place, name in enumerate(ladder.levels):
        lower = ladder.levels[max(place - 1, 0)]
        rows = between(ladder, results, lower, name) if place or ladder.is_solo else []
        told = (name.removeprefix("level"), told_level(ladder.level(name)), told_points(rows))
        lines.append("| " + " | ".join((*told, *map(told_elo, figures[place]))) + " |")
    return "\n".join(lines)


def told_elo(figures: Floats | None) -> str:
    if figures is None:
        return ""
    low, high = np.percentile(figures[1:], INTERVAL_PERCENTILES)
    return f"{figures[0]:+.0f} ({low:+.0f} to {high:+.0f})"


def told_level(level: Level) -> str:
    return (
        f"`{level.policy}` | {level.blunder_percent} %"
        if level.policy
        else f"{level.nodes} | {level.blunder_percent} %"
    )


def told_points(rows: list[Row]) -> str:
    """Games and points of the higher level, with the interval of the points."""
    points, played = (sum(row[place] for row in rows if row[0] == 1) for place in (2, 3))
    if not played:
        return " | "
    low, high = wilson_interval(round(points), int(played))
    return f"{played:.0f} | {points / played:.0%} ({low:.0%} to {high:.0%})"


def main(argv: list[str] | None = None) -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("names", nargs="*", metavar="GAME", default=list(games()))
    asked.add_argument("--games", type=int, default=100, help="of two neighbours, or of a level alone")
    asked.add_argument("--levels", type=int, nargs=2, default=(1, len(LEVELS)), metavar=("FROM", "TO"))
    asked.add_argument("--out", type=Path, default=Path("levels.jsonl"), help="the file of results")
    asked.add_argument("--table", action="store_true", help="play nothing")
    given = asked.parse_args(argv)
    for name in given.names:
        if name not in games():
            asked.error(f"there is no game {name[:40]!r}; the games are: {', '.join(games())}")
    first, last = given.levels
    if not 1 <= first < last <= len(LEVELS) or given.games < 2:
        asked.error(f"levels are two of 1 to {len(LEVELS)}, the lower one first, and play 2 games or more")
    results = Results.read(given.out) if given.table else Results.go_on(given.out)
    for name in given.names:
        ladder = Ladder(name, places_of(name), LEVELS[first - 1 : last], given.games)
        with contextlib.suppress(KeyboardInterrupt):
            if not given.table:
                play(ladder, results)
        print(f"\n{name}, {len(ladder.places)} battles or options\n\n{table(ladder, results)}", flush=True)


if __name__ == "__main__":
    main()
