"""Random rulesets and plans, small and large, sensible and not."""

from __future__ import annotations

from copy import deepcopy
from random import Random

from .reference_game import COURSE, MINDS, SOLDIERS, STANDARD, TOWERS, Order, Ruleset

SWITCHES = ("gold_for_scorers", "zero_health_attacks", "towers_see_deployment_row")
Plans = list[list[Order]]


def any_ruleset(chance: Random) -> Ruleset:
    """Return a shipped ruleset, mostly with other switches, sometimes with other numbers."""
    ruleset = deepcopy(chance.choice([COURSE, STANDARD]))
    ruleset["gold"] = chance.choice([12, 60, 200, 600])
    ruleset["hp"] = chance.choice([3, 10, 100])
    if chance.random() < 0.6:
        ruleset |= {name: chance.random() < 0.5 for name in SWITCHES}
        ruleset["income_per"] = chance.choice(["turn", "timestep"])
    if chance.random() < 0.4:
        ruleset["deployment_row"] = chance.choice([6, 12, 19, 20])
        for stats in ruleset["units"].values():
            _vary(stats, chance)
    return ruleset


def _vary(stats: dict[str, int], chance: Random) -> None:
    stats |= {"damage": chance.randint(0, 4), "range": chance.randint(0, 5), "health": chance.randint(1, 8)}
    stats["cost"] = chance.randint(0, 5)
    if "speed" in stats:
        stats |= {"jumps": chance.random() < 0.3, "front_only": chance.random() < 0.3}
        stats |= {"moves_every": chance.randint(1, 3), "speed": 2 if stats["jumps"] else chance.randint(1, 2)}
    else:
        stats |= {"freezes": chance.random() < 0.3, "whole_cell": chance.random() < 0.3}


def any_plans(chance: Random, last_row: int, largest: int = 60) -> Plans:
    """Return orders of both players for a turn; many of them will be refused."""
    return [[any_order(chance, last_row) for _ in range(chance.choice([0, 3, 10, largest]))] for _ in range(2)]


def with_usual_minds(plans: Plans) -> Plans:
    return [[order for order in orders if order[0] != "mind"] for orders in plans]


def any_order(chance: Random, last_row: int) -> Order:
    kind, column = chance.random(), chance.choice([3, chance.randrange(7)])
    if kind < 0.35:
        return ("build", chance.choice(TOWERS), chance.randint(0, last_row), column)
    if kind < 0.65:
        return ("hire", chance.choice(SOLDIERS))
    if kind < 0.7:
        return ("home", chance.randrange(30))
    if kind < 0.76:
        return ("mind", chance.choice([*TOWERS, *SOLDIERS]), chance.choice(MINDS))
    return ("send", chance.randrange(60), chance.choice([0, 0, 1, 5, chance.randrange(100)]), column)


def great_plans(chance: Random, last_row: int) -> Plans:
    """Return plans of 30 towers and 80 soldiers per side, all of them sent."""
    plans: Plans = []
    for _ in range(2):
        cells = [(row, column) for row in range(last_row) for column in chance.sample(range(7), 6)]
        build: Plans = [[("build", chance.choice(TOWERS), *cell)] for cell in chance.sample(cells, 30)]
        hire: Plans = [[("hire", chance.choice(SOLDIERS))] for _ in range(80)]
        late = chance.choice([1, 20, 80])
        send: Plans = [[("send", one, chance.randrange(late), chance.randrange(7))] for one in range(80)]
        plans.append([order for orders in (build, hire, send) for (order,) in orders])
    return plans
