"""The simplest commanders: one that does nothing, and one that only sends rifles."""

from __future__ import annotations

from typing import Any

from ...core.dice import below
from ...core.kernel import kernel
from .moves import HIRE, IN_FILE, NEVER_MIND, READY, REST, TOGETHER, code_of, turn_of
from .state import COLUMNS, MOST_SOLDIERS, Phase, Picked, Unit

MOST_HIRED = 60
"""Soldiers that a commander hires in one planning: where they cost nothing, somebody has to stop."""


@kernel
def is_busy(s: Any, seat: Any) -> Any:
    """Nothing can be ordered now: a unit asks its owner, or an order is half given."""
    return s.phase != Phase.PLAN or s.picked[seat] != Picked.NOTHING


@kernel
def get_free(s: Any, seat: Any) -> Any:
    """What a commander that gives no such orders itself says then: nothing doing."""
    return code_of(seat, REST if s.phase != Phase.PLAN else NEVER_MIND)


@kernel
def can_hire(s: Any, seat: Any, unit: Any) -> Any:
    """T2.6, T6.2, and no more in one planning than there is sense in."""
    hired = s.soldiers[seat] - s.veterans[seat]
    return s.cost[unit] <= s.gold[seat] and s.soldiers[seat] < MOST_SOLDIERS and hired < MOST_HIRED


@kernel
def passive(s: Any, codes: Any, stream: Any, memory: Any) -> Any:
    """Ready at once."""
    seat = turn_of(s)
    return get_free(s, seat) if is_busy(s, seat) else code_of(seat, READY)


@kernel
def spam(s: Any, codes: Any, stream: Any, memory: Any) -> Any:
    """All gold into rifles; when it is spent they are all sent down one column, and that is the plan."""
    seat = turn_of(s)
    if is_busy(s, seat):
        return get_free(s, seat)
    if can_hire(s, seat, Unit.RIFLE):
        return code_of(seat, HIRE + Unit.RIFLE)
    if s.soldiers[seat] == 0 or is_mustered(s, seat):
        return code_of(seat, READY)
    order = IN_FILE if below(stream, 2) else TOGETHER
    return code_of(seat, order + below(stream, COLUMNS))


@kernel
def is_mustered(s: Any, seat: Any) -> Any:
    """Whether the soldier hired last has been sent already."""
    return s.entry[seat * MOST_SOLDIERS + s.soldiers[seat] - 1] > 0
