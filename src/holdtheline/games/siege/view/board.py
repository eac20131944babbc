"""The board of a siege as JSON, its hotspots, and the clicks that make each move."""

from __future__ import annotations

from typing import Any

from ....core.view_types import ClickPath, Hotspot
from ..rules import LANE_ORDERS, REINFORCE, arrange_move, max_reinforcements, move_kind
from ..state import Phase, SiegeState, Swap
from ..text import LANE_NAMES, cached, exchanged_lanes, lane_numbers


def board(s: SiegeState, seat: int) -> dict[str, Any]:
    phase = Phase(s.phase)
    return {
        "phase": phase.name.lower(),
        "waves": s.waves,
        "lanes": s.lane.tolist(),
        "backline": s.backline,
        "enemy": s.enemy.tolist(),
        "most_to_send": max_reinforcements(s) if phase == Phase.REINFORCE else 0,
    }


def die_id(s: SiegeState) -> str:
    """Return the SVG id of the die that must be rolled."""
    return "countdown" if s.phase == Phase.COUNTDOWN else f"enemy-{LANE_NAMES[s.rolled_count]}"


def hotspots(s: SiegeState, seat: int) -> tuple[Hotspot, ...]:
    return tuple(Hotspot(name, name[0], f"{name} lane, {n}") for name, n in zip(LANE_NAMES, s.lane, strict=True))


def clicks(s: SiegeState, code: int) -> tuple[ClickPath, ...]:
    """Return the ways to click a move.

    To reinforce, click a lane once for each troop. To rearrange, click the two dice that trade places, or all three
    in their new order from top to bottom.
    """
    return reinforce_clicks(code) if move_kind(code) == REINFORCE else arrange_clicks(tuple(s.lane), s.swap, code)


@cached
def reinforce_clicks(code: int) -> tuple[ClickPath, ...]:
    ids = [name for name, n in zip(LANE_NAMES, lane_numbers(code), strict=True) for _ in range(n)]
    return (ClickPath(tuple(ids), any_order=True),)


@cached
def arrange_clicks(lanes: tuple[int, ...], orders: int, code: int) -> tuple[ClickPath, ...]:
    if len(set(lanes)) == 1:
        return (ClickPath(()),)  # there is nothing to rearrange
    paths = []
    for order in range(orders):
        if code == arrange_move(lanes, order):
            if order == 0:
                paths.append(ClickPath(()))
            elif order < Swap.ONE:
                paths.append(ClickPath(exchanged_lanes(order), any_order=True))
            paths.append(ClickPath(tuple(LANE_NAMES[lane] for lane in LANE_ORDERS[order])))
    return tuple(paths)
