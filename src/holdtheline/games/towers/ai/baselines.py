"""Baseline commanders: one that gives no orders, and one that only sends rifles."""

from __future__ import annotations

from ....core.dice import random_below
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..rules.moves import HIRE, IN_FILE, NEVER_MIND, READY, REST, TOGETHER, encode_move, seat_to_move
from ..state import COLUMNS, MAX_SOLDIERS, Phase, Picked, TowersState, Unit

MAX_HIRED = 60
"""The greatest number of soldiers that a commander hires in one planning phase: they may cost nothing."""


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
    is_last_sent = s.soldiers[seat] == 0 or s.entry[seat * MAX_SOLDIERS + s.soldiers[seat] - 1] > 0
    if is_last_sent:
        return encode_move(seat, READY)
    order = IN_FILE if random_below(stream, 2) else TOGETHER
    return encode_move(seat, order + random_below(stream, COLUMNS))
