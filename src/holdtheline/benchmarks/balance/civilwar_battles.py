"""Measure how fair the battles of Civil War are and how strong its players: the tables of docs/explanation/battles.md.

`book` and `hard`, the strongest player that is fast enough, play each battle against themselves, with VP hexes that
count at the end (the default) and at every check. Then pairs of players meet in all battles, sides swapped. Intervals
are Wilson's, 95%.
"""

from __future__ import annotations

import sys

from ...core.catalog import load
from ...core.definition import DRAWN, LOST, WON
from ...core.dice import random_stream
from ...games.civilwar.scenario.parse import list_scenarios, load_scenario
from ...players.batch import play_games
from ...players.confidence_interval import wilson_interval
from ..measure import benchmark_parser, track_progress

STUDIES = (("book", "end_only", 2_000), ("book", "live", 2_000), ("hard", "end_only", 400), ("hard", "live", 400))
"""The player of both sides, the option vp_hexes, and the games per battle."""
SEED = "fairness"
"""No battle was tuned with these games."""
QUICK_GAMES = 20
PAIR_GAMES = 1_000
"""Per pair of players, over all battles."""
PAIRS = (("book", "random"), ("book", "easy"), ("hard", "book"))
UNION = 0


def count_results(
    scenario: str, players: tuple[str, str], games: int, vp_hexes: str = "end_only", seed: str = SEED
) -> list[int]:
    """Return how often the Union won, drew and lost."""
    game = load("civilwar", scenario=scenario, vp_hexes=vp_hexes)
    tally, _ = play_games(game, players, games, random_stream(seed, scenario, vp_hexes, *players))
    return [int(tally[UNION][result - LOST]) for result in (WON, DRAWN, LOST)]


def report_battles(games: int | None, seed: str) -> None:
    """Print how often the Union wins each battle in each study, with this number of games or its own."""
    names = list_scenarios()
    studies = [(player, vp_hexes, games or own_games) for player, vp_hexes, own_games in STUDIES]
    heads = [f"`{player}`, `{vp_hexes}`, {count} games" for player, vp_hexes, count in studies]
    print("How often the Union wins, with the 95% interval; one player plays both sides:\n")
    print(f"| battle | history favoured | {' | '.join(heads)} |")
    print("|---|---" + "|---" * len(heads) + "|")
    for name in track_progress(names, "battles", len(names)):
        scenario = load_scenario(name)
        favoured = "–" if scenario.favoured_side is None else scenario.favoured_side.name.capitalize()
        cells = [result_text(*count_results(name, (who, who), count, value, seed)) for who, value, count in studies]
        print(f"| {scenario.title} | {favoured} | {' | '.join(cells)} |", flush=True)


def result_text(won: int, drawn: int, lost: int) -> str:
    games = won + drawn + lost
    low, high = wilson_interval(won, games)
    draws = f", {drawn / games:.1%} drawn" if drawn else ""
    return f"{won / games:.1%} ({low:.1%} to {high:.1%}){draws}"


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
    parser.add_argument("--games", type=int, help="per battle and study (default: 2000 of book, 400 of hard)")
    parser.add_argument("--seed", default=SEED, help="the seed of the battles; another one plays other games")
    args = parser.parse_args()
    report_battles(args.games or (QUICK_GAMES if args.quick else None), args.seed)
    report_players(QUICK_GAMES if args.quick else PAIR_GAMES)
    return 0


if __name__ == "__main__":
    sys.exit(main())
