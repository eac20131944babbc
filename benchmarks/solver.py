"""How long the exact solution of up to twelve waves takes, for every set of options."""

from __future__ import annotations

import itertools
import time

import holdtheline as htl
from holdtheline.games.siege.solve import POSITIONS, remember, table_for
from holdtheline.games.siege.state import MOST_WAVES


def report() -> None:
    taken = {}
    remember(htl.load("siege").options)
    table_for.cache_clear()
    for values in itertools.product((1, 2), ("stands", "loses"), ("dice", "paper"), ("any", "one", "none")):
        regroup, empty, table, swap = values
        game = htl.load("siege", regroup=regroup, empty=empty, table=table, swap=swap)
        began = time.perf_counter()
        remember(game.options)
        taken[values] = time.perf_counter() - began
    slowest = max(taken, key=lambda values: taken[values])
    quickest = min(taken, key=lambda values: taken[values])
    print(f"Solving up to {MOST_WAVES} waves exactly, {POSITIONS:,} positions each, seconds")
    print(f"  {len(taken)} sets of options; regroup, empty, table, swap")
    print(f"  slowest  {taken[slowest]:.2f}  {', '.join(map(str, slowest))}")
    print(f"  quickest {taken[quickest]:.2f}  {', '.join(map(str, quickest))}")
