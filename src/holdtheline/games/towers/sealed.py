"""What a player may not know of the other (T2.2, T8.1): gold, orders, and whoever has not entered yet."""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from .rules import clear_tower, pick
from .state import CELLS, MOST_SOLDIERS, MOST_TOWERS, UNITS, Phase, Picked


@kernel
def hide(s: Any, seat: Any) -> None:
    other = 1 - seat
    if s.phase == Phase.OVER:
        return
    s.gold[other] = 0
    pick(s, other, Picked.NOTHING, 0)
    for unit in range(UNITS):
        s.mind[other * UNITS + unit] = 0
    if s.phase == Phase.PLAN:
        hide_towers(s, other)
        hide_roster(s, other)
    else:
        hide_those_to_come(s, other)


@kernel
def hide_towers(s: Any, lane: Any) -> None:
    """Those that were built in this planning."""
    for place in range(lane * MOST_TOWERS + s.standing[lane], lane * MOST_TOWERS + s.towers[lane]):
        s.tower_at[lane * CELLS + s.tower_cell[place]] = 0
        clear_tower(s, place)
    s.towers[lane] = s.standing[lane]


@kernel
def hide_roster(s: Any, owner: Any) -> None:
    for soldier in range(owner * MOST_SOLDIERS, owner * MOST_SOLDIERS + s.soldiers[owner]):
        s.soldier_unit[soldier] = 0
        s.entry[soldier] = 0
    s.soldiers[owner] = 0
    s.veterans[owner] = 0


@kernel
def hide_those_to_come(s: Any, owner: Any) -> None:
    """In the middle of a turn: whoever is on the lane, or was, has been seen; the others have not."""
    base, lane = owner * MOST_SOLDIERS, 1 - owner
    for soldier in range(base, base + s.soldiers[owner]):
        entry = s.entry[soldier] - 1
        if entry < 0 or not has_entered(s, owner, soldier):
            s.soldier_unit[soldier] = 0
            s.entry[soldier] = 0
    for place in range(s.entered[lane], s.to_enter[lane]):
        s.order[base + place] = 0
    for place in range(s.entered[lane], s.shown[owner]):
        s.shown_unit[base + place] = 0
        s.shown_entry[base + place] = 0
    s.to_enter[lane] = s.entered[lane]
    s.shown[owner] = s.entered[lane]
    s.soldiers[owner] = 0
    s.veterans[owner] = 0


@kernel
def has_entered(s: Any, owner: Any, soldier: Any) -> Any:
    for place in range(s.entered[1 - owner]):
        if s.order[owner * MOST_SOLDIERS + place] == soldier:
            return True
    return False


@kernel
def guess(s: Any, seat: Any, stream: Any) -> None:
    """Think the other player sends what it sent last, and has spent its gold."""
    other = 1 - seat
    if s.phase != Phase.PLAN:
        return
    base = other * MOST_SOLDIERS
    for place in range(s.shown[other]):
        s.soldier_unit[base + place] = s.shown_unit[base + place]
        s.entry[base + place] = s.shown_entry[base + place]
    s.soldiers[other] = s.shown[other]
    s.veterans[other] = s.shown[other]
