"""Measure the search against the exact solution of siege.

How much win chance its moves lose in random positions, and whether the chances that it states are the true ones.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

import numpy as np

from ...core.catalog import load
from ...core.definition import OVER
from ...core.game import State
from ...players.mcts.player import SearchPlayer
from ..measure import benchmark_parser, track_progress
from .chance_table import group_by_chance

MODES = (2, 3, 4, 5, 6)
"""Waves to survive."""
POSITIONS, QUICK_POSITIONS = 1000, 20


def random_positions(count: int) -> Iterator[State]:
    """Yield decisions with more than one move, out of random games of several lengths."""
    rng = random.Random(1)
    while count:
        state, decisions = load("siege", mode=rng.choice(MODES)).start(), []
        while state.current_player != OVER:
            if state.current_player >= 0 and len(state.legal_codes()) > 1:
                decisions.append(state.copy())
            state.play(rng.choice(state.legal_codes()))
        if decisions:
            count -= 1
            yield rng.choice(decisions)


def main() -> int:
    parser = benchmark_parser("strength.search_against_solver", __doc__)
    parser.add_argument("--positions", type=int, help=f"random positions (default: {POSITIONS})")
    parser.add_argument("--seconds", type=float, default=0.1, help="of search per move (default: 0.1)")
    parser.add_argument("--threads", type=int, default=2, help="of the search (default: 2)")
    args = parser.parse_args()
    count = args.positions or (QUICK_POSITIONS if args.quick else POSITIONS)
    lost, stated, exact, simulations = [], [], [], 0
    solutions = {mode: load("siege", mode=mode).solution() for mode in MODES}
    for number, state in enumerate(track_progress(random_positions(count), "siege", count)):
        chances = {move.code: float(c) for move, c in solutions[int(state.game.options["mode"])].moves(state)}
        thought = SearchPlayer(number, seconds=args.seconds, threads=args.threads).think(state)
        chosen = chances[thought.moves[0].code]
        lost.append(max(chances.values()) - chosen)
        stated.append(thought.chance)
        exact.append(chosen)
        simulations += thought.simulations
    print(f"siege, {count} random positions, {args.seconds} s per move, {args.threads} thread(s):")
    print(
        f"lost on average {100 * np.mean(lost):.3f} percentage points of win chance (aim: less than 1), at most "
        f"{100 * max(lost):.1f}; {simulations / count:,.0f} simulations per move"
    )
    print("\n| stated chance | positions | stated, mean | exact, mean | root mean square difference, points |")
    print("|---|---|---|---|---|")
    for label, claims, truths in group_by_chance(np.array(stated), np.array(exact)):
        difference = 100 * np.sqrt(np.mean((claims - truths) ** 2))
        print(f"| {label} | {len(claims)} | {claims.mean():.1%} | {truths.mean():.1%} | {difference:.1f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
