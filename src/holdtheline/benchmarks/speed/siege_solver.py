"""Measure how long the exact solution of siege takes, up to twelve waves, for every set of options."""

from __future__ import annotations

import itertools
import sys
import time

from ...core import catalog
from ...games.siege.ai.solver import POSITIONS, chance_lookup, solve_options
from ...games.siege.state import MAX_WAVES
from ..measure import benchmark_parser, track_progress

QUICK = 3
"""Sets of options that `--quick` solves."""


def main() -> int:
    args = benchmark_parser("speed.siege_solver", __doc__).parse_args()
    chance_lookup(catalog.load("siege").options)  # compiles the solver
    solve_options.cache_clear()
    option_sets = list(itertools.product((1, 2), ("stands", "loses"), ("dice", "paper"), ("any", "one", "none")))
    if args.quick:
        option_sets = option_sets[:QUICK]
    seconds = {}
    for values in track_progress(option_sets, "solving", len(option_sets)):
        regroup, empty, table, swap = values
        game = catalog.load("siege", regroup=regroup, empty=empty, table=table, swap=swap)
        began = time.perf_counter()
        chance_lookup(game.options)
        seconds[values] = time.perf_counter() - began
    slowest = max(seconds, key=lambda values: seconds[values])
    fastest = min(seconds, key=lambda values: seconds[values])
    print(f"Exact solution of up to {MAX_WAVES} waves, {POSITIONS:,} positions each, {len(seconds)} sets of options")
    print("(regroup, empty, table, swap)")
    print(f"  slowest {seconds[slowest]:.2f} s  {', '.join(map(str, slowest))}")
    print(f"  fastest {seconds[fastest]:.2f} s  {', '.join(map(str, fastest))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
