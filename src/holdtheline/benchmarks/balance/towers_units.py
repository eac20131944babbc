"""Study how well the units of a ruleset of towers are balanced: the tables of docs/explanation/balance.md.

First a tournament of openings (see `towers_openings`). The two lanes do not touch each other (T3.1), so it is enough
to play every army against every layout once. Then whole games between computer players.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ...core import catalog, definition
from ...core.state_record import fill
from ...games.towers import ruleset
from ...games.towers.rules import moves
from ...games.towers.state import FIRST_SOLDIER, UNIT_COUNT, TowersState, unit_name
from ...players import player
from ..measure import benchmark_parser, say_progress, track_progress
from .towers_openings import (
    ATTACKER,
    DEFENDER,
    FIGHTS,
    LEAKED,
    QUARTERS,
    TURNS,
    HalfOpening,
    Start,
    make_armies,
    make_layouts,
)

GOLD_PER_HP = 8
"""What an HP is worth in gold."""
GOOD_REPLY_MARGIN = GOLD_PER_HP // 2
"""A reply that is worse than the best one by no more gold than this is a good one."""
MAX_ROUNDS, REGRET_ROUNDS = 30, 3000
ENTRY_SCORE = 0.505
"""Points per game that an opening must score against the field to join it."""
MIN_SHARE = 0.01
"""An opening that the field plays less often than this is left out of the table."""
GAMES, QUICK_GAMES = 40, 2
"""Whole games per pair of players."""
PAIRS = (("planner", "planner"), ("planner", "book"), ("book", "spam"))
UNLIMITED_HP = 1_000_000

Opening = tuple[int, int]
"""The index of an army and of a layout."""


class Tournament:
    """Every army against every layout, and what follows for openings made of them."""

    def __init__(self, chosen: str, is_quick: bool) -> None:
        words = ruleset.setup({"ruleset": chosen, "frost": "step", "tower_bounty": "price", "turn_limit": 100})
        s = TowersState(words)
        self.start = Start(s.gold[0], list(s.cost), s.deployment_row)
        self.hp = s.hp[0]
        fill(s.hp, [UNLIMITED_HP] * 2)  # so that every turn is played, even after one side has lost
        self.armies = [army for quarters in range(QUARTERS + 1) for army in make_armies(self.start, quarters)]
        self.layouts = [layout for quarters in range(QUARTERS + 1) for layout in make_layouts(self.start, quarters)]
        if is_quick:
            self.armies, self.layouts = keep_some(self.armies), keep_some(self.layouts)
        self.evaluate(self.fight_all(words))

    def fight_all(self, words: Any) -> Any:
        """Return the sums of every army against every layout, turn by turn."""
        table = np.array([layout.words() for layout in self.layouts])

        def fight(army: HalfOpening) -> Any:
            sums = np.zeros((len(table), TURNS, 3), np.int64)
            FIGHTS.compiled(words, words.copy(), np.array(army.words()), table, sums)
            return sums.astype(np.int16)

        fight(self.armies[0])  # compiles it before the threads begin
        with ThreadPoolExecutor() as pool:
            results = pool.map(fight, self.armies)
            return np.array(list(track_progress(results, "armies against layouts", len(self.armies))))

    def evaluate(self, sums: Any) -> None:
        """Compute for each army and layout when the layout's owner is beaten, and the army's value in gold."""
        beaten = sums[..., LEAKED] >= self.hp
        self.end = np.where(beaten.any(2), beaten.argmax(2), TURNS).astype(np.int16)
        last = sums[:, :, -1, :]
        unspent = [
            [self.start.share(half.quarters) - half.cost for half in side] for side in (self.armies, self.layouts)
        ]
        self.value = GOLD_PER_HP * np.minimum(last[..., LEAKED], self.hp) + last[..., ATTACKER] - last[..., DEFENDER]
        self.value += np.array(unspent[0], np.int16)[:, None] - np.array(unspent[1], np.int16)[None, :]
        win_bonus = GOLD_PER_HP * (self.hp // 2 + TURNS - self.end)
        self.value_with_win = self.value.astype(np.int64) + np.where(self.end < TURNS, win_bonus, 0)

    def split(self, quarters: int) -> tuple[Any, Any]:
        """Return the indices of the armies for this many quarters of the gold and of the layouts for the rest."""
        armies = [index for index, army in enumerate(self.armies) if army.quarters == quarters]
        layouts = [index for index, layout in enumerate(self.layouts) if layout.quarters == QUARTERS - quarters]
        return np.array(armies), np.array(layouts)

    def score(self, army: Any, layout: Any, army_2: Any, layout_2: Any) -> tuple[Any, Any]:
        """Return the points (1, 0.5 or 0) of an opening against another one, and by how much gold it is ahead."""
        win_turn, loss_turn = self.end[army, layout_2], self.end[army_2, layout]
        ahead = self.value[army, layout_2] - self.value[army_2, layout]
        at_the_end = np.where(ahead >= GOLD_PER_HP, 1.0, np.where(ahead <= -GOLD_PER_HP, 0.0, 0.5))
        same_turn = np.where(win_turn < TURNS, 0.5, at_the_end)
        return np.where(win_turn < loss_turn, 1.0, np.where(win_turn > loss_turn, 0.0, same_turn)), ahead

    def round_robin(self, field: list[Opening]) -> Any:
        """Return the points of every opening of the field against every other."""
        army, layout = np.array(field).T
        return self.score(army[:, None], layout[:, None], army[None, :], layout[None, :])[0]

    def best_replies(self, field: list[Opening], mix: Any) -> list[tuple[float, Opening]]:
        """Return the best opening of every split of the gold, with its points, against a mix of the field."""
        replies = []
        for quarters in range(QUARTERS + 1):
            armies, layouts = self.split(quarters)
            total, margin = np.zeros((2, len(armies), len(layouts)))
            for (army, layout), share in zip(field, mix, strict=True):
                if share > MIN_SHARE / 10:
                    points, ahead = self.score(armies[:, None], layouts[None, :], army, layout)
                    total += share * points
                    margin += share * ahead
            best = np.unravel_index(np.argmax(total + margin / 1e5), total.shape)
            replies.append((float(total[best]), (int(armies[best[0]]), int(layouts[best[1]]))))
        return replies

    def find_field(self) -> tuple[list[Opening], Any, float]:
        """Add best replies to the field until none wins; return the field, its mix and the last reply's points.

        This is the double oracle method (McMahan, Gordon and Blum, 2003).
        """
        field = [(int(armies[0]), int(layouts[0])) for armies, layouts in map(self.split, range(QUARTERS + 1))]
        for number in range(MAX_ROUNDS):
            mix = equilibrium_mix(self.round_robin(field))
            replies = self.best_replies(field, mix)
            say_progress(f"round {number + 1}: {len(field)} openings, the best reply scores {max(replies)[0]:.3f}")
            new = [opening for points, opening in replies if points > ENTRY_SCORE and opening not in field]
            if not new:
                break
            field += new
        return field, equilibrium_mix(self.round_robin(field)), max(replies)[0]

    def unit_use(self, field: list[Opening]) -> Any:
        """Return how often each unit is in some best reply, in a good one, and in every best one."""
        counts = np.zeros((3, UNIT_COUNT))
        contains = [np.array([[unit in half.units for unit in range(UNIT_COUNT)] for half in side])
                    for side in (self.armies, self.layouts)]  # fmt: skip
        for army, layout in field:
            with_unit, without = np.full((2, UNIT_COUNT), -UNLIMITED_HP)
            for quarters in range(QUARTERS + 1):
                armies, layouts = self.split(quarters)
                attack, defence = self.value_with_win[armies, layout], -self.value_with_win[army, layouts]
                for unit in range(UNIT_COUNT):
                    if unit < FIRST_SOLDIER:
                        own, other, has = defence, attack, contains[1][layouts, unit]
                    else:
                        own, other, has = attack, defence, contains[0][armies, unit]
                    with_unit[unit] = max(with_unit[unit], own.max(where=has, initial=-UNLIMITED_HP) + other.max())
                    without[unit] = max(without[unit], own.max(where=~has, initial=-UNLIMITED_HP) + other.max())
            best = np.maximum(with_unit, without).max()
            counts += [with_unit == best, with_unit >= best - GOOD_REPLY_MARGIN, without < best]
        return counts / len(field)

    def gold_shares(self, field: list[Opening], mix: Any) -> Any:
        """Return the share of the gold that goes into each unit."""
        gold = np.zeros(UNIT_COUNT)
        for (army, layout), share in zip(field, mix, strict=True):
            for unit in self.armies[army].units + self.layouts[layout].units:
                gold[unit] += share * self.start.cost[unit]
        return gold / gold.sum()


def keep_some(halves: list[HalfOpening]) -> list[HalfOpening]:
    """Return three halves for each share of the gold, for `--quick`."""
    return [half for quarters in range(QUARTERS + 1) for half in [h for h in halves if h.quarters == quarters][:3]]


def equilibrium_mix(points: Any) -> Any:
    """Return a mix that no opening beats, approximately: regret matching+ with linear averaging.

    O. Tammelin, Solving large imperfect information games using CFR+ (2014).
    """
    regret, total = np.zeros(len(points)), np.zeros(len(points))
    for number in range(REGRET_ROUNDS):
        mix = regret / regret.sum() if regret.any() else np.full(len(points), 1 / len(points))
        gain = points @ mix
        regret = np.maximum(regret + gain - mix @ gain, 0)
        total += mix * (number + 1)
    return total / total.sum()


def remove_dominated(points: Any) -> list[int]:
    """Remove openings that another one weakly dominates, repeatedly; return those that are left."""
    left = list(range(len(points)))
    while True:
        here = points[np.ix_(left, left)]
        dominated = [any((b >= a).all() and (b > a).any() for b in here) for a in here]
        if not any(dominated):
            return left
        left = [index for index, is_out in zip(left, dominated, strict=True) if not is_out]


# Whole games


def play_game(game: Any, names: tuple[str, str], seed: int) -> tuple[int, int, Counter[int]]:
    """Return the winner (-1: a draw), the number of turns, and the units bought."""
    state, bought = game.start(), Counter[int]()
    players = [player.player(name, seed=2 * seed + seat) for seat, name in enumerate(names)]
    while state.current_player != definition.OVER:
        code = players[state.current_player].code(state)
        local = int(moves.local_code(code))
        if moves.HIRE <= local < moves.HIRE + UNIT_COUNT:
            bought[local - moves.HIRE] += 1
        elif moves.TOWER <= local < moves.TOWER + FIRST_SOLDIER:
            bought[local - moves.TOWER] += 1
        state.play(code)
    winner = state.outcome.winner
    return (-1 if winner is None else int(winner)), TowersState(state.words).turns_played, bought


def report_games(chosen: str, names: tuple[str, str], games: int) -> None:
    """Play two players against each other, seats swapped, and print a row of the table."""
    game = catalog.load("towers", ruleset=chosen)
    points, draws, turns, bought = 0.0, 0, [], Counter[int]()
    for seed in track_progress(range(games), f"{names[0]} against {names[1]}", games):
        seats = names if seed % 2 == 0 else names[::-1]
        winner, length, units = play_game(game, seats, seed)
        draws += winner < 0
        points += 0.5 if winner < 0 else seats[winner] == names[0]
        turns.append(length)
        bought += units
    low, middle, high = np.percentile(turns, (10, 50, 90))
    score = f"{100 * points / games:.0f} %" if names[0] != names[1] else "–"
    per_game = " | ".join(f"{bought[unit] / (2 * games):.1f}" for unit in range(UNIT_COUNT))
    drawn = f"{100 * draws / games:.0f} %"
    print(f"| {', '.join(names)} | {score} | {drawn} | {middle:.0f} ({low:.0f}–{high:.0f}) | {per_game} |", flush=True)


# The tables


def print_row(name: str, shares: Iterable[float]) -> None:
    print(f"| {name} | " + " | ".join(f"{100 * share:.0f} %" for share in shares) + " |")


def print_head(*first_cells: str) -> None:
    cells = [*first_cells, *map(unit_name, range(UNIT_COUNT))]
    print(f"\n| {' | '.join(cells)} |\n|{'---|' * len(cells)}")


def report_openings(study: Tournament, field: list[Opening], mix: Any) -> None:
    """Print the round robin of the openings in the mix."""
    in_mix = [index for index in range(len(field)) if mix[index] >= MIN_SHARE]
    points = study.round_robin([field[index] for index in in_mix])
    scores = (points.sum(1) - 0.5) / max(len(in_mix) - 1, 1)
    print(f"\nThe {len(in_mix)} openings of the mix, out of a field of {len(field)}:\n")
    print("| army; towers | share of the mix | points against the others |\n|---|---|---|")
    for place in np.argsort(-scores, kind="stable"):
        army, layout = field[in_mix[place]]
        name = f"{study.armies[army].name}; {study.layouts[layout].name}"
        print(f"| {name} | {100 * mix[in_mix[place]]:.0f} % | {100 * scores[place]:.0f} % |")
    left = remove_dominated(study.round_robin(field))
    among_left = study.round_robin([field[index] for index in left])
    best = (among_left.sum(1).max() - 0.5) / max(len(left) - 1, 1)
    print(
        f"\n{len(left)} openings of the field are not dominated. Where each of them is met equally often, the best of"
    )
    print(f"them scores {100 * best:.0f} %.")


def main() -> int:
    parser = benchmark_parser("balance.towers_units", __doc__)
    parser.add_argument("ruleset", nargs="?", default="standard", help="a ruleset or its file (default: standard)")
    args = parser.parse_args()
    chosen = str(catalog.load("towers", ruleset=args.ruleset).options["ruleset"])
    study = Tournament(chosen, args.quick)
    field, mix, best_reply = study.find_field()
    print(f"{len(study.armies)} armies, {len(study.layouts)} layouts; the best opening of all scores "
          f"{100 * best_reply:.1f} % against the mix of the field.")  # fmt: skip
    print_head("")
    for name, shares in zip(("in some best reply", "in a good reply", "in every best reply"),
                            study.unit_use(field), strict=True):  # fmt: skip
        print_row(name, shares)
    print_row("gold of the mix", study.gold_shares(field, mix))
    report_openings(study, field, mix)
    print_head("whole games", "points", "draws", "turns (10–90 %)")
    for names in PAIRS:
        report_games(chosen, names, QUICK_GAMES if args.quick else GAMES)
    return 0


if __name__ == "__main__":
    sys.exit(main())
