"""How well the units of a ruleset of towers are balanced: a tournament of openings, and whole games.

`python -m benchmarks.balance [ruleset]` prints the tables of docs/balance.md. An opening is an army and a
layout of towers for all the gold of the start, repeated for some turns; see `plans`. The two lanes do not
touch each other (T3.1), so it is enough to play every army against every layout once.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from benchmarks.plans import ATTACKER, DEFENDER, FIGHTS, LEAKED, QUARTERS, TURNS, Plan, Start, armies, layouts
from holdtheline.core import catalog, definition
from holdtheline.core.state_record import fill
from holdtheline.games.towers import ruleset
from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.state import FIRST_SOLDIER, UNIT_COUNT, TowersState, unit_name
from holdtheline.players import player

HP = 8
"""What an HP is worth in gold."""
NEAR = HP // 2
"""A reply that is worse by no more than this is a good one, too."""
ROUNDS, THINKING = 30, 3000
ENOUGH = 0.505
"""Points a game that an opening must make against the field to join it."""
SHARE = 0.01
"""An opening that the field plays less often than this is not in the table."""
GAMES = 40
MANY_HP = 1_000_000

Opening = tuple[int, int]
"""The number of an army and that of a layout."""


def say(text: str) -> None:
    """A line about progress; the tables go elsewhere."""
    print(text, file=sys.stderr, flush=True)


class Tournament:
    """Every army against every layout, and what follows for openings made of them."""

    def __init__(self, chosen: str) -> None:
        words = ruleset.setup({"ruleset": chosen, "frost": "step", "turn_limit": 100})
        s = TowersState(words)
        self.start = Start(s.gold[0], list(s.cost), s.deployment_row)
        self.hp = s.hp[0]
        fill(s.hp, [MANY_HP] * 2)  # every turn is played, whoever has lost already
        self.armies = [one for quarters in range(QUARTERS + 1) for one in armies(self.start, quarters)]
        self.layouts = [one for quarters in range(QUARTERS + 1) for one in layouts(self.start, quarters)]
        self.judge(self.fights(words))

    def fights(self, words: Any) -> Any:
        """The sums of every army against every layout, turn by turn."""
        table = np.array([layout.words() for layout in self.layouts])

        def of_army(army: Plan) -> Any:
            sums = np.zeros((len(table), TURNS, 3), np.int64)
            FIGHTS.compiled(words, words.copy(), np.array(army.words()), table, sums)
            return sums.astype(np.int16)

        of_army(self.armies[0])  # compiled before the threads begin
        with ThreadPoolExecutor() as pool:
            return np.array(list(pool.map(of_army, self.armies)))

    def judge(self, sums: Any) -> None:
        """The turn in which a layout's owner is beaten, and what the army has brought its owner, in gold."""
        beaten = sums[..., LEAKED] >= self.hp
        self.end = np.where(beaten.any(2), beaten.argmax(2), TURNS).astype(np.int16)
        last = sums[:, :, -1, :]
        kept = [[self.start.share(plan.quarters) - plan.cost for plan in side] for side in (self.armies, self.layouts)]
        self.worth = HP * np.minimum(last[..., LEAKED], self.hp) + last[..., ATTACKER] - last[..., DEFENDER]
        self.worth += np.array(kept[0], np.int16)[:, None] - np.array(kept[1], np.int16)[None, :]
        early = HP * (self.hp // 2 + TURNS - self.end)
        self.with_win = self.worth.astype(np.int64) + np.where(self.end < TURNS, early, 0)

    def split(self, quarters: int) -> tuple[Any, Any]:
        """The armies for so many quarters of the gold, and the layouts for the rest."""
        mine = [number for number, plan in enumerate(self.armies) if plan.quarters == quarters]
        rest = [number for number, plan in enumerate(self.layouts) if plan.quarters == QUARTERS - quarters]
        return np.array(mine), np.array(rest)

    def points(self, army: Any, layout: Any, army_2: Any, layout_2: Any) -> tuple[Any, Any]:
        """What an opening makes against another one, and by how much: 1, or a half, or 0."""
        mine, other = self.end[army, layout_2], self.end[army_2, layout]
        ahead = self.worth[army, layout_2] - self.worth[army_2, layout]
        at_the_end = np.where(ahead >= HP, 1.0, np.where(ahead <= -HP, 0.0, 0.5))
        drawn = np.where(mine < TURNS, 0.5, at_the_end)
        return np.where(mine < other, 1.0, np.where(mine > other, 0.0, drawn)), ahead

    def among(self, field: list[Opening]) -> Any:
        """The points of every opening of the field against every other."""
        army, layout = np.array(field).T
        return self.points(army[:, None], layout[:, None], army[None, :], layout[None, :])[0]

    def best_against(self, field: list[Opening], mix: Any) -> list[tuple[float, Opening]]:
        """The best opening of every split of the gold against a field that is played in this mix."""
        found = []
        for quarters in range(QUARTERS + 1):
            mine, rest = self.split(quarters)
            total, margin = np.zeros((2, len(mine), len(rest)))
            for (army, layout), often in zip(field, mix, strict=True):
                if often > SHARE / 10:
                    points, ahead = self.points(mine[:, None], rest[None, :], army, layout)
                    total += often * points
                    margin += often * ahead
            at = np.unravel_index(np.argmax(total + margin / 1e5), total.shape)
            found.append((float(total[at]), (int(mine[at[0]]), int(rest[at[1]]))))
        return found

    def field(self) -> tuple[list[Opening], Any, float]:
        """Add best replies to the mix of the field until none wins; also the points of the last one."""
        field = [(int(mine[0]), int(rest[0])) for mine, rest in map(self.split, range(QUARTERS + 1))]
        for number in range(ROUNDS):
            mix = best_mix(self.among(field))
            best = self.best_against(field, mix)
            say(f"round {number + 1}: {len(field)} openings, the best reply makes {max(best)[0]:.3f}")
            new = [opening for made, opening in best if made > ENOUGH and opening not in field]
            if not new:
                break
            field += new
        return field, best_mix(self.among(field)), max(best)[0]

    def replies(self, field: list[Opening]) -> Any:
        """How often each unit is in some best reply, in a good one, and in every best one."""
        counts = np.zeros((3, UNIT_COUNT))
        holds = [np.array([[unit in plan.units for unit in range(UNIT_COUNT)] for plan in side])
                 for side in (self.armies, self.layouts)]  # fmt: skip
        for army, layout in field:
            with_it, without = np.full((2, UNIT_COUNT), -MANY_HP)
            for quarters in range(QUARTERS + 1):
                mine, rest = self.split(quarters)
                attack, defence = self.with_win[mine, layout], -self.with_win[army, rest]
                for unit in range(UNIT_COUNT):
                    if unit < FIRST_SOLDIER:
                        own, other, has = defence, attack, holds[1][rest, unit]
                    else:
                        own, other, has = attack, defence, holds[0][mine, unit]
                    with_it[unit] = max(with_it[unit], own.max(where=has, initial=-MANY_HP) + other.max())
                    without[unit] = max(without[unit], own.max(where=~has, initial=-MANY_HP) + other.max())
            best = np.maximum(with_it, without).max()
            counts += [with_it == best, with_it >= best - NEAR, without < best]
        return counts / len(field)

    def spent(self, field: list[Opening], mix: Any) -> Any:
        """The part of the gold that goes into each unit."""
        gold = np.zeros(UNIT_COUNT)
        for (army, layout), often in zip(field, mix, strict=True):
            for unit in self.armies[army].units + self.layouts[layout].units:
                gold[unit] += often * self.start.cost[unit]
        return gold / gold.sum()


def best_mix(points: Any) -> Any:
    """The mix that no opening beats, nearly: regret matching, the later rounds counting more."""
    regret, total = np.zeros(len(points)), np.zeros(len(points))
    for number in range(THINKING):
        mix = regret / regret.sum() if regret.any() else np.full(len(points), 1 / len(points))
        gain = points @ mix
        regret = np.maximum(regret + gain - mix @ gain, 0)
        total += mix * (number + 1)
    return total / total.sum()


def undominated(points: Any) -> list[int]:
    """Strike out every opening than which another is never worse, again and again; those that are left."""
    kept = list(range(len(points)))
    while True:
        here = points[np.ix_(kept, kept)]
        worse = [any((b >= a).all() and (b > a).any() for b in here) for a in here]
        if not any(worse):
            return kept
        kept = [number for number, out in zip(kept, worse, strict=True) if not out]


# Whole games


def play(game: Any, names: tuple[str, str], seed: int) -> tuple[int, int, Counter[int]]:
    """Who won (-1: nobody), after how many turns, and what was bought."""
    state, bought = game.start(), Counter[int]()
    pair = [player.player(name, seed=2 * seed + seat) for seat, name in enumerate(names)]
    while state.turn != definition.OVER:
        code = pair[state.turn].code(state)
        local = int(moves.local_code(code))
        if moves.HIRE <= local < moves.HIRE + UNIT_COUNT:
            bought[local - moves.HIRE] += 1
        elif moves.TOWER <= local < moves.TOWER + FIRST_SOLDIER:
            bought[local - moves.TOWER] += 1
        state.play(code)
    winner = state.outcome.winner
    return (-1 if winner is None else int(winner)), TowersState(state.words).turns_played, bought


def whole_games(chosen: str, names: tuple[str, str]) -> None:
    """Both in both seats by turns."""
    game = catalog.load("towers", ruleset=chosen)
    won, turns, bought = Counter[str](), [], Counter[int]()
    for number in range(GAMES):
        pair = names if number % 2 == 0 else names[::-1]
        winner, length, units = play(game, pair, number)
        won[pair[winner] if winner >= 0 else "nobody"] += 1
        turns.append(length)
        bought += units
        if number % 10 == 9:
            say(f"{names[0]} against {names[1]}: {number + 1} of {GAMES} games")
    low, middle, high = np.percentile(turns, (10, 50, 90))
    first = won[names[0]] + won["nobody"] / 2
    made = f"{100 * first / GAMES:.0f} %" if names[0] != names[1] else "–"
    a_game = " | ".join(f"{bought[unit] / (2 * GAMES):.1f}" for unit in range(UNIT_COUNT))
    drawn = f"{100 * won['nobody'] / GAMES:.0f} %"
    print(f"| {', '.join(names)} | {made} | {drawn} | {middle:.0f} ({low:.0f}–{high:.0f}) | {a_game} |")


# The tables


def row(name: str, parts: Iterable[float]) -> None:
    print(f"| {name} | " + " | ".join(f"{100 * part:.0f} %" for part in parts) + " |")


def head(*more: str) -> None:
    cells = [*more, *map(unit_name, range(UNIT_COUNT))]
    print(f"\n| {' | '.join(cells)} |\n|{'---|' * len(cells)}")


def tell_openings(study: Tournament, field: list[Opening], mix: Any) -> None:
    """The round robin of the openings that the mix consists of."""
    played = [number for number in range(len(field)) if mix[number] >= SHARE]
    points = study.among([field[number] for number in played])
    made = (points.sum(1) - 0.5) / max(len(played) - 1, 1)
    print(f"\nThe {len(played)} openings of the mix, out of a field of {len(field)}:\n")
    print("| army; towers | how often | points against the others |\n|---|---|---|")
    for place in np.argsort(-made, kind="stable"):
        army, layout = field[played[place]]
        name = f"{study.armies[army].name}; {study.layouts[layout].name}"
        print(f"| {name} | {100 * mix[played[place]]:.0f} % | {100 * made[place]:.0f} % |")
    kept = undominated(study.among(field))
    all_of_them = study.among([field[number] for number in kept])
    most = (all_of_them.sum(1).max() - 0.5) / max(len(kept) - 1, 1)
    print(f"\nOf the field {len(kept)} openings are not dominated; where each of these is met as often, ")
    print(f"the best of them makes {100 * most:.0f} %.")


def main() -> None:
    chosen = str(catalog.load("towers", ruleset=sys.argv[1] if len(sys.argv) > 1 else "standard").options["ruleset"])
    say("every army against every layout")
    study = Tournament(chosen)
    field, mix, last = study.field()
    print(f"{len(study.armies)} armies, {len(study.layouts)} layouts; the best opening of all makes "
          f"{100 * last:.1f} % against the mix of the field.")  # fmt: skip
    head("")
    for name, parts in zip(("in some best reply", "in a good reply", "in every best reply"),
                           study.replies(field), strict=True):  # fmt: skip
        row(name, parts)
    row("gold of the mix", study.spent(field, mix))
    tell_openings(study, field, mix)
    head("whole games", "points", "draws", "turns (10–90 %)")
    for names in (("planner", "planner"), ("planner", "book"), ("book", "spam")):
        whole_games(chosen, names)


if __name__ == "__main__":
    main()
