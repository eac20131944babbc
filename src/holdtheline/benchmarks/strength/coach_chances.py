"""Measure whether the chances that the coach states come true.

Positions are taken from games of `book`; the coach states the chance of the seat to move, and `book` plays on for all
seats.
"""

from __future__ import annotations

import random
import sys
from concurrent.futures import ProcessPoolExecutor

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
from .chance_table import group_by_chance

STRIDE = 10
"""Decisions between two positions of a game, one of which is chosen."""
POSITIONS, QUICK_POSITIONS = 1000, 2
SIMULATIONS, QUICK_SIMULATIONS = 500, 20

Job = tuple[str, str, int, int]
"""Game, scenario (or ""), seed, simulations."""


def play_on(state: State, seed: int, decisions: int | None = None) -> State:
    """Let the book player play all seats, to the end or for some decisions."""
    state, dice, book = state.copy(), SeededDice(seed), player("book", seed=seed)
    while state.current_player != OVER and (decisions is None or decisions > 0 or state.current_player == CHANCE):
        decisions = decisions if decisions is None or state.current_player == CHANCE else decisions - 1
        state.play(dice.roll("") if state.current_player == CHANCE else book.code(state))
    return state


def stated_and_won(job: Job) -> tuple[float, float]:
    """Return the chance that the coach states at some point of a game, and the points of that seat at the end."""
    name, scenario, seed, simulations = job
    game = load(name, scenario=scenario) if scenario else load(name)
    positions, state = [], play_on(game.start(), seed, 0)
    while state.current_player != OVER:
        positions.append(state)
        state = play_on(state, seed + len(positions), STRIDE)
    state = random.Random(seed).choice(positions)
    seat = int(state.current_player)
    hint = next(hints_for(state.seen_by(seat), seat, seed=seed, at_once=simulations))
    end = play_on(state, seed + 1_000_000)
    return float(hint.chance.value), (int(game.engine.result(end.words, seat)) + 1) / 2


def report(name: str, scenarios: tuple[str, ...], count: int, simulations: int, processes: int) -> None:
    jobs = [(name, scenarios[number % len(scenarios)], number, simulations) for number in range(count)]
    with ProcessPoolExecutor(processes) as pool:
        stated, won = np.array(list(track_progress(pool.map(stated_and_won, jobs), name, count))).T
    print(f"\n{name}, {count} positions of games of `book`, {simulations} simulations each:")
    print("\n| stated chance | positions | stated, mean | won from there by `book` (95% interval) |")
    print("|---|---|---|---|")
    for label, claims, points in group_by_chance(stated, won):
        low, high = wilson_interval(round(points.sum()), len(points))
        print(f"| {label} | {len(claims)} | {claims.mean():.0%} | {points.mean():.0%} ({low:.0%} to {high:.0%}) |")


def main() -> int:
    parser = benchmark_parser("strength.coach_chances", __doc__)
    parser.add_argument("--positions", type=int, help=f"per game (default: {POSITIONS})")
    parser.add_argument("--simulations", type=int, help=f"per position (default: {SIMULATIONS})")
    parser.add_argument("--processes", type=int, default=1, help="positions to examine at once (default: 1)")
    args = parser.parse_args()
    count = args.positions or (QUICK_POSITIONS if args.quick else POSITIONS)
    simulations = args.simulations or (QUICK_SIMULATIONS if args.quick else SIMULATIONS)
    scenarios = {"civilwar": civilwar_scenarios(), "skirmish": skirmish_scenarios(), "towers": ("",)}
    for name, names in scenarios.items():
        report(name, names, count, simulations, args.processes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
