"""Play whole campaigns of skirmish: how often each ending is reached and each battle won.

Half of the campaigns have their battles played at random, half by `book`; all other decisions are random. No campaign
may stop with an error.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from ...campaign.simulation import PlayBattle, simulate_campaigns
from ...campaign.story import files
from ...core.dice import random_stream
from ...core.events import empty_log
from ...core.state_record import Words
from ...games.skirmish import GAME
from ...games.skirmish.ai.book import steps_from_setup
from ...players.batch import games_kernel, players_in_kernel, row_width
from ..measure import benchmark_parser, say_progress

CAMPAIGNS, QUICK_CAMPAIGNS = 10_000, 10
PLAYERS = ("random", "book")


def make_battle_player(name: str, seed: int) -> PlayBattle:
    """Return a function that plays a battle from its setup row to its final state, inside one kernel."""
    names = players_in_kernel(GAME, (name,))
    run = games_kernel(GAME, names)
    state, known = np.zeros((2, GAME.rules.state.word_count()), np.int64)
    room = (state, known, np.empty(GAME.rules.max_moves, np.int64), empty_log(0))
    stream, row = random_stream("campaigns", name, seed), np.empty(row_width(GAME, 1), np.int64)

    def play(setup: Words) -> object:
        memory = steps_from_setup(setup) if name == "book" else np.zeros(1, np.int64)
        row[:] = 0
        run.compiled(room, setup, stream, 0, np.concatenate([[names.index(name), 2], memory]), row, 1, 1, 0)
        return GAME.rules.state(state.copy())

    return play


def main() -> int:
    parser = benchmark_parser("balance.skirmish_campaigns", __doc__)
    parser.add_argument("--campaigns", type=int, help=f"per story, over both players (default: {CAMPAIGNS})")
    args = parser.parse_args()
    count = args.campaigns or (QUICK_CAMPAIGNS if args.quick else CAMPAIGNS)
    for campaign in files.shipped_campaigns():
        story = files.parse_texts(files.read_shipped_texts(campaign))
        for name in PLAYERS:
            say_progress(f"{story.title}: {count // len(PLAYERS):,} campaigns, battles by `{name}` …")
            began = time.perf_counter()
            tally = simulate_campaigns(story, make_battle_player(name, count), count // len(PLAYERS), seed=count)
            seconds = time.perf_counter() - began
            print(f"\n{story.title}: {tally.campaigns:,} campaigns, battles by `{name}`, {seconds:.0f} s:")
            for ending, times in tally.ends.most_common():
                print(f"  {ending}: {times / tally.campaigns:.1%}")
            for scene, fought in tally.fought.items():
                print(f"  {scene}: won {tally.won[scene] / fought:.1%} of {fought:,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
