"""What a bot in a process of its own is asked, as JSON, and what it answers: see docs/protocol.md.

Whoever is asked is seat 0: the states here are those of `mirror.Told`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from ...core.errors import HtlError
from ...core.game import State
from . import moves
from .planning import Orders
from .squad import Squads
from .state import COLUMNS, MOST_SOLDIERS, MOST_TOWERS, PLAYERS, Stage
from .view import UNIT_NAMES, Side, View

ACTIONS = {
    "rest": moves.REST,
    "score": moves.SCORE,
    "go": moves.GO,
    "strike": moves.STRIKE,
    "shoot": moves.SHOOT,
}
ORDERS: dict[str, tuple[Callable[..., Any], int, int]] = {
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
"""The method of each order, and how many words it takes at least and at most."""


class NotAnAnswer(HtlError):
    """What a bot answered cannot be read. The sentence speaks of the bot as `it`."""


# Planning


def plan_asked(view: View) -> dict[str, Any]:
    return {
        "turn": view.turn,
        "turn_limit": view.turn_limit,
        "me": side_asked(view.me),
        "other": side_asked(view.other),
        "refused": [[one.order, one.clause, one.reason] for one in view.refused],
    }


def side_asked(side: Side) -> dict[str, Any]:
    return {
        "hp": side.hp,
        "gold": side.gold,
        "towers": side.towers,
        "soldiers": side.soldiers,
        "minds": None if side.minds is None else dict(side.minds),
        "showed": side.showed,
        "leaked": side.leaked,
        "felled": side.felled,
        "razed": side.razed,
    }


def kinds_asked(view: View) -> dict[str, Any]:
    """The numbers of every kind of unit."""
    return {
        name: {what: number for what, number in asdict(kind).items() if what != "name"}
        for name, kind in view.units.items()
    }


def ordered(given: Any, view: View) -> Orders:
    """The orders of an answer; those that cannot stand are refused, as they are when a bot calls `Orders`."""
    if not isinstance(given, list):
        raise NotAnAnswer("its orders are not a list")
    orders = Orders(view)
    for one in given:
        if not isinstance(one, list) or not one:
            raise NotAnAnswer("an order of it is not a list with a word and what belongs to it")
        name, *words = one
        if not isinstance(name, str) or name not in ORDERS:
            raise NotAnAnswer(f"there is no order {str(name)[:20]!a} among {', '.join(ORDERS)}")
        order, least, most = ORDERS[name]
        if not least <= len(words) <= most:
            raise NotAnAnswer(f"its order {name} has {len(words)} words behind it, not {least}")
        if name == "send_all" and len(words) == most and not isinstance(words[-1], bool):
            raise NotAnAnswer("its order send_all says in file with something else than true or false")
        order(orders, *words)
    return orders


# Units


def squad_asked(state: State, squads: Squads) -> dict[str, Any]:
    s = state.record
    is_towers = s.stage == Stage.TOWERS
    return {
        "turn": s.number + 1,
        "step": s.step,
        "kind": "towers" if is_towers else "soldiers",
        "hp": list(s.hp),
        "units": [
            [
                number,
                UNIT_NAMES[unit],
                *where,
                targets if is_towers else [divmod(one, COLUMNS) for one in targets],
            ]
            for (number, unit, *where), targets in squads.units(state)
        ],
        "mine": lane_asked(s, 0),
        "theirs": lane_asked(s, 1),
    }


def lane_asked(s: Any, lane: int) -> dict[str, Any]:
    """The towers of a lane and the other's soldiers on it, the fallen too."""
    first, base = lane * MOST_TOWERS, (PLAYERS - 1 - lane) * MOST_SOLDIERS
    towers = range(first, first + s.towers[lane])
    soldiers = range(base + s.gone[lane], base + s.entered[lane])
    units, cells, healths = s.tower_unit, s.tower_cell, s.tower_health
    kinds, places, bodies, frozen = s.shown_unit, s.body_cell, s.body_health, s.body_frozen
    return {
        "towers": [[UNIT_NAMES[units[at]], *divmod(cells[at], COLUMNS), healths[at]] for at in towers],
        "soldiers": [
            [
                at - base + 1,
                UNIT_NAMES[kinds[at]],
                *divmod(places[at] - 1, COLUMNS),
                bodies[at],
                frozen[at] > 0,
            ]
            for at in soldiers
            if places[at] > 0
        ],
    }


def actions_in(given: Any) -> Sequence[int]:
    """T8.2: what can be no action is a lost one; what is not even a whole number cannot be read."""
    if not isinstance(given, list):
        raise NotAnAnswer("its actions are not a list")
    for one in given:
        if one.__class__ is not int:
            raise NotAnAnswer("an action of it is not a whole number")
    least, most = moves.REST, moves.SHOOT + MOST_SOLDIERS
    return [one if least <= one < most else least for one in given]
