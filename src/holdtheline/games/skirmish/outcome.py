"""How a battle ends, and who has won it (K2.3)."""

from __future__ import annotations

from typing import Any

from ...core.contract import DRAWN, LOST, WON, note
from ...core.kernel import kernel
from .happened import Happened
from .space import first_of, side_of
from .state import (
    CHARACTERS,
    ENEMIES,
    FRIENDS,
    MOST_ENDS,
    MOST_OBJECTIVES,
    MOST_OF_A_SIDE,
    SIDES,
    Clause,
    End,
    Lies,
    Phase,
    There,
)


@kernel
def is_gone(s: Any, side: Any) -> Any:
    """Whether nobody of a side is on the table or will be."""
    for piece in range(first_of(side), first_of(side) + MOST_OF_A_SIDE):
        there = s.there[piece]
        if there == There.STANDS or there == There.WAITS or there == There.HELD:
            return False
    return True


@kernel
def has_ended(s: Any, round_is_over: Any) -> Any:
    """Whether the battle has ended, by the scenario's own list first; it is noted who has won."""
    for place in range(MOST_ENDS):
        if s.e_kind[place] == End.NONE:
            break
        if is_true(s, place, round_is_over):
            s.ended = place + 1
            s.winner = s.e_winner[place]
            return True
    for side in range(SIDES):
        if is_gone(s, side):
            s.winner = 2 - side
            return True
    return False


@kernel
def is_true(s: Any, place: Any, round_is_over: Any) -> Any:
    """Whether one of the scenario's ends has come about."""
    kind, first, second = s.e_kind[place], s.e_first[place], s.e_second[place]
    if kind == End.GONE:
        return is_gone(s, first)
    if kind == End.ROUNDS:
        return round_is_over and s.round >= first
    if kind == End.FALLEN:
        there = s.there[first]
        return there == There.FALLEN or there == There.LIES or there == There.CARRIED
    if kind == End.LEFT:
        return s.there[first] == There.LEFT
    if kind == End.FEWER:
        return members(s, first) < second
    if kind == End.ALL_TAKEN:
        for objective in range(MOST_OBJECTIVES):
            if s.o_kind[objective] != 0 and not is_with(s, objective, Lies.LEFT, second):
                return False
        return True
    if kind == End.ESCAPED:
        return is_gone(s, first) and escaped(s, first) >= second
    if kind == End.HELD:
        return round_is_over and is_with(s, first, Lies.CARRIED, second)
    return is_with(s, first, Lies.LEFT, second)


@kernel
def is_with(s: Any, objective: Any, lies: Any, side: Any) -> Any:
    """Whether an objective is carried, or was taken, by a side + 1, or by either."""
    if s.o_lies[objective] != lies:
        return False
    return side == 0 or side_of(s.o_by[objective] - 1) == side - 1


@kernel
def members(s: Any, company: Any) -> Any:
    """How many of a company are on the table or will be."""
    count = 0
    for piece in range(CHARACTERS):
        there = s.there[piece]
        is_here = there == There.STANDS or there == There.WAITS or there == There.HELD
        if s.company[piece] == company and is_here:
            count += 1
    return count


@kernel
def escaped(s: Any, side: Any) -> Any:
    """How many of a side have left the table."""
    count = 0
    for piece in range(first_of(side), first_of(side) + MOST_OF_A_SIDE):
        if s.there[piece] == There.LEFT:
            count += 1
    return count


@kernel
def be_over(s: Any, log: Any) -> None:
    s.phase = Phase.OVER
    if s.winner == 0:
        note(log, Clause.K2_3, Happened.DRAWN, (s.ended, 0, 0, 0))
    else:
        note(log, Clause.K2_3, Happened.WON, (s.winner - 1, s.ended, 0, 0))


@kernel
def result(s: Any, seat: Any) -> Any:
    """Of a battle that is over."""
    side = FRIENDS if seat < s.generals else ENEMIES
    if s.winner == 0:
        return DRAWN
    return WON if s.winner == side + 1 else LOST
