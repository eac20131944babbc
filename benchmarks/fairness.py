"""Whether the battles of civilwar are fair, and how strong its players are: the tables of docs/battles.md.

`python -m benchmarks.fairness`: each battle is played by `book` on both sides, and `book` plays `random` and
its neighbours in level on each side as often. The intervals are Wilson's, of 95 %.
"""

from __future__ import annotations

import argparse

from holdtheline.core.catalog import load
from holdtheline.core.confidence_interval import wilson_interval
from holdtheline.core.definition import DRAWN, LOST, WON
from holdtheline.core.dice import random_stream
from holdtheline.games.civilwar.scenario.parse import list_scenarios, load_scenario
from holdtheline.players.batch import play_games

GAMES = 2_000
AGAINST_RANDOM = 1_000
PAIRS = (("book", "random"), ("book", "easy"), ("hard", "book"))
UNION = 0


def results(scenario: str, players: tuple[str, str], games: int) -> tuple[int, int, int]:
    """How often the Union won, drew and lost."""
    game = load("civilwar", scenario=scenario)
    tally, _ = play_games(game, players, games, random_stream("fairness", scenario, *players))
    of_union = tally[UNION]
    return int(of_union[WON - LOST]), int(of_union[DRAWN - LOST]), int(of_union[0])


def battles(games: int) -> None:
    print(f"`book` against itself, {games} games a battle:\n")
    print("| battle | history favoured | the Union wins | 95 % | draws | the Confederacy wins |")
    print("|---|---|---|---|---|---|")
    for name in list_scenarios():
        scenario = load_scenario(name)
        won, drawn, lost = results(name, ("book", "book"), games)
        low, high = wilson_interval(won, games)
        favours = "–" if scenario.favoured_side is None else scenario.favoured_side.name.capitalize()
        print(
            f"| {scenario.title} | {favours} | {won / games:.1%} | {low:.1%} to {high:.1%} "
            f"| {drawn / games:.1%} | {lost / games:.1%} |"
        )


def strengths(games: int) -> None:
    print(f"\nStrength, {games} games over all battles, sides swapped; a draw is half a win:\n")
    print("| | against | wins | 95 % |")
    print("|---|---|---|---|")
    each = games // (2 * len(list_scenarios()))
    for one, other in PAIRS:
        points = 0.0
        for name in list_scenarios():
            won, drawn, _ = results(name, (one, other), each)
            _, drawn_too, lost = results(name, (other, one), each)
            points += won + lost + (drawn + drawn_too) / 2
        played = 2 * each * len(list_scenarios())
        low, high = wilson_interval(round(points), played)
        print(f"| `{one}` | `{other}` | {points / played:.1%} | {low:.1%} to {high:.1%} |")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=GAMES)
    games = asked.parse_args().games
    battles(games)
    strengths(AGAINST_RANDOM)


if __name__ == "__main__":
    main()
