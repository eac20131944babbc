"""Measure how far apart the levels of each game are, in Elo with 95% intervals.

In a game for two, neighbouring levels play each other: every seed from both sides, on the battles or options of the
game in turn. In a game for one, all levels play the same seeds against the rules, and the difference of two levels
follows from the odds of their win rates.

Every game is a line of a file, so you can stop at any time: the same command resumes, with the same result. A level
whose settings have changed is measured again. --table only prints what the file has.
"""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...arena.tournament.rating import (
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
from ...core.ai.search_settings import Level
from ...core.catalog import games, load
from ...core.definition import LOST, WON
from ...core.dice import random_stream
from ...core.errors import HtlError
from ...core.game import Game
from ...core.game_record.writer import AppendOnlyFile
from ...games.civilwar.scenario.parse import list_scenarios as civilwar_scenarios
from ...games.skirmish.scenario.parse import shipped_scenarios as skirmish_scenarios
from ...lab.games import play_python_rows
from ...players.batch import FIRST_RESULT
from ...players.confidence_interval import wilson_interval
from ...players.levels import LEVEL_DESCRIPTIONS, level_of
from ..measure import benchmark_parser, track_progress

LEVELS = tuple(LEVEL_DESCRIPTIONS)
SIEGE_OPTIONS = ({"mode": "normal"}, {"mode": "normal", "regroup": 2}, {"mode": "hard"})
"""With fewer waves every level wins, with more every level loses."""
GAMES, QUICK_GAMES = 100, 2
DEFAULT_FILE = Path("levels.jsonl")
ADVICE = "what was played before is saved, and the same command resumes"
"""What `AppendOnlyFile` adds to its errors."""


def settings_of(name: str) -> tuple[Game, ...]:
    """Return what a game is played on: its battles, or options that make a difference."""
    if name == "siege":
        return tuple(load(name, **options) for options in SIEGE_OPTIONS)
    if name == "civilwar":
        return tuple(load(name, scenario=scenario) for scenario in civilwar_scenarios())
    if name == "skirmish":
        return tuple(load(name, scenario=scenario) for scenario in skirmish_scenarios())
    return (load(name),)


# The file of results


class Key(NamedTuple):
    """Identifies a game: what was played, the settings of the players in the seats, and the seed."""

    setting: str
    seats: tuple[str, ...]
    seed: int


@dataclass
class Results:
    """The points of the first seat in every game played, and the file that stores them."""

    path: Path
    points: dict[Key, float] = field(default_factory=dict)
    file: AppendOnlyFile | None = None

    @classmethod
    def read(cls, path: Path) -> Results:
        """Read the file; a last line without its end was cut off by a kill and is ignored."""
        data = path.read_bytes() if path.exists() else b""
        lines = data[: data.rfind(b"\n") + 1].splitlines()
        return cls(path, dict(parse_line(path, number, line) for number, line in enumerate(lines, 1)))

    @classmethod
    def resume(cls, path: Path) -> Results:
        """Read the file and lock it, to add results."""
        file = AppendOnlyFile.open(path, ADVICE) if path.exists() else AppendOnlyFile.create(path, "", ADVICE)
        results = cls.read(path)
        results.file = file
        file.length = path.read_bytes().rfind(b"\n") + 1
        return results

    def add(self, key: Key, points: float) -> None:
        assert self.file is not None
        self.file.append(json.dumps([*key, points], separators=(",", ":")) + "\n")
        self.points[key] = points


def parse_line(path: Path, number: int, line: bytes) -> tuple[Key, float]:
    try:
        setting, seats, seed, points = json.loads(line)
        return Key(str(setting), tuple(map(str, seats)), int(seed)), float(points)
    except (ValueError, TypeError) as error:
        raise HtlError(f"{path}, line {number} is damaged; delete that line to continue") from error


def identify(level: Level) -> str:
    """Return the settings of a level: a changed level is another one, whatever its name."""
    if level.policy:
        blunders = f"/{level.blunder_percent}" if level.blunder_percent else ""
        return level.policy + blunders + (f"/{level.blunder_policy}" if blunders and level.blunder_policy else "")
    depth = "" if level.rollout_depth is None else f"/{level.rollout_depth}"
    return f"{level.nodes}/{level.blunder_percent}{depth}"


# Play


@dataclass(frozen=True)
class Ladder:
    """The levels of a game to measure, and what they play."""

    name: str
    settings: tuple[Game, ...]
    levels: tuple[str, ...]
    games: int
    """Per pair of neighbours, or per level in a game for one."""

    @property
    def is_solo(self) -> bool:
        return len(self.settings[0].seats) == 1

    @property
    def seeds(self) -> range:
        return range(self.games if self.is_solo else self.games // 2)

    def seatings(self) -> Iterator[tuple[str, ...]]:
        """Yield the levels in the seats of each game that is played with the same seed."""
        if self.is_solo:
            yield from ((name,) for name in self.levels)
            return
        for lower, higher in zip(self.levels, self.levels[1:], strict=False):
            yield (lower, higher)
            yield (higher, lower)

    def setting(self, seed: int) -> Game:
        return self.settings[seed % len(self.settings)]

    def level(self, name: str) -> Level:
        return level_of(self.settings[0].definition, name)

    def key(self, seats: tuple[str, ...], seed: int) -> Key:
        return Key(repr(self.setting(seed)), tuple(identify(self.level(name)) for name in seats), seed)


def play(ladder: Ladder, results: Results) -> None:
    """Play all games that have no result yet, seed by seed, so that all pairs advance together."""
    jobs = [(seed, seats) for seed in ladder.seeds for seats in ladder.seatings()]
    for seed, seats in track_progress(jobs, ladder.name, len(jobs)):
        key = ladder.key(seats, seed)
        if key not in results.points:
            [row] = play_python_rows(ladder.setting(seed), seats, random_stream("levels", key.setting, seed))
            results.add(key, float(row[FIRST_RESULT] - LOST) / (WON - LOST))


# Elo


Row = tuple[int, int, float, float, int]
"""A row of `ResultUnits`. The higher level is bot 1, the lower one bot 0; in a game for one the rules are bot 2."""


def rows_between(ladder: Ladder, results: Results, lower: str, higher: str) -> list[Row]:
    """Return the results of two levels: against each other, or against the rules with the same seeds."""
    points, rows = results.points, []
    for seed in ladder.seeds:
        if ladder.is_solo:
            both = [points.get(ladder.key((name,), seed)) for name in (lower, higher)]
            rows += [(bot, 2, won, 1.0, seed) for bot, won in enumerate(both) if won is not None]
            continue
        first, second = (points.get(ladder.key(seats, seed)) for seats in ((higher, lower), (lower, higher)))
        won = [*([] if first is None else [first]), *([] if second is None else [1 - second])]
        if won:
            rows.append((1, 0, sum(won), float(len(won)), seed))
    return rows


def elo_difference(ladder: Ladder, rows: list[Row], seed: int) -> Floats | None:
    """Return by how many Elo bot 1 is stronger than bot 0: the estimate, then one value per bootstrap resample."""
    if not rows or (ladder.is_solo and {row[0] for row in rows} != {0, 1}):
        return None
    bots = 3 if ladder.is_solo else 2
    units = ResultUnits(*map(np.array, zip(*rows, strict=True)))
    strength = fit_strengths(make_points_matrix(bots, units) + make_prior_matrix(bots), np.zeros(bots))[0]
    resamples = fit_strengths(resample_matrices(bots, units, np.random.default_rng(seed), RESAMPLES), strength)
    estimate, spread = strength[1] - strength[0], resamples[:, 1] - resamples[:, 0]
    spread = estimate + fit_correction(bots, units) * (spread - np.median(spread))
    return np.concatenate([[estimate], spread]) * np.float64(ELO_PER_LOGIT)


def elo_steps(ladder: Ladder, results: Results) -> Iterator[tuple[Floats | None, Floats | None]]:
    """Yield, for each level from the second, its Elo above the level below and above the first, if known."""
    total: Floats | None = np.zeros(1 + RESAMPLES)
    for place in range(1, len(ladder.levels)):
        lower, higher = ladder.levels[place - 1 : place + 1]
        step = elo_difference(ladder, rows_between(ladder, results, lower, higher), place)
        if ladder.is_solo:
            total = elo_difference(ladder, rows_between(ladder, results, ladder.levels[0], higher), place)
        else:
            total = None if total is None or step is None else total + step
        yield step, total


# The table


def make_table(ladder: Ladder, results: Results) -> str:
    """Return the results as a Markdown table."""
    score = "won" if ladder.is_solo else "points against the level below"
    heads = ("level", "simulations", "blunders", "games", score, "Elo above the level below", "Elo above the first")
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    elo = [(None, None), *elo_steps(ladder, results)]
    for place, name in enumerate(ladder.levels):
        lower = ladder.levels[max(place - 1, 0)]
        rows = rows_between(ladder, results, lower, name) if place or ladder.is_solo else []
        cells = (name.removeprefix("level"), format_level(ladder.level(name)), format_points(rows))
        lines.append("| " + " | ".join((*cells, *map(format_elo, elo[place]))) + " |")
    return "\n".join(lines)


def format_elo(figures: Floats | None) -> str:
    if figures is None:
        return ""
    low, high = np.percentile(figures[1:], INTERVAL_PERCENTILES)
    return f"{figures[0]:+.0f} ({low:+.0f} to {high:+.0f})"


def format_level(level: Level) -> str:
    search = f"`{level.policy}`" if level.policy else str(level.nodes)
    return f"{search} | {level.blunder_percent} %"


def format_points(rows: list[Row]) -> str:
    """Return two cells: the games, and the points of the higher level with their interval."""
    points, played = (sum(row[column] for row in rows if row[0] == 1) for column in (2, 3))
    if not played:
        return " | "
    low, high = wilson_interval(round(points), int(played))
    return f"{played:.0f} | {points / played:.0%} ({low:.0%} to {high:.0%})"


def main() -> int:
    parser = benchmark_parser("strength.levels", __doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="the games to measure (default: all)")
    parser.add_argument("--games", type=int, help=f"per pair of levels, or per level in a game for one ({GAMES})")
    parser.add_argument("--levels", type=int, nargs=2, metavar=("FROM", "TO"), help="the levels to measure (all)")
    parser.add_argument("--out", type=Path, help=f"the file of results ({DEFAULT_FILE}; with --quick a temporary one)")
    parser.add_argument("--table", action="store_true", help="play nothing, print the table of what was played")
    args = parser.parse_args()
    for name in args.names:
        if name not in games():
            parser.error(f"there is no game {name[:40]!r}; the games are: {', '.join(games())}")
    first, last = args.levels or (1, 2 if args.quick else len(LEVELS))
    count = args.games or (QUICK_GAMES if args.quick else GAMES)
    if not 1 <= first < last <= len(LEVELS) or count < 2:
        parser.error(f"choose two levels of 1 to {len(LEVELS)}, the lower one first, and 2 games or more")
    with tempfile.TemporaryDirectory() as folder:
        path = args.out or (Path(folder) / DEFAULT_FILE if args.quick and not args.table else DEFAULT_FILE)
        results = Results.read(path) if args.table else Results.resume(path)
        for name in args.names or games():
            ladder = Ladder(name, settings_of(name), LEVELS[first - 1 : last], count)
            with contextlib.suppress(KeyboardInterrupt):
                if not args.table:
                    play(ladder, results)
            heading = f"{name}, {len(ladder.settings)} battles or sets of options"
            print(f"\n{heading}\n\n{make_table(ladder, results)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
