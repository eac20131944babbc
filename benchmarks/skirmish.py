"""How skirmish fares: what its battles cost a company led by `book`, how fast they are, whole campaigns.

`python -m benchmarks.skirmish` measures each battle, those of the campaigns too, with the company of its own
sheet, and the speed of the long causeway (9 against 10). With `--campaigns 10000` as many campaigns are
played to their end, half of them with battles at random, half with `book`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import numpy as np

from holdtheline.campaign.simulation import PlayBattle, simulate_campaigns
from holdtheline.campaign.story import files
from holdtheline.core.catalog import load
from holdtheline.core.confidence_interval import wilson_interval
from holdtheline.core.dice import random_stream
from holdtheline.core.events import empty_log
from holdtheline.core.scenarios import CUSTOM_SCENARIO_HEADER
from holdtheline.core.state_record import Words
from holdtheline.games.skirmish import GAME
from holdtheline.games.skirmish.ai.book import steps_from_setup
from holdtheline.games.skirmish.scenario.model import Scenario
from holdtheline.games.skirmish.scenario.parse import load_scenario, parse_scenario, shipped_scenarios
from holdtheline.players.batch import games_kernel, play_games, players_in_kernel

BATTLES = 2_000
LARGE = "long-causeway"
ROUNDS, EACH = 20, 100
LEAST, MOST = 0.15, 0.95
NEAR = 0.01
"""So far from the interval a card may be, which was measured and rounded itself."""
AIM = 100
WON = 2


def every_battle() -> Iterator[tuple[str, str, Scenario]]:
    """A name for each battle, the value of its option, and what its file says."""
    for name in shipped_scenarios():
        yield name, name, load_scenario(name)
    for name in files.shipped_campaigns():
        for battle, text in files.read_shipped_texts(name).battles.items():
            if battle not in shipped_scenarios():
                yield (
                    f"{name}/{battle}",
                    CUSTOM_SCENARIO_HEADER + text,
                    parse_scenario(text, f"{battle}.toml"),
                )


def rates(battles: int) -> None:
    print(f"`book` leads the friends, the general the enemy; {battles} battles each:\n")
    print("| battle | won | 95 % | its card says | a second |")
    print("|---|---|---|---|---|")
    for name, value, scenario in every_battle():
        game = load("skirmish", scenario=value)
        play_games(game, ("book",), 1, random_stream("warm"))
        begun = time.perf_counter()
        tally, _ = play_games(game, ("book",), battles, random_stream("skirmish", name))
        seconds = time.perf_counter() - begun
        won = int(tally[0, WON])
        low, high = wilson_interval(won, battles)
        fault = "" if LEAST <= won / battles <= MOST else " FAULT"
        card = (scenario.won_by_book or 0) / 100
        said = f"{card:.0%}{'' if low - NEAR <= card <= high + NEAR else ' FAULT'}"
        rate, speed = f"{won / battles:.1%}{fault}", f"{battles / seconds:,.0f}"
        print(f"| {name} | {rate} | {low:.1%} to {high:.1%} | {said} | {speed} |", flush=True)


def speed() -> None:
    """By the processor's time, which the machine's other work hardly disturbs."""
    game = load("skirmish", scenario=LARGE)
    stream = random_stream("speed")
    play_games(game, ("book",), 1, stream)
    each = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        play_games(game, ("book",), EACH, stream)
        each.append(EACH / (time.process_time() - begun))
    best, median = max(each), float(np.median(each))
    print(f"\n{LARGE}, 9 against 10, one thread: {best:,.0f} battles a second of one core at best,")
    print(f"{median:,.0f} in the middle of {ROUNDS} rounds (aim {AIM}){'' if median >= AIM else ' FAULT'}")


def player_of(name: str, seed: int) -> PlayBattle:
    """Plays a battle from its numbers to its last state."""
    run = games_kernel(GAME, players_in_kernel(GAME, (name,)))
    names = players_in_kernel(GAME, (name,))
    state, seen = np.zeros((2, GAME.rules.state.word_count()), np.int64)
    room = (state, seen, np.empty(GAME.rules.max_moves, np.int64), empty_log(0))
    stream, tally = random_stream("campaigns", name, seed), np.zeros((1, 3), np.int64)
    opened = GAME.rules.state

    def play(setup: Words) -> object:
        memory = steps_from_setup(setup) if name == "book" else np.zeros(1, np.int64)
        run.compiled(room, setup, stream, np.concatenate([[names.index(name), 2], memory]), 1, tally)
        return opened(state.copy())

    return play


def journeys(count: int) -> None:
    for campaign in files.shipped_campaigns():
        story = files.parse_texts(files.read_shipped_texts(campaign))
        for name in ("random", "book"):
            begun = time.perf_counter()
            tally = simulate_campaigns(story, player_of(name, count), count // 2, seed=count)
            seconds = time.perf_counter() - begun
            print(f"\n{story.title}: {tally.campaigns:,} campaigns, battles by `{name}`, {seconds:.0f} s:")
            for end, often in tally.ends.most_common():
                print(f"  {end}: {often / tally.campaigns:.1%}")
            for scene, fought in tally.fought.items():
                print(f"  {scene}: won {tally.won[scene] / fought:.1%} of {fought:,}")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--battles", type=int, default=BATTLES)
    asked.add_argument("--campaigns", type=int, default=0)
    given = asked.parse_args()
    if given.campaigns:
        journeys(given.campaigns)
    else:
        rates(given.battles)
        speed()


if __name__ == "__main__":
    main()
