"""What a player may not know of the other (T2.2, T8.1): gold, orders, and whoever has not entered yet."""

from __future__ import annotations

from typing import Any

from ...core.dice import below
from ...core.kernel import kernel
from .book import wealth
from .rules import clear_tower, pick
from .state import CELLS, COLUMNS, MOST_SOLDIERS, MOST_TOWERS, UNITS, Phase, Picked

MOST_KEPT = 9
"""Gold that a player is thought to keep at most."""


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
    base = owner * MOST_SOLDIERS
    for soldier in range(base, base + s.soldiers[owner]):
        s.soldier_unit[soldier] = 0
        s.entry[soldier] = 0
    s.soldiers[owner] = 0
    s.veterans[owner] = 0
    for at in range(base, base + s.shown[owner]):
        s.shown_place[at] = 0


@kernel
def hide_those_to_come(s: Any, owner: Any) -> None:
    """In the middle of a turn: whoever has entered has been seen; the others have not."""
    base, lane = owner * MOST_SOLDIERS, 1 - owner
    hide_roster(s, owner)
    for at in range(base + s.entered[lane], base + s.shown[owner]):
        s.shown_unit[at] = 0
        s.shown_entry[at] = 0
    s.to_enter[lane] = s.entered[lane]
    s.shown[owner] = s.entered[lane]


@kernel
def guess(s: Any, seat: Any, stream: Any) -> None:
    """Think the other player has whom it showed, sends them again, perhaps elsewhere, and kept some gold."""
    other = 1 - seat
    if s.phase == Phase.OVER:
        return
    base = other * MOST_SOLDIERS
    aside = below(stream, COLUMNS) if s.phase == Phase.PLAN and below(stream, 2) else 0
    for place in range(s.shown[other]):
        s.soldier_unit[base + place] = s.shown_unit[base + place]
        s.shown_place[base + place] = place
        s.entry[base + place] = turned(s.shown_entry[base + place], aside)
    s.soldiers[other] = s.shown[other]
    s.veterans[other] = s.shown[other]
    s.gold[other] = below(stream, MOST_KEPT + 1)
    if s.phase == Phase.PLAN and s.number == 0:
        s.gold[other] = wealth(s, seat)  # T1.3: both begin with the same gold


@kernel
def turned(entry: Any, aside: Any) -> Any:
    """An entry at the same timestep, so many columns aside."""
    step, column = (entry - 1) // COLUMNS, (entry - 1) % COLUMNS
    return 1 + step * COLUMNS + (column + aside) % COLUMNS
