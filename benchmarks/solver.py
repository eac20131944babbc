"""How long the exact solution of up to twelve waves takes, for every set of options."""

from __future__ import annotations

import itertools
import time

from holdtheline.core import catalog
from holdtheline.games.siege.ai.solver import POSITIONS, chance_lookup, solve_options
from holdtheline.games.siege.state import MAX_WAVES


def report() -> None:
    taken = {}
    chance_lookup(catalog.load("siege").options)
    solve_options.cache_clear()
    for values in itertools.product((1, 2), ("stands", "loses"), ("dice", "paper"), ("any", "one", "none")):
        regroup, empty, table, swap = values
        game = catalog.load("siege", regroup=regroup, empty=empty, table=table, swap=swap)
        began = time.perf_counter()
        chance_lookup(game.options)
        taken[values] = time.perf_counter() - began
    slowest = max(taken, key=lambda values: taken[values])
    quickest = min(taken, key=lambda values: taken[values])
    print(f"Solving up to {MAX_WAVES} waves exactly, {POSITIONS:,} positions each, seconds")
    print(f"  {len(taken)} sets of options; regroup, empty, table, swap")
    print(f"  slowest  {taken[slowest]:.2f}  {', '.join(map(str, slowest))}")
    print(f"  quickest {taken[quickest]:.2f}  {', '.join(map(str, quickest))}")
