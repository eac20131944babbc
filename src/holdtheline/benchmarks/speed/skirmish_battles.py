"""Measure how many battles of skirmish per second are played: The Long Causeway, 9 against 10.

`book` against the AI general, in one thread, by processor time, which other work on the machine hardly disturbs.
"""

from __future__ import annotations

import statistics
import sys
import time

from ...core.catalog import load
from ...core.dice import random_stream
from ...players.batch import play_games
from ..measure import benchmark_parser, track_progress

SCENARIO = "long-causeway"
ROUNDS, BATTLES = 20, 100
QUICK_ROUNDS = 2
AIM = 100


def main() -> int:
    args = benchmark_parser("speed.skirmish_battles", __doc__).parse_args()
    rounds = QUICK_ROUNDS if args.quick else ROUNDS
    game = load("skirmish", scenario=SCENARIO)
    stream = random_stream("speed")
    play_games(game, ("book",), 1, stream)
    figures = []
    for _ in track_progress(range(rounds), "battles", rounds):
        began = time.process_time()
        play_games(game, ("book",), BATTLES, stream)
        figures.append(BATTLES / (time.process_time() - began))
    median = statistics.median(figures)
    print(f"{SCENARIO}, 9 against 10, one thread, battles per second of processor time (aim {AIM}):")
    print(f"  median {median:,.0f}, best {max(figures):,.0f} of {rounds} rounds of {BATTLES} battles")
    if median < AIM and not args.quick:
        print(f"FAILED: the median is under the aim of {AIM}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
