"""Baseline commanders: one gives no orders, one only sends rifles, and one buys at random and always attacks."""

from __future__ import annotations

from ....core.dice import random_below
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..rules.legality import why_not_build
from ..rules.moves import CELL, HIRE, IN_FILE, NEVER_MIND, READY, REST, TOGETHER, TOWER, encode_move, seat_to_move
from ..state import COLUMNS, FIRST_SOLDIER, MAX_SOLDIERS, UNIT_COUNT, Phase, Picked, TowersState, Unit

MAX_HIRED = 60
"""The greatest number of soldiers that a commander hires in one planning phase: they may cost nothing."""
MAX_BUILT = 16
"""The greatest number of towers that a commander builds in one planning phase."""


@kernel
def is_busy(s: TowersState, seat: int) -> bool:
    """Return whether no new order can be given: a unit asks its owner, or an order is incomplete."""
    return s.phase != Phase.PLAN or s.picked[seat] != Picked.NOTHING


@kernel
def rest_or_cancel(s: TowersState, seat: int) -> int:
    """Return the move of a commander that `is_busy`: let the unit rest, or cancel the incomplete order."""
    return encode_move(seat, REST if s.phase != Phase.PLAN else NEVER_MIND)


@kernel
def can_hire(s: TowersState, seat: int, unit: int) -> bool:
    """Return whether a unit can be hired (T2.6, T6.2), within MAX_HIRED."""
    hired = s.soldiers[seat] - s.veterans[seat]
    return s.cost[unit] <= s.gold[seat] and s.soldiers[seat] < MAX_SOLDIERS and hired < MAX_HIRED


@kernel
def passive(s: TowersState, codes: Words, stream: Words, memory: Words) -> int:
    """Give no orders."""
    seat = seat_to_move(s)
    return rest_or_cancel(s, seat) if is_busy(s, seat) else encode_move(seat, READY)


@kernel
def spam(s: TowersState, codes: Words, stream: Words, memory: Words) -> int:
    """Spend all gold on rifles, and send all soldiers down one column."""
    seat = seat_to_move(s)
    if is_busy(s, seat):
        return rest_or_cancel(s, seat)
    if can_hire(s, seat, Unit.RIFLE):
        return encode_move(seat, HIRE + Unit.RIFLE)
    return encode_move(seat, send_anywhere(s, seat, stream))


@kernel
def send_anywhere(s: TowersState, seat: int, stream: Words) -> int:
    """Return an order that sends all soldiers down any column, or READY if the last of them is sent already."""
    is_last_sent = s.soldiers[seat] == 0 or s.entry[seat * MAX_SOLDIERS + s.soldiers[seat] - 1] > 0
    if is_last_sent:
        return READY
    return (IN_FILE if random_below(stream, 2) else TOGETHER) + random_below(stream, COLUMNS)


@kernel
def careless(s: TowersState, codes: Words, stream: Words, memory: Words) -> int:
    """Buy any units until the gold is too little, build in any cells, and send all soldiers down any column."""
    seat = seat_to_move(s)
    if s.phase == Phase.PLAN and s.picked[seat] == Picked.TOWER:
        cell = any_free_cell(s, seat, stream)
        return encode_move(seat, CELL + cell if cell >= 0 else NEVER_MIND)
    if is_busy(s, seat):
        return rest_or_cancel(s, seat)
    unit = random_below(stream, UNIT_COUNT)
    if unit >= FIRST_SOLDIER and can_hire(s, seat, unit):
        return encode_move(seat, HIRE + unit)
    if unit < FIRST_SOLDIER and can_build(s, seat, unit) and any_free_cell(s, seat, stream) >= 0:
        return encode_move(seat, TOWER + unit)
    return encode_move(seat, send_anywhere(s, seat, stream))


@kernel
def can_build(s: TowersState, seat: int, unit: int) -> bool:
    """Return whether there is gold for a tower, within MAX_BUILT."""
    return s.cost[unit] <= s.gold[seat] and s.towers[seat] - s.towers_seen[seat] < MAX_BUILT


@kernel
def any_free_cell(s: TowersState, lane: int, stream: Words) -> int:
    """Return the first cell from a random one on where a tower can be built (T4.1, T4.2), or -1."""
    cells = s.deployment_row * COLUMNS
    first = random_below(stream, cells)
    for number in range(cells):
        cell = (first + number) % cells
        if why_not_build(s, lane, cell) == 0:
            return int(cell)
    return -1
