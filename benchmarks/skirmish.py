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

from holdtheline.core.catalog import load
from holdtheline.core.contract import Words, empty_log
from holdtheline.core.dice import stream_for
from holdtheline.core.fields import fields_of
from holdtheline.core.interval import wilson
from holdtheline.core.kernel import words_of
from holdtheline.games.skirmish import CONTRACT
from holdtheline.games.skirmish.book import walks_of
from holdtheline.games.skirmish.campaign import files
from holdtheline.games.skirmish.campaign.simulate import PlayBattle, simulate
from holdtheline.games.skirmish.scenario import from_text, named, shipped
from holdtheline.games.skirmish.scenarios import MARK
from holdtheline.games.skirmish.table import Scenario
from holdtheline.players.batch import batch_of, compiled_together, play_games

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
    for name in shipped():
        yield name, name, named(name)
    for name in files.shipped():
        for battle, text in files.texts_named(name).battles.items():
            if battle not in shipped():
                yield f"{name}/{battle}", MARK + text, from_text(text, f"{battle}.toml")


def rates(battles: int) -> None:
    print(f"`book` leads the friends, the general the enemy; {battles} battles each:\n")
    print("| battle | won | 95 % | its card says | a second |")
    print("|---|---|---|---|---|")
    for name, value, scenario in every_battle():
        game = load("skirmish", scenario=value)
        play_games(game, ("book",), 1, stream_for("warm"))
        begun = time.perf_counter()
        tally, _ = play_games(game, ("book",), battles, stream_for("skirmish", name))
        seconds = time.perf_counter() - begun
        won = int(tally[0, WON])
        low, high = wilson(won, battles)
        fault = "" if LEAST <= won / battles <= MOST else " FAULT"
        card = (scenario.won_by_book or 0) / 100
        said = f"{card:.0%}{'' if low - NEAR <= card <= high + NEAR else ' FAULT'}"
        rate, speed = f"{won / battles:.1%}{fault}", f"{battles / seconds:,.0f}"
        print(f"| {name} | {rate} | {low:.1%} to {high:.1%} | {said} | {speed} |", flush=True)


def speed() -> None:
    """By the processor's time, which the machine's other work hardly disturbs."""
    game = load("skirmish", scenario=LARGE)
    stream = stream_for("speed")
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
    run = batch_of(CONTRACT, compiled_together(CONTRACT, (name,)))
    names = compiled_together(CONTRACT, (name,))
    state, seen = np.zeros((2, words_of(CONTRACT.dtype)), np.int64)
    room = (state, seen, np.empty(CONTRACT.most_moves, np.int64), empty_log(0))
    stream, tally = stream_for("campaigns", name, seed), np.zeros((1, 3), np.int64)
    opened = fields_of(CONTRACT.dtype)

    def play(setup: Words) -> object:
        memory = walks_of(setup) if name == "book" else np.zeros(1, np.int64)
        run.compiled(room, setup, stream, np.concatenate([[names.index(name), 2], memory]), 1, tally)
        return opened(state.copy())

    return play


def journeys(count: int) -> None:
    for campaign in files.shipped():
        story = files.told(files.texts_named(campaign))
        for name in ("random", "book"):
            begun = time.perf_counter()
            tally = simulate(story, player_of(name, count), count // 2, seed=count)
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
