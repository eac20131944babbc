"""Measure whether the commanders of towers attack what is open, and whether their games end.

Every commander plays `passive`, which gives no orders, and itself; sides are swapped with every game. Games that reach
the turn limit are counted as such, whichever side has more HP.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ...core.catalog import load
from ...core.definition import OVER
from ...core.dice import random_bits, random_stream
from ...games.towers.state import TowersState
from ...players.confidence_interval import wilson_interval
from ...players.levels import LEVEL_DESCRIPTIONS
from ...players.player import player
from ..measure import benchmark_parser, track_progress

COMMANDERS = ("book", *LEVEL_DESCRIPTIONS)
GAMES, QUICK_GAMES = 200, 2
PERCENTILES = (10, 50, 90)


class Result(NamedTuple):
    points: float  # of the first commander: 1, 0.5 or 0
    turns: int
    is_at_limit: bool


def play_game(first: str, second: str, number: int, seed: int) -> Result:
    """Play one game; in every second one the first commander has the second seat."""
    names = (first, second) if number % 2 == 0 else (second, first)
    stream = random_stream("commanders", *names, seed, number)
    players, state = [player(name, seed=int(random_bits(stream))) for name in names], load("towers").start()
    while state.current_player != OVER:
        state.play(players[state.current_player].code(state))
    s, outcome = TowersState(state.words), state.outcome
    assert outcome is not None
    return Result((outcome.scores[number % 2] + 1) / 2, s.turns_played, s.turns_played >= s.turn_limit)


def report(pairs: Iterable[tuple[str, str]], games: int, seed: int) -> None:
    """Print a row of the table for each pair."""
    heads = ("commanders", "games", "won", "drawn", "turns (10–90 %)", "longest", "at the turn limit")
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for first, second in pairs:
        numbers = track_progress(range(games), f"{first} against {second}", games)
        results = [play_game(first, second, number, seed) for number in numbers]
        drawn, won = (sum(result.points == points for result in results) for points in (0.5, 1))
        low, middle, high = np.percentile([result.turns for result in results], PERCENTILES)
        longest, limit = max(result.turns for result in results), sum(result.is_at_limit for result in results)
        print(
            f"| {first}, {second} | {games} | {format_share(won, games)} | {format_share(drawn, games)} | "
            f"{middle:.0f} ({low:.0f}–{high:.0f}) | {longest} | {limit} |",
            flush=True,
        )


def format_share(count: int, games: int) -> str:
    low, high = wilson_interval(count, games)
    return f"{count / games:.1%} ({low:.0%} to {high:.0%})"


def main() -> int:
    parser = benchmark_parser("strength.towers_commanders", __doc__)
    parser.add_argument(
        "names", nargs="*", metavar="COMMANDER", help="players of towers (default: book and the levels)"
    )
    parser.add_argument("--games", type=int, help=f"per pair (default: {GAMES})")
    parser.add_argument("--seed", type=int, default=1, help="other games (default: 1)")
    args = parser.parse_args()
    names, games = args.names or COMMANDERS, args.games or (QUICK_GAMES if args.quick else GAMES)
    report([(name, "passive") for name in names] + [(name, name) for name in names], games, args.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
