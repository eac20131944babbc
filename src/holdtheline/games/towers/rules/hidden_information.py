"""Hidden information: gold, secret orders and soldiers that have not entered yet (T2.2, T8.1).

`hide` removes them from a state, `guess` fills in what the other player may have.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....core.definition import EVERYONE
from ....core.dice import random_below
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import (
    CELLS,
    COLUMNS,
    MAX_SOLDIERS,
    MAX_TOWERS,
    UNIT_COUNT,
    EventKind,
    Phase,
    Picked,
    TowersState,
    encode_entry,
    entry_column,
    entry_step,
)
from .moves import READY, local_code
from .orders import clear_tower, pick, wealth

MAX_GUESSED_GOLD = 9
"""The greatest amount of unspent gold that `guess` gives to the other player."""


@kernel
def hide(s: TowersState, seat: int) -> None:
    """Erase what this seat may not know (T2.2, T8.1)."""
    other = 1 - seat
    if s.phase == Phase.OVER:
        return
    s.gold[other] = 0
    pick(s, other, Picked.NOTHING, 0)
    for unit in range(UNIT_COUNT):
        s.mind[other * UNIT_COUNT + unit] = 0
    if s.phase == Phase.PLAN:
        hide_new_towers(s, other)
        hide_roster(s, other)
    else:
        hide_later_entries(s, other)


@kernel
def hide_new_towers(s: TowersState, lane: int) -> None:
    """Erase the towers built in this planning phase."""
    for index in range(lane * MAX_TOWERS + s.towers_seen[lane], lane * MAX_TOWERS + s.towers[lane]):
        s.tower_at[lane * CELLS + s.tower_cell[index]] = 0
        clear_tower(s, index)
    s.towers[lane] = s.towers_seen[lane]


@kernel
def hide_roster(s: TowersState, owner: int) -> None:
    base = owner * MAX_SOLDIERS
    for soldier in range(base, base + s.soldiers[owner]):
        s.soldier_unit[soldier] = 0
        s.entry[soldier] = 0
    s.soldiers[owner] = 0
    s.veterans[owner] = 0
    for index in range(base, base + s.deployed[owner]):
        s.deployed_soldier[index] = 0


@kernel
def hide_later_entries(s: TowersState, owner: int) -> None:
    """Erase the soldiers that have not entered yet in the turn that is being played."""
    base, lane = owner * MAX_SOLDIERS, 1 - owner
    hide_roster(s, owner)
    for index in range(base + s.entered[lane], base + s.deployed[owner]):
        s.deployed_unit[index] = 0
        s.deployed_entry[index] = 0
    s.to_enter[lane] = s.entered[lane]
    s.deployed[owner] = s.entered[lane]


@kernel
def guess(s: TowersState, seat: int, stream: Words) -> None:
    """Assume that the other player sends the soldiers of the last turn again, perhaps elsewhere, and kept some gold."""
    other = 1 - seat
    if s.phase == Phase.OVER:
        return
    base = other * MAX_SOLDIERS
    shift = random_below(stream, COLUMNS) if s.phase == Phase.PLAN and random_below(stream, 2) else 0
    for index in range(s.deployed[other]):
        s.soldier_unit[base + index] = s.deployed_unit[base + index]
        s.deployed_soldier[base + index] = index
        entry = s.deployed_entry[base + index]
        s.entry[base + index] = encode_entry(entry_step(entry), (entry_column(entry) + shift) % COLUMNS)
    s.soldiers[other] = s.deployed[other]
    s.veterans[other] = s.deployed[other]
    s.gold[other] = random_below(stream, MAX_GUESSED_GOLD + 1)
    if s.phase == Phase.PLAN and s.turns_played == 0:
        s.gold[other] = wealth(s, seat)  # T1.3: both begin with the same gold


def is_secret_move(s: TowersState, code: int) -> bool:
    """Return whether the other player may not see this move: in a planning phase all but `ready` (T2.2)."""
    return s.phase == Phase.PLAN and local_code(code) != READY


SECRET_EVENTS = (
    EventKind.BUILT,
    EventKind.HIRED,
    EventKind.DISMISSED,
    EventKind.TAKEN_DOWN,
    EventKind.SENT,
    EventKind.SENT_HOME,
    EventKind.MIND_SET,
    EventKind.ALL_SENT,
    EventKind.INCOME,  # T8.1: it includes the player's gold
)


def event_audience(kind: int, numbers: Sequence[int]) -> int:
    """Return the seat that may read an event, or EVERYONE: orders and gold are secret (T2.2, T8.1)."""
    return numbers[0] if kind in SECRET_EVENTS else EVERYONE


def reveals_secret(s: TowersState, after: TowersState) -> bool:
    """Return whether this step began or continued a turn, which shows the orders to both players."""
    return after.phase == Phase.ACT or after.turns_played != s.turns_played
