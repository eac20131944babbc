"""Measure how fair the battles of Civil War are and how strong its players: the tables of docs/battles.md.

`book` and `hard`, the strongest player that is fast enough, play each battle against themselves, with VP hexes that
count at the end (the default) and at every check. Then pairs of players meet in all battles, sides swapped. Intervals
are Wilson's, 95%.
"""

from __future__ import annotations

import sys

from ...core.catalog import load
from ...core.confidence_interval import wilson_interval
from ...core.definition import DRAWN, LOST, WON
from ...core.dice import random_stream
from ...games.civilwar.scenario.parse import list_scenarios, load_scenario
from ...players.batch import play_games
from ..measure import benchmark_parser, track_progress

GAMES, QUICK_GAMES = 2_000, 20
"""Per battle."""
PAIR_GAMES = 1_000
"""Per pair of players, over all battles."""
SELF_PLAYERS = ("book", "hard")
VP_HEXES = ("end_only", "live")
PAIRS = (("book", "random"), ("book", "easy"), ("hard", "book"))
UNION = 0


def count_results(scenario: str, players: tuple[str, str], games: int, vp_hexes: str = "end_only") -> list[int]:
    """Return how often the Union won, drew and lost."""
    game = load("civilwar", scenario=scenario, vp_hexes=vp_hexes)
    tally, _ = play_games(game, players, games, random_stream("fairness", scenario, vp_hexes, *players))
    return [int(tally[UNION][result - LOST]) for result in (WON, DRAWN, LOST)]


def report_battles(player: str, games: int) -> None:
    names = list_scenarios()
    print(f"\n`{player}` against itself, {games} games per battle and value of `vp_hexes`:\n")
    print("| battle | history favoured | the Union wins, `end_only` | draws | the Union wins, `live` | draws |")
    print("|---|---|---|---|---|---|")
    for name in track_progress(names, f"battles of {player}", len(names)):
        scenario = load_scenario(name)
        favoured = "–" if scenario.favoured_side is None else scenario.favoured_side.name.capitalize()
        cells = [result_cells(count_results(name, (player, player), games, value)) for value in VP_HEXES]
        print(f"| {scenario.title} | {favoured} | {' | '.join(cells)} |", flush=True)


def result_cells(results: list[int]) -> str:
    won, drawn, _ = results
    games = sum(results)
    low, high = wilson_interval(won, games)
    return f"{won / games:.1%} ({low:.1%} to {high:.1%}) | {drawn / games:.1%}"


def report_players(games: int) -> None:
    names = list_scenarios()
    per_battle = max(games // (2 * len(names)), 1)
    played = 2 * per_battle * len(names)
    print(f"\nStrength, {played} games over all battles, sides swapped; a draw is half a win:\n")
    print("| player | against | wins | 95% interval |")
    print("|---|---|---|---|")
    for one, other in PAIRS:
        points = 0.0
        for name in track_progress(names, f"{one} against {other}", len(names)):
            won, drawn, _ = count_results(name, (one, other), per_battle)
            _, drawn_swapped, lost = count_results(name, (other, one), per_battle)
            points += won + lost + (drawn + drawn_swapped) / 2
        low, high = wilson_interval(round(points), played)
        print(f"| `{one}` | `{other}` | {points / played:.1%} | {low:.1%} to {high:.1%} |", flush=True)


def main() -> int:
    parser = benchmark_parser("balance.civilwar_battles", __doc__)
    parser.add_argument("--games", type=int, help=f"per battle (default: {GAMES})")
    args = parser.parse_args()
    for player in SELF_PLAYERS:
        report_battles(player, args.games or (QUICK_GAMES if args.quick else GAMES))
    report_players(QUICK_GAMES if args.quick else PAIR_GAMES)
    return 0


if __name__ == "__main__":
    sys.exit(main())
