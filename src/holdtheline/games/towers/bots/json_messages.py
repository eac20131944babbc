"""Questions to a bot in its own process and its answers, as JSON: see docs/reference/protocol.md.

The bot that is asked is always seat 0: the states here come from `mirrored_state.SeatKnowledge`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from ....core.bots.faults import InvalidAnswer
from ....core.game import State
from ..rules import moves
from ..state import UNIT_NAMES, Stage, TowersState, row_and_column, unit_name
from ..view.scene import soldiers_on, towers_on
from .commander import Orders
from .commander_view import PlayerView, View
from .squads import Squads
from .unit_kernels import action_or_rest

ACTION_CODES = {
    "rest": moves.REST,
    "score": moves.SCORE,
    "go": moves.GO,
    "strike": moves.STRIKE,
    "shoot": moves.SHOOT,
}
ORDER_METHODS: dict[str, tuple[Callable[..., Any], int, int]] = {
    "build": (Orders.build, 3, 3),
    "take_down": (Orders.take_down, 2, 2),
    "hire": (Orders.hire, 1, 1),
    "dismiss": (Orders.dismiss, 0, 0),
    "send": (Orders.send, 3, 3),
    "home": (Orders.home, 1, 1),
    "send_all": (Orders.send_all, 1, 2),
    "all_home": (Orders.all_home, 0, 0),
    "as_last": (Orders.as_last, 0, 0),
    "mind": (Orders.mind, 2, 2),
}
"""The method of each order, and the minimum and maximum number of its arguments."""


# Planning


def plan_question(view: View) -> dict[str, Any]:
    return {
        "turn": view.turn,
        "turn_limit": view.turn_limit,
        "me": player_json(view.me),
        "other": player_json(view.other),
        "refused": [[refusal.order, refusal.clause, refusal.reason] for refusal in view.refused],
    }


def player_json(player: PlayerView) -> dict[str, Any]:
    return {
        "hp": player.hp,
        "gold": player.gold,
        "towers": player.towers,
        "soldiers": player.soldiers,
        "minds": None if player.minds is None else dict(player.minds),
        "showed": player.showed,
        "leaked": player.leaked,
        "felled": player.felled,
        "razed": player.razed,
    }


def unit_kinds_json(view: View) -> dict[str, Any]:
    """Return the numbers of every kind of unit."""
    return {
        name: {field: number for field, number in asdict(kind).items() if field != "name"}
        for name, kind in view.units.items()
    }


def parse_orders(answer: Any, view: View) -> Orders:
    """Return the orders of an answer; those against the rules are refused, as when a bot calls `Orders`."""
    if not isinstance(answer, list):
        raise InvalidAnswer("its orders are not a list")
    orders = Orders(view)
    for item in answer:
        if not isinstance(item, list) or not item:
            raise InvalidAnswer("one of its orders is not a list of a name and its arguments")
        name, *arguments = item
        if not isinstance(name, str) or name not in ORDER_METHODS:
            raise InvalidAnswer(f"unknown order {str(name)[:20]!a}; choose from: {', '.join(ORDER_METHODS)}")
        order, minimum, maximum = ORDER_METHODS[name]
        if not minimum <= len(arguments) <= maximum:
            raise InvalidAnswer(f"its order {name} has {len(arguments)} arguments, not {minimum}")
        if name == "send_all" and len(arguments) == maximum and not isinstance(arguments[-1], bool):
            raise InvalidAnswer("the second argument of its order send_all is not true or false")
        order(orders, *arguments)
    return orders


# Units


def squad_question(state: State, squads: Squads) -> dict[str, Any]:
    s: Any = state.record
    is_towers = s.stage == Stage.TOWERS
    return {
        "turn": s.turns_played + 1,
        "step": s.timestep,
        "kind": "towers" if is_towers else "soldiers",
        "hp": list(s.hp),
        "units": [
            [
                number,
                UNIT_NAMES[unit],
                *where,
                targets if is_towers else [row_and_column(cell) for cell in targets],
            ]
            for (number, unit, *where), targets in squads.units(state)
        ],
        "mine": lane_json(s, 0),
        "theirs": lane_json(s, 1),
    }


def lane_json(s: TowersState, lane: int) -> dict[str, Any]:
    """Return the towers of a lane and the other player's soldiers on it, including the fallen."""
    return {
        "towers": [[unit_name(tower.unit), *row_and_column(tower.cell), tower.health] for tower in towers_on(s, lane)],
        "soldiers": [
            [
                soldier.number,
                unit_name(soldier.unit),
                *row_and_column(soldier.cell),
                soldier.health,
                soldier.is_frozen,
            ]
            for soldier in soldiers_on(s, lane)
        ],
    }


def parse_actions(answer: Any) -> Sequence[int]:
    """Return the actions of an answer; a number that cannot be an action becomes a rest (T8.2)."""
    if not isinstance(answer, list):
        raise InvalidAnswer("its actions are not a list")
    for action in answer:
        if action.__class__ is not int:
            raise InvalidAnswer("one of its actions is not a whole number")
    return [action_or_rest(action) for action in answer]
