"""Measure how often `book` wins each battle of skirmish, those of the campaigns too.

`book` leads the friends, with the company of the battle's own file, against the AI general. A battle that is won too
seldom or too often, or whose card states another rate, is a fault.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from ...campaign.story import files
from ...core.catalog import load
from ...core.definition import LOST, WON
from ...core.dice import random_stream
from ...core.scenarios import CUSTOM_SCENARIO_HEADER
from ...games.skirmish.scenario.model import Scenario
from ...games.skirmish.scenario.parse import load_scenario, parse_scenario, shipped_scenarios
from ...players.batch import play_games
from ...players.confidence_interval import wilson_interval
from ..measure import benchmark_parser, track_progress

BATTLES, QUICK_BATTLES = 2_000, 20
LOWEST_RATE, HIGHEST_RATE = 0.15, 0.95
CARD_TOLERANCE = 0.01
"""How far outside the interval the rate on a card may lie: it was measured and rounded itself."""


def list_battles() -> Iterator[tuple[str, str, Scenario]]:
    """Yield the name of each battle, the value of its option, and its scenario."""
    for name in shipped_scenarios():
        yield name, name, load_scenario(name)
    for name in files.shipped_campaigns():
        for battle, text in files.read_shipped_texts(name).battles.items():
            if battle not in shipped_scenarios():
                yield f"{name}/{battle}", CUSTOM_SCENARIO_HEADER + text, parse_scenario(text, f"{battle}.toml")


def main() -> int:
    parser = benchmark_parser("balance.skirmish_battles", __doc__)
    parser.add_argument("--battles", type=int, help=f"per scenario (default: {BATTLES})")
    args = parser.parse_args()
    count = args.battles or (QUICK_BATTLES if args.quick else BATTLES)
    faults = []
    print(f"`book` leads the friends, the AI general the enemy; {count} battles each:\n")
    print("| battle | won | 95% interval | rate on its card | battles per second |")
    print("|---|---|---|---|---|")
    battles = list(list_battles())
    for name, option, scenario in track_progress(battles, "battles", len(battles)):
        game = load("skirmish", scenario=option)
        play_games(game, ("book",), 1, random_stream("warm"))
        began = time.perf_counter()
        tally, _ = play_games(game, ("book",), count, random_stream("skirmish", name))
        seconds = time.perf_counter() - began
        won = int(tally[0, WON - LOST])
        rate, card = won / count, (scenario.won_by_book or 0) / 100
        low, high = wilson_interval(won, count)
        if not LOWEST_RATE <= rate <= HIGHEST_RATE:
            faults.append(f"{name} is won by {rate:.1%}, not by {LOWEST_RATE:.0%} to {HIGHEST_RATE:.0%}")
        if not low - CARD_TOLERANCE <= card <= high + CARD_TOLERANCE:
            faults.append(f"the card of {name} says {card:.0%}")
        speed = f"{count / seconds:,.0f}"
        print(f"| {name} | {rate:.1%} | {low:.1%} to {high:.1%} | {card:.0%} | {speed} |", flush=True)
    if args.quick:  # too few battles to judge
        return 0
    for fault in faults:
        print(f"FAILED: {fault}")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
