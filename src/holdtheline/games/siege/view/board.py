"""The board of a siege as JSON, its hotspots, and the clicks that make each move."""

from __future__ import annotations

from typing import Any

from ....core.view_types import ClickPath, Hotspot
from ..rules import LANE_ORDERS, REINFORCE, arrange_move, free_capacity, max_reinforcements, move_kind, pack_move
from ..state import LANES, Phase, SiegeState, Swap
from ..text import LANE_NAMES, cached, format_move, lane_numbers, swapped_lanes

CHOOSE = {Phase.REINFORCE: "Choose lanes to send troops to", Phase.REARRANGE: "Choose two dice to swap"}
"""What the main button says until a move is selected."""
CHOOSE_MORE = "Choose a die to swap it with"


def board(s: SiegeState, seat: int) -> dict[str, Any]:
    phase = Phase(s.phase)
    return {
        "phase": phase.name.lower(),
        "waves": s.waves,
        "lanes": s.lane.tolist(),
        "backline": s.backline,
        "enemy": s.enemy.tolist(),
        "most_to_send": max_reinforcements(s) if phase == Phase.REINFORCE else 0,
        "plays_itself": forced_move(s),
        "shows_dice_first": phase == Phase.REARRANGE,
        "dice": dice_to_drag(s),
        "choose_first": CHOOSE.get(phase),
        "choose_more": CHOOSE_MORE,
    }


def forced_move(s: SiegeState) -> str | None:
    """Return the only move there is, which a client plays without asking."""
    if s.phase == Phase.REINFORCE:
        room = sum(free_capacity(s, lane) for lane in range(LANES))
        return None if room and max_reinforcements(s) > 0 else format_move(pack_move(REINFORCE, 0, 0, 0))
    is_same = s.phase == Phase.REARRANGE and len(set(s.lane.tolist())) == 1
    return format_move(arrange_move(s.lane, 0)) if is_same else None


def dice_to_drag(s: SiegeState) -> dict[str, Any] | None:
    """Return the dice that can be dragged: troops of the backline to the lanes, or lane dice to each other."""
    if s.phase not in (Phase.REINFORCE, Phase.REARRANGE) or forced_move(s):
        return None
    return {"lanes": list(LANE_NAMES), "source": "backline" if s.phase == Phase.REINFORCE else None}


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
                paths.append(ClickPath(swapped_lanes(order), any_order=True))
            paths.append(ClickPath(tuple(LANE_NAMES[lane] for lane in LANE_ORDERS[order])))
    return tuple(paths)
