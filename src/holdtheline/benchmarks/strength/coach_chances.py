"""Measure whether the chances that the coach states come true.

Positions are taken from games of `book`; the coach states the chance of the seat to move, and a player plays on for all
seats: `book`, or with `--player mcts:500` one as strong as the coach. A chance is calibrated if it comes true as often
as it says. So the command also fits a map, log-odds to `slope` times log-odds plus `shift`, to the even positions of
each game, and prints how far stated chances of the odd positions are off with it and without.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from math import inf
from time import monotonic
from typing import NamedTuple, TypeVar

import numpy as np

from ...core.catalog import load
from ...core.definition import CHANCE, OVER
from ...core.dice import SeededDice
from ...core.game import State
from ...games.civilwar.scenario.parse import list_scenarios as civilwar_scenarios
from ...games.skirmish.scenario.parse import shipped_scenarios as skirmish_scenarios
from ...players.confidence_interval import wilson_interval
from ...players.player import player
from ...table.hints import hints_for
from ..measure import benchmark_parser, track_progress
from .chance_table import Chances, group_by_chance

STRIDE = 10
"""Decisions between two positions of a game, one of which is chosen."""
POSITIONS, QUICK_POSITIONS = 1000, 2
SIMULATIONS, QUICK_SIMULATIONS = 500, 20

LEAST_IN_BIN = 100
"""Positions in a bin whose error is worth a claim."""
EDGE = 0.01
"""Chances nearer to 0 or 1 count as this far from it, so that their log-odds are finite."""
FIT_STEPS = 50

Item = TypeVar("Item")


class Job(NamedTuple):
    """A position to examine."""

    game: str
    scenario: str  # or ""
    seed: int
    simulations: int
    player: str  # who plays on


def play_on(state: State, seed: int, decisions: int | None = None, name: str = "book") -> State:
    """Let a player play all seats, to the end or for some decisions."""
    state, dice, book = state.copy(), SeededDice(seed), player(name, seed=seed)
    while state.current_player != OVER and (decisions is None or decisions > 0 or state.current_player == CHANCE):
        decisions = decisions if decisions is None or state.current_player == CHANCE else decisions - 1
        state.play(dice.roll("") if state.current_player == CHANCE else book.code(state))
    return state


def stated_and_won(job: Job) -> tuple[float, float]:
    """Return the chance that the coach states at some point of a game, and the points of that seat at the end."""
    seed = job.seed
    game = load(job.game, scenario=job.scenario) if job.scenario else load(job.game)
    positions, state = [], play_on(game.start(), seed, 0)
    while state.current_player != OVER:
        positions.append(state)
        state = play_on(state, seed + len(positions), STRIDE)
    state = random.Random(seed).choice(positions)
    seat = int(state.current_player)
    hint = next(hints_for(state.seen_by(seat), seat, seed=seed, at_once=job.simulations))
    end = play_on(state, seed + 1_000_000, name=job.player)
    return float(hint.chance.value), (int(game.engine.result(end.words, seat)) + 1) / 2


# Calibration


def log_odds(chances: Chances) -> Chances:
    clipped = np.clip(chances, EDGE, 1 - EDGE)
    return np.asarray(np.log(clipped / (1 - clipped)))


def fit_map(stated: Chances, won: Chances) -> tuple[float, float]:
    """Return slope and shift of the map from stated to true log-odds, by logistic regression (Newton's method)."""
    inputs = np.column_stack([log_odds(stated), np.ones_like(stated)])
    weights = np.array([1.0, 0.0])
    for _ in range(FIT_STEPS):
        expected = 1 / (1 + np.exp(-inputs @ weights))
        curvature = inputs.T @ (inputs * (expected * (1 - expected))[:, None]) + 1e-6 * np.eye(2)
        weights += np.linalg.solve(curvature, inputs.T @ (won - expected))
    return float(weights[0]), float(weights[1])


def apply_map(stated: Chances, slope: float, shift: float) -> Chances:
    return 1 / (1 + np.exp(-(slope * log_odds(stated) + shift)))


def mean_error(stated: Chances, won: Chances) -> float:
    """Return the expected calibration error: the mean distance of stated and true chance over the bins."""
    bins = list(group_by_chance(stated, won))
    return float(sum(len(claims) * abs(claims.mean() - points.mean()) for _, claims, points in bins) / len(stated))


def print_calibration(stated: Chances, won: Chances) -> None:
    even = np.arange(len(stated)) % 2 == 0
    slope, shift = fit_map(stated[even], won[even])
    mapped = apply_map(stated[~even], slope, shift)
    before, after = mean_error(stated[~even], won[~even]), mean_error(mapped, won[~even])
    print(f"\nMean error {before:.1%}; with slope {slope:.2f} and shift {shift:+.2f}, fitted to others, {after:.1%}.")
    worst = [
        abs(claims.mean() - points.mean())
        for _, claims, points in group_by_chance(stated, won)
        if len(claims) >= LEAST_IN_BIN
    ]
    if worst:
        print(f"The largest error of a bin with at least {LEAST_IN_BIN} positions is {max(worst):.0%}.")


def until(items: Iterable[Item], minutes: float) -> Iterator[Item]:
    """Yield the items that come within this time, and at least one."""
    end = monotonic() + 60 * minutes
    for item in items:
        yield item
        if monotonic() >= end:
            return


def report(jobs: list[Job], processes: int, minutes: float = inf) -> None:
    first = jobs[0]
    with ProcessPoolExecutor(processes) as pool:
        examined = track_progress(pool.map(stated_and_won, jobs), first.game, len(jobs))
        stated, won = np.array(list(until(examined, minutes))).T
        pool.shutdown(cancel_futures=True)
    title = f"{first.game}, {len(stated)} positions of games of `book`, {first.simulations} simulations each"
    print(f"\n{title}, then `{first.player}` for all seats:")
    print(f"\n| stated chance | positions | stated, mean | won from there by `{first.player}` (95% interval) |")
    print("|---|---|---|---|")
    for label, claims, points in group_by_chance(stated, won):
        low, high = wilson_interval(round(points.sum()), len(points))
        print(f"| {label} | {len(claims)} | {claims.mean():.0%} | {points.mean():.0%} ({low:.0%} to {high:.0%}) |")
    print_calibration(stated, won)


def main() -> int:
    parser = benchmark_parser("strength.coach_chances", __doc__)
    parser.add_argument("--positions", type=int, help=f"per game (default: {POSITIONS})")
    parser.add_argument("--simulations", type=int, help=f"per position (default: {SIMULATIONS})")
    parser.add_argument("--player", default="book", help="who plays on for all seats (default: book)")
    parser.add_argument("--first-seed", type=int, default=0, help="other seeds give other positions (default: 0)")
    parser.add_argument("--game", choices=("civilwar", "skirmish", "towers"), help="only this one")
    parser.add_argument("--minutes", type=float, default=inf, help="per game, then report what was examined")
    parser.add_argument("--processes", type=int, default=1, help="positions to examine at once (default: 1)")
    args = parser.parse_args()
    count = args.positions or (QUICK_POSITIONS if args.quick else POSITIONS)
    simulations = args.simulations or (QUICK_SIMULATIONS if args.quick else SIMULATIONS)
    scenarios = {"civilwar": civilwar_scenarios(), "skirmish": skirmish_scenarios(), "towers": ("",)}
    for name, names in scenarios.items():
        if args.game in (None, name):
            seeds = range(args.first_seed, args.first_seed + count)
            jobs = [Job(name, names[seed % len(names)], seed, simulations, args.player) for seed in seeds]
            report(jobs, args.processes, args.minutes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
